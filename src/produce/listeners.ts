import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpeechPart, writeSpeechParts } from '../audio/index.ts';
import type { Outside } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { frameSeconds } from '../lottie/index.ts';
import {
  type Models,
  noTranscriptionError,
  openRecogniser,
  type Transcript,
  type TranscriptionSettings,
} from '../speech/index.ts';
import { sha256 } from '../system/index.ts';
import type { Template } from '../template/index.ts';
import type { Listener } from './hear.ts';
import { heardAudios } from './heard-audio.ts';
import type { IsolatedTasks } from './isolated-tasks.ts';
import { stepsIn } from './steps.ts';

/**
 * Returns a listener for the account of a version. Words are recognised once in an account for the same audio,
 * language and prompt, by the same model. Parts of long audio are kept one by one, so a failure loses no other part.
 * `outside` runs what waits for a server. `editSessionId`: the session whose edit token asks.
 */
export function accountListener(
  {
    models,
    isolated,
    outside,
    editSessionId = null,
  }: { models: Models; isolated: IsolatedTasks; outside?: Outside; editSessionId?: string | null },
  version: TemplateVersion,
): Listener {
  const { made: files, recogniser } = models;
  const { accountId, id: versionId, frameCount, fps } = version;
  return {
    videoSeconds: frameSeconds(frameCount ?? 0, fps ?? 1),
    find: (listening, signal) => isolated.ofVersion('findHeardAudio', version, listening, signal),
    recognise: async ({ track, audio, listening }, signal) => {
      if (!recogniser) throw noTranscriptionError();
      const { language, source } = track;
      const { from, prompt } = source;
      const key = await recogniser.key({ language, prompt });
      const recogniseOnce = (part: SpeechPart, folder: string, whenAllLeave: AbortSignal) =>
        files.findOrMake(
          {
            accountId,
            versionId,
            editSessionId,
            key: ['heard part', part.digest, ...key],
            cost: { seconds: part.seconds },
            make: async (ownFolder, whenPartLeaves) => {
              const heardPart = { ...part, language, prompt };
              return writeTranscript(
                await recogniser.recognise(heardPart, accountId, whenPartLeaves),
                ownFolder,
              );
            },
          },
          folder,
          whenAllLeave,
        );
      const { path } = await files.findOrMake(
        {
          accountId,
          versionId,
          key: ['heard', sha256(JSON.stringify([audio.clips, audio.seconds])), ...key],
          // Each part counts when it is recognised.
          cost: { seconds: 0 },
          make: async (ownFolder, whenAllLeave) => {
            const writing = { ...listening, folder: ownFolder, from };
            const parts = await isolated.ofVersion(
              'writeHeardAudio',
              version,
              writing,
              whenAllLeave,
            );
            const transcripts: Transcript[] = [];
            for (const part of parts) {
              const { path: partPath } = await recogniseOnce(part, ownFolder, whenAllLeave);
              transcripts.push(later(await readTranscript(partPath), part.startSeconds));
            }
            return writeTranscript(joined(transcripts), ownFolder);
          },
        },
        listening.folder,
        signal,
        outside,
      );
      return readTranscript(path);
    },
  };
}

/** Returns a listener without a store, for commands. */
export function localListener(
  settings: TranscriptionSettings | undefined,
  template: Template,
): Listener {
  const audiosIn = (listening: Parameters<Listener['find']>[0], signal: AbortSignal) =>
    heardAudios({ ...listening, template }, stepsIn(listening.folder), signal);
  const { frameCount, fps } = template.video;
  return {
    videoSeconds: frameSeconds(frameCount, fps),
    find: async (listening, signal) => (await audiosIn(listening, signal)).audios,
    recognise: async ({ track, audio, listening }, signal) => {
      if (!settings) throw noTranscriptionError();
      const { paths } = await audiosIn(listening, signal);
      const parts = await writeSpeechParts(
        { ...audio, paths },
        join(listening.folder, 'speech'),
        signal,
      );
      return recogniseParts(parts, { ...track.source, language: track.language }, settings, signal);
    },
  };
}

/** Recognises the words of all parts, without a store. */
export async function recogniseParts(
  parts: readonly SpeechPart[],
  { language, prompt }: { language?: string | undefined; prompt?: string | undefined },
  settings: TranscriptionSettings,
  signal: AbortSignal,
): Promise<Transcript> {
  await using recogniser = openRecogniser(settings);
  const transcripts: Transcript[] = [];
  for (const part of parts) {
    const transcript = await recogniser.recognise({ ...part, language, prompt }, '', signal);
    transcripts.push(later(transcript, part.startSeconds));
  }
  return joined(transcripts);
}

async function writeTranscript(transcript: Transcript, folder: string) {
  const file = join(folder, 'words.json');
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(transcript));
  return { file, facts: {} };
}

async function readTranscript(path: string): Promise<Transcript> {
  return JSON.parse(await readFile(path, 'utf8')) as Transcript;
}

/** Moves the words of a part to its place in the whole. */
function later({ words, ...transcript }: Transcript, seconds: number): Transcript {
  const laterWords = words.map(({ startSeconds, endSeconds, text }) => ({
    startSeconds: startSeconds + seconds,
    endSeconds: endSeconds + seconds,
    text,
  }));
  return { ...transcript, words: laterWords };
}

function joined(transcripts: readonly Transcript[]): Transcript {
  const language = transcripts.find((part) => part.language !== undefined)?.language;
  return {
    words: transcripts.flatMap(({ words }) => words),
    ...(language !== undefined && { language }),
  };
}
