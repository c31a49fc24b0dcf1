import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Vault } from '../secrets/index.ts';
import { storageError, writeAll } from '../system/index.ts';

/** Characters that are encrypted together. */
const CHUNK_CHARACTERS = 32 * 1024;
/** No key of the vault ends a line. */
const NEWLINE = 10;

/**
 * Writes text to a file, encrypted in chunks of one line each, because the rows of a batch may hold presigned
 * addresses. `owner` is the id of the batch. Returns the size of the file.
 */
export async function writeEncryptedText(
  path: string,
  text: AsyncIterable<string>,
  vault: Vault,
  owner: string,
): Promise<number> {
  await using file = await open(path, 'w', 0o600);
  let waiting = '';
  let bytes = 0;
  const write = async (chunk: string) => {
    const line = Buffer.from(`${vault.encrypt(chunk, owner)}\n`, 'latin1');
    bytes += line.byteLength;
    await writeAll(file, line).catch((error: unknown) => {
      throw storageError(error);
    });
  };
  for await (const chunk of text) {
    waiting += chunk;
    while (waiting.length >= CHUNK_CHARACTERS) {
      const end = endOfCharacter(waiting, CHUNK_CHARACTERS);
      await write(waiting.slice(0, end));
      waiting = waiting.slice(end);
    }
  }
  if (waiting !== '') await write(waiting);
  return bytes;
}

/** A chunk that ended within a surrogate pair could not be encoded. */
function endOfCharacter(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/** Reads the text that `writeEncryptedText` has written. Throws `secret_key_missing` if its key is lost. */
export async function* openEncryptedText(
  source: string | Readable,
  vault: Vault,
  owner: string,
): AsyncGenerator<string> {
  const stream = typeof source === 'string' ? createReadStream(source) : source;
  let parts: Buffer[] = [];
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        parts.push(chunk.subarray(start, end));
        yield vault.decrypt(Buffer.concat(parts).toString('latin1'), owner);
        parts = [];
        start = end + 1;
      }
      if (start < chunk.byteLength) parts.push(chunk.subarray(start));
    }
  } finally {
    stream.destroy();
  }
}
