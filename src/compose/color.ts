import type { Color } from '../mapping/index.ts';

/** Returns a color as Lottie channels, 0–1: red, green, blue, alpha. */
export function channelsOf({ red, green, blue, alpha }: Color): [number, number, number, number] {
  return [red / 255, green / 255, blue / 255, alpha / 255];
}
