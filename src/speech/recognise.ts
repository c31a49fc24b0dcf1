import { say } from '../base/index.ts';
import type { ModelServer } from './model-server.ts';
import type { ServerSettings } from './servers.ts';
import { readTranscript, type Transcript } from './transcript.ts';

/** Audio of at most ten minutes whose words are wanted. `language` is a language tag; absent: any. */
export type HeardPart = {
  path: string;
  seconds: number;
  language?: string | undefined;
  /** Names and brands that are spoken. */
  prompt?: string | undefined;
};

/** A slow server works as long as the audio lasts. */
const MIN_TIMEOUT_MS = 5 * 60_000;
/** Some servers send the tokens of all words: 100 bytes for each. */
const MAX_BYTES = 16 * 2 ** 20;

/** Returns all that decides which words are recognised, besides the audio. */
export function transcriptionKey(
  { language, prompt }: Pick<HeardPart, 'language' | 'prompt'>,
  { url, model }: ServerSettings,
): unknown[] {
  return [url, model, languageOf(language) ?? null, prompt ?? null];
}

/** Returns the words of a part with their times in it. Throws `transcription_failed`. */
export async function recogniseWords(
  { path, seconds, language, prompt }: HeardPart,
  { server, model, accountId }: { server: ModelServer; model: string; accountId: string },
  signal: AbortSignal,
): Promise<Transcript> {
  const tag = languageOf(language);
  const fields = {
    model,
    ...(tag !== undefined && { language: tag }),
    ...(prompt !== undefined && { prompt }),
    response_format: 'verbose_json',
    'timestamp_granularities[]': ['word', 'segment'],
    temperature: '0',
  };
  const file = { field: 'file', path, name: 'audio.flac', contentType: 'audio/flac' };
  const { text } = await server.postForText(
    {
      accountId,
      path: '/audio/transcriptions',
      body: { form: { fields, file } },
      timeoutMs: Math.max(MIN_TIMEOUT_MS, seconds * 1000),
      maxBytes: MAX_BYTES,
    },
    signal,
  );
  return readTranscript(text, { seconds, server: say`the transcription server` });
}

/** Models know languages, not their regional forms. */
export function languageOf(tag: string | undefined): string | undefined {
  return tag?.split(/[-_]/)[0]?.toLowerCase();
}
