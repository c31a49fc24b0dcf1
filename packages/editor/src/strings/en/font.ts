import type { Strings } from '../catalogue.ts';

export const font = {
  'font.kind': 'Font',
  'font.designed': 'As designed',
  'font.sample': 'The quick brown fox 123',
  'font.upload': 'Use own font',
  'font.no_sample': 'This browser cannot show the font.',
} as const satisfies Strings;
