import type { Canvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { freeFrame } from './free-frame.ts';
import type { StillFormat } from './protocol.ts';

// Each rasteriser has one core.
sharp.concurrency(1);
// A cache is useless, because no image occurs twice.
sharp.cache(false);

/** Settings chosen for encoding time: see docs/performance.md. */
const ENCODERS: Record<StillFormat, (pixels: Sharp) => Sharp> = {
  png: (pixels) => pixels.png({ compressionLevel: 6 }),
  jpeg: (pixels) => pixels.jpeg({ quality: 90, optimizeCoding: false }),
  webp: (pixels) => pixels.webp({ quality: 90, effort: 2 }),
};

/** Encodes an opaque canvas as an image file. */
export async function encodeStill(canvas: Canvas, format: StillFormat): Promise<Buffer> {
  const { width, height } = canvas;
  const pixels = canvas.data();
  const opaque = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  const bytes = await ENCODERS[format](opaque).toBuffer();
  freeFrame(pixels);
  return bytes;
}
