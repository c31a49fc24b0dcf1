import { FramepressError } from './errors.ts';
import type { FileSource } from './files.ts';

const CHUNK_BYTES = 256 * 1024;

type Handle = {
  read(buffer: Uint8Array): Promise<{ bytesRead: number }>;
  write(buffer: Uint8Array): Promise<{ bytesWritten: number }>;
  stat(): Promise<{ size: number; isFile(): boolean }>;
  close(): Promise<void>;
};

/** The functions of `node:fs/promises` that are used here. */
type FileSystem = {
  open(path: string | URL, flags: string): Promise<Handle>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string): Promise<void>;
};

/** Loads the file functions of Node, Deno or Bun. */
async function fileSystem(): Promise<FileSystem> {
  // A variable, because bundlers for browsers would look for the module.
  const name = 'node:fs/promises';
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as FileSystem;
  } catch (cause) {
    throw new FramepressError('Paths work only in Node, Deno and Bun. Use a File or a Blob.', {
      code: 'invalid_request',
      cause,
    });
  }
}

/**
 * Returns a file on disk, which is read as it is sent. Throws `file_unreadable` now, not at the
 * first attempt.
 */
export async function openPath(path: string | URL): Promise<FileSource> {
  const { open } = await fileSystem();
  const opened = async () => {
    try {
      return await open(path, 'r');
    } catch (cause) {
      throw new FramepressError(`The file ${path} cannot be read: ${(cause as Error).message}`, {
        code: 'file_unreadable',
        cause,
      });
    }
  };
  const handle = await opened();
  const { size, ...description } = await describeAndClose(handle);
  if (!description.isFile) {
    throw new FramepressError(`Expected a file but ${path} is none.`, { code: 'file_unreadable' });
  }
  const parts = decodeURIComponent(path instanceof URL ? path.pathname : '').split('/');
  return {
    filename: path instanceof URL ? parts.at(-1) : path.split(/[\\/]/).at(-1),
    bytes: size,
    isReplayable: true,
    open: async () => streamOf(await opened()),
  };
}

/**
 * Returns the size of an open file and whether it is a regular file. Closes the handle in any case.
 */
async function describeAndClose(handle: Handle): Promise<{ size: number; isFile: boolean }> {
  try {
    const stat = await handle.stat();
    return { size: stat.size, isFile: stat.isFile() };
  } finally {
    await handle.close();
  }
}

/**
 * Reads an open file from its start. Closes the handle after the last byte, or when the reader
 * cancels.
 */
function streamOf(handle: Handle): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await handle.read(chunk);
      if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead));
      await handle.close();
      controller.close();
    },
    cancel: () => handle.close(),
  });
}

/**
 * Writes a file under a temporary name beside `path` and renames it when it is complete. The
 * temporary file is removed after a failure.
 */
export async function writePath(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { open, rename, rm } = await fileSystem();
  const partial = `${path}.part`;
  const handle = await open(partial, 'w');
  const write = async (chunk: Uint8Array) => {
    for (let remainder = chunk; remainder.byteLength > 0; ) {
      const { bytesWritten } = await handle.write(remainder);
      remainder = remainder.subarray(bytesWritten);
    }
  };
  try {
    await fill(write).finally(() => handle.close());
    await rename(partial, path);
  } catch (error) {
    await rm(partial);
    throw error;
  }
}
