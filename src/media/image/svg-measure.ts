import sharp from 'sharp';
import { PROBE_STYLE, PROBE_VIEW, type TextStretch } from './svg-lengths.ts';

/** The text is drawn from the origin, in one color, whatever the styles of the drawing are. */
const VISIBLE =
  '*{transform:none!important;clip-path:none!important;mask:none!important;filter:none!important;opacity:1!important;visibility:visible!important;display:inline!important;fill:#000!important;fill-opacity:1!important;stroke:none!important;text-decoration:none!important';
/** Widths of the views, in lengths of the text, until a text is inside. */
const REACHES = [2, 16, 128];

/** Returns the source of a drawing with the measured stretch of its texts. */
export async function applyTextStretches(
  source: string,
  stretches: readonly TextStretch[],
): Promise<string> {
  const values = new Map<string, string>();
  const replaced = (text: string) =>
    text.replaceAll(/length-[\da-f]{32}/g, (token) => values.get(token) ?? token);
  // From the end, because the length of a span counts in the length of the text around it.
  for (const stretch of stretches.toReversed()) {
    const value = await measureStretch({ ...stretch, probe: replaced(stretch.probe) });
    values.set(stretch.token, value);
  }
  return values.size === 0 ? source : replaced(source);
}

/** The letter spacing or the scale with which a text has its length. */
async function measureStretch({ probe, length, isScaled, token }: TextStretch): Promise<string> {
  if (isScaled) {
    const natural = await advance(probe, length);
    return natural === undefined ? '1' : String(length / natural);
  }
  // Without spacing, letters could be joined to ligatures.
  const [narrow, wide] = [length / 10_000, length / 20];
  const spaced = (spacing: number) => advance(probe.replaceAll(token, `${spacing}px`), length);
  const [first, second] = [await spaced(narrow), await spaced(wide)];
  if (first === undefined || second === undefined) return 'normal';
  const slope = (second - first) / (wide - narrow);
  // A text of a single letter has no space to change.
  return slope < 0.5 ? 'normal' : `${narrow + (length - first) / slope}px`;
}

/** The width of a text in its units; undefined for a text without ink. */
async function advance(probe: string, length: number): Promise<number | undefined> {
  for (const reach of REACHES) {
    const half = length * reach;
    const view = `${-half} ${-half} ${2 * half} ${2 * half}`;
    const edge = (anchor: string) => {
      const style = `${VISIBLE};text-anchor:${anchor}!important}`;
      return leftEdge(probe.replace(PROBE_STYLE, style).replace(PROBE_VIEW, view));
    };
    const [start, end] = [await edge('start'), await edge('end')];
    if (start === undefined || end === undefined) return undefined;
    // The distance between both is the advance, whatever ink the first letter has.
    if (Math.min(start, end) > 0) return Math.abs(start - end) * 2 * half || undefined;
  }
  return undefined;
}

/** Where the ink of a drawing begins, as a part of its width. */
async function leftEdge(source: string): Promise<number | undefined> {
  const { data, info } = await sharp(Buffer.from(source))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let left = info.width;
  for (let from = 0; from < data.length; from += info.width) {
    const inRow = data.subarray(from, from + left).findIndex((alpha) => alpha > 0);
    if (inRow >= 0) left = inRow;
  }
  return left === info.width ? undefined : left / info.width;
}
