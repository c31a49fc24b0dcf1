import type { Strings } from '../catalogue.ts';

export const image: Strings = {
  'image.kind': 'Bild',
  'image.alt': 'Bild für {label}',
  'image.fit': 'Einpassung',
  'image.cover': 'Fläche füllen',
  'image.smart': 'Füllen, automatisch',
  'image.contain': 'Ganzes Bild',
  'image.fill': 'Strecken',
  'image.manual': 'Eigener Ausschnitt',
  'image.crop_of': 'Ausschnitt von {label}',
  'image.across': 'Links – rechts',
  'image.down': 'Oben – unten',
  'image.zoom': 'Größe',
  'image.from_left': '{share} von links',
  'image.from_top': '{share} von oben',
  'image.part': '{width} × {height} Pixel',
  'image.background': 'Hintergrund',
  'image.has_background': 'Rest mit einer Farbe füllen',
  'image.turn': 'Drehen',
  'image.turn_left': 'Nach links drehen',
  'image.turn_right': 'Nach rechts drehen',
  'image.turn_too_large': 'Diese Datei ist zu groß, um sie hier zu drehen.',
  'image.turn_format':
    'Diese Datei kann hier nicht gedreht werden. Drehen Sie sie in einem anderen Programm.',
  'image.soft':
    'Dieser Ausschnitt hat weniger Pixel als seine Fläche. Er wirkt vielleicht unscharf.',
  'image.smart_note': 'Der Ausschnitt mit den meisten Details wird beim Rendern gewählt.',
};
