import type { FileHandle } from 'node:fs/promises';
import { type AudioClip, rateOf } from '../compose/index.ts';
import { SAMPLE_BYTES, SAMPLE_RATE } from '../media/audio/index.ts';

/** Samples (5 ms) of a ramp at a cut: too short to be heard, long enough to avoid a click. */
export const RAMP = 240;
/** Samples on both sides of a loop's seam that are checked for a click. */
const SEAM = 96;
/** Louder than any real audio. Broken float files contain infinities and NaN. */
const MAX_LEVEL = 64;

/** The decoded audio of a clip: raw float stereo at the clip's speed, starting at `firstSample`. */
export type DecodedAudio = { file: FileHandle; firstSample: number; sampleCount: number };

/** One repetition of the source: the samples of the output that it fills, and its ramps. */
type Pass = { from: number; to: number; rampIn: boolean; rampOut: boolean };

/** Reads a clip on the output's timeline, in samples from the start of the composition. */
export class ClipReader {
  readonly from: number;
  readonly to: number;
  readonly #clip: AudioClip;
  readonly #audio: DecodedAudio;
  /** Start of the clip within the decoded audio. */
  readonly #trim: number;
  /** Audible samples in a pass. */
  readonly #audible: number;
  /**
   * Length of a pass. It may be a fraction, so that many repetitions stay in time with the video.
   */
  readonly #period: number;
  #seamIsSmooth = false;
  #startIsSmooth = false;

