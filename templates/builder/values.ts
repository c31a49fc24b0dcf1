/** Property values: static values, and keyframes with easing. Times are frames. */
export type Json = Record<string, unknown>;
export type Value = number | number[];
type Handle = [x: number, y: number];
export type Easing = { out: Handle; into: Handle };

/** Common easing curves. */
export const EASE = {
  linear: { out: [0.33, 0.33], into: [0.67, 0.67] },
  /** Starts fast and slows down. */
  out: { out: [0.16, 1], into: [0.3, 1] },
  /** Starts slowly and speeds up. */
  in: { out: [0.7, 0], into: [0.84, 0] },
  inOut: { out: [0.76, 0], into: [0.24, 1] },
  /** Overshoots its end and returns. */
  back: { out: [0.34, 1.56], into: [0.64, 1] },
} as const satisfies Record<string, Easing>;

export type Key = [frame: number, value: Value, easing?: Easing];
export type Animatable = Value | Key[];

const isKeys = (value: Animatable): value is Key[] =>
  Array.isArray(value) && Array.isArray(value[0]);

/** A property: a static value, or keyframes, each with the easing towards the next one. */
export function property(value: Animatable): Json {
  if (!isKeys(value)) return { a: 0, k: value };
  return {
    a: 1,
    k: value.map(([t, v, easing = EASE.out], index) => ({
      t,
      s: [v].flat(),
      ...(index < value.length - 1 && {
        o: { x: [easing.out[0]], y: [easing.out[1]] },
        i: { x: [easing.into[0]], y: [easing.into[1]] },
      }),
    })),
  };
}

/** Converts `#rrggbb` to Lottie channels (0–1). */
export function rgb(hex: string): number[] {
  return [1, 3, 5].map(
    (at) => Math.round((Number.parseInt(hex.slice(at, at + 2), 16) / 255) * 10_000) / 10_000,
  );
}

export type Transform = {
  position?: Animatable;
  anchor?: Animatable;
  scale?: Animatable;
  rotation?: Animatable;
  opacity?: Animatable;
};

export function transform({
  position = [0, 0, 0],
  anchor = [0, 0, 0],
  scale = [100, 100, 100],
  rotation = 0,
  opacity = 100,
}: Transform): Json {
  return {
    p: property(position),
    a: property(anchor),
    s: property(scale),
    r: property(rotation),
    o: property(opacity),
  };
}
