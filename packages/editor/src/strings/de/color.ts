import type { Strings } from '../catalogue.ts';

export const color: Strings = {
  'color.pick': '{label} auswählen',
  'color.hex': 'Hexadezimalwert für {label}',
  'color.palette': 'Farben der Marke',
  'color.use': '{color} verwenden',
  'color.invalid': 'Geben Sie eine Farbe wie #3B4CCA ein.',
  'color.low_contrast':
    'Geringer Kontrast ({ratio} zu 1) mit {other}. Kleiner Text ist schwer lesbar.',
};
