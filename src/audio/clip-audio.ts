import type { FileHandle } from 'node:fs/promises';
import type { AudioClip } from '../compose/index.ts';
import { SAMPLE_BYTES, SAMPLE_RATE } from '../media/audio/index.ts';

/** Samples (5 ms) over which a cut is faded: short enough not to be heard, long enough not to click. */
export const RAMP = 240;
/** Samples on both sides of a loop's seam by which it is judged. */
const SEAM = 96;
/** Beyond any real sound; broken float files hold infinities and what is not a number. */
const LOUDEST = 64;

/** The decoded sound of a clip: raw float stereo at the clip's speed, from one of its samples on. */
export type DecodedAudio = { file: FileHandle; firstSample: number; sampleCount: number };

/** One run through the source: the samples of the output that it fills, and where it begins. */
type Pass = { from: number; to: number; rampIn: boolean; rampOut: boolean };

/** A clip on the output's time line, counted in samples from the start of the composition. */
export class ClipReader {
  readonly from: number;
  readonly to: number;
  readonly #clip: AudioClip;
  readonly #audio: DecodedAudio;
  /** Into the decoded sound. */
  readonly #trim: number;
  /** Of the sound that there is in a pass. */
  readonly #audible: number;
  /** Of a pass; need not be whole, so that many of them stay in step with a picture. */
  readonly #period: number;
  #seamIsSmooth = false;
  #startIsSmooth = false;

  private constructor(clip: AudioClip, audio: DecodedAudio) {
    this.#clip = clip;
    this.#audio = audio;
    const { trimStartSeconds, speed, loopSeconds } = clip;
    this.from = toSample(clip.startSeconds);
    this.to = toSample(clip.endSeconds);
    this.#trim = toSample(trimStartSeconds / speed) - audio.firstSample;
    this.#period =
      loopSeconds === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(RAMP * 4, (loopSeconds / speed) * SAMPLE_RATE);
    const left = Math.max(0, audio.sampleCount - this.#trim);
    // A loop that is not a whole number of samples long lacks one in some of its turns.
    const isFull = left > 1 && left >= Math.floor(this.#period) - 1;
    this.#audible = Math.min(isFull ? Math.ceil(this.#period) : left, this.to - this.from);
  }

  static async open(clip: AudioClip, audio: DecodedAudio): Promise<ClipReader> {
    const opened = new ClipReader(clip, audio);
    opened.#seamIsSmooth = await opened.#judgeSeam();
    opened.#startIsSmooth = await opened.#judgeStart();
    return opened;
  }

  /** Adds the clip to a block of interleaved stereo that begins at the sample `first`. */
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

  #passAt(sample: number): Pass {
    const since = sample - this.from;
    let index = Number.isFinite(this.#period) ? Math.floor(since / this.#period) : 0;
    // Starts are rounded, so the sample before one may belong to it already, or the one on it not yet.
    if (this.#startOf(index + 1) <= sample) index += 1;
    else if (this.#startOf(index) > sample) index -= 1;
    const from = this.#startOf(index);
    const to = Math.min(this.to, this.#startOf(index + 1));
    const audibleTo = Math.min(to, from + this.#audible);
    const isSeam = audibleTo === to && to < this.to;
    const isBegun = index > 0 && this.#audible >= Math.floor(this.#period);
    return {
      from,
      to,
      rampIn: isBegun ? !this.#seamIsSmooth : !this.#startIsSmooth,
      rampOut: isSeam ? !this.#seamIsSmooth : true,
    };
  }

  #startOf(index: number): number {
    return index === 0 ? this.from : this.from + Math.round(index * this.#period);
  }

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
    const samples = await this.#read(this.#trim + from - pass.from, count);
    const gains = this.#gains(pass, from, count, master);
    const offset = (from - first) * 2;
    for (let i = 0; i < count * 2; i++) {
      const value = samples[i] ?? 0;
      // A comparison with what is not a number is false.
      if (value > -LOUDEST && value < LOUDEST)
        block[offset + i] = (block[offset + i] ?? 0) + value * (gains ? (gains[i] ?? 0) : 1);
    }
  }

  /** Level, fades and ramps of each sample; undefined where all of them are 1. */
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

  async #read(first: number, count: number): Promise<Float32Array> {
    const samples = new Float32Array(count * 2);
    const bytes = new Uint8Array(samples.buffer);
    let done = 0;
    while (done < bytes.length) {
      const at = first * SAMPLE_BYTES + done;
      const { bytesRead } = await this.#audio.file.read(bytes, done, bytes.length - done, at);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    // What is lacking is the sample before once more, which does not click.
    if (done < bytes.length && first > 0) {
      const whole = Math.floor(done / SAMPLE_BYTES);
      const before =
        whole > 0 ? samples.slice(whole * 2 - 2, whole * 2) : await this.#read(first - 1, 1);
      for (let i = whole * 2; i < samples.length; i++) samples[i] = before[i % 2] ?? 0;
    }
    return samples;
  }

  /** A sound that was not cut begins as it is, were it a drum's; one that is shifted off 0 would click. */
  async #judgeStart(): Promise<boolean> {
    if (this.#clip.trimStartSeconds > 0) return false;
    const samples = await this.#read(this.#trim, SEAM);
    return [0, 1].every((channel) => {
      const steps = Array.from({ length: SEAM - 1 }, (_, i) =>
        Math.abs((samples[(i + 1) * 2 + channel] ?? 0) - (samples[i * 2 + channel] ?? 0)),
      );
      return Math.abs(samples[channel] ?? 0) <= 1.5 * Math.max(...steps) + 1e-3;
    });
  }

  /** Whether a loop was cut so that its end goes over into its beginning without a jump or a bend. */
  async #judgeSeam(): Promise<boolean> {
    const period = Math.round(this.#period);
    if (!Number.isFinite(period) || this.#audible < period) return false;
    const before = await this.#read(this.#trim + period - SEAM, SEAM);
    const after = await this.#read(this.#trim, SEAM);
    const joined = Float32Array.from([...before, ...after]);
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

/** The nearest sample to a time. */
export function toSample(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/** Straight lines between the keys of a level; before the first and after the last it stays. */
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
    const [before, after] = [keys[next - 1] ?? keys[next], keys[next] ?? keys[next - 1]];
    const [startSeconds = 0, left = 1, right = 1] = before ?? [];
    const [endSeconds = 0, leftAfter = 1, rightAfter = 1] = after ?? [];
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
 * Rises from silence over `length` samples after `anchor`, or falls to it over those before where
 * the length is negative.
 */
function slope(anchor: number, length: number, shape: (part: number) => number) {
  const [start, end] = length < 0 ? [anchor + length, anchor] : [anchor, anchor + length];
  return (gains: Float32Array, from: number): void => {
    const [first, last] = [Math.max(start, from), Math.min(end, from + gains.length / 2)];
    for (let sample = first; sample < last; sample++) {
      // With a negative length, too, the part grows from 0 at the silent end.
      const gain = shape((sample + 0.5 - anchor) / length);
      const i = (sample - from) * 2;
      gains[i] = (gains[i] ?? 0) * gain;
      gains[i + 1] = (gains[i + 1] ?? 0) * gain;
    }
  };
}

/** Half a cosine, from 0 to 1: the spectrum of what it cuts stays narrow. */
function cosine(part: number): number {
  return (1 - Math.cos(Math.PI * part)) / 2;
}
