import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { audioRange, makeAudioTracks } from '../../audio/index.ts';
import { AppError, assert, defined } from '../../base/index.ts';
import {
  type AudioClip,
  forPlayers,
  type Place,
  pathOfAsset,
  placesAt,
} from '../../compose/index.ts';
import type { ParsedMapping } from '../../mapping/index.ts';
import { shrinkImage } from '../../media/image/index.ts';
import type { StillFormat } from '../../raster/index.ts';
import { StepCache } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import { type FrameRequest, stillFrame, type Template } from '../../template/index.ts';
import type { IngestedInputs } from '../ingest-inputs.ts';
import { produce, produceText } from '../produce.ts';
import { rendererOf, type TaskContext } from './task-context.ts';
import type { DraftSource, TemplateRef } from './template-cache.ts';

export type MappingTask = IngestedInputs & {
  version: TemplateRef;
  mapping: ParsedMapping;
  /** A folder that only this task uses. */
  folder: string;
};

/** Returns how a mapping's texts and images fit, and their faults. */
export async function checkMapping(
  { version, ...request }: MappingTask,
  { templates, settings }: TaskContext,
) {
  const template = await templates.get(version);
  return produceText({ ...request, template, fontFolders: settings.fontFolders });
}

export type StillTask = MappingTask & {
  /** Drawn instead of the version's import. */
  draft?: DraftSource;
  frameRequest: FrameRequest;
  width?: number;
  format: StillFormat;
};

/**
 * Draws one frame, with the same pixels as in the video. Returns the name of the image file in the
 * task's folder.
 */
export async function drawStill(
  { version, mapping, ingested, paths, folder, frameRequest, width, format, draft }: StillTask,
  context: TaskContext,
): Promise<{ file: string }> {
  const { templates, signal } = context;
  const template =
    draft === undefined ? await templates.get(version) : await templates.draft(version, draft);
  // Without audio files, `produce` does less work. A still has no audio.
  const mute = { ...template, audioFiles: new Map() };
  const frame = stillFrame(template, frameRequest);
  assert(frame !== undefined, 'the still is one of the template');
  const inputs = { template: mute, mapping, ingested, paths };
  const { fontFolders } = context.settings;
  const produced = await produce(
    { ...inputs, folder: join(folder, 'images'), fontFolders, frames: [frame] },
    signal,
  );
  const file = 'still';
  const still = { frame, path: join(folder, file), format, ...defined({ width }) };
  const { composition, paths: files } = produced;
  const stills = { composition, paths: files, folder, stills: [still] };
  await rendererOf(context).renderStills(stills, signal);
  return { file };
}

export type ComposeTask = MappingTask & {
  /** The account's step cache. The paths of the mapping's files are below it. */
  cacheFolder: string;
};

/** What the audio of a composition is mixed from. Paths are relative to the account's step cache. */
export type AudioPlan = {
  clips: AudioClip[];
  paths: Record<string, string>;
  fps: number;
  frameCount: number;
};

/**
 * Composes a mapping for players in browsers, without reading media whose results are cached. Writes
 * the Lottie document to a file in the task's folder, and returns its name.
 */
export async function composeForPlayer(
  { version, cacheFolder, folder, ...inputs }: ComposeTask,
  { templates, settings, emit, signal }: TaskContext,
) {
  const { fontFolders } = settings;
  const template = await templates.get(version);
  const cache = new StepCache(cacheFolder, basename(folder));
  const produced = await produce(
    { ...inputs, template, fontFolders, folder: join(folder, 'media'), steps: cache },
    signal,
  );
  const { composition, paths, images, fit, warnings } = produced;
  const { audio: clips, video, files } = composition;
  const text = JSON.stringify(forPlayers(composition));
  const lottieFile = 'lottie.json';
  await writeFile(join(folder, lottieFile), text);
  const audio = clips.length === 0 ? null : await keepPlan(cache, cacheFolder, produced);
  emit({ name: 'counted', what: 'steps', ...cache.counts });
  return {
    digest: sha256(JSON.stringify([sha256(text), audio, video])),
    lottieFile,
    files: files.map(({ digest, name }) => {
      const { width = 0, height = 0, isFrame = false } = images.get(digest) ?? {};
      // The name of the file is that in the document.
      const entry = entryOf(cacheFolder, pathOfAsset(paths, digest));
      return { name, entry, width, height, isFrame };
    }),
    video,
    audio,
    fit,
    warnings,
    stillcuts: secondsOf(template),
  };
}

