import { type FileHandle, open } from 'node:fs/promises';

/** The field of a model that has its metadata, and its type on the wire; see onnx.proto. */
const METADATA = 14;
const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];
const MAX_FIELDS = 10_000;
const MAX_ENTRY_BYTES = 2 ** 20;
/** A tag and a length have at most this many bytes. */
const HEADER_BYTES = 20;

/**
 * Returns the metadata of an ONNX file, such as `model_type`. Only the beginnings of its outer fields are read, not
 * the weights. Throws an Error if the file has another format.
 */
export async function onnxMetadata(path: string): Promise<ReadonlyMap<string, string>> {
  await using file = await open(path);
  const { size } = await file.stat();
  const entries = new Map<string, string>();
  let at = 0;
  for (let count = 0; at < size; count += 1) {
    if (count > MAX_FIELDS) throw new Error('too many fields');
    const header = new Reader(await bytesAt(file, at, Math.min(HEADER_BYTES, size - at)));
    const { field, length } = header.field();
    const start = at + header.at;
    at = start + length;
    if (at > size) throw new Error('the file is cut off');
    if (field !== METADATA || length > MAX_ENTRY_BYTES) continue;
    const [key, value] = entryIn(await bytesAt(file, start, length));
    entries.set(key, value);
  }
  if (at === 0) throw new Error('the file is empty');
  return entries;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Returns the key and the value of an entry: its fields 1 and 2. */
function entryIn(bytes: Buffer): [key: string, value: string] {
  const reader = new Reader(bytes);
  const texts = new Map<number, string>();
  while (reader.at < bytes.length) {
    const { field, length } = reader.field();
    texts.set(field, bytes.toString('utf8', reader.at, reader.at + length));
    reader.at += length;
  }
  return [texts.get(1) ?? '', texts.get(2) ?? ''];
}

/** Reads the encoding of protocol buffers. */
class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads the beginning of a field. `length`: of what follows. */
  field(): { field: number; length: number } {
    const tag = this.#varint();
    const [field, type] = [Math.floor(tag / 8), tag % 8];
    if (field === 0) throw new Error('not an ONNX file');
    if (type === BYTES) return { field, length: this.#varint() };
    if (type === VARINT) {
      this.#varint();
      return { field, length: 0 };
    }
    if (type === FIXED64) return { field, length: 8 };
    if (type === FIXED32) return { field, length: 4 };
    throw new Error('not an ONNX file');
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 10; shift += 1) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) throw new Error('not an ONNX file');
      this.at += 1;
      value += (byte % 128) * 128 ** shift;
      if (byte < 128) return value;
    }
    throw new Error('not an ONNX file');
  }
}
