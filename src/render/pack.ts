import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '../base/index.ts';
import type { Quality, VideoCodec } from '../output/index.ts';
import {
  type DocumentPart,
  type DocumentSource,
  type Encoding,
  HARDWARE_ENCODERS,
  type RunLimits,
} from '../raster/index.ts';

/** Smaller images are in the pack; larger ones are stored once for all segments that show them. */
const INLINE_BYTES = 2 ** 20;
const MAX_INLINE_BYTES = 64 * 2 ** 20;
const MAX_HEAD_BYTES = 16 * 2 ** 20;
/** The name of the format, and of the places of stored images. Only processes that know it draw a pack. */
export const PACK_FORMAT = 'framepress segment 2';
const MAGIC = Buffer.from(`${PACK_FORMAT}\n`);
const PREFIX_BYTES = MAGIC.length + 4;
const CODECS = [
  'h264',
  'hevc',
  'av1',
  'vp9',
  'prores',
  'gif',
  'png',
  'jpeg',
] as const satisfies readonly VideoCodec[];
const QUALITIES = ['draft', 'standard', 'high'] as const satisfies readonly Quality[];

const index = z.int().min(0);
const positive = z.number().positive();
const size = z
  .int()
  .min(1)
  .max(2 ** 16);

const encodingSchema = z.strictObject({
  width: size,
  height: size,
  codec: z.enum(CODECS),
  fps: positive,
  quality: z.enum(QUALITIES),
  hasAlpha: z.boolean(),
  hardware: z.enum(HARDWARE_ENCODERS).optional(),
});

const headSchema = z.strictObject({
  first: index,
  count: z.int().min(1),
  encodings: z.array(encodingSchema).min(1).max(100),
  limits: z.strictObject({ timeoutMs: positive, stallMs: positive, memoryBytes: positive }),
  parts: z.array(
    z.strictObject({
      document: index,
      background: index.optional(),
      frames: z.array(z.union([z.number(), z.literal('as before')])),
    }),
  ),
  /** The size of each document, in bytes. */
  documents: z.array(index),
  /** Images; `stored` ones are not in the pack. */
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^[\w-]{1,200}(\.\w{1,10})?$/),
      bytes: index,
      stored: z.boolean(),
    }),
  ),
});

type Head = z.infer<typeof headSchema>;

/** An image that is stored beside packs, because it is large. Its name contains its digest. */
export type PackedFile = { name: string; bytes: number };

/** A segment to draw. */
export type PackContent = {
  first: number;
  count: number;
  parts: readonly DocumentPart[];
  encodings: readonly Encoding[];
  limits: RunLimits;
};

/**
 * Writes all that draws a segment to one file: the documents, their small images from the resource
 * folder, the encodings and the limits. Equal segments give equal bytes. Returns the SHA-256 of the
 * file and the images that are too large for it.
 */
export async function writePack(
  path: string,
  content: PackContent,
  images: readonly string[],
): Promise<{ sha256: string; stored: PackedFile[] }> {
  const documents: string[] = [];
  const numberOf = ({ lottiePath }: DocumentSource) => documents.push(lottiePath) - 1;
  const parts = content.parts.map(({ source, background, frames }) => ({
    document: numberOf(source),
    ...(background && { background: numberOf(background) }),
    frames: [...frames],
  }));
  const { first, count, encodings, limits } = content;
  const folder = content.parts[0]?.source.resourceDir ?? '';
  const files = await filesOf(folder, images);
  const sizes = await Promise.all(documents.map(async (file) => (await stat(file)).size));
  const { timeoutMs, stallMs, memoryBytes } = limits;
  const head: Head = {
    first,
    count,
    limits: { timeoutMs, stallMs, memoryBytes },
    parts,
    documents: sizes,
    encodings: encodings.map(plain),
    files,
  };
  const inline = files
    .filter(({ stored: isStored }) => !isStored)
    .map(({ name }) => join(folder, name));
  const hash = createHash('sha256');
  await pipeline(packedBytes(head, [...documents, ...inline], hash), createWriteStream(path));
  const storedFiles = files.flatMap(({ name, bytes, stored: isStored }) =>
    isStored ? [{ name, bytes }] : [],
  );
  return { sha256: hash.digest('hex'), stored: storedFiles };
}

/**
 * Unpacks a segment into an empty folder. The images that the pack does not contain must be put
 * into `resources` before drawing. Throws `render_failed` for a damaged pack.
 */
