import { AppError, type Message, say } from '../../base/index.ts';
import { fontInvalid } from './font-error.ts';
import { type FontFace, readFaces } from './font-face.ts';
import { releaseFonts } from './font-handle.ts';
import { faceCount, tagAt } from './sfnt.ts';
import { withUnicodeMap } from './unicode-map.ts';
import { MAX_UNPACKED_FONT_BYTES, unpackWoff, unpackWoff2 } from './woff.ts';

/**
 * Maximum number of faces and instances of a file; a collection of variable fonts could have
 * thousands.
 */
const MAX_FACES = 512;
const FORMATS_HINT = 'Use a TTF, OTF, TTC, WOFF or WOFF2 file.';

/**
 * Opens a font file: TrueType or OpenType (also CFF and CFF2), a collection of them, WOFF or WOFF2.
 * Returns all faces of a collection. Of a variable font it returns the default and every named
 * instance, at most 512 faces. The faces share one copy of the file. `label` names the font in
 * errors. `fileDigest` is the SHA-256 of `bytes`, if the caller knows it. Throws `font_invalid` for
 * any other file, and for a font of more than 64 MiB.
 */
export async function openFont(
  bytes: Uint8Array,
  label: string,
  fileDigest?: string,
): Promise<FontFace[]> {
  if (bytes.byteLength > MAX_UNPACKED_FONT_BYTES) {
    throw fontInvalid(label, `${bytes.byteLength} bytes`, {
      hint: `Fonts may have at most ${MAX_UNPACKED_FONT_BYTES} bytes.`,
    });
  }
  // A copy, because the caller's memory may belong to a pool that is reused.
  const ownBytes = new Uint8Array(bytes);
  const digest = fileDigest ?? (await sha256(ownBytes));
  await releaseFonts();
  const unpacked = await unpack(ownBytes, label);
  const count = faceCount(unpacked);
  const file = { digest, bytes: withUnicodeMap(unpacked, count) };
  const faces: FontFace[] = [];
  let first: unknown;
  for (let index = 0; index < count && faces.length < MAX_FACES; index++) {
    try {
      faces.push(...readFaces(file, index, label));
    } catch (error) {
      first ??= error;
    }
  }
  if (faces.length > 0) return faces;
  if (first instanceof AppError) throw first;
  throw fontInvalid(label, say`a font that cannot be read`, { cause: first });
}

/** Returns the digest as 64 lower-case hexadecimal digits. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns a TrueType or OpenType file or collection; `bytes` itself if it is one. Throws `font_invalid` for
 * other files.
 */
async function unpack(bytes: Uint8Array<ArrayBuffer>, label: string): Promise<Uint8Array> {
  const tag = tagAt(bytes, 0);
  const font =
    tag === 'wOFF'
      ? await unpackWoff(bytes, label)
      : tag === 'wOF2'
        ? await unpackWoff2(bytes, label)
        : bytes;
  if (!['\x00\x01\x00\x00', 'OTTO', 'true', 'ttcf'].includes(tagAt(font, 0)))
    throw fontInvalid(label, describeBytes(font), { hint: FORMATS_HINT });
  return font;
}

const KINDS: [RegExp, Message][] = [
  [/^\x89PNG/, say`a PNG image`],
  [/^\xff\xd8\xff/, say`a JPEG image`],
  [/^GIF8/, say`a GIF image`],
  [/^RIFF.{4}WEBP/s, say`a WebP image`],
  [/^%PDF/, say`a PDF file`],
  [/^PK[^ -~]{2}/, say`a ZIP archive`],
  [/^%!|^\x80[^ -~]/, say`a PostScript Type 1 font`],
  [/^.{34}LP/s, say`an Embedded OpenType font`],
  [/^\s*(<\?xml|<svg)/i, say`an SVG or XML file`],
  [/^\s*<(!doctype|html)/i, say`a web page`],
];

/** Names the format of a file that cannot be opened as a font, only for the message. Nothing else may depend on it. */
function describeBytes(bytes: Uint8Array): Message {
  if (bytes.byteLength === 0) return say`an empty file`;
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const kind = KINDS.find(([pattern]) => pattern.test(start))?.[1];
  return kind ?? say`${bytes.byteLength} bytes of an unknown format`;
}
