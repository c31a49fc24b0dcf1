import type { Outside } from '../../base/index.ts';
import { type Models, speakText, speechKey } from '../../speech/index.ts';
import type { IsolatedTasks } from '../isolated-tasks.ts';
import type { SpeechFacts } from './read-speech.ts';
import { draftOf, placed, type Speak } from './speak.ts';

/** Who wants a text spoken. `language` is that of the template. `editSessionId`: that of an edit token. */
export type SpeechUse = {
  accountId: string;
  versionId: string;
  language: string;
  editSessionId: string | null;
};

/**
 * Returns a function that speaks texts for an account, each once. `folder` exists while the files are needed. `outside`
 * runs what waits for a server.
 */
export function accountSpeaker(
  { models, isolated, outside }: { models: Models; isolated: IsolatedTasks; outside?: Outside },
  { accountId, versionId, language, editSessionId }: SpeechUse,
  folder: string,
): Speak {
  const { made: files, speech: settings, speechServer: server } = models;
  return async (speech, to, signal) => {
    const text = { language, ...speech };
    const file = await files.findOrMake<SpeechFacts>(
      {
        accountId,
        versionId,
        editSessionId,
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
      outside,
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
