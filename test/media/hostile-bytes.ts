import sharp from 'sharp';
import { patches } from '../../src/media/testing/images.ts';

export const text = (value: string) => Buffer.from(value, 'latin1');
export const bytes = (hex: string) => Buffer.from(hex, 'hex');

/** GIF89a: a screen and many frames of one pixel. */
export function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.concat([text('GIF89a'), Buffer.alloc(7), bytes('000000ffffff')]);
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head.writeUInt8(0x80, 10);
  const frame = bytes('21f90400010000002c000000000100010000020244010' + '0');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), text(';')]);
}

export function patched(file: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(file);
  for (const [i, value] of values.entries()) copy.writeUInt32BE(value, at + 4 * i);
  return copy;
}

export function claimingJpeg(jpeg: Buffer, side: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(bytes('ffc00011'));
  copy.writeUInt16BE(side, frame + 5);
  copy.writeUInt16BE(side, frame + 7);
  return copy;
}

/** Each scan of a progressive JPEG covers all pixels. */
export async function manyScans(count: number): Promise<Buffer> {
  const jpeg = await sharp({
    create: { width: 6000, height: 6000, channels: 3, background: '#808080' },
  })
    .jpeg({ progressive: true, quality: 50 })
    .toBuffer();
  const end = jpeg.length - 2;
  const last = jpeg.lastIndexOf(bytes('ffda'));
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: count }, () => jpeg.subarray(last, end)),
    jpeg.subarray(end),
  ]);
}

/** An extended WebP whose image does not fill its canvas. */
export async function claimingWebp(): Promise<Buffer> {
  const webp = await patches(120, 80).ensureAlpha(0.5).webp().toBuffer();
  const copy = Buffer.from(webp);
  const canvas = copy.indexOf('VP8X') + 12;
  copy.writeUIntLE(16_383, canvas, 3);
  copy.writeUIntLE(16_383, canvas + 3, 3);
  return copy;
}

/** A gray image of 8×8 with one strip, with some of its tags (TIFF 6.0) changed. */
export function tiff(changes: Record<number, number>): Buffer {
  const tags: Record<number, number> = {
    256: 8,
    257: 8,
    258: 8,
    259: 1,
    262: 1,
    273: 200,
    277: 1,
    278: 8,
    279: 64,
    ...changes,
  };
  const file = Buffer.alloc(264);
  bytes('49492a0008000000').copy(file);
  file.writeUInt16LE(Object.keys(tags).length, 8);
  for (const [i, [tag, value]] of Object.entries(tags).entries()) {
    const at = 10 + 12 * i;
    file.writeUInt16LE(Number(tag), at);
    file.writeUInt16LE(4, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
  return file;
}

export function circular(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const directory = copy.readUInt32LE(4);
  copy.writeUInt32LE(directory, directory + 2 + 12 * copy.readUInt16LE(directory));
  return copy;
}
