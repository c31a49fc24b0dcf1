import type { Size } from './crop.ts';
import { HEAD_BYTES, readImageHead } from './image-head.ts';
import { turnedJpegHead } from './jpeg-head.ts';

/** Larger images are not decoded in the page: each pixel takes four bytes. */
const MAX_DECODED_PIXELS = 40_000_000;
/** For images whose first bytes do not contain their size. */
const MAX_DECODED_BYTES = 30_000_000;
const JPEG_QUALITY = 0.95;

/** Returns whether the page may decode a file, by its size in pixels if it is known. */
async function mayDecode(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { size } = readImageHead(head);
  if (!size) return file.size <= MAX_DECODED_BYTES;
  return size.width * size.height <= MAX_DECODED_PIXELS;
}

/**
 * Returns a small copy of an image for showing, whose longer side has at most `maxSide` pixels.
 * Undefined if the browser cannot read the image, or if it is too large for the page.
 */
export async function thumbnailOf(file: Blob, maxSide: number): Promise<Blob | undefined> {
  if (!(await mayDecode(file))) return undefined;
  const decoded = await decode(file);
  if (!decoded) return undefined;
  const scale = Math.min(1, maxSide / Math.max(decoded.width, decoded.height));
  const width = Math.max(1, Math.round(decoded.width * scale));
  const height = Math.max(1, Math.round(decoded.height * scale));
  const blob = await encodeCanvas(
    { width, height },
    (canvas) => canvas.drawImage(decoded.image, 0, 0, width, height),
    'image/webp',
  );
  decoded.close();
  return blob;
}

/** Returns an image as JPEG. Undefined if the browser cannot read it. */
export async function toJpeg(file: Blob): Promise<Blob | undefined> {
  if (!(await mayDecode(file))) return undefined;
  const decoded = await decode(file);
  if (!decoded) return undefined;
  const blob = await encodeCanvas(
    decoded,
    (canvas) => canvas.drawImage(decoded.image, 0, 0),
    'image/jpeg',
  );
  decoded.close();
  return blob;
}

/**
 * Returns an image turned clockwise by quarter turns. A JPEG keeps its data: only its orientation is
 * changed. Others are encoded as `turnedType`. Undefined if the browser cannot read the image; `too large` if it has too many pixels.
 */
export async function turnImage(
  file: Blob,
  quarterTurns: number,
  turnedType: 'image/png' | 'image/jpeg' = 'image/png',
): Promise<Blob | 'too large' | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { type } = readImageHead(head);
  if (type === 'jpeg') {
    return new Blob([turnedJpegHead(head, quarterTurns), file.slice(HEAD_BYTES)], {
      type: 'image/jpeg',
    });
  }
  if (!(await mayDecode(file))) return 'too large';
  const decoded = await decode(file);
  if (!decoded) return undefined;
  const isQuarter = quarterTurns % 2 !== 0;
  const size = isQuarter ? { width: decoded.height, height: decoded.width } : decoded;
  const blob = await encodeCanvas(
    size,
    (canvas) => {
      canvas.translate(size.width / 2, size.height / 2);
      canvas.rotate((quarterTurns * Math.PI) / 2);
      canvas.drawImage(decoded.image, -decoded.width / 2, -decoded.height / 2);
    },
    turnedType,
  );
  decoded.close();
  return blob;
}

type Decoded = Size & { image: CanvasImageSource; close: () => void };

/**
 * Decodes an image upright. An SVG needs an element, because it has no pixels of its own.
 * Undefined: the browser cannot. The caller closes it.
 */
async function decode(file: Blob): Promise<Decoded | undefined> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { image, width: image.width, height: image.height, close: () => image.close() };
  } catch {
    return decodeElement(file);
  }
}

/**
 * Decodes with an image element. Undefined: the browser cannot, or there are too many pixels. The
 * caller closes it.
 */
async function decodeElement(file: Blob): Promise<Decoded | undefined> {
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width > 0 && height > 0 && width * height <= MAX_DECODED_PIXELS) {
      return { image, width, height, close };
    }
  } catch {
    // The browser cannot read this format.
  }
  close();
  return undefined;
}

/**
 * Returns what `paint` draws as a file of a type. Undefined: the browser cannot make it, for
 * example because the canvas is too large.
 */
async function encodeCanvas(
  { width, height }: Size,
  paint: (canvas: CanvasRenderingContext2D) => void,
  type: 'image/webp' | 'image/jpeg' | 'image/png',
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  paint(context);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, type, JPEG_QUALITY),
  );
  // Frees the pixels at once, not when the memory is cleaned up.
  Object.assign(canvas, { width: 0, height: 0 });
  return blob ?? undefined;
}
