import { constants } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParsedSpeech } from '../../mapping/index.ts';
import { digestOfFile } from '../../media/file/index.ts';
import {
  openSpeechServer,
  type SpeechSettings,
  type SpokenText,
  speakText,
} from '../../speech/index.ts';
import { readSpeech, type SpeechFacts } from './read-speech.ts';

/** A spoken text as a file `folder`/<sha256>. `isDraft`: not by a server. */
export type Spoken = SpeechFacts & { path: string; sha256: string; bytes: number; isDraft?: true };

/** Speaks a text to a file in a folder. */
export type Speak = (speech: ParsedSpeech, folder: string, signal: AbortSignal) => Promise<Spoken>;

/** Returns a function that speaks texts without a store, for commands. */
export function localSpeaker(settings: SpeechSettings, language: string): Speak {
  return async (speech, to, signal) => {
    await using server = settings.server && openSpeechServer(settings.server);
    const text: SpokenText = { language, ...speech };
    await mkdir(to, { recursive: true });
    // Several texts may be spoken at the same time.
    const folder = await mkdtemp(join(to, 'speech-'));
    const answer = await speakText(text, { server, settings, accountId: '' }, folder, signal);
    const task = { path: answer, text: text.text, language: text.language };
    const { path, facts } = await readSpeech(task, signal);
    const content = await digestOfFile(path, signal);
    return {
      ...facts,
      ...content,
      ...draftOf(settings),
      path: await placed(path, to, content.sha256),
    };
  };
}

/** Whether texts are spoken as drafts. */
export function draftOf({ server }: SpeechSettings): { isDraft?: true } {
  return server ? {} : { isDraft: true };
}

/** Links a file into a folder by its digest. Returns its path there. */
export async function placed(from: string, folder: string, sha256: string): Promise<string> {
  const path = join(folder, sha256);
  await mkdir(folder, { recursive: true });
  await link(from, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') await copyFile(from, path, constants.COPYFILE_FICLONE);
  });
  return path;
}
