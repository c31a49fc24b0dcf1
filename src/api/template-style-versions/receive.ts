import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, jsonPointer } from '../../base/index.ts';

/** An upload on disk. `digest` is the SHA-256 of the file. */
export type Received = { fields: Record<string, string>; filename: string; digest: string };

const HINT = 'curl -F file=@template.lottie';

/** Streams the part `file` to the path `arrival`; the other parts are text. */
export async function receive(request: FastifyRequest, arrival: string): Promise<Received> {
  const fields: Record<string, string> = {};
  let file: Omit<Received, 'fields'> | undefined;
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
    const digest = await write(part, arrival);
    file = { filename: part.filename.slice(0, 200).toWellFormed() || 'template', digest };
  }
  if (file) return { fields, ...file };
  throw new AppError(
    'invalid_request',
    'Expected the package as the part "file" but received none.',
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

async function write(part: MultipartFile, arrival: string): Promise<string> {
  const hash = createHash('sha256');
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
          yield chunk;
        }
      },
      target,
    );
  } catch (error) {
    throw error === failure ? storageFailed(error) : readingFailed(error);
  }
  if (part.file.truncated) {
    throw new AppError('payload_too_large', 'Expected a smaller package.', { pointer: '/file' });
  }
  return hash.digest('hex');
}

function storageFailed(cause: unknown): AppError {
  return new AppError('storage_failed', 'The package could not be stored.', {}, { cause });
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
