import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, assert, defined, say } from '../base/index.ts';
import { type AssetPaths, type AudioClip, pathOfAsset, rateOf } from '../compose/index.ts';
import {
  type AudioSource,
  type AudioSpan,
  decodeAudio,
  SAMPLE_BYTES,
  SAMPLE_RATE,
} from '../media/audio/index.ts';
import { ClipReader, RAMP, toSample } from './clip-audio.ts';

/** Maximum of all decoded audio of one video: 5.5 GB on disk. */
const MAX_SECONDS = 4 * 3600;

type Source = AudioSpan & Pick<AudioSource, 'path' | 'originSeconds'>;

/** Clips that are ready to mix. Disposing them closes their files and removes `folder`. */
export type OpenClips = AsyncDisposable & { readers: ClipReader[] };

/**
 * Decodes each source of the clips once, to a raw file in `folder`. Throws `asset_corrupt` for a
 * source that can no longer be decoded, and `asset_too_large` for more than four hours of audio.
 */
export async function openClips(
  clips: readonly AudioClip[],
  paths: AssetPaths,
  folder: string,
  signal?: AbortSignal,
): Promise<OpenClips> {
  await using opened = new AsyncDisposableStack();
  await mkdir(folder, { recursive: true });
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const sources = sourcesOf(clips, paths);
  checkTotal([...sources.values()]);
  const files = new Map<string, { file: FileHandle; firstSample: number; sampleCount: number }>();
  for (const [key, source] of sources) {
    const raw = join(folder, `${files.size}.f32`);
    await decodeAudio({ ...source, what: 'an audio file of the video' }, raw, source, signal);
    const file = await open(raw);
    opened.defer(() => file.close());
    const sampleCount = Math.floor((await file.stat()).size / SAMPLE_BYTES);
    files.set(key, { file, sampleCount, firstSample: source.firstSample });
  }
  const readers: ClipReader[] = [];
  for (const clip of clips) {
    const file = files.get(sourceKey(clip));
    assert(file, 'every clip has a source');
    readers.push(await ClipReader.open(clip, file));
  }
  const resources = opened.move();
  return { readers, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function sourceKey({ digest, speed, tempo, originSeconds }: AudioClip): string {
  return `${digest} ${speed} ${tempo} ${originSeconds}`;
}

/** The span that the clips need of each file at each speed. */
function sourcesOf(clips: readonly AudioClip[], paths: AssetPaths): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const clip of clips) {
    const { digest, speed, tempo, originSeconds, startSeconds, endSeconds } = clip;
    const { trimStartSeconds, loopSeconds } = clip;
    const first = toSample(trimStartSeconds / rateOf(clip));
    const length = Math.min(
      endSeconds - startSeconds,
      loopSeconds === undefined ? Number.POSITIVE_INFINITY : loopSeconds / rateOf(clip),
    );
    const end = first + toSample(length) + RAMP;
    const knownSource = sources.get(sourceKey(clip));
    const from = Math.min(first, knownSource?.firstSample ?? first);
    const to = Math.max(end, knownSource ? knownSource.firstSample + knownSource.sampleCount : end);
    const origin = originSeconds === undefined ? {} : { originSeconds };
    const span = { speed, ...defined({ tempo }), firstSample: from, sampleCount: to - from };
    sources.set(sourceKey(clip), { path: pathOfAsset(paths, digest), ...origin, ...span });
  }
  return sources;
}

/** Throws `asset_too_large` if all sources together are too long. */
function checkTotal(sources: readonly Source[]): void {
  const seconds = sources.reduce((sum, { sampleCount }) => sum + sampleCount / SAMPLE_RATE, 0);
  if (seconds <= MAX_SECONDS) return;
  throw new AppError(
    'asset_too_large',
    say`Expected at most ${MAX_SECONDS / 3600} hours of audio for one video but received ${Math.round(seconds / 360) / 10}.`,
    { hint: 'Use fewer or shorter audio files.' },
  );
}
