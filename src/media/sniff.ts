/** What bytes are, told from their beginning; a server's word on it is not taken. */
export function sniff(head: Uint8Array): string | undefined {
  // Not TextDecoder: its latin1 is windows-1252, which changes bytes from 0x80 to 0x9f.
  const text = Buffer.from(head.subarray(0, 512)).toString('latin1');
  const signature = SIGNATURES.find(([pattern]) => pattern.test(text));
  return signature?.[1];
}

const SIGNATURES: [RegExp, string][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^[\s\S]{4}ftypavi[fs]/, 'image/avif'],
  [/^[\s\S]{4}ftyp(heic|heix|mif1|msf1)/, 'image/heic'],
  [/^(II\*\0|MM\0\*)/, 'image/tiff'],
  [/^BM[\s\S]{4}\0\0\0\0/, 'image/bmp'],
  [/^[\s\S]{4}ftyp/, 'video/mp4'],
  [/^\x1aE\xdf\xa3/, 'video/webm'],
  [/^RIFF[\s\S]{4}AVI /, 'video/avi'],
  [/^RIFF[\s\S]{4}WAVE/, 'audio/wav'],
  [/^(ID3|\xff[\xe2-\xfb])/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^(OTTO|true|ttcf|\0\x01\0\0|wOF[F2])/, 'font/sfnt'],
  [/^%PDF-/, 'application/pdf'],
  [/^PK\x03\x04/, 'application/zip'],
  [/^\s*(<\?xml[\s\S]{0,300})?<svg[\s>]/i, 'image/svg+xml'],
  [/^\s*(<!doctype html|<html|<head|<body)/i, 'text/html'],
  [/^\s*[[{]/, 'application/json'],
];
