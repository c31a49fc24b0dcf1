import type { Recogniser } from './recogniser.ts';
import type { SpeechSettings } from './servers.ts';
import { USUAL_VOICE } from './speak-text.ts';
import { draftLanguages } from './spoken-draft.ts';

/** A voice, and the languages for which it is used; `*`: all others. */
export type Voice = { name: string; languages: string[] };

/** What the service can speak and recognise. */
export type SpeechFacts = {
  speech: { isAvailable: boolean; isDraft: boolean; model: string | null; voices: Voice[] };
  transcription: { isAvailable: boolean; model: string | null };
};

/** Returns what a configuration can speak and recognise on this machine. */
export async function speechFacts(
  { server, voices }: SpeechSettings,
  recogniser: Recogniser | undefined,
): Promise<SpeechFacts> {
  const recognition = {
    isAvailable: recogniser !== undefined && (await recogniser.problem()) === undefined,
    model: recogniser?.model ?? null,
  };
  if (server) {
    const pairs: [string, string][] = voices.size > 0 ? [...voices] : [['*', USUAL_VOICE]];
    const byName = Map.groupBy(pairs, ([, name]) => name);
    const list = [...byName].map(([name, ownPairs]) => ({
      name,
      languages: ownPairs.map(([language]) => language),
    }));
    const speech = { isAvailable: true, isDraft: false, model: server.model, voices: list };
    return { speech, transcription: recognition };
  }
  const languages = await draftLanguages();
  return {
    speech: {
      isAvailable: languages.length > 0,
      isDraft: languages.length > 0,
      model: languages.length > 0 ? 'espeak-ng' : null,
      voices: languages.map((tag) => ({ name: tag, languages: [tag] })),
    },
    transcription: recognition,
  };
}