  private constructor(clip: AudioClip, audio: DecodedAudio) {
    this.#clip = clip;
    this.#audio = audio;
    const { trimStartSeconds, loopSeconds } = clip;
    const rate = rateOf(clip);
    this.from = toSample(clip.startSeconds);
    this.to = toSample(clip.endSeconds);
    this.#trim = toSample(trimStartSeconds / rate) - audio.firstSample;
    this.#period =
      loopSeconds === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(RAMP * 4, (loopSeconds / rate) * SAMPLE_RATE);
    const remainingSamples = Math.max(0, audio.sampleCount - this.#trim);
    // If the loop's length is not a whole number, some passes lack one sample.
    const isFull = remainingSamples > 1 && remainingSamples >= Math.floor(this.#period) - 1;
    this.#audible = Math.min(
      isFull ? Math.ceil(this.#period) : remainingSamples,
      this.to - this.from,
    );
  }

  /**
   * Opens a clip. Whether its start and its seam are smooth decides on ramps there, which prevent
   * clicks.
   */
  static async open(clip: AudioClip, audio: DecodedAudio): Promise<ClipReader> {
    const opened = new ClipReader(clip, audio);
    opened.#seamIsSmooth = await opened.#judgeSeam();
    opened.#startIsSmooth = await opened.#judgeStart();
    return opened;
  }

  /** Adds the clip to a block of interleaved stereo whose first sample is `first`. */
  async addTo(block: Float32Array, first: number, master: number): Promise<void> {
    const end = Math.min(this.to, first + block.length / 2);
    for (let at = Math.max(this.from, first); at < end; ) {
      const pass = this.#passAt(at);
      const stop = Math.min(end, pass.to);
      const heard = Math.min(stop, pass.from + this.#audible);
      if (heard > at) await this.#addPass({ block, first, pass, from: at, to: heard, master });
      at = stop;
    }
  }

  /**
   * Returns the repetition of a looped clip that plays at a sample of the output, and whether its
   * ends get a ramp. A clip without a loop has one.
   */
  #passAt(sample: number): Pass {
    const since = sample - this.from;
    let index = Number.isFinite(this.#period) ? Math.floor(since / this.#period) : 0;
    // Starts are rounded, so the pass may be the one before or after.
    if (this.#startOf(index + 1) <= sample) index += 1;
    else if (this.#startOf(index) > sample) index -= 1;
    const from = this.#startOf(index);
    const to = Math.min(this.to, this.#startOf(index + 1));
    const audibleTo = Math.min(to, from + this.#audible);
    const isSeam = audibleTo === to && to < this.to;
    const isRepetition = index > 0 && this.#audible >= Math.floor(this.#period);
    return {
      from,
      to,
      rampIn: isRepetition ? !this.#seamIsSmooth : !this.#startIsSmooth,
      rampOut: isSeam ? !this.#seamIsSmooth : true,
    };
  }

  #startOf(index: number): number {
    return index === 0 ? this.from : this.from + Math.round(index * this.#period);
  }

  /**
   * Adds the samples `from` to `to` of the output, within one pass, to a block whose first sample
   * is `first`.
   */
  async #addPass({
    block,
    first,
    pass,
    from,
    to,
    master,
  }: {
    block: Float32Array;
    first: number;
    pass: Pass;
    from: number;
    to: number;
    master: number;
  }): Promise<void> {
    const count = to - from;
    const samples = await this.#readSamples(this.#trim + from - pass.from, count);
    const gains = this.#gains(pass, from, count, master);
    const offset = (from - first) * 2;
    for (let i = 0; i < count * 2; i++) {
      const value = samples[i] ?? 0;
      // A comparison with NaN is false, so NaN is skipped.
      if (value > -MAX_LEVEL && value < MAX_LEVEL)
        block[offset + i] = (block[offset + i] ?? 0) + value * (gains ? (gains[i] ?? 0) : 1);
    }
  }

  /** The product of level, fades and ramps for each sample; undefined if all are 1. */
  #gains(pass: Pass, from: number, count: number, master: number): Float32Array | undefined {
    const gains = new Float32Array(count * 2);
    fillLevels(gains, this.#clip.gain, from, master);
    const { fadeInSeconds, fadeOutSeconds } = this.#clip;
    const end = Math.min(pass.to, pass.from + this.#audible);
    const slopes = [
      slope(this.from, toSample(fadeInSeconds), (part) => part),
      slope(this.to, -toSample(fadeOutSeconds), (part) => part),
      ...(pass.rampIn ? [slope(pass.from, RAMP, cosine)] : []),
      ...(pass.rampOut ? [slope(end, -RAMP, cosine)] : []),
    ];
    for (const apply of slopes) apply(gains, from);
    return gains.every((gain) => gain === 1) ? undefined : gains;
  }

  /**
   * Reads `count` stereo samples of the decoded file, as interleaved values. After its end, the
   * last sample repeats.
   */
  async #readSamples(first: number, count: number): Promise<Float32Array> {
    const samples = new Float32Array(count * 2);
    const bytes = new Uint8Array(samples.buffer);
    let byteCount = 0;
    while (byteCount < bytes.length) {
      const at = first * SAMPLE_BYTES + byteCount;
      const { bytesRead } = await this.#audio.file.read(
        bytes,
        byteCount,
        bytes.length - byteCount,
        at,
      );
      if (bytesRead === 0) break;
      byteCount += bytesRead;
    }
    // Missing samples repeat the last one, which avoids a click.
    if (byteCount < bytes.length && first > 0) {
      const wholeSamples = Math.floor(byteCount / SAMPLE_BYTES);
      const precedingSamples =
        wholeSamples > 0
          ? samples.slice(wholeSamples * 2 - 2, wholeSamples * 2)
          : await this.#readSamples(first - 1, 1);
      for (let i = wholeSamples * 2; i < samples.length; i++)
        samples[i] = precedingSamples[i % 2] ?? 0;
    }
    return samples;
  }

  /**
   * Whether the start needs no ramp. An untrimmed file may start abruptly on purpose, for example
   * with a drum hit. A file with a DC offset would click.
   */
  async #judgeStart(): Promise<boolean> {
    if (this.#clip.trimStartSeconds > 0) return false;
    const samples = await this.#readSamples(this.#trim, SEAM);
    return [0, 1].every((channel) => {
      const steps = Array.from({ length: SEAM - 1 }, (_, i) =>
        Math.abs((samples[(i + 1) * 2 + channel] ?? 0) - (samples[i * 2 + channel] ?? 0)),
      );
      return Math.abs(samples[channel] ?? 0) <= 1.5 * Math.max(...steps) + 1e-3;
    });
  }

  /** Whether the end of a loop continues into its start without a jump or a bend. */
  async #judgeSeam(): Promise<boolean> {
    const period = Math.round(this.#period);
    if (!Number.isFinite(period) || this.#audible < period) return false;
    const endSamples = await this.#readSamples(this.#trim + period - SEAM, SEAM);
    const startSamples = await this.#readSamples(this.#trim, SEAM);
    const joined = Float32Array.from([...endSamples, ...startSamples]);
    const bends = [0, 1].map((channel) => {
      const bend = (at: number) => {
        const [a = 0, b = 0, c = 0] = [-1, 0, 1].map((d) => joined[(at + d) * 2 + channel]);
        return Math.abs(a - 2 * b + c);
      };
      const usual = Array.from({ length: SEAM - 2 }, (_, i) => [
        bend(i + 1),
        bend(SEAM + i + 1),
      ]).flat();
      return Math.max(bend(SEAM - 1), bend(SEAM)) <= 1.5 * Math.max(...usual) + 1e-4;
    });
    return bends.every((isSmooth) => isSmooth);
  }
}

/** The sample nearest to a time. */
export function toSample(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/**
 * Interpolates linearly between the keys of a level; the level is constant before the first key and
 * after the last.
 */
function fillLevels(
  gains: Float32Array,
  keys: AudioClip['gain'],
  from: number,
  master: number,
): void {
  const count = gains.length / 2;
  let next = keys.findIndex(([seconds]) => seconds * SAMPLE_RATE > from);
  if (next === -1) next = keys.length;
  for (let i = 0; i < count; ) {
    const [previousKey, nextKey] = [keys[next - 1] ?? keys[next], keys[next] ?? keys[next - 1]];
    const [startSeconds = 0, left = 1, right = 1] = previousKey ?? [];
    const [endSeconds = 0, leftAfter = 1, rightAfter = 1] = nextKey ?? [];
    const stop =
      next < keys.length ? Math.min(count, Math.ceil(endSeconds * SAMPLE_RATE - from)) : count;
    const length = (endSeconds - startSeconds) * SAMPLE_RATE;
    const start = startSeconds * SAMPLE_RATE;
    for (; i < stop; i++) {
      const part = length > 0 ? (from + i - start) / length : 0;
      gains[i * 2] = (left + (leftAfter - left) * part) * master;
      gains[i * 2 + 1] = (right + (rightAfter - right) * part) * master;
    }
    next += 1;
  }
}

/**
 * A gain that rises from silence over `length` samples after `anchor`. With a negative length it
 * falls to silence over the samples before `anchor`.
 */
function slope(anchor: number, length: number, shape: (part: number) => number) {
  const [start, end] = length < 0 ? [anchor + length, anchor] : [anchor, anchor + length];
  return (gains: Float32Array, from: number): void => {
    const [first, last] = [Math.max(start, from), Math.min(end, from + gains.length / 2)];
    for (let sample = first; sample < last; sample++) {
      // Also with a negative length, `part` is 0 at the silent end.
      const gain = shape((sample + 0.5 - anchor) / length);
      const i = (sample - from) * 2;
      gains[i] = (gains[i] ?? 0) * gain;
      gains[i + 1] = (gains[i + 1] ?? 0) * gain;
    }
  };
}

/** Half a cosine from 0 to 1, which adds few high frequencies at a cut. */
function cosine(part: number): number {
  return (1 - Math.cos(Math.PI * part)) / 2;
}
