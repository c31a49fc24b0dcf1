import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { audioRange, makeAudioTracks } from '../../audio/index.ts';
import { AppError } from '../../base/index.ts';
import { type Place, placesAt } from '../../compose/index.ts';
import { shrinkImage } from '../../produce/index.ts';
import { StepCache } from '../../storage/index.ts';
import type { TaskContext } from '../task-context.ts';
import type { TemplateRef } from '../template-cache.ts';
import type { AudioPlan } from './compose-preview.ts';

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
export async function mixPreviewAudio(
  { cacheFolder, entry, folder, to }: MixTask,
  { settings, signal }: TaskContext,
): Promise<null> {
  const plan = (await new StepCache(cacheFolder).at<Partial<AudioPlan>>(entry))?.facts;
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
  const { paths: made } = await makeAudioTracks(clips, folder, options, signal);
  // Whole files only: the folder of the entry is readable by requests.
  await rename(made[0] ?? '', to);
  return null;
}

export type ShrinkTask = { path: string; width: number; folder: string; to: string };

/** Writes a smaller copy of a decoded image. */
export async function shrinkPreviewImage(
  { path, width, folder, to }: ShrinkTask,
  { signal }: TaskContext,
): Promise<null> {
  const made = join(folder, 'shrunk');
  await shrinkImage(path, { width, to: made }, signal);
  await rename(made, to);
  return null;
}

/** Returns where the editables of a template show in a frame. */
export async function findPlaces(
  { version, frame }: { version: TemplateRef; frame: number },
  { templates }: TaskContext,
): Promise<Place[]> {
  return placesAt(await templates.get(version), frame);
}
