import type { AudioLevels } from '../align-words.ts';
import { SPEECH_RATE } from './engine-settings.ts';

/** A part of audio that is recognised at once, in samples. */
export type Chunk = { from: number; to: number };

/**
 * Whisper hears at most 30 seconds, and the memory of other models grows with the square of the length. Longer audio
 * is cut where it is most quiet.
 */
const MAX_CHUNK_SECONDS = 28;
const MIN_CHUNK_SECONDS = 10;
/** A window whose loudness decides where audio is cut. */
const WINDOW_SECONDS = 0.3;
const STEP_SECONDS = 0.02;
/** About -66 dB: below it no word is heard. Models hear words in silence. */
const QUIET = 16;
/** Models need some audio behind the last word, and a few of them a second at least. */
const TAIL_SECONDS = 0.5;
const MIN_SECONDS = 1.5;
const SILENCE_DB = -100;

/** Divides audio into chunks; those without any audible sample are left out. */
export function audioChunks(samples: Int16Array): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < samples.length; ) {
    const to = Math.min(samples.length, from + cutAfter(samples.subarray(from)));
    if (samples.subarray(from, to).some((sample) => Math.abs(sample) >= QUIET))
      chunks.push({ from, to });
    from = to;
  }
  return chunks;
}

/** Returns the length of the next chunk: it ends in the middle of the most quiet window. */
function cutAfter(samples: Int16Array): number {
  const max = MAX_CHUNK_SECONDS * SPEECH_RATE;
  if (samples.length <= max) return samples.length;
  const window = WINDOW_SECONDS * SPEECH_RATE;
  let best = { energy: Number.POSITIVE_INFINITY, at: max };
  const step = STEP_SECONDS * SPEECH_RATE;
  for (let at = MIN_CHUNK_SECONDS * SPEECH_RATE; at + window <= max; at += step) {
    let energy = 0;
    for (const sample of samples.subarray(at, at + window)) energy += sample * sample;
    // Of equal windows, the last one gives the longest chunk.
    if (energy <= best.energy) best = { energy, at: at + window / 2 };
  }
  return best.at;
}

/** Returns the samples as a model wants them: from -1 to 1, with silence at the end. */
export function floatSamples(samples: Int16Array): Float32Array {
  const length = Math.max(
    samples.length + TAIL_SECONDS * SPEECH_RATE,
    Math.round(MIN_SECONDS * SPEECH_RATE),
  );
  const floats = new Float32Array(length);
  for (const [index, sample] of samples.entries()) floats[index] = sample / 32_768;
  return floats;
}

/** Returns how loud the audio is. */
export function levelsOf(samples: Int16Array): AudioLevels {
  const step = STEP_SECONDS * SPEECH_RATE;
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += step) {
    const part = samples.subarray(at, at + step);
    let energy = 0;
    for (const sample of part) energy += (sample / 32_768) ** 2;
    levels.push(energy === 0 ? SILENCE_DB : 10 * Math.log10(energy / part.length));
  }
  return { stepSeconds: STEP_SECONDS, levels };
}
