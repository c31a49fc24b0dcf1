import type { CanvasKit } from 'canvaskit-wasm';

/** Larger images stay encoded: decoding them once would cost more memory than it saves time. */
const MAX_BYTES = 32 * 2 ** 20;
const FILE_HEADER_BYTES = 14;
const INFO_HEADER_BYTES = 40;
const MASKS = [0xff, 0xff00, 0xff0000];
const HEADER_BYTES = FILE_HEADER_BYTES + INFO_HEADER_BYTES + 4 * MASKS.length;
/** The color of a pixel is at the places of its masks. */
const BITFIELDS = 3;

/**
 * Returns a JPEG file as BMP, which Skottie reads without decoding: it opens a composition anew for
 * each edit. Returns other files as they are. The pixels are the same.
 */
export function decodedImage(kit: CanvasKit, bytes: ArrayBuffer): ArrayBuffer {
  if (!isJpeg(bytes)) return bytes;
  const image = kit.MakeImageFromEncoded(bytes);
  if (!image) return bytes;
  try {
    const [width, height] = [image.width(), image.height()];
    if (width * height * 4 > MAX_BYTES) return bytes;
    const pixels = image.readPixels(0, 0, {
      width,
      height,
      colorType: kit.ColorType.RGBA_8888,
      alphaType: kit.AlphaType.Unpremul,
      colorSpace: kit.ColorSpace.SRGB,
    });
    return pixels instanceof Uint8Array ? bmp(pixels, width, height) : bytes;
  } finally {
    image.delete();
  }
}

/** Progressive files and files with another color space, too: JPEG has no alpha channel. */
function isJpeg(bytes: ArrayBuffer): boolean {
  return bytes.byteLength > 3 && new DataView(bytes).getUint16(0) === 0xffd8;
}

/** Returns a BMP file of RGBA pixels, which the engine reads without decoding. */
function bmp(pixels: Uint8Array, width: number, height: number): ArrayBuffer {
  const file = new ArrayBuffer(HEADER_BYTES + pixels.length);
  const view = new DataView(file);
  view.setUint16(0, 0x424d);
  view.setUint32(2, file.byteLength, true);
  view.setUint32(10, HEADER_BYTES, true);
  view.setUint32(14, INFO_HEADER_BYTES, true);
  view.setInt32(18, width, true);
  // Negative: the first row is at the top.
  view.setInt32(22, -height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 32, true);
  view.setUint32(30, BITFIELDS, true);
  view.setUint32(34, pixels.length, true);
  for (const [index, mask] of MASKS.entries())
    view.setUint32(FILE_HEADER_BYTES + INFO_HEADER_BYTES + 4 * index, mask, true);
  new Uint8Array(file).set(pixels, HEADER_BYTES);
  return file;
}
