import { AppError, fault, say } from '../../base/index.ts';
import type { Lottie } from '../../lottie/index.ts';
import type { CaptionArea, TemplateCaptions } from '../../template/index.ts';
import type { Length } from './captions-json.ts';

type Size = Pick<Lottie, 'w' | 'h'>;

/** Returns a box of template.json in pixels. Throws `template_json_invalid` if it has no size in the frame. */
export function boxIn(
  box: Record<'x' | 'y' | 'width' | 'height', Length>,
  { w, h }: Size,
): CaptionArea {
  const [left, top] = [pixels(box.x, w), pixels(box.y, h)];
  const [width, height] = [pixels(box.width, w), pixels(box.height, h)];
  const isInFrame = left < w && top < h && left + width > 0 && top + height > 0;
  if (width >= 1 && height >= 1 && isInFrame) return { left, top, width, height };
  const message = say`template.json: expected a box in the frame of ${w} × ${h} pixels for the captions but received ${width} × ${height} pixels at ${left}, ${top}.`;
  throw AppError.fromFaults([
    fault('template_json_invalid', message, { pointer: '/captions/box' }),
  ]);
}

/** Parts of the width and of the height that stay free where template.json does not say it. */
const [SIDES, EDGES] = [0.05, 0.08];

/** Returns a safe area of template.json in pixels. Throws `template_json_invalid` if it leaves no room. */
export function safeAreaIn(
  { sides, top, bottom }: Record<'sides' | 'top' | 'bottom', Length | undefined>,
  { w, h }: Size,
): NonNullable<TemplateCaptions['safeArea']> {
  const area = {
    sides: sides === undefined ? w * SIDES : pixels(sides, w),
    top: top === undefined ? h * EDGES : pixels(top, h),
    bottom: bottom === undefined ? h * EDGES : pixels(bottom, h),
  };
  const isRoomy = area.sides < w * MAX_SHARE && area.top + area.bottom < h * 2 * MAX_SHARE;
  if (isRoomy && Math.min(area.sides, area.top, area.bottom) >= 0) return area;
  const message = say`template.json: expected a safe area that leaves room for captions in the frame of ${w} × ${h} pixels but received ${area.sides} at the sides, ${area.top} above and ${area.bottom} below.`;
  throw AppError.fromFaults([
    fault('template_json_invalid', message, { pointer: '/captions/safe_area' }),
  ]);
}

/** Of the width at each side, and of the height above and below together twice. */
const MAX_SHARE = 0.45;

function pixels(length: Length, side: number): number {
  const value = typeof length === 'number' ? length : (Number.parseFloat(length) / 100) * side;
  return Math.round(value * 100) / 100;
}
