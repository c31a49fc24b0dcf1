import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, jsonPointer } from '../base/index.ts';
import { storageError } from '../system/index.ts';

/**
 * A received file on disk, with the text parts of the request. `digest`: SHA-256 of the file.
 * `filename` is empty when the client sent none.
 */
export type ReceivedFile = {
  fields: Record<string, string>;
  filename: string;
  digest: string;
  bytes: number;
};

/** Maximum size of a text part. */
export const MAX_FIELD_BYTES = 10_000;
export const MAX_FIELDS = 20;
/** More than the text parts, and the heads of all parts, need. */
const MAX_OTHER_BYTES = 4 * 2 ** 20;

const MAX_NAME_CHARACTERS = 100;

const HINT = 'curl -F file=@<path>';

/** Bytes after which the free space of the disk is read again. */
export const ROOM_CHECK_BYTES = 4 * 2 ** 20;

type Expected = {
  /** Names the file in errors. */
  what: 'package' | 'file';
  maxBytes: number;
  /** Throws if the disk is full. */
  roomNeeded: () => Promise<void>;
};

/**
 * Streams the part `file` to the path `arrival`. All other parts are text. A request that announces
 * more than `maxBytes` is rejected before its body is read.
 */
export async function receiveFile(
  request: FastifyRequest,
  arrival: string,
  { what, maxBytes, roomNeeded }: Expected,
): Promise<ReceivedFile> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes + MAX_OTHER_BYTES) throw tooLarge(what, maxBytes);
  await roomNeeded();
  const fields: Record<string, string> = {};
  let file: Omit<ReceivedFile, 'fields'> | undefined;
  for await (const part of parts(request)) {
    const fieldname = partName(part);
    if (part.type === 'field') {
      fields[fieldname] = fieldText(part, fieldname);
      continue;
    }
    if (fieldname !== 'file' || file) {
      const name = JSON.stringify(fieldname.slice(0, 100));
      throw new AppError('invalid_request', `Expected one file, "file", but received ${name}.`, {
        pointer: jsonPointer(fieldname),
        hint: HINT,
      });
    }
    const written = await writePart(part, arrival, { what, maxBytes, roomNeeded });
    // The file name is optional.
    const filename = (part.filename as string | undefined)?.slice(0, 200).toWellFormed();
    file = { filename: filename ?? '', ...written };
  }
  if (file) return { fields, ...file };
  throw new AppError(
    'invalid_request',
    `Expected the ${what} as the part "file" but received none.`,
    { pointer: '/file', hint: HINT },
  );
}

/** Returns a part's name. `fieldname` is undefined for a part without a name. */
function partName(part: Multipart): string {
  const name = part.fieldname as string | undefined;
  if (name && name.length <= MAX_NAME_CHARACTERS) return name;
  const what = name ? `has a name of more than ${MAX_NAME_CHARACTERS} characters` : 'has no name';
  throw new AppError('malformed_body', `A part of the multipart body ${what}.`, {
    hint: 'Name each part: content-disposition: form-data; name="file".',
  });
}

/** Returns a field as text. The parser has already parsed a field that was sent as JSON. */
function fieldText({ value, valueTruncated }: MultipartValue, name: string): string {
  if (!valueTruncated) return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  throw new AppError(
    'payload_too_large',
    `Expected at most ${MAX_FIELD_BYTES} bytes for the part ${JSON.stringify(name)} but received more.`,
    { pointer: jsonPointer(name) },
  );
}

/** Returns the parts of the body; throws `malformed_body` when the parser fails. */
async function* parts(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  const iterator = request.parts();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw readingFailed(error);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.(undefined);
  }
}

/**
 * Writes a part to the file `arrival`. Throws `payload_too_large`, the error of a full disk, or
 * `malformed_body` for a body that ends early. The caller removes the file.
 */
async function writePart(
  part: MultipartFile,
  arrival: string,
  { what, maxBytes, roomNeeded }: Expected,
): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let checkedBytes = 0;
  const target = createWriteStream(arrival);
  let failure: Error | undefined;
  target.on('error', (error) => {
    failure = error;
  });
  let broken: Error | undefined;
  part.file.once('error', (error: Error) => {
    broken = error;
  });
  try {
    await pipeline(
      part.file,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          if (bytes - checkedBytes >= ROOM_CHECK_BYTES) {
            await roomNeeded();
            checkedBytes = bytes;
          }
          yield chunk;
        }
      },
      target,
    );
  } catch (error) {
    // The write stream reports the parser's error, too, if it was open.
    const isStored = error === failure && error !== broken;
    const reported = isStored ? storageError(error) : readingFailed(error);
    // The stream may still open the file. Wait, so that the caller can delete it.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve));
    throw reported;
  }
  if (part.file.truncated) {
    throw tooLarge(what, maxBytes);
  }
  return { digest: hash.digest('hex'), bytes };
}

function tooLarge(what: string, maxBytes: number): AppError {
  const limit = `${Math.floor(maxBytes / 1e5) / 10} MB`;
  return new AppError('payload_too_large', `The ${what} is too large (limit: ${limit}).`, {
    pointer: '/file',
  });
}

/** Returns Fastify's errors with a status unchanged; all others are errors of the parser. */
function readingFailed(error: unknown): Error {
  const hasStatus = typeof (error as { statusCode?: unknown }).statusCode === 'number';
  if (error instanceof AppError || (error instanceof Error && hasStatus)) return error;
  return new AppError(
    'malformed_body',
    'The multipart/form-data body is incomplete or malformed.',
    { hint: HINT },
    { cause: error },
  );
}
