import { type Easing, LAYER, type Layer, type Property } from '../../lottie/index.ts';
import type { CaptionLook } from './caption-look.ts';

type Moving = {
  look: CaptionLook;
  /** The first frame and the one after the last, in frames of the layers. */
  frames: { from: number; to: number; frameAt: (seconds: number) => number };
  nextIndex: () => number;
  /** The middle of the letters. */
  center: () => readonly [number, number];
};

type Key = { t: number; s: number[]; i?: Easing; o?: Easing; h?: number };

/** The part of a cue's time in which it may appear, and in which it may go. */
const MAX_SHARE = 1 / 3;
const EASE_OUT: Pick<Key, 'i' | 'o'> = { i: { x: [0.3], y: [1] }, o: { x: [0.2], y: [0] } };
const EASE_IN: Pick<Key, 'i' | 'o'> = { i: { x: [0.8], y: [1] }, o: { x: [0.7], y: [0] } };
/** How far captions rise, in sizes of their letters. */
const RISE = 0.6;
/** In percent of the size. */
const [SMALL, GROWN] = [78, 106];

/**
 * Lets the layers of a cue appear and go as their look says. A null moves all of them, and each has its own
 * opacity. In its first and in its last frame a cue can be seen.
 */
export function withMotion(layers: readonly Layer[], moving: Moving): Layer[] {
  const { look, frames } = moving;
  const { enter, leave } = look;
  if (!enter && !leave) return [...layers];
  const { from, to, frameAt } = frames;
  const length = (seconds = 0) => Math.min(frameAt(seconds) - frameAt(0), (to - from) * MAX_SHARE);
  // One frame earlier, so that the first frame is not empty.
  const first = from - (frameAt(1) - frameAt(0) > 0 ? 1 : 0);
  const [entered, left] = [from + length(enter?.seconds), to - length(leave?.seconds)];
  const hasEnter = enter !== undefined && entered > from;
  const hasLeave = leave !== undefined && left < to && left >= entered;
  const keysOf = (atStart: number[], atRest: number[], atEnd: number[]): Key[] => [
    ...(hasEnter ? [{ t: first, s: atStart, ...EASE_OUT }] : []),
    { t: hasEnter ? entered : from, s: atRest, ...(hasLeave ? { h: 1 } : {}) },
    ...(hasLeave
      ? [
          { t: left, s: atRest, ...EASE_IN },
          { t: to, s: atEnd },
        ]
      : []),
  ];
  const faded = layers.map((layer) => {
    const opacity = Number(layer.ks?.o?.k ?? 100);
    const o = animated(keysOf([0], [opacity], [0]));
    return { ...layer, ks: { ...layer.ks, o: o as unknown as Property<number> } };
  });
  const mover = moverOf(moving, { keysOf, entered, hasEnter });
  if (!mover) return faded;
  return [...faded.map((layer) => ({ ...layer, parent: mover.ind ?? 0 })), mover];
}

type Keys = {
  keysOf: (atStart: number[], atRest: number[], atEnd: number[]) => Key[];
  entered: number;
  hasEnter: boolean;
};

/** The null that moves the layers of a cue; undefined if they only fade. */
function moverOf(
  { look, frames, nextIndex, center }: Moving,
  { keysOf, entered, hasEnter }: Keys,
): Layer | undefined {
  const { enter, leave, size } = look;
  const kinds = [enter?.animation, leave?.animation];
  if (!kinds.includes('rise') && !kinds.includes('pop')) return undefined;
  const [x, y] = center();
  const [below, above] = [
    enter?.animation === 'rise' ? RISE * size : 0,
    leave?.animation === 'rise' ? -RISE * size : 0,
  ];
  const [small, last] = [enter, leave].map((m) => (m?.animation === 'pop' ? SMALL : 100));
  const atRest = [100, 100, 100];
  const scales = keysOf([small ?? 100, small ?? 100, 100], atRest, [last ?? 100, last ?? 100, 100]);
  if (hasEnter && small === SMALL) {
    const grown = frames.from + (entered - frames.from) * 0.6;
    scales.splice(1, 0, { t: grown, s: [GROWN, GROWN, 100], ...EASE_OUT });
  }
  const p = animated(keysOf([x, y + below, 0], [x, y, 0], [x, y + above, 0]));
  return {
    ty: LAYER.null,
    ind: nextIndex(),
    ip: frames.from,
    op: frames.to,
    st: 0,
    sr: 1,
    ks: { r: { a: 0, k: 0 }, a: { a: 0, k: [x, y, 0] }, p, s: animated(scales) },
  };
}

/** A property with keyframes. One alone is a value that stays: some players need two. */
function animated(keys: readonly Key[]): Property<number[]> {
  const [only] = keys;
  return only && keys.length === 1 ? { a: 0, k: only.s } : { a: 1, k: [...keys] };
}
