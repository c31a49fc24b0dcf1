/** The type of a file by its first bytes. `heif` are HEIC photos, which few browsers can read. */
export type FileType =
  | ('jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' | 'svg')
  | ('heif' | 'jxl' | 'jp2' | 'bmp' | 'psd' | 'ico' | 'pdf')
  | ('mp4' | 'webm' | 'avi' | 'flv' | 'asf')
  | ('mp3' | 'wav' | 'flac' | 'ogg' | 'aiff' | 'aac')
  | ('ttf' | 'otf' | 'woff' | 'woff2' | 'ttc')
  | ('zip' | 'html' | 'unknown');

export type MediaKind = 'image' | 'video' | 'audio' | 'font';

/** More bytes than this are not needed for the type. */
export const TYPE_BYTES = 512;

const IMAGES: readonly FileType[] = [
  ...(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif', 'tiff', 'svg'] as const),
];
/** Images that the service does not read. A browser that can turns them into JPEG. */
export const FOREIGN_IMAGES: ReadonlySet<FileType> = new Set([
  ...(['jxl', 'jp2', 'bmp', 'psd', 'ico'] as const),
]);
const VIDEOS: readonly FileType[] = ['mp4', 'webm', 'avi', 'flv', 'asf', 'ogg'];
const AUDIO: readonly FileType[] = ['mp3', 'wav', 'flac', 'ogg', 'aiff', 'aac', ...VIDEOS];
const FONTS: readonly FileType[] = ['ttf', 'otf', 'woff', 'woff2', 'ttc'];
const KNOWN: Record<MediaKind, ReadonlySet<FileType>> = {
  image: new Set(IMAGES),
  // An image can fill the place of a video.
  video: new Set([...VIDEOS, ...IMAGES]),
  audio: new Set(AUDIO),
  font: new Set(FONTS),
};

/**
 * Returns whether a file may be used for a field. A type that is not recognised here is left to the
 * service, except for images and fonts, of which all types are known.
 */
export function mayBe(kind: MediaKind, type: FileType): boolean {
  if (KNOWN[kind].has(type)) return true;
  return type === 'unknown' && (kind === 'video' || kind === 'audio');
}

/** Returns the type of a file by its first bytes. */
export function fileType(bytes: Uint8Array): FileType {
  const text = latin(bytes);
  const at = (offset: number, sign: string) => text.startsWith(sign, offset);
  if (at(4, 'ftyp')) return boxType(text);
  if (at(0, 'RIFF')) return at(8, 'WEBP') ? 'webp' : at(8, 'WAVE') ? 'wav' : 'avi';
  if (at(0, 'FORM')) return 'aiff';
  for (const [type, sign] of SIGNS) if (at(0, sign)) return type;
  // An MPEG audio frame, or AAC in ADTS: the first 11 or 12 bits are set.
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && (second & 0xf6) === 0xf0) return 'aac';
  if (first === 0xff && (second & 0xe0) === 0xe0) return 'mp3';
  const start = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^<(\?xml|!--|!doctype svg|svg)/i.test(start) && /<svg[\s>]|^<\?xml/i.test(start))
    return 'svg';
  return /^<(!doctype html|html|head|body)/i.test(start) ? 'html' : 'unknown';
}

const SIGNS: readonly (readonly [FileType, string])[] = [
  ['jpeg', '\u00ff\u00d8\u00ff'],
  ['png', '\u0089PNG\r\n\u001a\n'],
  ['gif', 'GIF8'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['tiff', 'II+\0'],
  ['tiff', 'MM\0+'],
  ['jxl', '\u00ff\u000a'],
  ['jxl', '\0\0\0\u000cJXL '],
  ['jp2', '\0\0\0\u000cjP  '],
  ['jp2', '\u00ffO\u00ffQ'],
  ['bmp', 'BM'],
  ['psd', '8BPS'],
  ['ico', '\0\0\u0001\0'],
  ['pdf', '%PDF-'],
  ['webm', '\u001aE\u00df\u00a3'],
  ['flv', 'FLV'],
  ['asf', '0&\u00b2u'],
  ['mp3', 'ID3'],
  ['flac', 'fLaC'],
  ['ogg', 'OggS'],
  ['ttf', '\0\u0001\0\0'],
  ['ttf', 'true'],
  ['otf', 'OTTO'],
  ['woff', 'wOFF'],
  ['woff2', 'wOF2'],
  ['ttc', 'ttcf'],
  ['zip', 'PK\u0003\u0004'],
];

/** HEIC and AVIF have the form of MP4; their brands differ. */
function boxType(text: string): FileType {
  const size = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  const brands = text.slice(8, Math.min(Math.max(16, size), 128));
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) return 'heif';
  return 'mp4';
}

/** Returns the first bytes as a text with one character for each byte. */
function latin(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, TYPE_BYTES), (byte) => String.fromCharCode(byte)).join('');
}
