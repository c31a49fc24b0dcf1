import type { Strings } from '../catalogue.ts';

export const audio = {
  'audio.kind': 'Audio',
} as const satisfies Strings;
