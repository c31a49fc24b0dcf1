/** A point of an image: its alpha, and its brightness times its alpha, both from 0 to 1. */
export type Sample = { alpha: number; luma: number };

export const CLEAR: Sample = { alpha: 0, luma: 0 };
const OPAQUE = 0.99;

/** The sample of a color with channels from 0 to 1. */
export function sampleOf(color: readonly number[], alpha: number): Sample {
  const [r = 0, g = 0, b = 0] = color;
  return { alpha, luma: (0.2126 * r + 0.7152 * g + 0.0722 * b) * alpha };
}

/** An undefined sample is not known; it stays so, unless nothing of it is left. */
export function fadeSample(sample: Sample | undefined, share: number): Sample | undefined {
  if (share <= 0) return CLEAR;
  return sample && { alpha: sample.alpha * share, luma: sample.luma * share };
}

/** A sample over another. Samples that are not known are undefined, unless something opaque is over them. */
export function over(top: Sample | undefined, below: () => Sample | undefined): Sample | undefined {
  if (!top || top.alpha >= OPAQUE) return top;
  const behind = below();
  if (!behind) return undefined;
  const complement = 1 - top.alpha;
  return {
    alpha: top.alpha + behind.alpha * complement,
    luma: top.luma + behind.luma * complement,
  };
}
