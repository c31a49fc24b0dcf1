import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { AppError, say } from '../../base/index.ts';
import { type IngestedAudio, probeAudio, readLevels } from '../../media/audio/index.ts';
import { alignWords, readSpeechAnswer, type SaidWord, saidWords } from '../../speech/index.ts';

/** A file with a spoken text, of a server that nobody vouches for: audio, or a JSON answer with audio and times. */
export type SpeechToRead = { path: string; text: string; language: string };

/** The properties of a spoken text: those of its file, and the times of its words in the file. */
export type SpeechFacts = Pick<
  IngestedAudio,
  'contentType' | 'durationSeconds' | 'sampleRate' | 'channels'
> & { said: SaidWord[] };

/** `path`: the file of the audio. */
export type ReadSpeech = { path: string; facts: SpeechFacts };

const MAX_SECONDS = 3600;
const WHAT = 'the speech';
/** JSON may begin with some blanks. */
const BEGINNING = 64;

/**
 * Probes a spoken text and finds its words: by the times of the server, otherwise by the pauses. The audio of a JSON
 * answer is written beside it. Throws `speech_failed` for a file that is no audio.
 */
export async function readSpeech(
  { path, text, language }: SpeechToRead,
  signal?: AbortSignal,
): Promise<ReadSpeech> {
  try {
    const { audioPath, words } = await audioIn(path);
    const probed = await probeAudio(audioPath, WHAT, {}, signal);
    const ownWords = saidWords(text, words, { seconds: probed.durationSeconds, language });
    const levels =
      !ownWords && (await readLevels({ path: audioPath, what: WHAT }, MAX_SECONDS, signal));
    const timedWords = levels ? alignWords(text, levels, language) : (ownWords ?? []);
    return { path: audioPath, facts: { ...probed, said: timedWords } };
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('asset_')) throw error;
    const { size } = await stat(path);
    const message = say`Expected audio from the speech server but received ${size} bytes that cannot be played.`;
    const hint = 'Try again later. If it fails again, inform the operator of the service.';
    throw new AppError('speech_failed', message, { hint }, { cause: error });
  }
}

/** Returns the file of the audio, and the words of a JSON answer. */
async function audioIn(path: string): Promise<{ audioPath: string; words: SaidWord[] }> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  const isJson = buffer.toString('latin1').trimStart().startsWith('{');
  const answer = isJson && readSpeechAnswer(await readFile(path, 'utf8'));
  if (!answer) return { audioPath: path, words: [] };
  const audioPath = `${path}.audio`;
  await writeFile(audioPath, answer.audio);
  return { audioPath, words: answer.words };
}
