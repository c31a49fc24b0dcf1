import type { Keyframe, Layer } from '../lottie/index.ts';
import type { Motion } from '../mapping/index.ts';

type Size = { width: number; height: number };

/** How far an image moves over the whole time, as a fraction of its area. */
const TRAVEL = { slow: 0.08, moderate: 0.16, fast: 0.32 } as const;

/**
 * The factor by which an image must be larger than its area, so that its edges never show: for
 * slides only along the motion, for zooms on both axes.
 */
export function motionMargin({ strategy, speed }: Motion): Size {
  const travel = TRAVEL[speed];
  if (strategy === 'none') return { width: 1, height: 1 };
  if (strategy === 'zoom-in' || strategy === 'zoom-out') {
    return { width: 1 + travel, height: 1 + travel };
  }
  const isWide = strategy === 'slide-to-left' || strategy === 'slide-to-right';
  return { width: isWide ? 1 + travel : 1, height: isWide ? 1 : 1 + travel };
}

/**
 * Pixels by which an image extends beyond its area on each side, so that rounding leaves no gap at
 * an edge.
 */
const OVERLAP = 0.5;

/**
 * Position and scale of an image that moves evenly within its area between two frames of the
 * composition. The image has the aspect ratio of its area, plus the margin in the direction of the
 * motion.
 */
export function motionKeys(
  { strategy, speed }: Motion,
  place: Size,
  image: Size,
  [first, last]: [number, number],
): NonNullable<Layer['ks']> {
  if (strategy === 'none') return {};
  const travel = TRAVEL[speed];
  const moving = (from: number[], to: number[]) => ({
    a: 1,
    k: [
      { t: first, s: from, o: { x: 0, y: 0 }, i: { x: 1, y: 1 } },
      { t: Math.max(last, first + 1), s: to },
    ] satisfies Keyframe<number[]>[],
  });
  const fixed = (k: number[]) => ({ a: 0, k });
  const a = fixed([image.width / 2, image.height / 2, 0]);
  const [x, y] = [place.width / 2, place.height / 2];
  const scaleOver = (width: number, height: number) => {
    const wide = (width + 2 * OVERLAP) / image.width;
    const scale = 100 * Math.max(wide, (height + 2 * OVERLAP) / image.height);
    return [scale, scale, 100];
  };
  if (strategy === 'zoom-in' || strategy === 'zoom-out') {
    const small = scaleOver(place.width, place.height);
    const large = small.map((scale, i) => (i === 2 ? scale : scale * (1 + travel)));
    const [from, to] = strategy === 'zoom-in' ? [small, large] : [large, small];
    return { a, s: moving(from, to), p: fixed([x, y, 0]) };
  }
  const isWide = strategy === 'slide-to-left' || strategy === 'slide-to-right';
  const [across, down] = isWide ? [place.width * travel, 0] : [0, place.height * travel];
  const direction = strategy === 'slide-to-right' || strategy === 'slide-to-bottom' ? 0.5 : -0.5;
  return {
    a,
    s: fixed(scaleOver(place.width + across, place.height + down)),
    p: moving(
      [x - direction * across, y - direction * down, 0],
      [x + direction * across, y + direction * down, 0],
    ),
  };
}
