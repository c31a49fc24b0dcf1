import { say, type Wording } from '../../../base/index.ts';
import type { Layer, Shape } from '../../types.ts';
import {
  isEverUsed,
  isObject,
  isProperty,
  keyframesOf,
  shapeLists,
  valuesOf,
} from '../properties.ts';

import { areApart, areaOf, boxOfShape, cornersOf, isWithin } from './areas.ts';

const PATH = /^(sh|rc|el|sr)$/;
const PAINT = /^(fl|gf|st|gs)$/;
const [ADD, SUBTRACT, INTERSECT, EXCLUDE] = [2, 3, 4, 5];
/** The names of the modes of Merge Paths that change a frame, by their numbers. */
const MERGE_MODES: Readonly<Record<number, string>> = {
  [ADD]: 'Add',
  [SUBTRACT]: 'Subtract',
  [INTERSECT]: 'Intersect',
  [EXCLUDE]: 'Exclude Intersections',
};
const EVEN_ODD = 2;
const COUNTER_CLOCKWISE = 3;
const BELOW = 2;
const MITER = 1;
const ROUND = 2;
/** In pixels, for each kind of corner: up to these offsets, paths with corners look alike. */
const ALIKE: Readonly<Record<number, number>> = { [MITER]: 4, [ROUND]: 9 };
/** In percent: up to this, Pucker & Bloat of rectangles looks alike. */
const ALIKE_PUCKER = 50;

/** The parts of a layer's shapes that the video shows as designed, and Lottie players do not. */
export function shapeMessages({ shapes }: Layer): Wording[] {
  const messages = [...shapeLists(shapes)].flatMap((list) => {
    const visibleShapes = list.filter(
      (shape): shape is Shape => isObject(shape) && shape['hd'] !== true,
    );
    return [
      ...mergeMessages(visibleShapes),
      ...repeaterMessages(visibleShapes),
      ...offsetMessages(visibleShapes),
      ...puckerMessages(visibleShapes),
    ];
  });
  return [...new Set([...messages, ...hiddenMessages(shapes)])];
}

/** Players draw hidden groups, and what hidden modifiers change. */
function hiddenMessages(shapes: unknown): string[] {
  const list: unknown[] = Array.isArray(shapes) ? shapes : [];
  return list.flatMap((shape): string[] => {
    if (!isObject(shape)) return [];
    if (shape['hd'] !== true) return hiddenMessages(shape['it']);
    if (shape['ty'] === 'gr' && isPainted(shape['it']))
      return ['Lottie players draw the hidden group.'];
    return isModified(shape as Shape) ? ['Lottie players apply the hidden shape modifier.'] : [];
  });
}

/** Whether a visible paint and a visible path are somewhere in the shapes, also in groups. */
function isPainted(shapes: unknown): boolean {
  const visibleShapes = [...shapeLists(shapes)].flat().filter((shape) => shape?.hd !== true);
  return [PAINT, PATH].every((types) => visibleShapes.some((shape) => types.test(shape?.ty ?? '')));
}

/** Whether a modifier that players know changes paths. */
function isModified({ ty, s, e, c, r, a }: Shape): boolean {
  if (ty === 'tm') return isEverUsed(s) || valuesOf(e, [100]).some(([end]) => end !== 100);
  if (ty === 'rp') return valuesOf(c, [0]).some(([count = 0]) => count > 1);
  if (ty === 'rd') return isEverUsed(r);
  if (ty === 'zz') return isEverUsed(s);
  return (ty === 'pb' || ty === 'op') && isEverUsed(a);
}

/** Players draw the paths that Merge Paths combines as the parts of one path. */
function mergeMessages(shapes: readonly Shape[]): Wording[] {
  let paths: Shape[] = [];
  return shapes.flatMap((shape, index): Wording[] => {
    if (PATH.test(shape.ty)) paths.push(shape);
    if (shape.ty !== 'mm') return [];
    const mode = MERGE_MODES[Number(shape['mm'])];
    const isSeen = isMergeSeen(Number(shape['mm']), paths, shapes.slice(index + 1));
    paths = [];
    if (!isSeen || mode === undefined) return [];
    return [say`Lottie players draw the paths without the Merge Paths mode ${mode}.`];
  });
}

