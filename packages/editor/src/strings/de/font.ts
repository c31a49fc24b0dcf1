import type { Strings } from '../catalogue.ts';

export const font: Strings = {
  'font.kind': 'Schrift',
  'font.designed': 'Wie gestaltet',
  'font.sample': 'Zwölf Boxkämpfer 123',
  'font.upload': 'Eigene Schrift verwenden',
  'font.no_sample': 'Dieser Browser kann die Schrift nicht anzeigen.',
};
