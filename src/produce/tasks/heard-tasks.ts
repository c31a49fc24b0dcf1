import { join } from 'node:path';
import { type SpeechPart, writeSpeechParts } from '../../audio/index.ts';
import type { HeardAudio } from '../../compose/index.ts';
import { heardAudios } from '../heard-audio.ts';
import { stepsIn } from '../steps.ts';
import type { MappingTask } from './player-tasks.ts';
import type { TaskContext } from './task-context.ts';

/** Returns the audio for the captions of a mapping, by the name that they give. */
export async function findHeardAudio(
  { version, folder, ...inputs }: MappingTask,
  { templates, signal }: TaskContext,
): Promise<Record<string, HeardAudio>> {
  const template = await templates.get(version);
  const { audios } = await heardAudios({ ...inputs, template }, stepsIn(folder), signal);
  return audios;
}

export type WriteHeardTask = MappingTask & {
  /** The name that captions give. */
  from: string;
};

/** Writes the audio for captions as files for a recogniser, in the folder `speech` of the task's folder. */
export async function writeHeardAudio(
  { version, folder, from, ...inputs }: WriteHeardTask,
  { templates, signal }: TaskContext,
): Promise<SpeechPart[]> {
  const template = await templates.get(version);
  const request = { ...inputs, template };
  const { audios, paths } = await heardAudios(request, stepsIn(folder), signal);
  const audio = audios[from];
  if (!audio) return [];
  const { clips, seconds } = audio;
  return writeSpeechParts({ clips, seconds, paths }, join(folder, 'speech'), signal);
}