/** Whether paths differ from the parts of one path, which is painted by the shapes that follow. */
function isMergeSeen(mode: number, paths: readonly Shape[], paints: readonly Shape[]): boolean {
  if (paths.length < 2) return false;
  const [first, second, ...others] = paths.map((path) => ({
    box: boxOfShape(path),
    turn: turnOf(path),
  }));
  const isPair = others.length === 0;
  const isOpposite = isPair && first?.turn !== second?.turn && !!first?.turn && !!second?.turn;
  const isEvenOdd = paints.some(({ ty, r }) => /^(fl|gf)$/.test(ty) && r === EVEN_ODD);
  const top = paints.find(({ ty }) => PAINT.test(ty))?.ty ?? 'fl';
  const isOutlined = top === 'st' || top === 'gs';
  const isOnlyOutlined = !paints.some(({ ty }) => /^(fl|gf)$/.test(ty));
  if (isPair && mode !== SUBTRACT && mode !== INTERSECT && areApart(first?.box, second?.box))
    return false;
  if (mode === ADD) return isOutlined || isEvenOdd || isOpposite;
  if (mode === SUBTRACT) return !(isWithin(second?.box, first?.box) && (isOpposite || isEvenOdd));
  if (mode === EXCLUDE) return !isEvenOdd && !isOnlyOutlined && !isOpposite;
  return mode === INTERSECT;
}

/** The direction of a path: 1 with the clock, -1 against it, 0 if it is not known. */
function turnOf({ ty, ks, d }: Shape): number {
  if (ty !== 'sh') return d === COUNTER_CLOCKWISE ? -1 : 1;
  const turns = new Set(cornersOf(ks).map((corners) => Math.sign(areaOf(corners))));
  return turns.size === 1 ? ([...turns][0] ?? 0) : 0;
}

/** Repeaters with one copy draw the same everywhere and are ignored. */
function repeaterMessages(shapes: readonly Shape[]): string[] {
  const repeaters = shapes.filter(({ ty, c }) => {
    return ty === 'rp' && valuesOf(c, [0]).some(([count = 0]) => count > 1);
  });
  if (repeaters.length === 0) return [];
  const inner = [...shapeLists(shapes.map(({ it }) => ({ ty: 'gr', it })))].flat();
  const isRepeatedTwice =
    repeaters.length > 1 || inner.some((innerShape) => innerShape?.ty === 'rp');
  return [
    ...(isRepeatedTwice ? ['Lottie players draw the copies of several repeaters elsewhere.'] : []),
    ...(repeaters.some(fades) ? ['Lottie players draw the copies in other opacities.'] : []),
  ];
}

/** Whether the copies of a repeater have opacities that players draw differently. */
function fades({ m, c, tr }: Shape): boolean {
  if (!isObject(tr)) return false;
  const [start, end] = [valuesOf(tr['so'], [100]), valuesOf(tr['eo'], [100])];
  const values = [...start, ...end].map(([opacity = 100]) => opacity);
  const isUneven = values.some((opacity) => opacity !== values[0]);
  return isUneven && (m === BELOW || (isProperty(c) && keyframesOf(c) !== undefined));
}

/** Players draw the offset of a path with other corners and curves. */
function offsetMessages(shapes: readonly Shape[]): string[] {
  const isRound = shapes.some(({ ty }) => ty === 'el');
  const isSeen = shapes.some(({ ty, a, lj }) => {
    if (ty !== 'op' || !isEverUsed(a)) return false;
    const largest = Math.max(...valuesOf(a, [0]).map(([offset = 0]) => offset));
    return isRound || largest > (ALIKE[Number(lj ?? ROUND)] ?? Number.POSITIVE_INFINITY);
  });
  return isSeen ? ['Lottie players draw other corners and curves of the offset path.'] : [];
}

/** Small puckers of rectangles look alike, so only larger ones count; for a free path every one counts. */
function puckerMessages(shapes: readonly Shape[]): string[] {
  const isAnyPath = shapes.some(({ ty }) => ty === 'sh');
  const isRectangle = shapes.some(({ ty }) => ty === 'rc');
  const isSeen = shapes.some(({ ty, a }) => {
    if (ty !== 'pb') return false;
    if (isAnyPath) return isEverUsed(a);
    return isRectangle && valuesOf(a, [0]).some(([percent = 0]) => percent > ALIKE_PUCKER);
  });
  return isSeen ? ['Lottie players draw other tips of the path with Pucker & Bloat.'] : [];
}
