import { keyframesOf } from './normalise/properties.ts';
import {
  isPrecomp,
  type Keyframe,
  LAYER,
  type Layer,
  type Lottie,
  type ScalarProperty,
} from './types.ts';
import { numberAt } from './value.ts';

/** In frames: shorter than a frame of any output, longer than rounding errors. */
const MOMENT = 0.01;
/** In frames: rounding errors of files. */
const EQUAL = 1e-6;
const LINEAR = { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } };

type Key = Keyframe<number[]>;

/**
 * Writes a negative stretch of a precomp layer as a time map, which is what it means: the precomp
 * runs backwards from the layer's start time. Changes the layer. `fps`: of the document.
 */
export function mapReversedTime(layer: Layer, fps: number): void {
  const { sr = 1, st = 0, ip, op } = layer;
  if (layer.ty !== LAYER.precomp || layer.tm !== undefined || !(sr < 0) || !(ip < op)) return;
  // An inner layer is not shown at its out-point, also if the division is not exact.
  const at = (frame: number) => [((frame - st) / sr + EQUAL * 10) / fps];
  layer.tm = mapOf([
    { t: ip, s: at(ip), ...LINEAR },
    { t: op, s: at(op) },
  ]);
}

/**
 * Lets time maps of precomps that reach the out-point of their layer show the frame before, as Lottie
 * players do: a precomp shows nothing at its end. A clip goes on after it. Changes the document.
 */
export function fixTimeMaps(lottie: Lottie): void {
  const lists = [lottie, ...(lottie.assets ?? []).filter(isPrecomp)].map(({ layers }) => layers);
  for (const layer of lists.flat()) {
    const isMapped = layer.tm !== undefined && layer.tm.xn === undefined;
    if (layer.ty === LAYER.precomp && isMapped) stopBeforeEnd(layer, lottie.fr);
  }
}

/**
 * Where the time map reaches the out-point of the layer, writes the frame before, in place. `fps`: of the
 * document.
 */
function stopBeforeEnd(layer: Layer, fps: number): void {
  const { tm, op } = layer;
  if (tm === undefined) return;
  const isEnd = (seconds: number) => Math.abs(seconds * fps - op) < EQUAL;
  const last = [(op - 1) / fps];
  const keys = keyframesOf(tm) as Key[] | undefined;
  if (!keys) {
    if (isEnd(numberAt(tm, 0, 0))) layer.tm = { a: 0, k: last[0] ?? 0 };
    return;
  }
  // Of keyframes at one time, each has its own value.
  const values = keys.map(({ t, s }) => [s].flat()[0] ?? numberAt(tm, t, 0));
  if (!values.some(isEnd)) return;
  const stopped = keys.flatMap((key, n): Key[] => {
    const [value = 0, next] = [values[n], values[n + 1]];
    if (!isEnd(value)) return [key];
    const rests = next === undefined || key.h === 1 || next === value;
    // Players do not read keyframes out of order.
    const hasRoom = (other: Key | undefined) => !other || Math.abs(other.t - key.t) > 2 * MOMENT;
    const [isAfter, isBefore] = [n > 0 && hasRoom(keys[n - 1]), !rests && hasRoom(keys[n + 1])];
    return [
      ...(isAfter ? [{ t: key.t - MOMENT, s: [value], ...LINEAR }] : []),
      { t: key.t, s: last, h: 1 },
      ...(isBefore ? [{ ...key, t: key.t + MOMENT, s: [value] }] : []),
    ];
  });
  layer.tm = mapOf(stopped);
}

/** Files write numbers of keyframes in lists. */
function mapOf(keys: Key[]): ScalarProperty {
  return { a: 1, k: keys as unknown as Keyframe<number>[] };
}
