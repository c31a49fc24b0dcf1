import { z } from 'zod';
import {
  captionAlign,
  captionMotion,
  captionPosition,
  captionStyle,
} from '../../template/index.ts';

const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const PERCENT = /^-?\d{1,4}(?:\.\d{1,3})?%$/;
const MAX_PIXELS = 100_000;

/** Pixels, or percent of the width or the height of the animation. */
const LENGTH = 'pixels, or percent such as "80%",';
const length = z.union(
  [
    z.number().min(-MAX_PIXELS, LENGTH).max(MAX_PIXELS, LENGTH),
    z.string().max(20, LENGTH).regex(PERCENT, LENGTH),
  ],
  LENGTH,
);
export type Length = z.infer<typeof length>;

/** How long captions appear and go if only the animation is named. */
const MOTION_SECONDS = 0.2;
const motion = z
  .union(
    [
      captionMotion.shape.animation,
      captionMotion.extend({ seconds: z.number().min(0.02).max(2).default(MOTION_SECONDS) }),
    ],
    '"fade", "rise" or "pop", or an object with "animation" and "seconds"',
  )
  .transform((value) =>
    typeof value === 'string' ? { animation: value, seconds: MOTION_SECONDS } : value,
  );

const style = captionStyle.refine(
  (value) =>
    typeof value === 'string' ||
    [value.color, value.background, value.highlight].every((c) => c === undefined || HEX.test(c)),
  'colors of hex digits',
);

const settings = z
  .strictObject({
    /** The path of a text layer. */
    layer: z.string().min(1).max(2000).optional(),
    box: z.strictObject({ x: length, y: length, width: length, height: length }).optional(),
    /** What stays free at the edges of the video. */
    safe_area: z
      .strictObject({ sides: length.optional(), top: length.optional(), bottom: length.optional() })
      .optional(),
    lines: z.int().min(1).max(5).optional(),
    align: captionAlign.optional(),
    position: captionPosition.optional(),
    style: style.optional(),
    in: motion.optional(),
    out: motion.optional(),
  })
  .refine(
    ({ layer, box, safe_area }) =>
      [layer, box, safe_area].filter((place) => place !== undefined).length <= 1,
    'one of "layer", "box" and "safe_area"',
  );

/** `captions` of template.json; `false`: no layer is one for captions, whatever its name. */
export const captionsJson = z.union(
  [z.literal(false), settings],
  'an object with the look of captions, or false,',
);
export type CaptionsJson = z.infer<typeof captionsJson>;
