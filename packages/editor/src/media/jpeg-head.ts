/** Facts from the first bytes of a JPEG file. `size` is that of the stored image. */
export type JpegHead = {
  size?: { width: number; height: number };
  /** 1 to 8, as EXIF defines it; 1 is upright. */
  orientation: number;
  /** Where the orientation is stored, if it is. */
  orientationAt?: { offset: number; isLittle: boolean };
};

const EXIF = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;
/** An EXIF segment that contains an orientation and nothing else. */
const NEW_EXIF = [
  ...[0xff, 0xe1, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0x00, 0x00],
  ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08],
  ...[0x00, 0x01, 0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00],
  ...[0x00, 0x00, 0x00, 0x00],
];
const NEW_ORIENTATION_AT = 29;

/** Reads the size and orientation of a JPEG file from its first bytes. */
export function readJpegHead(bytes: Uint8Array): JpegHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let head: JpegHead = { orientation: 1 };
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Bytes that fill, and markers without a length.
    if (marker === 0xff || marker === 0x01) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { ...head, size: { width: view.getUint16(at + 7), height: view.getUint16(at + 5) } };
    }
    if (marker === 0xda || marker === 0xd9) break;
    const length = view.getUint16(at + 2);
    if (length < 2) break;
    if (marker === 0xe1 && head.orientationAt === undefined) {
      head = {
        ...head,
        ...exifOrientation(view, at + 4, Math.min(at + 2 + length, view.byteLength)),
      };
    }
    at += 2 + length;
  }
  return head;
}

/**
 * Reads the orientation of an EXIF segment between two offsets. Undefined: it has none, or is
 * damaged. `orientation` is 1 for values that EXIF does not define.
 */
function exifOrientation(
  view: DataView,
  from: number,
  to: number,
): Pick<JpegHead, 'orientation' | 'orientationAt'> | undefined {
  if (to - from < 14) return undefined;
  for (let at = 0; at < EXIF.length; at++) {
    if (view.getUint8(from + at) !== EXIF.charCodeAt(at)) return undefined;
  }
  const start = from + EXIF.length;
  const isLittle = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, isLittle);
  if (directory + 2 > to) return undefined;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > to) return undefined;
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue;
    const orientation = view.getUint16(entry + 8, isLittle);
    const isKnown = orientation >= 1 && orientation <= 8;
    return {
      orientation: isKnown ? orientation : 1,
      orientationAt: { offset: entry + 8, isLittle },
    };
  }
  return undefined;
}

/** The orientation after a quarter turn clockwise. */
const TURNED = [1, 6, 7, 8, 5, 2, 3, 4, 1] as const;

/**
 * Returns the first bytes of a JPEG file that shows its image turned clockwise by quarter turns. The
 * image itself is not changed, so nothing is lost, and a large file takes no longer.
 */
export function turnedJpegHead(bytes: Uint8Array, quarterTurns: number): Uint8Array<ArrayBuffer> {
  const { orientation, orientationAt } = readJpegHead(bytes);
  let turned = orientation;
  for (let turn = 0; turn < ((quarterTurns % 4) + 4) % 4; turn++) turned = TURNED[turned] ?? 1;
  if (orientationAt !== undefined) {
    const changed = new Uint8Array(bytes);
    new DataView(changed.buffer).setUint16(orientationAt.offset, turned, orientationAt.isLittle);
    return changed;
  }
  const exif = Uint8Array.from(NEW_EXIF);
  exif[NEW_ORIENTATION_AT] = turned;
  const changed = new Uint8Array(bytes.length + exif.length);
  changed.set(bytes.subarray(0, 2));
  changed.set(exif, 2);
  changed.set(bytes.subarray(2), 2 + exif.length);
  return changed;
}