export async function unpack(
  path: string,
  folder: string,
): Promise<PackContent & { resources: string; stored: PackedFile[] }> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { head, end } = await readHead(file, size);
  const resources = join(folder, 'resources');
  await mkdir(resources, { recursive: true });
  const inline = head.files.filter(({ stored: isStored }) => !isStored);
  const entries = [
    ...head.documents.map((bytes, n) => ({ bytes, to: documentPath(folder, n) })),
    ...inline.map(({ name, bytes }) => ({ bytes, to: join(resources, name) })),
  ];
  const total = entries.reduce((sum, { bytes }) => sum + bytes, end);
  if (total !== size) throw damaged(`its entries have ${total} of ${size} bytes`);
  let at = end;
  for (const { bytes, to } of entries) {
    await copyRange(file, { at, bytes }, to);
    at += bytes;
  }
  const source = (n: number): DocumentSource => {
    if (n >= head.documents.length) throw damaged(`it has no document ${n}`);
    return { lottiePath: documentPath(folder, n), resourceDir: resources };
  };
  const parts = head.parts.map(({ document, background, frames }) => ({
    source: source(document),
    ...(background !== undefined && { background: source(background) }),
    frames,
  }));
  const storedFiles = head.files.filter((entry) => entry.stored);
  const { first, count, limits } = head;
  return { first, count, limits, parts, encodings: head.encodings, resources, stored: storedFiles };
}

/**
 * The images by name, each once, with their sizes. Small images are in the pack, up to a limit for all
 * together; large ones are stored beside packs (`stored`).
 */
async function filesOf(folder: string, images: readonly string[]): Promise<Head['files']> {
  let room = MAX_INLINE_BYTES;
  const files: Head['files'] = [];
  for (const name of [...new Set(images)].sort()) {
    const { size: bytes } = await stat(join(folder, name));
    const isStored = bytes > INLINE_BYTES || bytes > room;
    if (!isStored) room -= bytes;
    files.push({ name, bytes, stored: isStored });
  }
  return files;
}

/** The bytes of a packed segment: the head, then the files. Updates `hash` with everything it yields. */
async function* packedBytes(head: Head, paths: readonly string[], hash: Hash) {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  for (const bytes of [MAGIC, length, json]) {
    hash.update(bytes);
    yield bytes;
  }
  for (const path of paths) {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(bytes);
      yield bytes;
    }
  }
}

/**
 * Reads and checks the head; `end` is the offset behind it. Throws for a file that is no packed segment.
 */
async function readHead(file: FileHandle, size: number): Promise<{ head: Head; end: number }> {
  const prefix = await readRange(file, 0, Math.min(size, PREFIX_BYTES));
  if (prefix.length < PREFIX_BYTES || !prefix.subarray(0, MAGIC.length).equals(MAGIC))
    throw damaged('it is not a segment');
  const length = prefix.readUInt32BE(MAGIC.length);
  if (length > MAX_HEAD_BYTES || PREFIX_BYTES + length > size)
    throw damaged(`its head has ${length} bytes`);
  const text = (await readRange(file, PREFIX_BYTES, length)).toString();
  try {
    return { head: headSchema.parse(JSON.parse(text)), end: PREFIX_BYTES + length };
  } catch (cause) {
    throw damaged('its head is not valid', cause);
  }
}

/** Returns fewer bytes at the end of the file. */
async function readRange(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read({ buffer, position });
  return buffer.subarray(0, bytesRead);
}

/** Writes a part of an open file to a new file; fails if that exists. Leaves `file` open. */
async function copyRange(
  file: FileHandle,
  { at, bytes }: { at: number; bytes: number },
  to: string,
): Promise<void> {
  if (bytes === 0) return writeFile(to, '', { flag: 'wx' });
  const range = { start: at, end: at + bytes - 1, autoClose: false };
  await pipeline(file.createReadStream(range), createWriteStream(to, { flags: 'wx' }));
}

function documentPath(folder: string, n: number): string {
  return join(folder, `document-${n}.json`);
}

/** An encoding without other properties that the object may have. */
function plain({ width, height, codec, fps, quality, hasAlpha, hardware }: Encoding) {
  return { width, height, codec, fps, quality, hasAlpha, ...(hardware && { hardware }) };
}

function damaged(reason: string, cause?: unknown): AppError {
  return new AppError('render_failed', `A packed segment is damaged: ${reason}.`, {}, { cause });
}
