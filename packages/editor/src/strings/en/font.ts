import type { Strings } from '../catalogue.ts';

export const font = {
  'font.kind': 'Font',
} as const satisfies Strings;
