import { type Models, speakText, speechKey } from '../../speech/index.ts';
import type { IsolatedTasks } from '../isolated-tasks.ts';
import type { SpeechFacts } from './read-speech.ts';
import { draftOf, placed, type Speak } from './speak.ts';

/** Who wants a text spoken. `language` is that of the template. */
export type SpeechUse = { accountId: string; versionId: string; language: string };

/** Returns a function that speaks texts for an account, each once. `folder` exists while the files are needed. */
export function accountSpeaker(
  { models, isolated }: { models: Models; isolated: IsolatedTasks },
  { accountId, versionId, language }: SpeechUse,
  folder: string,
): Speak {
  const { made: files, speech: settings, speechServer: server } = models;
  return async (speech, to, signal) => {
    const text = { language, ...speech };
    const file = await files.findOrMake<SpeechFacts>(
      {
        accountId,
        versionId,
        key: speechKey(text, settings),
        cost: { characters: [...text.text].length },
        make: async (folder, whenAllLeave) => {
          const path = await speakText(text, { server, settings, accountId }, folder, whenAllLeave);
          const task = { path, text: text.text, language: text.language };
          const read = await isolated.ofAccount('readSpeech', accountId, task, whenAllLeave);
          return { file: read.path, facts: read.facts };
        },
      },
      folder,
      signal,
    );
    const { path, facts, ...content } = file;
    return {
      ...facts,
      ...content,
      ...draftOf(settings),
      path: await placed(path, to, content.sha256),
    };
  };
}