/** Returns the times of the stills by name. */
function secondsOf({ stillcuts }: Pick<Template, 'stillcuts'>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stillcuts).map(([name, { seconds }]) => [name, seconds]),
  );
}

/** Returns the name of the entry with the plan. */
async function keepPlan(
  cache: StepCache,
  cacheFolder: string,
  { composition, paths }: Awaited<ReturnType<typeof produce>>,
): Promise<string> {
  const { audio: clips, video } = composition;
  const { fps, frameCount } = video;
  const { folder } = await cache.run(['audio plan', clips, fps, frameCount], async () => {
    const usedDigests = new Set(clips.map(({ digest }) => digest));
    const relativePaths = [...usedDigests].map((digest) => [
      digest,
      relative(cacheFolder, pathOfAsset(paths, digest)),
    ]);
    return { clips, paths: Object.fromEntries(relativePaths), fps, frameCount } as AudioPlan;
  });
  return basename(folder);
}

/** Returns the name of the cache's entry that has a file. */
function entryOf(cacheFolder: string, path: string): string {
  return relative(cacheFolder, path).split('/')[0] ?? '';
}

export type MixTask = {
  cacheFolder: string;
  /** The name of the entry with the plan of the audio. */
  entry: string;
  /** A folder that only this task uses. */
  folder: string;
  /** The path of the finished file. */
  to: string;
};

/** Mixes the audio of a composition as a render does, and encodes it as AAC in MP4. */
export async function mixPlayerAudio(
  { cacheFolder, entry, folder, to }: MixTask,
  { settings, signal }: TaskContext,
): Promise<null> {
  const plan = (await new StepCache(cacheFolder).findEntry<Partial<AudioPlan>>(entry))?.facts;
  if (!plan?.clips) throw new AppError('not_found', 'The entry has no audio.');
  const { clips, paths: sources = {}, fps = 1, frameCount = 0 } = plan;
  const { loudnessTargetLufs } = settings;
  const paths = Object.fromEntries(
    Object.entries(sources).map(([digest, path]) => [digest, join(cacheFolder, path)]),
  );
  await mkdir(join(folder, 'audio'), { recursive: true });
  const options = {
    paths,
    tracks: [{ codec: 'aac' as const, quality: 'standard' as const }],
    range: audioRange({ first: 0, count: frameCount }, fps),
    ...(loudnessTargetLufs !== null && { targetLufs: loudnessTargetLufs }),
  };
  const { paths: trackPaths } = await makeAudioTracks(clips, folder, options, signal);
  // Whole files only: the folder of the entry is readable by requests.
  await rename(trackPaths[0] ?? '', to);
  return null;
}

export type ShrinkTask = { path: string; width: number; folder: string; to: string };

/** Writes a smaller copy of a decoded image. */
export async function shrinkPlayerImage(
  { path, width, folder, to }: ShrinkTask,
  { signal }: TaskContext,
): Promise<null> {
  const smallPath = join(folder, 'shrunk');
  await shrinkImage(path, { width, to: smallPath }, signal);
  await rename(smallPath, to);
  return null;
}

/** Returns where the editables of a template show in a frame. */
export async function findPlaces(
  { version, frame }: { version: TemplateRef; frame: number },
  { templates }: TaskContext,
): Promise<Place[]> {
  return placesAt(await templates.get(version), frame);
}
