/** Samples that are read in one go, about 5 ms of work, before the page may do something else. */
const SAMPLES_AT_ONCE = 2_000_000;

/**
 * Returns the loudest sample of each of `count` equal parts, 0 to 1, over all channels. `pause` lets the
 * page draw and answer in between.
 */
export async function peaksOf(
  channels: readonly Float32Array[],
  count: number,
  pause: () => Promise<void>,
): Promise<Float32Array> {
  const peaks = new Float32Array(count);
  const length = channels[0]?.length ?? 0;
  let read = 0;
  for (const channel of channels) {
    for (let part = 0; part < count; part++) {
      const from = Math.floor((part * length) / count);
      const to = Math.max(from + 1, Math.floor(((part + 1) * length) / count));
      peaks[part] = Math.max(peaks[part] ?? 0, loudest(channel, from, Math.min(to, length)));
      read += to - from;
      if (read < SAMPLES_AT_ONCE) continue;
      read = 0;
      await pause();
    }
  }
  return peaks;
}

/** Returns the largest amplitude of samples, from 0 to 1. */
function loudest(channel: Float32Array, from: number, to: number): number {
  let max = 0;
  for (let at = from; at < to; at++) max = Math.max(max, Math.abs(channel[at] ?? 0));
  return Math.min(1, max);
}

/** Returns the height of a peak, 0 to 1. Quiet parts stay visible: the scale is in decibels. */
export function barHeight(peak: number): number {
  if (peak <= 0) return 0;
  return Math.max(0, 1 + (20 * Math.log10(peak)) / QUIETEST_DB);
}

const QUIETEST_DB = 48;
