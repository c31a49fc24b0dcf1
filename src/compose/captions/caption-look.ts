import { defined } from '../../base/index.ts';
import type { Font, Lottie, TextDocument } from '../../lottie/index.ts';
import { type Color, type ParsedCaptionStyle, parseCaptionStyle } from '../../mapping/index.ts';
import type { CaptionArea, CaptionMotion, TemplateCaptions } from '../../template/index.ts';
import type { FontStyle } from '../../text/index.ts';
import { channelsOf } from '../color.ts';

/** How captions look, in pixels of the layers that show them. */
export type CaptionLook = {
  font: Font;
  size: number;
  leading: number;
  /** Absent for letters of outlines alone. */
  color?: Color;
  /** The line around letters, as a part of the size; the shadow is a wide soft one. */
  outline?: { color: Color; width: number; isAbove?: boolean };
  hasShadow: boolean;
  box?: { color: Color };
  /** How the spoken word stands out. */
  spoken?: { how: 'highlight' | 'pop'; color: Color };
  /** Whether the lines are short, so that more of them are usual. */
  isNarrow: boolean;
  /** The number of lines at full size; absent: that of the area. */
  maxLines?: number;
  /** The area of the text. */
  area: CaptionArea;
  align: 'left' | 'center' | 'right';
  position: 'top' | 'middle' | 'bottom';
  /** Fields of the document of a layer: tracking, capitals, baseline shift. */
  more?: Partial<TextDocument>;
  enter?: CaptionMotion;
  leave?: CaptionMotion;
};

const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 255 };
const INK: Color = { red: 12, green: 14, blue: 18, alpha: 255 };
const YELLOW: Color = { red: 255, green: 214, blue: 10, alpha: 255 };

