import type { Strings } from '../catalogue.ts';

export const image: Strings = {
  'image.kind': 'Image',
  'image.alt': 'Image pour {label}',
  'image.fit': 'Ajustement',
  'image.cover': 'Remplir la zone',
  'image.smart': 'Remplir, automatique',
  'image.contain': 'Image entière',
  'image.fill': 'Étirer',
  'image.manual': 'Recadrage manuel',
  'image.crop_of': 'Recadrage de {label}',
  'image.across': 'Gauche – droite',
  'image.down': 'Haut – bas',
  'image.zoom': 'Taille',
  'image.from_left': '{share} depuis la gauche',
  'image.from_top': '{share} depuis le haut',
  'image.part': '{width} × {height} pixels',
  'image.background': 'Arrière-plan',
  'image.has_background': 'Remplir le reste avec une couleur',
  'image.turn': 'Pivoter',
  'image.turn_left': 'Pivoter à gauche',
  'image.turn_right': 'Pivoter à droite',
  'image.turn_too_large': 'Ce fichier est trop volumineux pour être pivoté ici.',
  'image.turn_format':
    'Ce fichier ne peut pas être pivoté ici. Pivotez-le dans un autre programme.',
  'image.soft': 'Cette partie a moins de pixels que sa zone. Elle peut paraître floue.',
  'image.smart_note': 'La partie la plus détaillée est choisie au moment du rendu.',
};
