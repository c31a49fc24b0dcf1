import type { Layer, Shape } from '../../types.ts';
import {
  isEverUsed,
  isObject,
  isProperty,
  keyframesOf,
  shapeLists,
  valuesOf,
} from '../properties.ts';

const PATHS = new Set(['sh', 'rc', 'el', 'sr']);
/** The names of the modes of Merge Paths that change a frame, by their numbers. */
const MERGE_MODES: Readonly<Record<number, string>> = {
  3: 'Subtract',
  4: 'Intersect',
  5: 'Exclude Intersections',
};
const BELOW = 2;
const MITER = 1;
const ROUND = 2;
/** In pixels, for each kind of corner: up to these offsets, paths with corners look alike. */
const ALIKE: Readonly<Record<number, number>> = { [MITER]: 4, [ROUND]: 9 };
/** In percent: up to this, Pucker & Bloat of rectangles looks alike. */
const ALIKE_PUCKER = 50;

/** The parts of a layer's shapes that the video shows as designed, and Lottie players do not. */
export function shapeMessages({ shapes }: Layer): string[] {
  const messages = [...shapeLists(shapes)].flatMap((list) => {
    const shown = list.filter((shape): shape is Shape => isObject(shape) && shape['hd'] !== true);
    return [
      ...mergeMessages(shown),
      ...repeaterMessages(shown),
      ...offsetMessages(shown),
      ...puckerMessages(shown),
    ];
  });
  return [...new Set(messages)];
}

/** Players ignore Merge Paths, which is seen if several paths are subtracted or intersect. */
function mergeMessages(shapes: readonly Shape[]): string[] {
  let count = 0;
  return shapes.flatMap(({ ty, mm }) => {
    if (PATHS.has(ty)) count += 1;
    if (ty !== 'mm') return [];
    const mode = MERGE_MODES[Number(mm)];
    const isSeen = count > 1 && mode !== undefined;
    count = 0;
    return isSeen ? [`Lottie players draw the paths without the Merge Paths mode ${mode}.`] : [];
  });
}

function repeaterMessages(shapes: readonly Shape[]): string[] {
  const repeaters = shapes.filter(({ ty, c }) => {
    return ty === 'rp' && valuesOf(c, [0]).some(([count = 0]) => count > 1);
  });
  if (repeaters.length === 0) return [];
  const inner = [...shapeLists(shapes.map(({ it }) => ({ ty: 'gr', it })))].flat();
  const isRepeatedTwice = repeaters.length > 1 || inner.some((one) => one?.ty === 'rp');
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
