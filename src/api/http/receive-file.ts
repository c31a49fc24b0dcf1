import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, jsonPointer } from '../../base/index.ts';

/** An upload on disk. `digest` is the SHA-256 of the file. */
export type ReceivedFile = {
  fields: Record<string, string>;
  filename: string;
  digest: string;
  bytes: number;
};

const HINT = 'curl -F file=@<path>';

/** Streams the part `file` to the path `arrival`; the other parts are text. `what` is for errors. */
export async function receiveFile(
  request: FastifyRequest,
  arrival: string,
  what: 'package' | 'file',
): Promise<ReceivedFile> {
  const fields: Record<string, string> = {};
  let file: Omit<ReceivedFile, 'fields'> | undefined;
  for await (const part of parts(request)) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== 'file' || file) {
      const name = JSON.stringify(part.fieldname.slice(0, 100));
      throw new AppError('invalid_request', `Expected one file, "file", but received ${name}.`, {
        pointer: jsonPointer(part.fieldname),
        hint: HINT,
      });
    }
    const written = await write(part, arrival, what);
    file = { filename: part.filename.slice(0, 200).toWellFormed() || 'template', ...written };
  }
  if (file) return { fields, ...file };
  throw new AppError(
    'invalid_request',
    `Expected the ${what} as the part "file" but received none.`,
    { pointer: '/file', hint: HINT },
  );
}

/** The parts of the body; what its reader cannot make sense of is `malformed_body`. */
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

async function write(
  part: MultipartFile,
  arrival: string,
  what: string,
): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const target = createWriteStream(arrival);
  let failure: Error | undefined;
  target.on('error', (error) => {
    failure = error;
  });
  try {
    await pipeline(
      part.file,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          yield chunk;
        }
      },
      target,
    );
  } catch (error) {
    // Closing, the file may tell the parser's error as its own.
    const told = error === failure ? storageFailed(what, error) : readingFailed(error);
    // It may only be opened now, after whoever removes it has looked.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve));
    throw told;
  }
  if (part.file.truncated) {
    throw new AppError('payload_too_large', `Expected a smaller ${what}.`, { pointer: '/file' });
  }
  return { digest: hash.digest('hex'), bytes };
}

function storageFailed(what: string, cause: unknown): AppError {
  return new AppError('storage_failed', `The ${what} could not be stored.`, {}, { cause });
}

/** Errors with a status are refusals that have their words already; others are the parser's. */
function readingFailed(error: unknown): Error {
  const hasStatus = typeof (error as { statusCode?: unknown }).statusCode === 'number';
  if (error instanceof AppError || (error instanceof Error && hasStatus)) return error;
  return new AppError(
    'malformed_body',
    'Expected a whole multipart/form-data body with its boundary but it is cut off or broken.',
    { hint: HINT },
    { cause: error },
  );
}
