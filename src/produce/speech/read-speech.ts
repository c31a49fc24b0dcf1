import { stat } from 'node:fs/promises';
import { AppError, say } from '../../base/index.ts';
import { type IngestedAudio, probeAudio, readLevels } from '../../media/audio/index.ts';
import { alignWords, type SaidWord } from '../../speech/index.ts';

/** A file with a spoken text, of a server that nobody vouches for. */
export type SpeechToRead = { path: string; text: string; language: string };

/** The properties of a spoken text: those of its file, and the times of its words in the file. */
export type SpeechFacts = Pick<
  IngestedAudio,
  'contentType' | 'durationSeconds' | 'sampleRate' | 'channels'
> & { said: SaidWord[] };

const MAX_SECONDS = 3600;
const WHAT = 'the speech';

/** Probes a spoken text and finds its words. Throws `speech_failed` for a file that is no audio. */
export async function readSpeech(
  { path, text, language }: SpeechToRead,
  signal?: AbortSignal,
): Promise<SpeechFacts> {
  try {
    const probed = await probeAudio(path, WHAT, {}, signal);
    const levels = await readLevels({ path, what: WHAT }, MAX_SECONDS, signal);
    return { ...probed, said: alignWords(text, levels, language) };
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('asset_')) throw error;
    const { size } = await stat(path);
    const message = say`Expected audio from the speech server but received ${size} bytes that cannot be played.`;
    const hint = 'Try again later. If it fails again, inform the operator of the service.';
    throw new AppError('speech_failed', message, { hint }, { cause: error });
  }
}
