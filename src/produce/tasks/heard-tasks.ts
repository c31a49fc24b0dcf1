import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpeechPart, writeSpeechParts } from '../../audio/index.ts';
import {
  type CaptionWarning,
  checkCues,
  findingWarnings,
  markupWarnings,
} from '../../captions/index.ts';
import { type HeardAudio, leftOutWarnings } from '../../compose/index.ts';
import { frameSeconds } from '../../lottie/index.ts';
import type { ParsedCaptionTrack } from '../../mapping/index.ts';
import { missingWords, withCaptionCues } from '../caption-files.ts';
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

/** Captions with their cues, and the findings about them. */
export type ListedCaptions = { track: ParsedCaptionTrack; warnings: CaptionWarning[] };

/**
 * Reads the cues of a mapping's captions, which have their files as inputs. Writes a list of `ListedCaptions` as
 * JSON to a file of the task's folder, because all cues may be many, and returns its name.
 */
export async function listCaptions(
  { version, mapping, folder, ...inputs }: MappingTask,
  { templates }: TaskContext,
): Promise<{ file: string }> {
  const template = await templates.get(version);
  const { video } = template;
  const durationSeconds = frameSeconds(video.frameCount, video.fps);
  const { captions = [] } = await withCaptionCues(mapping, { ...inputs, template });
  const list = captions.map((track): ListedCaptions => {
    const { source, markupLines = [], pointer } = track;
    const missing = missingWords(mapping, inputs).filter(
      (w) => w.pointer === `/mapping${pointer}/from`,
    );
    const { findings } = checkCues('cues' in source ? source.cues : [], durationSeconds);
    return {
      track,
      warnings: [
        ...missing,
        ...markupWarnings(markupLines),
        ...leftOutWarnings(track),
        ...findingWarnings(findings),
      ],
    };
  });
  const file = 'captions.json';
  await writeFile(join(folder, file), JSON.stringify(list));
  return { file };
}
