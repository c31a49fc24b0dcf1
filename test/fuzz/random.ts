/** Random choices that a seed repeats exactly. */
export type Random = ReturnType<typeof randomFrom>;

const STEP = 0x6d2b79f5;

export function randomFrom(seed: number) {
  let state = seed >>> 0;
  /** Returns a number from 0 up to but not including 1 (mulberry32). */
  const next = (): number => {
    state = (state + STEP) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
