import { barHeight } from './peaks.ts';

export type Playback = {
  fileSeconds: number;
  /** The part that plays, in seconds of the file. */
  start: number;
  end: number;
  /** 0–1. */
  volume: number;
  fadeIn: number;
  fadeOut: number;
};

/** Returns the gain at a time of the file: 1 outside of the part that plays, which is shaded. */
function gainAt(seconds: number, { start, end, volume, fadeIn, fadeOut }: Playback): number {
  if (seconds < start || seconds > end) return 1;
  const rising = fadeIn > 0 ? Math.min(1, (seconds - start) / fadeIn) : 1;
  const falling = fadeOut > 0 ? Math.min(1, (end - seconds) / fadeOut) : 1;
  return volume * rising * falling;
}

/** Returns the path of a waveform in a box of one unit per bar and a height of 2. */
export function waveformPath(peaks: ArrayLike<number>, playback: Playback): string {
  const { length } = peaks;
  let path = '';
  for (let at = 0; at < length; at++) {
    const seconds = ((at + 0.5) / length) * playback.fileSeconds;
    const gain = Math.min(1, gainAt(seconds, playback));
    const height = Math.max(0.02, barHeight((peaks[at] ?? 0) * gain));
    path += `M${at + 0.5} ${(1 - height).toFixed(2)}V${(1 + height).toFixed(2)}`;
  }
  return path;
}
