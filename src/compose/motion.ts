import type { Keyframe, Layer } from '../lottie/index.ts';

export type Motion = {
  strategy:
    | 'none'
    | 'slide-to-left'
    | 'slide-to-right'
    | 'slide-to-top'
    | 'slide-to-bottom'
    | 'zoom-in'
    | 'zoom-out';
  speed: 'slow' | 'moderate' | 'fast';
};

type Size = { width: number; height: number };
type Rectangle = Size & { x: number; y: number };

/** How far a picture goes over the whole time, in parts of its place. */
const TRAVEL = { slow: 0.08, moderate: 0.16, fast: 0.32 } as const;

/**
 * By how much a picture has to be larger than its place, so that no edge comes into sight: slides
 * along their way only, where the picture may be wider or higher; zooms on both sides.
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
 * Position and scale of a picture that moves evenly from the first to the last moment. It has the
 * shape of its place times the margin, or that of its place, and is then enlarged on both sides.
 */
export function motionKeys(
  motion: Motion,
  place: Rectangle,
  picture: Size,
  [first, last]: [number, number],
): NonNullable<Layer['ks']> {
  const { strategy } = motion;
  if (strategy === 'none') return {};
  const covering = Math.max(place.width / picture.width, place.height / picture.height);
  const travel = TRAVEL[motion.speed];
  const at = <T>(from: T, to: T): Keyframe<T>[] => [
    { t: first, s: from, o: { x: 0, y: 0 }, i: { x: 1, y: 1 } },
    { t: Math.max(last, first + 1), s: to },
  ];
  const moving = (from: number[], to: number[]) => ({ a: 1, k: at(from, to) });
  const [middleX, middleY] = [place.x + place.width / 2, place.y + place.height / 2];
  const a = { a: 0, k: [picture.width / 2, picture.height / 2, 0] };
  if (strategy === 'zoom-in' || strategy === 'zoom-out') {
    const scales = [1, 1 + travel].map((zoom) => [
      100 * covering * zoom,
      100 * covering * zoom,
      100,
    ]);
    const [small = [], large = []] = scales;
    const s = strategy === 'zoom-in' ? moving(small, large) : moving(large, small);
    return { a, s, p: { a: 0, k: [middleX, middleY, 0] } };
  }
  const isWide = strategy === 'slide-to-left' || strategy === 'slide-to-right';
  const wanted = isWide ? place.width * (1 + travel) : place.height * (1 + travel);
  const has = covering * (isWide ? picture.width : picture.height);
  const scale = has < wanted ? (covering * wanted) / has : covering;
  const half = (isWide ? place.width : place.height) * (travel / 2);
  const forward = strategy === 'slide-to-right' || strategy === 'slide-to-bottom' ? 1 : -1;
  const to = (offset: number) =>
    isWide ? [middleX + offset, middleY, 0] : [middleX, middleY + offset, 0];
  return {
    a,
    s: { a: 0, k: [100 * scale, 100 * scale, 100] },
    p: moving(to(-forward * half), to(forward * half)),
  };
}
