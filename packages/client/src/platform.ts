/** Files in Node, Deno and Bun; `platform-browser.ts` is for browsers. */
import { FramepressError, NetworkError } from './errors.ts';
import type { DownloadOptions, FileInput, FilePart, FileSource, Opener } from './files.ts';
import { openPath, writePath } from './local-files.ts';
import { retryDelayMs, sleep } from './retry.ts';
import type { SentRequest } from './transport.ts';

type Multipart = Pick<SentRequest, 'headers' | 'body' | 'fetch' | 'isReplayable'>;

const MAX_RESUMES = 8;

/** Returns the request of a form with a file, which is read while it is sent. The file comes last. */
export async function multipart(file: FileInput, part: FilePart): Promise<Multipart> {
  const source = await fileSource(file);
  // The boundary must not occur in the file.
  const boundary = `framepress-${crypto.randomUUID()}`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    isReplayable: source.isReplayable,
    body: () => bodyOf(boundary, source, part),
  };
}

/**
 * Returns the body of a multipart form: its fields, then the file. Each call opens the file again,
 * so that an attempt can be repeated. `bytes` of the progress count those of the file.
 */
async function bodyOf(
  boundary: string,
  source: FileSource,
  { fields, onProgress, ...part }: FilePart,
): Promise<ReadableStream<Uint8Array>> {
  const { contentType = source.contentType ?? 'application/octet-stream' } = part;
  const filename = escaped(part.filename ?? source.filename ?? 'file');
  const head = (name: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${head(name)}\r\n\r\n${value}\r\n`],
  );
  const fileHead = `${head('file')}; filename="${filename}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  const encoder = new TextEncoder();
  const reader = (await source.open()).getReader();
  let bytes = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(texts.join('') + fileHead)),
    pull: async (controller) => {
      const { done: isDone, value } = await reader.read();
      if (isDone) {
        controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`));
        controller.close();
        return;
      }
      bytes += value.byteLength;
      controller.enqueue(value);
      onProgress?.({ bytes, total: source.bytes });
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Escapes a name as browsers do (HTML, 4.10.21.8). */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Returns how to read a file. A stream can be read once, so that its request is not retried. Throws
 * a `FramepressError` for other values.
 */
async function fileSource(file: FileInput): Promise<FileSource> {
  if (typeof file === 'string' || file instanceof URL) return openPath(file);
  if (file instanceof Blob) return blobSource(file);
  if (file instanceof Uint8Array || file instanceof ArrayBuffer) {
    return blobSource(new Blob([file as ArrayBuffer]));
  }
  if (file instanceof ReadableStream) return { isReplayable: false, open: async () => file };
  if (typeof file === 'object' && file !== null && Symbol.asyncIterator in file) {
    return { isReplayable: false, open: async () => streamOf(file) };
  }
  throw new FramepressError(
    `Expected a path, a File, a Blob, bytes or a stream for the file but received ${typeof file}.`,
  );
}

/** Returns the source of a Blob. A `File` also has a name. */
function blobSource(blob: Blob): FileSource {
  return {
    filename: (blob as { name?: string }).name,
    contentType: blob.type || undefined,
    bytes: blob.size,
    isReplayable: true,
    open: async () => blob.stream(),
  };
}

/**
 * Returns a stream that takes a chunk only when the reader asks for one. Canceling it ends the
 * iteration.
 */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done: isDone, value } = await iterator.next();
      if (isDone) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

/**
 * Writes a file of the service to a path. A broken download continues where it stopped, if the file
 * has an ETag. Throws a `NetworkError` after `MAX_RESUMES` failures without progress, and an error
 * if the file was changed meanwhile.
 */
export async function saveFile(
  path: string,
  open: Opener,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  await writePath(path, async (write) => {
    const state = { bytes: 0, total: undefined as number | undefined };
    let etag: string | null = null;
    for (let failures = 0; ; ) {
      const response = await open(rangeHeaders(state.bytes, etag));
      if (state.bytes > 0 && response.status !== 206) {
        throw new FramepressError('The file changed while it was downloaded.', { retryable: true });
      }
      state.total ??= Number(response.headers.get('content-length')) || undefined;
      etag = response.headers.get('etag');
      const formerBytes = state.bytes;
      try {
        return await readBody(response, async (chunk) => {
          await write(chunk);
          state.bytes += chunk.byteLength;
          onProgress?.({ ...state });
        });
      } catch (cause) {
        signal?.throwIfAborted();
        failures = state.bytes > formerBytes ? 1 : failures + 1;
        if (etag === null || failures > MAX_RESUMES) {
          throw new NetworkError('The download broke off.', { cause });
        }
        await sleep(retryDelayMs(failures), signal);
      }
    }
  });
}

function rangeHeaders(bytes: number, etag: string | null): Record<string, string> {
  return bytes > 0 && etag !== null ? { range: `bytes=${bytes}-`, 'if-range': etag } : {};
}

/** Writes a body chunk by chunk; the next one is read after `write` has ended. */
async function readBody(
  { body }: Response,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read())
    await write(chunk.value);
}
