import { join } from 'node:path';
import { writeSpeechParts } from '../audio/index.ts';
import { type Cue, cuesFromWords } from '../captions/index.ts';
import { probeAudio } from '../media/audio/index.ts';
import { noTranscriptionError, type TranscriptionSettings } from '../speech/index.ts';
import type { GainKey } from '../template/index.ts';
import { recogniseParts } from './listeners.ts';

const FULL: GainKey = [0, 1, 1];

type FileToTranscribe = {
  path: string;
  /** A language tag; absent: any language. */
  language?: string | undefined;
  /** Names and brands that are spoken. */
  prompt?: string | undefined;
  /** For files that are made. */
  folder: string;
};

/** Recognises the words of an audio or video file, and divides them into cues. Throws `transcription_failed`. */
export async function transcribeFile(
  { path, language, prompt, folder }: FileToTranscribe,
  settings: TranscriptionSettings | undefined,
  signal: AbortSignal,
): Promise<{ cues: Cue[]; language: string | undefined; seconds: number }> {
  if (!settings) throw noTranscriptionError();
  const { durationSeconds: seconds } = await probeAudio(path, path, {}, signal);
  const digest = 'file';
  const clip = {
    digest,
    startSeconds: 0,
    endSeconds: seconds,
    trimStartSeconds: 0,
    speed: 1,
    gain: [FULL],
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
  };
  const audio = { clips: [clip], seconds, paths: { [digest]: path } };
  const parts = await writeSpeechParts(audio, join(folder, 'speech'), signal);
  const transcript = await recogniseParts(parts, { language, prompt }, settings, signal);
  const spokenLanguage = language ?? transcript.language;
  const cues = cuesFromWords(transcript.words, {
    language: spokenLanguage,
    durationSeconds: seconds,
  });
  return { cues, language: spokenLanguage, seconds };
}
