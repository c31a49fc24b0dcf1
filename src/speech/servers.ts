import { say } from '../base/index.ts';
import { ModelServer, type OnModelRequest } from './model-server.ts';

/** A server of the configuration. `url` is the base, such as `http://127.0.0.1:8880/v1`. */
export type ServerSettings = { url: string; key: string | undefined; model: string };

/** How texts are spoken; see `SpeechConfig`. */
export type SpeechSettings = {
  server: ServerSettings | undefined;
  voices: ReadonlyMap<string, string>;
  languageField: string | undefined;
  timesPath?: string | undefined;
};

/** A server has few processors, and a request may use them all for a while. */
const AT_ONCE = { atOnce: 4, atOncePerAccount: 3 };

/** Returns the client of a server that speaks texts. */
export function openSpeechServer(
  { url, key }: ServerSettings,
  onRequest?: OnModelRequest,
): ModelServer {
  return new ModelServer({
    url,
    key,
    name: say`the speech server`,
    variables: 'FRAMEPRESS_SPEECH',
    failureCode: 'speech_failed',
    ...AT_ONCE,
    onRequest,
  });
}

/** Returns the client of a server that recognises words. */
export function openTranscriptionServer(
  { url, key }: ServerSettings,
  onRequest?: OnModelRequest,
): ModelServer {
  return new ModelServer({
    url,
    key,
    name: say`the transcription server`,
    variables: 'FRAMEPRESS_TRANSCRIPTION',
    failureCode: 'transcription_failed',
    ...AT_ONCE,
    onRequest,
  });
}
