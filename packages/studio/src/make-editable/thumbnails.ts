import type { DraftContent, TemplateDraft } from './draft.ts';
import type { Entry } from './entries.ts';
import { areaOf, boundsOf } from './places.ts';

/** A part of a frame as the background of an element. */
export type Thumbnail = Readonly<
  Record<'--url' | '--x' | '--y' | '--w' | '--h', string> & { '--ratio'?: string }
>;

type Frame = Pick<TemplateDraft, 'width' | 'height'>;
type Bounds = NonNullable<ReturnType<typeof boundsOf>>;

/** A part of the frame at a time: `id` is that of an entry, or of a font. */
type Part = { id: string; at: number; bounds: Bounds; isFont: boolean };

const MAX_FRAMES = 12;
/** The width of the sample of a font, divided by its height, is not larger. */
const MAX_FONT_RATIO = 9;
/** The width of a text in another font is estimated: this part more is shown. */
const FONT_MARGIN = 0.15;

/** Returns the id of the sample of a font. */
export const fontId = (name: string) => `font:${name}`;

/**
 * Returns the parts of frames that show images, and texts in the fonts that replace missing ones, by the
 * time of the frame. Few frames show most of them; what needs further ones has no thumbnail.
 */
export function wantedParts(
  entries: readonly Entry[],
  draft: Pick<TemplateDraft, 'width' | 'height' | 'duration' | 'contents' | 'fonts'>,
): Map<number, Part[]> {
  const frames = new Map<number, Part[]>();
  const add = (id: string, content: DraftContent | undefined, isFont: boolean) => {
    const place = content && bestPlace(content, draft, frames);
    if (!place || (!frames.has(place.at) && frames.size >= MAX_FRAMES)) return;
    frames.set(place.at, [...(frames.get(place.at) ?? []), { id, isFont, ...place }]);
  };
  for (const { name, is_missing: isMissing } of draft.fonts) {
    const content = draft.contents.find(({ font, places }) => font === name && places.length > 0);
    if (isMissing) add(fontId(name), content, true);
  }
  for (const { id, type, contents } of entries)
    if (type === 'image' || type === 'video') add(id, contents[0], false);
  return frames;
}

/** The time at which most of a content is seen, at best one of a frame that is drawn anyway. */
function bestPlace(
  { places, start, end }: DraftContent,
  draft: Frame & Pick<TemplateDraft, 'duration'>,
  frames: ReadonlyMap<number, unknown>,
): Pick<Part, 'at' | 'bounds'> | undefined {
  const areas = places
    .filter(({ time }) => time >= start && time < Math.min(end, draft.duration))
    .map((place) => {
      const bounds = areaOf(place.corners) > 0 ? boundsOf(place, draft) : undefined;
      return { at: place.time, bounds, area: bounds ? bounds.width * bounds.height : 0 };
    });
  const largest = Math.max(0, ...areas.map(({ area }) => area));
  const good = areas.filter(({ area }) => area > 0 && area >= largest * 0.9);
  const best = good.find(({ at }) => frames.has(at)) ?? good[Math.floor(good.length / 2)];
  return best?.bounds && { at: best.at, bounds: best.bounds };
}

/** Returns the part of a frame as the background of a square, or of the sample of a font with its own ratio. */
export function thumbnailOf(
  url: string,
  { bounds, isFont }: Pick<Part, 'bounds' | 'isFont'>,
  frame: Frame,
): Thumbnail {
  const [left, top] = [bounds.x * frame.width, bounds.y * frame.height];
  const [width, height] = [bounds.width * frame.width, bounds.height * frame.height];
  if (isFont) {
    // All of the height, and as much of the text as there is room for.
    const room = Math.min(width * (1 + FONT_MARGIN), frame.width - left);
    const wide = Math.min(room, height * MAX_FONT_RATIO);
    const part = partOf(url, { left, top, width: wide, height }, frame);
    return { ...part, '--ratio': String(wide / height) };
  }
  const side = Math.min(width, height);
  const square = { left: left + (width - side) / 2, top: top + (height - side) / 2 };
  return partOf(url, { ...square, width: side, height: side }, frame);
}

type Pixels = { left: number; top: number; width: number; height: number };

function partOf(url: string, { left, top, width, height }: Pixels, frame: Frame): Thumbnail {
  const position = (start: number, size: number, length: number) =>
    length - size > 0 ? `${Math.min(100, (100 * start) / (length - size))}%` : '0%';
  return {
    '--url': `url("${url}")`,
    '--x': position(left, width, frame.width),
    '--y': position(top, height, frame.height),
    '--w': `${(100 * frame.width) / width}%`,
    '--h': `${(100 * frame.height) / height}%`,
  };
}
