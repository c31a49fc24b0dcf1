import type { StringKey, Values } from '../strings/index.ts';
import { FOREIGN_IMAGES, fileType, type MediaKind, mayBe, TYPE_BYTES } from './file-type.ts';
import { HEAD_BYTES, readImageHead } from './image-head.ts';
import { toJpeg } from './page-image.ts';

/** A reason in plain words why a file is not sent, as a key of the strings. */
export class FileRefusal extends Error {
  readonly key: StringKey;
  readonly values: Values;

  constructor(key: StringKey, values: Values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** A file with more bytes than the service accepts. */
export class FileTooLarge extends Error {
  readonly values: { name: string; bytes: number; max: number };

  constructor(name: string, bytes: number, max: number) {
    super('The file is too large.');
    this.values = { name, bytes, max };
  }
}

/** The service reads no larger images. */
const MAX_MEGAPIXELS = 100;

const NOT: Record<MediaKind, StringKey> = {
  image: 'file.not_image',
  video: 'file.not_video',
  audio: 'file.not_audio',
  font: 'file.not_font',
};

/**
 * Returns the file to send. Images that only the browser can read become JPEG. Throws `FileRefusal` for
 * a file that the service would not accept, as far as its size and first bytes show.
 */
export async function prepareFile(file: File, kind: MediaKind, maxBytes: number): Promise<File> {
  const prepared = await convertedFile(file, kind);
  if (prepared.size <= maxBytes) return prepared;
  throw new FileTooLarge(file.name, prepared.size, maxBytes);
}

/**
 * Returns the file, or a JPEG of an image that the service cannot read. Throws a `FileRefusal` for
 * a file that the field or the service would refuse.
 */
async function convertedFile(file: File, kind: MediaKind): Promise<File> {
  const { name } = file;
  if (file.size === 0) throw new FileRefusal('file.empty', { name });
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const type = fileType(head.subarray(0, TYPE_BYTES));
  const isImageField = kind === 'image' || kind === 'video';
  if (isImageField && FOREIGN_IMAGES.has(type)) {
    const jpeg = await toJpeg(file);
    if (!jpeg) throw new FileRefusal('file.not_supported', { name });
    return new File([jpeg], name.replace(/\.[^.]*$/, '.jpg'), { type: jpeg.type });
  }
  if (!mayBe(kind, type)) throw new FileRefusal(NOT[kind], { name });
  const { size } = readImageHead(head);
  const megapixels = size ? (size.width * size.height) / 1e6 : 0;
  if (megapixels > MAX_MEGAPIXELS) {
    const values = { name, megapixels: Math.ceil(megapixels), max: MAX_MEGAPIXELS };
    throw new FileRefusal('file.too_many_pixels', values);
  }
  return file;
}
