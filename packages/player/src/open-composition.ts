import type { Composition, CompositionFile } from './composition.ts';
import type { Engine } from './engine.ts';
import { isAborted, PlayerError } from './player-error.ts';
import type { Slot } from './protocol.ts';
import { shownFiles } from './shown-files.ts';
import { frameWidth, type Size } from './size.ts';
import { urlOnServer, withParameter } from './urls.ts';

/** Browsers open six connections to a host. */
const MAX_PARALLEL_FETCHES = 6;
const MAX_COMPOSITION_BYTES = 512 * 2 ** 20;

export type FetchFile = (url: string, signal: AbortSignal) => Promise<Response>;
export type FileSource = { server: string; fetchFile: FetchFile };

/** A file at a width in pixels; 0 is the file's own. */
type WantedFile = { file: CompositionFile; width: number; key: string };

/** Whether frames of videos are played with fewer pixels than a paused frame has. */
export function isScaled({ files, video }: Composition, drawnSize: Size): boolean {
  return files.some((file) => file.kind === 'frame' && frameWidth(file, video, drawnSize) > 0);
}

/** Returns all files, with frames of videos as large as they are drawn. */
export function filesForPlaying({ files, video }: Composition, drawnSize: Size): WantedFile[] {
  return files.map((file) =>
    wantedFile(file, file.kind === 'frame' ? frameWidth(file, video, drawnSize) : 0),
  );
}

/** Returns the files of a single frame, each in its own size. */
export function filesOfFrame({ files, lottie }: Composition, frame: number): WantedFile[] {
  const visibleFiles = shownFiles(lottie, frame);
  return files.filter(({ name }) => visibleFiles.has(name)).map((file) => wantedFile(file, 0));
}

/**
 * Fetches the files that the engine lacks and opens the composition. Returns the size of the
 * engine's memory.
 */
export async function openComposition(
  engine: Engine,
  { slot, json, files }: { slot: Slot; json: string; files: readonly WantedFile[] },
  source: FileSource,
  signal: AbortSignal,
): Promise<number> {
  const missing = new Set(await engine.call('prepare', { keys: files.map(({ key }) => key) }));
  signal.throwIfAborted();
  const queue = files.filter(({ key }) => missing.delete(key));
  let bytes = 0;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const fetchNext = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const content = await fetchBytes(next, source, either);
      bytes += content.byteLength;
      if (bytes > MAX_COMPOSITION_BYTES)
        throw new PlayerError('composition_too_large', "The composition's files are too large.");
      const isFrame = next.file.kind === 'frame';
      await engine.call('keep', { key: next.key, bytes: content, isFrame }, [content]);
      either.throwIfAborted();
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL_FETCHES }, fetchNext));
  } catch (error) {
    // The other requests would go on.
    failed.abort();
    throw error;
  }
  signal.throwIfAborted();
  const named = files.map(({ file: { name }, key }) => ({ name, key }));
  try {
    return (await engine.call('open', { slot, json, files: named })).heapBytes;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new PlayerError('composition_unreadable', message, { cause });
  }
}

function wantedFile(file: CompositionFile, width: number): WantedFile {
  return { file, width, key: `${file.name} ${width}` };
}

/**
 * Loads a file, scaled to `width` by the service unless it is 0. Throws `file_unavailable`; aborts
 * are passed on.
 */
async function fetchBytes(
  { file, width }: WantedFile,
  { server, fetchFile }: FileSource,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const fileUrl = urlOnServer(server, file.url);
  try {
    const response = await fetchFile(
      width > 0 ? withParameter(fileUrl, 'width', width) : fileUrl,
      signal,
    );
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    return await response.arrayBuffer();
  } catch (cause) {
    if (isAborted(cause)) throw cause;
    const message = `The file ${file.name} could not be loaded.`;
    throw new PlayerError('file_unavailable', message, { cause });
  }
}
