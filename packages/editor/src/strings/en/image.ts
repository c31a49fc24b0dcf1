import type { Strings } from '../catalogue.ts';

export const image = {
  'image.kind': 'Image',
} as const satisfies Strings;
