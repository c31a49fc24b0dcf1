/** Content types by the extension of their files. The first extension of a type is its usual one. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  avifs: 'image/avif-sequence',
  heic: 'image/heic',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  jxl: 'image/jxl',
  jp2: 'image/jp2',
  psd: 'image/vnd.adobe.photoshop',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  ogv: 'video/ogg',
  ts: 'video/mp2t',
  mpg: 'video/mpeg',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
  mxf: 'application/mxf',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  w64: 'audio/w64',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  au: 'audio/basic',
  amr: 'audio/amr',
  flac: 'audio/flac',
  ttf: 'font/ttf',
  otf: 'font/otf',
  ttc: 'font/collection',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

const EXTENSIONS = new Map(Object.entries(CONTENT_TYPES).map(([name, type]) => [type, name]));

/** Returns the usual extension of a content type, without a dot; undefined for an unknown type. */
export function extensionOf(contentType: string): string | undefined {
  return EXTENSIONS.get(contentType);
}
