/** A stereo mix of notes. All times are seconds. The same notes give the same samples. */
export const SAMPLE_RATE = 48_000;

/** Returns a note's sample at a time since its start, at full level. */
export type Voice = (seconds: number) => number;

export type Note = {
  at: number;
  seconds: number;
  gain: number;
  /** From −1 (left) to 1 (right). */
  pan?: number;
  /** The fraction of the note that is sent to the reverberator. */
  room?: number;
};

export type Channels = { left: Float32Array; right: Float32Array };

/** Lengths of the reverberator's delay lines in samples. Without a common divisor they have no pitch. */
const COMBS = [1557, 1617, 1491, 1422, 1277, 1356];
const ALL_PASSES = [225, 556, 441];
const STEREO_SPREAD = 23;
const DAMPING = 0.35;

export class Mix {
  readonly #dry: Channels;
  readonly #wet: Channels;
  readonly #seconds: number;

  constructor(seconds: number) {
    this.#seconds = seconds;
    this.#dry = channels(seconds);
    this.#wet = channels(seconds);
  }

  add(voice: Voice, { at, seconds, gain, pan = 0, room = 0.25 }: Note): void {
    const first = Math.round(at * SAMPLE_RATE);
    const count = Math.min(Math.round(seconds * SAMPLE_RATE), this.#dry.left.length - first);
    const [left, right] = [
      Math.cos((pan + 1) * (Math.PI / 4)),
      Math.sin((pan + 1) * (Math.PI / 4)),
    ];
    for (let n = 0; n < count; n++) {
      // A note that is cut off fades out in 10 ms to avoid a click.
      const level = gain * Math.min(1, (seconds - n / SAMPLE_RATE) / 0.01);
      const sample = voice(n / SAMPLE_RATE) * level;
      addTo(this.#dry.left, first + n, sample * left);
      addTo(this.#dry.right, first + n, sample * right);
      addTo(this.#wet.left, first + n, sample * left * room);
      addTo(this.#wet.right, first + n, sample * right * room);
    }
  }

  /** Returns the mix with reverberation, below −2 dB, with a fade-out over the last `fade` seconds. */
  finish({ fade, decay }: { fade: number; decay: number }): Channels {
    const mixed = {
      left: withRoom(this.#dry.left, this.#wet.left, 0, decay),
      right: withRoom(this.#dry.right, this.#wet.right, STEREO_SPREAD, decay),
    };
    let peak = 0;
    for (const samples of [mixed.left, mixed.right])
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    const gain = 1.1 / Math.max(peak, 1e-6);
    for (const samples of [mixed.left, mixed.right]) {
      for (let n = 0; n < samples.length; n++) {
        const left = Math.max(0, this.#seconds - n / SAMPLE_RATE - 0.05);
        const level = left < fade ? 0.5 - 0.5 * Math.cos((Math.PI * left) / fade) : 1;
        samples[n] = Math.tanh((samples[n] ?? 0) * gain) * level;
      }
    }
    return mixed;
  }
}

function channels(seconds: number): Channels {
  const samples = () => new Float32Array(Math.round(seconds * SAMPLE_RATE));
  return { left: samples(), right: samples() };
}

function addTo(samples: Float32Array, at: number, value: number): void {
  samples[at] = (samples[at] ?? 0) + value;
}

/** Schroeder's reverberator: parallel combs with a low-pass in their loops, then all-passes. */
function withRoom(
  dry: Float32Array,
  wet: Float32Array,
  spread: number,
  decay: number,
): Float32Array {
  let tail = new Float32Array(wet.length);
  for (const length of COMBS) {
    const line = new Float32Array(length + spread);
    let low = 0;
    for (let n = 0; n < wet.length; n++) {
      const at = n % line.length;
      const out = line[at] ?? 0;
      low = out * (1 - DAMPING) + low * DAMPING;
      line[at] = (wet[n] ?? 0) + low * decay;
      addTo(tail, n, out / COMBS.length);
    }
  }
  for (const length of ALL_PASSES) {
    const line = new Float32Array(length + spread);
    const passed = new Float32Array(tail.length);
    for (let n = 0; n < tail.length; n++) {
      const at = n % line.length;
      const delayed = line[at] ?? 0;
      const sample = tail[n] ?? 0;
      passed[n] = delayed - sample * 0.5;
      line[at] = sample + delayed * 0.5;
    }
    tail = passed;
  }
  return tail.map((sample, n) => (dry[n] ?? 0) + sample);
}
