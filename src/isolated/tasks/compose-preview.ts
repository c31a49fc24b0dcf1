import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type AudioClip, forPlayers, pathOfAsset } from '../../compose/index.ts';
import { produce } from '../../produce/index.ts';
import { StepCache } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import type { Template } from '../../template/index.ts';
import type { TaskContext } from '../task-context.ts';
import type { MappingTask } from './check-mapping.ts';

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
export async function composePreview(
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
    const used = new Set(clips.map(({ digest }) => digest));
    const relativePaths = [...used].map((digest) => [
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
