import type { Strings } from '../catalogue.ts';

export const video = {
  'video.kind': 'Video',
} as const satisfies Strings;
