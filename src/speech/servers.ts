import { say } from '../base/index.ts';
import { ModelServer, type ModelServerOptions, type OnModelRequest } from './model-server.ts';

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

type Kind = Pick<ModelServerOptions, 'name' | 'variables' | 'failureCode'>;

/** Returns the client of a server that speaks texts. */
export function openSpeechServer(server: ServerSettings, onRequest?: OnModelRequest): ModelServer {
  const name = say`the speech server`;
  const kind: Kind = { name, variables: 'FRAMEPRESS_SPEECH', failureCode: 'speech_failed' };
  return openServer(server, kind, onRequest);
}

/** Returns the client of a server that recognises words. */
export function openTranscriptionServer(
  server: ServerSettings,
  onRequest?: OnModelRequest,
): ModelServer {
  const name = say`the transcription server`;
  const variables = 'FRAMEPRESS_TRANSCRIPTION';
  return openServer(server, { name, variables, failureCode: 'transcription_failed' }, onRequest);
}

function openServer(
  { url, key }: ServerSettings,
  kind: Kind,
  onRequest: OnModelRequest | undefined,
): ModelServer {
  return new ModelServer({ url, key, ...kind, ...AT_ONCE, onRequest });
}
