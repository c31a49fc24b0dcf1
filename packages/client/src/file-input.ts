import { FramepressError } from './errors.ts';
import { openPath } from './local-files.ts';

/** A path (Node, Deno and Bun), a `file:` URL, a File or Blob, bytes, or a stream of bytes. */
export type FileInput =
  | string
  | URL
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A file that is sent. A stream can be opened only once. */
export type FileSource = {
  filename: string | undefined;
  contentType: string | undefined;
  /** Undefined if it is not known before the end. */
  bytes: number | undefined;
  isReplayable: boolean;
  open(): Promise<ReadableStream<Uint8Array>>;
  /** The same as a Blob, for browsers. */
  blob(): Promise<Blob>;
};

export async function fileSource(input: FileInput): Promise<FileSource> {
  if (typeof input === 'string' || input instanceof URL) return withBlob(await openPath(input));
  if (input instanceof Blob) return ofBlob(input);
  if (input instanceof Uint8Array || input instanceof ArrayBuffer) {
    return ofBlob(new Blob([input as ArrayBuffer]));
  }
  if (typeof input === 'object' && input !== null) {
    const isStream = input instanceof ReadableStream;
    if (isStream || Symbol.asyncIterator in input) {
      return withBlob({
        filename: undefined,
        bytes: undefined,
        isReplayable: false,
        open: async () => (isStream ? input : streamOf(input)),
      });
    }
  }
  throw new FramepressError(
    `Expected a path, a File, a Blob, bytes or a stream for the file but received ${typeof input}.`,
    { code: 'invalid_request' },
  );
}

function ofBlob(blob: Blob): FileSource {
  const { name } = blob as { name?: string };
  return {
    filename: name,
    contentType: blob.type || undefined,
    bytes: blob.size,
    isReplayable: true,
    open: async () => blob.stream(),
    blob: async () => blob,
  };
}

function withBlob(source: Omit<FileSource, 'blob' | 'contentType'>): FileSource {
  return {
    ...source,
    contentType: undefined,
    blob: async () => new Response(await source.open()).blob(),
  };
}

function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
