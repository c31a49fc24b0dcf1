import type { Layer, Shape } from '../../types.ts';
import { isEverUsed, isObject, valuesOf } from '../properties.ts';

type Finding = [code: string, message: string, hint: string];

const HINT = 'Expand it to a path.';
const FINDINGS: readonly [(shape: Shape) => boolean, Finding][] = [
  [({ ty }) => ty === 'zz', ['shape_unsupported', 'Zig-zag is not drawn.', HINT]],
  [
    isTurnedAndStretched,
    ['shape_unsupported', 'Copies of a repeater that turn and stretch are in other places.', HINT],
  ],
  [
    ({ ty, a }) => ty === 'tw' && isEverUsed(a),
    ['effect_ignored', 'Twist is not drawn. Lottie players do not draw it either.', HINT],
  ],
];

/** The operations on shapes that remain and are not drawn as designed; each once for a layer. */
export function shapeDifferences({ shapes }: Layer): Finding[] {
  return FINDINGS.flatMap(([matches, finding]) => (contains(shapes, matches) ? [finding] : []));
}

function contains(shapes: unknown, matches: (shape: Shape) => boolean): boolean {
  if (!Array.isArray(shapes)) return false;
  return (shapes as unknown[]).some(
    (shape) =>
      isObject(shape) &&
      shape['hd'] !== true &&
      (matches(shape as Shape) || contains(shape['it'], matches)),
  );
}

/** Skottie turns copies after it stretched them. */
function isTurnedAndStretched({ ty, tr }: Shape): boolean {
  if (ty !== 'rp' || !isObject(tr)) return false;
  const isStretched = valuesOf(tr['s'], [100, 100]).some(([x = 0, y = x]) => x !== y);
  return isStretched && isEverUsed(tr['r']);
}
