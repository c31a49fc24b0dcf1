import { type FileType, fileType } from './file-type.ts';
import { readJpegHead } from './jpeg-head.ts';

/** The part of a file in which its size is searched. Photos have up to some 100 kB before it. */
export const HEAD_BYTES = 1_048_576;

export type ImageHead = {
  type: FileType;
  /** The size of the upright image, if the first bytes contain it. */
  size?: { width: number; height: number };
};

/** Returns the type and size of an image without decoding it. */
export function readImageHead(bytes: Uint8Array): ImageHead {
  const type = fileType(bytes);
  const size = SIZES[type]?.(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { type, ...(size && size.width > 0 && size.height > 0 && { size }) };
}

type SizeReader = (bytes: Uint8Array, view: DataView) => ImageHead['size'] | undefined;

const SIZES: Partial<Record<FileType, SizeReader>> = {
  jpeg: (bytes) => {
    const { size, orientation } = readJpegHead(bytes);
    return size && orientation > 4 ? { width: size.height, height: size.width } : size;
  },
  png: (_, view) =>
    view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) },
  gif: (_, view) =>
    view.byteLength < 10
      ? undefined
      : { width: view.getUint16(6, true), height: view.getUint16(8, true) },
  webp: (bytes, view) => webpSize(bytes, view),
};

/** A WebP file starts with an image in one of two forms, or with the size of its canvas. */
function webpSize(bytes: Uint8Array, view: DataView): ImageHead['size'] | undefined {
  if (view.byteLength < 30) return undefined;
  const form = String.fromCharCode(...bytes.subarray(12, 16));
  if (form === 'VP8X') {
    const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
    return { width: three(24), height: three(27) };
  }
  if (form === 'VP8 ') {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (form !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
