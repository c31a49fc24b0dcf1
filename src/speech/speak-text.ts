import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { ModelServer } from './model-server.ts';
import type { SpeechSettings } from './servers.ts';
import { broader, speakDraft } from './spoken-draft.ts';

/** A text to speak. `language` is a language tag. */
export type SpokenText = { text: string; voice?: string; language: string; speed: number };

/** The voice of OpenAI's API that all servers for it know. */
export const USUAL_VOICE = 'alloy';
/** Speech of five minutes at 48 kHz. */
const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 5 * 60_000;
/** Servers have different options for the times of words. A stream would give them in parts. */
const TIMES_FIELDS = { timestamps: true, return_timestamps: true, stream: false };
/** Tried one after another: some servers have only one of them. */
const FORMATS = ['wav', 'mp3'] as const;

/** Returns the voice of a text: its own, or that of its language. */
function voiceOf(
  { voice, language }: Pick<SpokenText, 'voice' | 'language'>,
  { voices }: Pick<SpeechSettings, 'voices'>,
): string {
  const names = [...broader(language), '*'].map((tag) => voices.get(tag));
  return voice ?? names.find((name) => name !== undefined) ?? USUAL_VOICE;
}

/** Returns all that decides how a text is spoken. */
export function speechKey(text: SpokenText, settings: SpeechSettings): unknown[] {
  const { language, speed, text: words } = text;
  const { server, languageField, timesPath } = settings;
  const options = [languageField, timesPath].filter((option) => option !== undefined);
  const from = server
    ? [server.url, server.model, voiceOf(text, settings), ...options]
    : [text.voice ?? null];
  return ['speech', ...from, language.toLowerCase(), speed, words];
}

/**
 * Speaks a text: by the configured server, or without one as a draft. Returns the path of a file in `folder` with the
 * audio, or with a JSON answer that has audio and times. It is not checked. Throws `speech_failed` and
 * `speech_unavailable`.
 */
export async function speakText(
  text: SpokenText,
  {
    server,
    settings,
    accountId,
  }: { server: ModelServer | undefined; settings: SpeechSettings; accountId: string },
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder, 'speech');
  if (!server || !settings.server) {
    await speakDraft(text, path, signal);
    return path;
  }
  const { languageField, timesPath } = settings;
  const body = {
    model: settings.server.model,
    input: text.text,
    voice: voiceOf(text, settings),
    speed: text.speed,
    ...(languageField !== undefined && { [languageField]: text.language }),
    ...(timesPath !== undefined && TIMES_FIELDS),
  };
  const post = async (format: string) => {
    const json = { ...body, response_format: format };
    const route = timesPath ? { rootPath: timesPath } : { path: '/audio/speech' };
    const request = { accountId, ...route, body: { json } };
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    await server.postToFile({ ...request, ...limits }, path, signal);
    return path;
  };
  const [first, second] = FORMATS;
  return post(first).catch((error: unknown) => {
    // A refusal may mean the format. If it means something else, the second request is refused, too.
    const isRefused =
      error instanceof AppError && error.code === 'speech_failed' && !error.retryable;
    if (!isRefused) throw error;
    return post(second).catch(() => {
      throw error;
    });
  });
}
