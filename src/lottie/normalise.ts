import type { Lottie } from './types.ts';

/** Something that Skottie will not draw as designed. */
export type Difference = { code: string; message: string; layer_path: string | null; hint: string | null };

export function normalise(source: Lottie): { lottie: Lottie; warnings: Difference[] } {
  return { lottie: structuredClone(source), warnings: [] };
}
