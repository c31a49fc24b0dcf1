import { resolve } from 'node:path';
import { z } from 'zod';
import { type Fault, fault } from '../base/index.ts';
import { list } from './values.ts';

/** A server that speaks the audio part of OpenAI's API. `url` is the base, such as `http://127.0.0.1:8880/v1`. */
export type ModelServerConfig = Readonly<{ url: string; key: string | undefined; model: string }>;

/** A server that recognises words, or the folder of a model on this machine. */
export type TranscriptionConfig = ModelServerConfig | Readonly<{ folder: string }>;

/** How texts are spoken. */
export type SpeechConfig = Readonly<{
  /** Undefined: espeak-ng speaks drafts, where it is installed. */
  server: ModelServerConfig | undefined;
  /** Voices by language tag; `*` is the voice of other languages. */
  voices: ReadonlyMap<string, string>;
  /** The field of the request that has the language; undefined: the server gets none. */
  languageField: string | undefined;
  /** The path at the server of the route that also gives the times of words. */
  timesPath: string | undefined;
}>;

const baseUrl = z
  .string()
  .refine(
    (text) => {
      const url = URL.parse(text);
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
      return isWeb && url.username === '' && url.password === '' && url.search === '';
    },
    { error: 'an http or https address such as http://127.0.0.1:8880/v1, without a user name,' },
  )
  .transform((text) => text.replace(/\/+$/, ''));

/** Files with secrets end with a line feed, which no header may have. */
const key = z.string().trim();

const field = z
  .string()
  .regex(/^[a-z][a-z_]{0,39}$/, { error: 'the name of a field, such as lang_code,' });

const path = z
  .string()
  .regex(/^\/(?!\/)[\w./~-]{1,200}$/, { error: 'a path such as /dev/captioned_speech,' });

/** Pairs such as `de=thorsten`. */
const voices = list.transform((texts, context) => {
  const pairs = texts.map((text) => /^(\*|[A-Za-z]{2,3}(?:-\w{2,8})*)=(.{1,100})$/.exec(text));
  if (pairs.some((pair) => pair === null)) {
    const message = 'pairs such as de=thorsten, with * for other languages,';
    context.addIssue({ code: 'custom', message, input: '' });
  }
  return new Map(
    pairs.flatMap((pair) => (pair ? [[pair[1]?.toLowerCase() ?? '', pair[2] ?? ''] as const] : [])),
  );
});

/** The variables of the servers that speak texts, and that recognise words. */
export const SPEECH_VARIABLES = {
  FRAMEPRESS_SPEECH_URL: baseUrl.optional(),
  FRAMEPRESS_SPEECH_KEY: key.optional(),
  FRAMEPRESS_SPEECH_MODEL: z.string().max(200).optional(),
  FRAMEPRESS_SPEECH_VOICES: voices,
  FRAMEPRESS_SPEECH_LANGUAGE_FIELD: field.optional(),
  FRAMEPRESS_SPEECH_TIMES_PATH: path.optional(),
  FRAMEPRESS_TRANSCRIPTION_URL: baseUrl.optional(),
  FRAMEPRESS_TRANSCRIPTION_KEY: key.optional(),
  FRAMEPRESS_TRANSCRIPTION_MODEL: z.string().max(200).optional(),
  FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: z
    .string()
    .refine((path) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(path), {
      error: 'the path of a folder on this machine, such as /var/lib/models/whisper-small,',
    })
    .transform((path) => resolve(path))
    .optional(),
};

export const SECRET_SPEECH_VARIABLES = ['FRAMEPRESS_SPEECH_KEY', 'FRAMEPRESS_TRANSCRIPTION_KEY'];

type Environment = z.output<z.ZodObject<typeof SPEECH_VARIABLES>>;

/** A key or a model without a server is a mistake, and so are two recognisers. */
export function speechFaults(env: Environment): Fault[] {
  const unused = (['SPEECH', 'TRANSCRIPTION'] as const).flatMap((kind) =>
    env[`FRAMEPRESS_${kind}_URL`] !== undefined
      ? []
      : ([`FRAMEPRESS_${kind}_KEY`, `FRAMEPRESS_${kind}_MODEL`] as const).filter(
          (name) => env[name] !== undefined,
        ),
  );
  const faults = unused.map((name) =>
    fault('config_invalid', `Expected ${name.replace(/_[A-Z]+$/, '_URL')} together with ${name}.`, {
      hint: 'See docs/operations.md for its values.',
    }),
  );
  const { FRAMEPRESS_TRANSCRIPTION_URL: url, FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: folder } = env;
  if (url === undefined || folder === undefined) return faults;
  const both = fault(
    'config_invalid',
    'Expected FRAMEPRESS_TRANSCRIPTION_URL or FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER but received both.',
    { hint: 'Leave one of them out: a server recognises words, or a model on this machine.' },
  );
  return [...faults, both];
}

export function speechOf(env: Environment): SpeechConfig {
  return {
    server: serverOf(env, 'SPEECH', 'tts-1'),
    voices: env.FRAMEPRESS_SPEECH_VOICES,
    languageField: env.FRAMEPRESS_SPEECH_LANGUAGE_FIELD,
    timesPath: env.FRAMEPRESS_SPEECH_TIMES_PATH,
  };
}

/** What recognises words; undefined: nothing. */
export function transcriptionOf(env: Environment): TranscriptionConfig | undefined {
  const folder = env.FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER;
  return folder === undefined ? serverOf(env, 'TRANSCRIPTION', 'whisper-1') : { folder };
}

function serverOf(
  env: Environment,
  kind: 'SPEECH' | 'TRANSCRIPTION',
  usualModel: string,
): ModelServerConfig | undefined {
  const url = env[`FRAMEPRESS_${kind}_URL`];
  if (url === undefined) return undefined;
  const key = env[`FRAMEPRESS_${kind}_KEY`];
  return { url, key, model: env[`FRAMEPRESS_${kind}_MODEL`] ?? usualModel };
}
