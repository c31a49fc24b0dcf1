import { SAMPLE_RATE, type Voice } from './mix.ts';

const TURN = Math.PI * 2;

/** The frequency of a note: `C4`, `F#5`, `Bb3`. */
function pitch(note: string): number {
  const [, letter = 'A', sign = '', octave = '4'] = /^([A-G])([#b]?)(\d)$/.exec(note) ?? [];
  const step = 'C D EF G A B'.indexOf(letter) + (sign === '#' ? 1 : sign === 'b' ? -1 : 0);
  return 440 * 2 ** ((step - 9) / 12 + Number(octave) - 4);
}

const wave = (hertz: number, t: number) => Math.sin(TURN * hertz * t);
const attack = (t: number, seconds: number) => Math.min(1, t / seconds);

/** A music box. */
export function musicBox(note: string): Voice {
  const f = pitch(note);
  return (t) =>
    attack(t, 0.002) *
    (Math.exp(-2.4 * t) * wave(f, t) +
      0.28 * Math.exp(-7 * t) * wave(f * 4.02, t) +
      0.1 * Math.exp(-16 * t) * wave(f * 6.7, t));
}

/** A marimba. */
export function marimba(note: string): Voice {
  const f = pitch(note);
  return (t) =>
    attack(t, 0.003) *
    (Math.exp(-5.5 * t) * wave(f, t) + 0.3 * Math.exp(-20 * t) * wave(f * 3.93, t));
}

/** An electric piano: a tine and a tone that loses its brightness. */
export function keys(note: string): Voice {
  const f = pitch(note);
  return (t) =>
    attack(t, 0.004) *
    Math.exp(-1.1 * t) *
    (Math.sin(TURN * f * t + 0.9 * Math.exp(-3.5 * t) * wave(f, t)) +
      0.07 * Math.exp(-9 * t) * wave(f * 14, t));
}

/** A plucked string: a soft sawtooth with a filter that closes quickly. */
export function pluck(note: string): Voice {
  const f = pitch(note);
  return (t) => {
    let sum = 0;
    for (let n = 1; n <= 7; n++) sum += (Math.exp(-(3 + n * 2.2) * t) / n) * wave(f * n, t);
    return attack(t, 0.003) * sum * 0.7;
  };
}

/** Distant strings that swell and fade over the whole note. */
export function pad(note: string, seconds: number): Voice {
  const f = pitch(note);
  return (t) => {
    const level = Math.min(1, t / (seconds * 0.35), Math.max(0, (seconds - t) / (seconds * 0.4)));
    let sum = 0;
    for (const detune of [0.9972, 1, 1.0031])
      for (let n = 1; n <= 3; n++) sum += wave(f * detune * n, t) / (n * n);
    return (level * level * (3 - 2 * level) * sum) / 3;
  };
}

export function bass(note: string): Voice {
  const f = pitch(note);
  return (t) =>
    attack(t, 0.008) * Math.exp(-1.8 * t) * (wave(f, t) + 0.3 * Math.exp(-4 * t) * wave(2 * f, t));
}

/** A drum whose pitch falls from 150 to 48 Hz. */
export function kick(): Voice {
  return (t) =>
    attack(t, 0.001) *
    Math.exp(-8.5 * t) *
    Math.sin(TURN * (48 * t + (102 / 32) * (1 - Math.exp(-32 * t))));
}

/** Noise from −1 to 1 by a fixed sequence (xorshift32). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

/** Noise through two poles at `hertz` and a quarter of it; `hertz` may change. */
function band(seed: number, hertz: (t: number) => number): Voice {
  const next = noise(seed);
  let [low, lower] = [0, 0];
  return (t) => {
    const share = 1 - Math.exp((-TURN * hertz(t)) / SAMPLE_RATE);
    low += share * (next() - low);
    lower += (share / 4) * (low - lower);
    return low - lower;
  };
}

export function hat(seed: number): Voice {
  const rough = band(seed, () => 16_000);
  return (t) => rough(t) * Math.exp(-55 * t);
}

export function shaker(seed: number): Voice {
  const rough = band(seed, () => 9_000);
  return (t) => rough(t) * attack(t, 0.03) * Math.exp(-26 * t);
}

/** A finger snap: three short strokes and a tail. */
export function snap(seed: number): Voice {
  const rough = band(seed, () => 4_200);
  return (t) => {
    const strokes = [0, 0.011, 0.024].map((at) => (t < at ? 0 : Math.exp(-160 * (t - at))));
    return rough(t) * (Math.max(...strokes) + (t < 0.024 ? 0 : 0.35 * Math.exp(-22 * (t - 0.024))));
  };
}

/** A whoosh that swells until `peak` and fades to the end. */
export function whoosh(seed: number, peak: number, seconds: number): Voice {
  const near = (t: number) => (t < peak ? t / peak : Math.max(0, (seconds - t) / (seconds - peak)));
  const air = band(seed, (t) => 300 + 4_200 * near(t) ** 2);
  return (t) => air(t) * near(t) ** 2;
}
