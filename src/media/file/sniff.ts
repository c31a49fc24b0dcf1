import { type Message, say } from '../../base/index.ts';
import { hasMpegFrames } from './mpeg-audio.ts';

/** The type of a file by its first bytes. */
export type MediaType = { contentType: string; kind: 'image' | 'video' | 'audio' | 'font' };

export const SVG = 'image/svg+xml';

/** Number of bytes that are needed to detect the type of a file. */
export const HEAD_BYTES = 4096;

/** A test of a text in which each character is a byte. */
type Test = (text: string) => boolean;

const at =
  (offset: number, ...any: string[]): Test =>
  (text) =>
    any.some((bytes) => text.startsWith(bytes, offset));
const near =
  (limit: number, bytes: string): Test =>
  (text) =>
    text.slice(0, limit).includes(bytes);
const like =
  (pattern: RegExp): Test =>
  (text) =>
    pattern.test(text);

/** ISO 14496-12: the length of the first box, `ftyp`, and the brand. */
const brand = (...any: string[]): Test => at(4, ...any.map((name) => `ftyp${name}`));
const SVG_START =
  /^(?:\xef\xbb\xbf)?\s*(?:(?:<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>)\s*)*<(?:[a-z]+:)?svg[\s>]/i;

/** The first entry whose tests all succeed is the type. */
const SIGNATURES: [string, MediaType['kind'], ...Test[]][] = [
  ['image/png', 'image', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', 'image', at(0, '\xff\xd8\xff')],
  ['image/gif', 'image', at(0, 'GIF87a', 'GIF89a')],
  ['image/webp', 'image', at(0, 'RIFF'), at(8, 'WEBP')],
  ['image/avif', 'image', brand('avif')],
  ['image/avif-sequence', 'image', brand('avis')],
  // Files with a general major brand, and `avif` among the compatible brands.
  ['image/avif', 'image', brand('mif1', 'msf1'), near(48, 'avif')],
  ['image/heic', 'image', brand('hei', 'hevc', 'hevx', 'mif1', 'msf1')],
  ['image/tiff', 'image', at(0, 'II*\0', 'MM\0*', 'II+\0', 'MM\0+')],
  ['image/bmp', 'image', at(0, 'BM'), at(6, '\0\0\0\0')],
  ['image/jxl', 'image', at(0, '\xff\x0a', '\0\0\0\x0cJXL ')],
  ['image/jp2', 'image', at(0, '\xff\x4f\xff\x51', '\0\0\0\x0cjP  ')],
  ['image/vnd.adobe.photoshop', 'image', at(0, '8BPS')],
  ['image/x-icon', 'image', at(0, '\0\0\x01\0')],
  [SVG, 'image', like(SVG_START)],
  ['audio/mp4', 'audio', brand('M4A ', 'M4B ')],
  ['video/quicktime', 'video', brand('qt  ')],
  ['video/quicktime', 'video', at(4, 'moov', 'mdat', 'wide')],
  ['video/mp4', 'video', at(4, 'ftyp')],
  ['video/webm', 'video', at(0, '\x1aE\xdf\xa3'), near(80, 'webm')],
  ['video/x-matroska', 'video', at(0, '\x1aE\xdf\xa3')],
  ['video/x-msvideo', 'video', at(0, 'RIFF'), at(8, 'AVI ')],
  ['video/ogg', 'video', at(0, 'OggS'), near(80, '\x80theora')],
  // ISO 13818-1: a sync byte before each packet. Blu-ray has four bytes before it.
  ['video/mp2t', 'video', at(0, 'G'), at(188, 'G'), at(376, 'G')],
  ['video/mp2t', 'video', at(4, 'G'), at(196, 'G'), at(388, 'G')],
  ['video/mpeg', 'video', at(0, '\0\0\x01\xba')],
  ['video/x-flv', 'video', at(0, 'FLV\x01')],
  ['video/x-ms-wmv', 'video', at(0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11')],
  ['application/mxf', 'video', at(0, '\x06\x0e\x2b\x34\x02\x05\x01\x01')],
  ['audio/ogg', 'audio', at(0, 'OggS')],
  ['audio/wav', 'audio', at(0, 'RIFF', 'RF64'), at(8, 'WAVE')],
  ['audio/w64', 'audio', at(0, 'riff\x2e\x91\xcf\x11')],
  ['audio/aiff', 'audio', at(0, 'FORM'), at(8, 'AIFF', 'AIFC')],
  ['audio/x-caf', 'audio', at(0, 'caff\0\x01')],
  ['audio/basic', 'audio', at(0, '.snd')],
  ['audio/amr', 'audio', at(0, '#!AMR\n', '#!AMR-WB\n')],
  ['audio/flac', 'audio', at(0, 'fLaC')],
  ['audio/mpeg', 'audio', at(0, 'ID3')],
  // Layer III of MPEG 1, 2 and 2.5. (UTF-16 text begins with FF FE.)
  ['audio/mpeg', 'audio', at(0, '\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2', '\xff\xe3')],
  // ADTS: MPEG 4 and MPEG 2, without and with a checksum.
  ['audio/aac', 'audio', at(0, '\xff\xf1', '\xff\xf0', '\xff\xf9', '\xff\xf8')],
  ['font/ttf', 'font', at(0, '\0\x01\0\0\0', 'true\0')],
  ['font/otf', 'font', at(0, 'OTTO\0')],
  ['font/collection', 'font', at(0, 'ttcf\0')],
  ['font/woff', 'font', at(0, 'wOFF')],
  ['font/woff2', 'font', at(0, 'wOF2')],
  ['audio/mpeg', 'audio', hasMpegFrames],
];

/**
 * Returns the media type of a file by its first bytes (4 KiB are enough), or undefined when it is
 * neither image, video, audio nor font. The Content-Type of a server is not used.
 */
export function sniff(head: Uint8Array): MediaType | undefined {
  const text = latin1(head);
  const signature = SIGNATURES.find(([, , ...tests]) => tests.every((holds) => holds(text)));
  return signature && { contentType: signature[0], kind: signature[1] };
}

const OTHERS: [Message, RegExp][] = [
  [say`an HTML page`, /^(?:\xef\xbb\xbf)?\s*(?:<!--[^>]*>\s*)*<(?:!doctype html|html|head|body)/i],
  [say`an XML document`, /^(?:\xef\xbb\xbf)?\s*<\?xml/],
  [say`JSON`, /^(?:\xef\xbb\xbf)?\s*[[{]\s*["{[\]}\d]/],
  [say`a PDF document`, /^%PDF-/],
  [say`a ZIP archive`, /^PK[^\w\s]/],
  [say`text`, /^[\t\n\r\x20-\x7e\x80-\xff]+$/],
];

const NOUNS = {
  image: say`an image`,
  video: say`a video`,
  audio: say`an audio file`,
  font: say`a font`,
};

/** Describes the content of a file in words, for error messages. */
export function describe(head: Uint8Array): Message {
  if (head.length === 0) return say`an empty file`;
  const media = sniff(head);
  if (media?.contentType === SVG) return say`an SVG drawing`;
  if (media) {
    const name = media.contentType.slice(media.contentType.indexOf('/') + 1);
    const noun = NOUNS[media.kind];
    return say`${noun} of type ${name}`;
  }
  const text = latin1(head);
  return OTHERS.find(([, pattern]) => pattern.test(text))?.[0] ?? say`a file of unknown type`;
}

function latin1(head: Uint8Array): string {
  return Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
}
