import type { Wording } from '../../../base/index.ts';
import type { Layer, Shape } from '../../types.ts';
import { isEverUsed, isObject, shapeLists, valuesOf } from '../properties.ts';

type Finding = [code: string, message: Wording, hint: string];

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

const TRIMMED: Finding = [
  'shape_unsupported',
  'Groups that are trimmed individually, one after another, are trimmed at the same time.',
  'Trim each group with keyframes of its own.',
];
const INDIVIDUALLY = 2;

const PAINT = /^(fl|st|gf|gs)$/;

function isPaintedGroup(shape: Shape | null): boolean {
  if (shape?.ty !== 'gr') return false;
  return [...shapeLists(shape.it)]
    .flat()
    .some((innerShape) => innerShape !== null && PAINT.test(innerShape.ty));
}

/**
 * Whether a list trims painted groups one after another. Paths of one group, and groups that are painted
 * after the trim, are trimmed as designed.
 */
function trimsGroups(list: readonly (Shape | null)[]): boolean {
  const visibleShapes = list.filter((shape) => isObject(shape) && shape.hd !== true);
  return visibleShapes.some((shape, index) => {
    if (shape?.ty !== 'tm' || shape['m'] !== INDIVIDUALLY) return false;
    const isPart = isEverUsed(shape['s']) || valuesOf(shape['e'], [100]).some(([e]) => e !== 100);
    return isPart && visibleShapes.slice(0, index).filter(isPaintedGroup).length > 1;
  });
}

/** The operations on shapes that remain and are not drawn as designed; each once for a layer. */
export function shapeDifferences({ shapes }: Layer): Finding[] {
  const lists = [...shapeLists(shapes)];
  return [
    ...FINDINGS.flatMap(([matches, finding]) => (hasShape(shapes, matches) ? [finding] : [])),
    ...(lists.some(trimsGroups) ? [TRIMMED] : []),
  ];
}

/** Whether a shape matches, also within groups. Hidden shapes and groups are left out. */
function hasShape(shapes: unknown, matches: (shape: Shape) => boolean): boolean {
  if (!Array.isArray(shapes)) return false;
  return (shapes as unknown[]).some(
    (shape) =>
      isObject(shape) &&
      shape['hd'] !== true &&
      (matches(shape as Shape) || hasShape(shape['it'], matches)),
  );
}

/** Skottie turns copies after it stretched them. */
function isTurnedAndStretched({ ty, tr }: Shape): boolean {
  if (ty !== 'rp' || !isObject(tr)) return false;
  const isStretched = valuesOf(tr['s'], [100, 100]).some(([x = 0, y = x]) => x !== y);
  return isStretched && isEverUsed(tr['r']);
}
