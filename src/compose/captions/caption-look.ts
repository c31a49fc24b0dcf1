import { defined } from '../../base/index.ts';
import type { Font, Lottie } from '../../lottie/index.ts';
import type { Color, ParsedCaptionStyle } from '../../mapping/index.ts';
import type { FontStyle } from '../../text/index.ts';

/** How captions look, in pixels of the video. */
export type CaptionLook = {
  font: Font;
  size: number;
  leading: number;
  color: Color;
  /** The line around letters, as a part of the size; the shadow is a wide soft one. */
  outline?: { color: Color; width: number };
  hasShadow: boolean;
  box?: { color: Color };
  /** How the spoken word stands out. */
  spoken?: { how: 'highlight' | 'pop'; color: Color };
  /** Whether the lines are short, so that more of them are usual. */
  isNarrow: boolean;
  /** The area of the text. */
  area: { left: number; top: number; width: number; height: number };
  position: 'top' | 'middle' | 'bottom';
};

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 255 };
const INK: Color = { red: 12, green: 14, blue: 18, alpha: 255 };
const YELLOW: Color = { red: 255, green: 214, blue: 10, alpha: 255 };

type Built = Pick<CaptionLook, 'color' | 'hasShadow' | 'outline' | 'box' | 'spoken'> & {
  weight: 'Bold' | 'Regular';
  /** The size compared with that of plain captions. */
  scale: number;
};

/** The built-in styles. Those that people watch word by word are larger. */
const STYLES: Readonly<Record<ParsedCaptionStyle['name'], Built>> = {
  plain: { weight: 'Bold', scale: 1, color: WHITE, hasShadow: true },
  box: {
    weight: 'Regular',
    scale: 1,
    color: WHITE,
    hasShadow: false,
    box: { color: { ...INK, alpha: 200 } },
  },
  outline: {
    weight: 'Bold',
    scale: 1.1,
    color: WHITE,
    hasShadow: false,
    outline: { color: INK, width: 0.16 },
  },
  'word-highlight': {
    weight: 'Bold',
    scale: 1.15,
    color: WHITE,
    hasShadow: true,
    spoken: { how: 'highlight', color: YELLOW },
  },
  'word-pop': {
    weight: 'Bold',
    scale: 1.25,
    color: WHITE,
    hasShadow: false,
    outline: { color: INK, width: 0.16 },
    spoken: { how: 'pop', color: YELLOW },
  },
};

/** The styles of the fonts that captions without a font of their own have. */
export const CAPTION_FONT_STYLES: readonly FontStyle[] = [400, 700].map((weight) => ({
  weight,
  italic: false,
  width: 100,
  serif: false,
}));

/** Of the shorter side. Letters of phones must be larger, and tall videos are seen on phones. */
const SIZE = { wide: 0.054, tall: 0.062 };
const MARGIN = { side: 0.05, edge: 0.08 };
/** The programs that show tall videos cover their lower part. */
const TALL_EDGE = 0.16;
/** A longer line is hard to read: the eye does not find the beginning of the next one. */
const MAX_WIDTH_IN_SIZES = 22;
const LEADING = 1.3;
/** Lines for which the area has room, at full size. */
const ROOM_LINES = 4.2;
/** Between the text and the sides of its box, in parts of the size. */
export const BOX_SIDE = 0.5;

/** Returns the look of captions in a video. */
export function captionLook(
  { w, h, fonts }: Pick<Lottie, 'w' | 'h' | 'fonts'>,
  style: ParsedCaptionStyle = { name: 'plain' },
): CaptionLook {
  const { weight, scale, ...built } = STYLES[style.name];
  const short = Math.min(w, h);
  const isTall = h > w * 1.2;
  const share =
    style.size === undefined ? scale * (isTall ? SIZE.tall : SIZE.wide) : style.size / 100;
  const size = Math.max(4, short * share);
  const leading = size * LEADING;
  const position = style.position ?? 'bottom';
  const hasBox = built.box !== undefined || (style.background !== undefined && !built.outline);
  const padding = hasBox ? BOX_SIDE * size : 0;
  const room = w * (1 - 2 * MARGIN.side) - 2 * padding;
  const width = Math.min(room, size * MAX_WIDTH_IN_SIZES);
  const height = Math.min(h * 0.84, leading * ROOM_LINES);
  const below = h * (isTall ? TALL_EDGE : MARGIN.edge);
  const top = {
    top: h * MARGIN.edge,
    middle: (h - height) / 2,
    bottom: h - below - height - padding / 2,
  }[position];
  const { color, background, highlight, font } = style;
  return {
    ...built,
    font: fontOf(fonts?.list ?? [], font, weight),
    size,
    leading,
    position,
    isNarrow: w < h * 1.2,
    area: { left: (w - width) / 2, top, width, height },
    ...defined({ color }),
    ...(background && built.outline && { outline: { ...built.outline, color: background } }),
    ...(background && !built.outline && { box: { color: background } }),
    ...(highlight && built.spoken && { spoken: { ...built.spoken, color: highlight } }),
  };
}

/** The font of the animation's list with this name, or a family by its name. */
function fontOf(list: readonly Font[], name: string | undefined, weight: string): Font {
  const ownFont = list.find(({ fName }) => fName === name);
  if (ownFont) return ownFont;
  const family = name ?? 'Noto Sans';
  return { fName: family, fFamily: family, fStyle: weight };
}
