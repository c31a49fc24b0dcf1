import type { Strings } from '../catalogue.ts';

export const color: Strings = {
  'color.pick': 'Choisir {label}',
  'color.hex': 'Valeur hexadécimale de {label}',
  'color.palette': 'Couleurs de la marque',
  'color.use': 'Utiliser {color}',
  'color.invalid': 'Saisissez une couleur comme #3B4CCA.',
  'color.low_contrast':
    'Faible contraste ({ratio} pour 1) avec {other}. Les petits textes sont difficiles à lire.',
};
