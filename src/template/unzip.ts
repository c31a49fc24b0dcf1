import { type Entry, fromBufferPromise } from 'yauzl';
import { AppError, expected } from '../base/index.ts';

/** What an archive may be at most. */
const PACKAGE_LIMITS = {
  bytes: 256 * 1024 * 1024,
  unpackedBytes: 512 * 1024 * 1024,
  entries: 2000,
  pathDepth: 12,
  /** Unpacked over packed, counted above the first megabyte. */
  ratio: 200,
} as const;

/**
 * Unpacks an archive into memory. Sizes are counted as the bytes come out, so a header that lies
 * gains nothing; a name that would leave the package ends it.
 */
export async function unzip(bytes: Uint8Array, label: string): Promise<Map<string, Uint8Array>> {
  if (bytes.byteLength > PACKAGE_LIMITS.bytes) throw tooLarge('bytes', PACKAGE_LIMITS.bytes, label);
  const files = new Map<string, Uint8Array>();
  let total = 0;
  try {
    const zip = await fromBufferPromise(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      {
        decodeStrings: true,
        validateEntrySizes: true,
        strictFileNames: true,
      },
    );
    if (zip.entryCount > PACKAGE_LIMITS.entries)
      throw tooLarge('entries', PACKAGE_LIMITS.entries, label);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      checkPath(entry.fileName, label);
      const data = await inflate(zip, entry, total, label);
      total += data.byteLength;
      files.set(entry.fileName, data);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = (cause as Error).message;
    if (/relative path|absolute path|invalid characters/i.test(message))
      throw unsafe(message, label, cause);
    throw new AppError(
      'package_unreadable',
      `Expected a readable zip archive for ${label} but it is broken: ${message}.`,
      {
        hint: 'Pack it again; archives that are encrypted or in several parts cannot be read.',
      },
      { cause },
    );
  }
  return files;
}

async function inflate(
  zip: Awaited<ReturnType<typeof fromBufferPromise>>,
  entry: Entry,
  before: number,
  label: string,
): Promise<Uint8Array> {
  const most = Math.max(1024 * 1024, entry.compressedSize * PACKAGE_LIMITS.ratio);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).byteLength;
    if (before + size > PACKAGE_LIMITS.unpackedBytes)
      throw tooLarge('unpacked bytes', PACKAGE_LIMITS.unpackedBytes, label);
    if (size > most) {
      throw new AppError(
        'package_too_large',
        `Expected a file that unpacks to at most ${PACKAGE_LIMITS.ratio} times its packed size for ${entry.fileName} in ${label} but received more.`,
        {
          hint: 'This looks like a zip bomb. Pack the template again.',
        },
      );
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function checkPath(path: string, label: string): void {
  const parts = path.split('/');
  if (
    parts.includes('..') ||
    parts.includes('.') ||
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    path.includes('\\') ||
    path.includes('\0')
  ) {
    throw unsafe(JSON.stringify(path), label);
  }
  if (parts.length > PACKAGE_LIMITS.pathDepth)
    throw tooLarge('folders in one another', PACKAGE_LIMITS.pathDepth, label);
}

function unsafe(path: string, label: string, cause?: unknown): AppError {
  return new AppError(
    'package_path_unsafe',
    `Expected names that stay inside of the package for ${label} but received ${path}.`,
    {
      hint: 'Pack the folder itself, with relative names.',
    },
    { cause },
  );
}

function tooLarge(what: string, most: number, label: string): AppError {
  return new AppError('package_too_large', expected(`at most ${most} ${what}`, label, 'more'), {
    hint: 'Make the pictures smaller, or leave out what the animation does not use.',
  });
}