type Paint = Pick<CaptionLook, 'color' | 'hasShadow' | 'outline' | 'box' | 'spoken'>;
type Built = Paint & {
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

type Frame = Pick<Lottie, 'w' | 'h' | 'fonts'>;

/** The text of a layer in whose place captions are drawn, and the area that it has for them. */
export type LayerText = {
  document: TextDocument;
  area: CaptionArea;
  position: CaptionLook['position'];
  /** The size of a pixel of the layer in the video. */
  scale: number;
};

/**
 * Returns the look of captions in a video. The template says it; `style`, of a mapping, replaces its paint. With
 * `layerText` they have the font, the size and the place of a layer.
 */
export function captionLook(
  frame: Frame,
  style: ParsedCaptionStyle | undefined,
  captions?: TemplateCaptions,
  layerText?: LayerText,
): CaptionLook {
  const ownStyle = captions?.style && parseCaptionStyle(captions.style, '').style;
  const merged = mergedStyle(ownStyle, style);
  const { align, position, lines } = captions ?? {};
  const motions = defined({ enter: captions?.in, leave: captions?.out });
  const look = layerText
    ? lookOfLayer(frame, layerText, { ownStyle, style: merged, isReplaced: style !== undefined })
    : lookInFrame(frame, merged ?? { name: 'plain' }, captions);
  const maxLines = lines ?? look.maxLines;
  return {
    ...look,
    ...motions,
    align: align ?? look.align,
    position: merged?.position ?? position ?? look.position,
    ...defined({ maxLines }),
  };
}

/** Another style keeps the font, the size and the position of the template; the same style keeps all. */
function mergedStyle(
  ownStyle: ParsedCaptionStyle | undefined,
  style: ParsedCaptionStyle | undefined,
): ParsedCaptionStyle | undefined {
  if (!ownStyle || !style) return style ?? ownStyle;
  if (ownStyle.name === style.name) return { ...ownStyle, ...style };
  const { font, size, position } = ownStyle;
  return { ...defined({ font, size, position }), ...style };
}

/** Captions in front of all layers. */
function lookInFrame(
  { w, h, fonts }: Frame,
  style: ParsedCaptionStyle,
  captions: TemplateCaptions | undefined,
): CaptionLook {
  const { weight, scale } = STYLES[style.name];
  const short = Math.min(w, h);
  const isTall = h > w * 1.2;
  const share =
    style.size === undefined ? scale * (isTall ? SIZE.tall : SIZE.wide) : style.size / 100;
  const size = Math.max(4, short * share);
  const leading = size * LEADING;
  const paint = paintOf(style);
  const { box, safeArea } = captions ?? {};
  const position = style.position ?? captions?.position ?? (box ? positionIn(box, h) : 'bottom');
  const padding = paint.box ? BOX_SIDE * size : 0;
  const { sides, top, bottom } = safeArea ?? {
    sides: w * MARGIN.side,
    top: h * MARGIN.edge,
    bottom: h * (isTall ? TALL_EDGE : MARGIN.edge),
  };
  const room = w - 2 * sides - 2 * padding;
  const width = Math.min(room, size * MAX_WIDTH_IN_SIZES);
  const height = Math.min(safeArea ? h - top - bottom : h * 0.84, leading * ROOM_LINES);
  const tops = { top, middle: (h - height) / 2, bottom: h - bottom - height - padding / 2 };
  const align = captions?.align ?? 'center';
  const lefts = {
    left: sides + padding,
    center: (w - width) / 2,
    right: w - sides - padding - width,
  };
  return {
    ...paint,
    font: fontOf(fonts?.list ?? [], style.font, weight),
    size,
    leading,
    align,
    position,
    isNarrow: w < h * 1.2,
    area: box ? insetBy(box, padding) : { left: lefts[align], top: tops[position], width, height },
    ...(box && { maxLines: linesIn(box.height, leading) }),
  };
}

/** The box of the letters within the box of the captions. */
function insetBy({ left, top, width, height }: CaptionArea, padding: number): CaptionArea {
  const inset = Math.min(padding, width / 4);
  return { left: left + inset, top, width: width - 2 * inset, height };
}

function positionIn({ top, height }: CaptionArea, frameHeight: number): CaptionLook['position'] {
  const middle = (top + height / 2) / frameHeight;
  return middle < 0.4 ? 'top' : middle > 0.6 ? 'bottom' : 'middle';
}

const MAX_LINES = 5;

/** The lines for which a box has room. */
function linesIn(height: number, leading: number): number {
  return Math.min(MAX_LINES, Math.max(1, Math.floor(height / leading + 0.2)));
}

/** Captions with the text of a layer: its font, size, color, outline, tracking and justification. */
function lookOfLayer(
  { w, h, fonts }: Frame,
  { document, area, position, scale }: LayerText,
  {
    ownStyle,
    style,
    isReplaced,
  }: {
    ownStyle: ParsedCaptionStyle | undefined;
    style: ParsedCaptionStyle | undefined;
    isReplaced: boolean;
  },
): CaptionLook {
  const designed = Math.max(1, document.s ?? 0);
  const size =
    style?.size === undefined ? designed : Math.max(1, (Math.min(w, h) * style.size) / 100 / scale);
  const ratio = size / designed;
  const leading = (document.lh ?? designed * 1.2) * ratio;
  const { tr, ca, ls, lj } = document;
  const designedPaint = paintOfLayer(document);
  const paint =
    style && isReplaced
      ? paintOf(style)
      : ownStyle
        ? { ...paintOf(ownStyle), ...ownPaint(ownStyle, designedPaint) }
        : designedPaint;
  const { j = 0 } = document;
  return {
    ...paint,
    font: fontOf(fonts?.list ?? [], style?.font ?? document.f, 'Regular'),
    size,
    leading,
    align: j === 1 || j === 4 ? 'right' : j === 2 || j === 5 ? 'center' : 'left',
    position,
    isNarrow: false,
    maxLines: linesIn(area.height, leading),
    area,
    more: defined({ tr, ca, ls, lj }),
  };
}

function paintOfLayer({ fc, sc, sw = 0, s = 1, of }: TextDocument): Paint {
  const hasLine = sc !== undefined && sw > 0;
  return {
    hasShadow: false,
    ...(fc && { color: colorOf(fc) }),
    ...(hasLine && {
      outline: { color: colorOf(sc), width: sw / Math.max(1, s), isAbove: of === true },
    }),
  };
}

/** What a style of the template leaves as the layer has it. */
function ownPaint(ownStyle: ParsedCaptionStyle, { color, outline }: Paint): Partial<Paint> {
  return {
    ...(ownStyle.color === undefined && color && { color }),
    ...(outline && ownStyle.background === undefined && { outline }),
  };
}

function colorOf([red = 0, green = 0, blue = 0]: readonly number[]): Color {
  const byte = (part: number) => Math.min(255, Math.max(0, Math.round(part * 255)));
  return { red: byte(red), green: byte(green), blue: byte(blue), alpha: 255 };
}

/** The paint of a style with the values that replace its own. */
function paintOf({ name, color, background, highlight }: ParsedCaptionStyle): Paint {
  const { weight: _weight, scale: _scale, ...built } = STYLES[name];
  return {
    ...built,
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

/** The color of letters as a text document has it. */
export function letterColor(color: Color): number[] {
  return channelsOf(color).slice(0, 3);
}
