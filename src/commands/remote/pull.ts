import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Framepress, NetworkError, RenderFailedError } from '@framepress/client';
import { AppError } from '../../base/index.ts';
import { captionNameEnds } from '../../captions/index.ts';
import { isDiskFull } from '../../system/index.ts';
import { prepareOut } from '../out-file.ts';
import { print } from '../output.ts';
import { ProgressBar } from '../progress-bar.ts';
import { withRemote } from './remote-client.ts';

type Saved = { path: string; bytes: number };
type Output = { name: string; file: string; bytes: number };
type Session = Awaited<ReturnType<Framepress['renders']['get']>>['session'];

/** Downloads the videos of a session, or the archive of a batch. */
export async function pullCommand(
  id: string,
  options: { out?: string; json?: boolean },
): Promise<void> {
  const saved = await withRemote((framepress) =>
    id.startsWith('bat_')
      ? pullBatch(framepress, id, options.out)
      : pullSession(framepress, id, options.out),
  );
  print(options.json, { id, files: saved }, () =>
    saved.map(({ path, bytes }) => `${path} (${bytes} bytes)`),
  );
}

/**
 * Downloads the videos of a session, to a folder if there are several, and its captions beside the first one. Throws
 * if the session has no video.
 */
async function pullSession(framepress: Framepress, id: string, out = '.'): Promise<Saved[]> {
  const { session } = await framepress.renders.get(id);
  if (session.outputs.length === 0) {
    if (session.status === 'failed') throw new RenderFailedError(session);
    throw new AppError('not_found', `${id} has no video: its status is ${session.status}.`, {
      hint: `Wait for its end: framepress watch ${id}`,
    });
  }
  const outputs = session.outputs.map(({ file, format, bytes }, index): Output => {
    const name = `${id}${index > 0 ? `-${index + 1}` : ''}.${extensionOf(format)}`;
    return { name, file, bytes };
  });
  const isFolder = outputs.length > 1 || (await isFolderPath(out));
  const saved: Saved[] = [];
  for (const { name, file, bytes } of outputs) {
    const path = isFolder ? join(out, name) : out;
    await prepareOut(path);
    using bar = new ProgressBar(process.stderr);
    const onProgress = (progress: { bytes: number }) => bar.show(progress.bytes, bytes, name);
    await framepress.renders.save(id, path, { file, onProgress });
    saved.push({ path, bytes });
  }
  const [{ path } = { path: out }] = saved;
  return [...saved, ...(await pullCaptions(framepress, session, path))];
}

/** Downloads the captions of a session beside a video: `ana.de.vtt` beside `ana.mp4`. */
async function pullCaptions(
  framepress: Framepress,
  { id, captions }: Session,
  video: string,
): Promise<Saved[]> {
  const base = video.slice(0, video.length - extname(video).length);
  const ends = captionNameEnds(captions.map(({ language }) => language));
  const saved: Saved[] = [];
  for (const [index, { webvtt_url: vtt, srt_url: srt }] of captions.entries()) {
    for (const url of [vtt, srt]) {
      const file = basename(new URL(url).pathname);
      const path = `${base}${ends[index] ?? ''}${extname(file)}`;
      await framepress.renders.save(id, path, { file });
      saved.push({ path, bytes: (await stat(path)).size });
    }
  }
  return saved;
}

/** The archive is made while it is sent: its size is unknown, and it cannot be continued. */
async function pullBatch(framepress: Framepress, id: string, out = '.'): Promise<Saved[]> {
  const path = (await isFolderPath(out)) ? join(out, `${id}.zip`) : out;
  await prepareOut(path);
  const { body } = await framepress.batches.archive(id);
  const part = `${path}.part`;
  let bytes = 0;
  try {
    const chunks = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    chunks.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
    });
    await pipeline(chunks, createWriteStream(part));
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    if (isDiskFull(cause)) throw cause;
    throw new NetworkError(`The download of ${id} broke off. Try again.`, { cause });
  }
  return [{ path, bytes }];
}

/** Image sequences are ZIP files. */
function extensionOf(format: string): string {
  if (format === 'png' || format === 'jpeg') return 'zip';
  return /^[a-z0-9]{1,8}$/.test(format) ? format : 'bin';
}

/** Whether a path is that of a folder: it exists as one, or ends with `/`. */
async function isFolderPath(path: string): Promise<boolean> {
  if (path.endsWith('/')) return true;
  return stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}
