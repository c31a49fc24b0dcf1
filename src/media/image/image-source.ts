import { readFile, stat } from 'node:fs/promises';
import { AppError, findMessage, say } from '../../base/index.ts';
import { SVG } from '../file/index.ts';
import { drawSvg } from './draw-svg.ts';
import { drawHeic, HEIC } from './heic-source.ts';
import { MAX_PIXELS, readHeader } from './image-decoder.ts';
import { withMissingProfile } from './missing-profile.ts';
import { readSvg, type SvgSource } from './svg-source.ts';

const MAX_SVG_BYTES = 32 * 1024 * 1024;
/** Size at which an SVG is drawn to test it. */
const TRIAL_PIXELS = 64;

/**
 * Returns the decoder's input for an image: its path, its bytes with a missing color profile added,
 * for a HEIC photo a PNG of its own size, or for an SVG a PNG of about `size`, limited to the maximum size
 * of images.
 */
export async function imageSource(
  { path, contentType }: { path: string; contentType: string },
  size: { width: number; height: number },
  what: string,
  signal: AbortSignal | undefined,
): Promise<string | Buffer> {
  if (contentType === HEIC) return drawHeic(path, what, signal);
  if (contentType !== SVG) return (await withMissingProfile(path, contentType)) ?? path;
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / 2 / (size.width * size.height)));
  const svg = await openSvg(path, what);
  const side = (length: number) => Math.max(1, Math.round(length * shrink));
  const source = svg.sized(side(size.width), side(size.height));
  const drawing = { source, stretches: svg.stretches };
  return drawSvg(drawing, what, signal);
}

/**
 * Returns the size of an SVG in pixels. Draws it in a small size, so that a drawing that cannot be
 * drawn is rejected now. Throws `asset_too_large` for too many pixels in its images.
 */
export async function probeSvg(
  path: string,
  what: string,
  signal: AbortSignal | undefined,
): Promise<{ width: number; height: number }> {
  const svg = await openSvg(path, what);
  let pixelCount = 0;
  for (const image of svg.images) {
    const { width, height } = await readHeader(image);
    pixelCount += width * height;
  }
  if (pixelCount > MAX_PIXELS) {
    throw new AppError(
      'asset_too_large',
      say`Expected at most ${MAX_PIXELS / 1e6} megapixels in the images inside ${findMessage(what)} but received ${Math.ceil(pixelCount / 1e6)}.`,
      { hint: 'Embed smaller images.' },
    );
  }
  const width = Math.max(1, Math.round(svg.width));
  const height = Math.max(1, Math.round(svg.height));
  const scale = TRIAL_PIXELS / Math.max(width, height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const source = svg.sized(side(width), side(height));
  await drawSvg({ source, stretches: svg.stretches }, what, signal);
  return { width, height };
}

/**
 * Reads a drawing. Throws `asset_too_large` before it reads a file above the limit, `asset_corrupt`
 * and `asset_not_media` as `readSvg`.
 */
async function openSvg(path: string, what: string): Promise<SvgSource> {
  const { size } = await stat(path);
  if (size > MAX_SVG_BYTES) {
    throw new AppError(
      'asset_too_large',
      say`Expected at most ${MAX_SVG_BYTES} bytes for the drawing ${findMessage(what)} but received ${size}.`,
      { hint: 'Use a PNG.' },
    );
  }
  return readSvg(decodeXml(await readFile(path)), what);
}

/** Decodes XML text (XML 1.0, 4.3.3). `sniff` does not detect SVG in other encodings. */
function decodeXml(bytes: Buffer): string {
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  );
  const isLatin = /^(iso-8859-1|windows-1252|latin1|us-ascii)$/i.test(declared?.[1] ?? '');
  return new TextDecoder(isLatin ? 'windows-1252' : 'utf-8', { fatal: true }).decode(bytes);
}
