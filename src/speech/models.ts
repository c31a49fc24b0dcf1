import { say } from '../base/index.ts';
import { MadeFiles, type MadeFilesOptions } from './made-files.ts';
import { ModelServer, type OnModelRequest } from './model-server.ts';

/** A server of the configuration. `url` is the base, such as `http://127.0.0.1:8880/v1`. */
export type ServerSettings = { url: string; key: string | undefined; model: string };

/** How texts are spoken; see `SpeechConfig`. */
export type SpeechSettings = {
  server: ServerSettings | undefined;
  voices: ReadonlyMap<string, string>;
  languageField: string | undefined;
};

export type ModelsOptions = MadeFilesOptions & {
  speech: SpeechSettings;
  transcription: ServerSettings | undefined;
  /** Receives the end of each request to a server. */
  onRequest?: (kind: 'speech' | 'transcription', ...end: Parameters<OnModelRequest>) => void;
};

/** A server has few processors, and a request may use them all for a while. */
const AT_ONCE = { atOnce: 4, atOncePerAccount: 3 };

/** The servers that speak texts and recognise words, with the store of their files. */
export class Models implements AsyncDisposable {
  readonly made: MadeFiles;
  readonly speech: SpeechSettings;
  readonly transcription: ServerSettings | undefined;
  /** Undefined: not configured. */
  readonly speechServer: ModelServer | undefined;
  /** Undefined: not configured. */
  readonly transcriptionServer: ModelServer | undefined;

  constructor({ speech, transcription, onRequest, ...options }: ModelsOptions) {
    this.made = new MadeFiles(options);
    this.speech = speech;
    this.transcription = transcription;
    this.speechServer =
      speech.server && openSpeechServer(speech.server, (...end) => onRequest?.('speech', ...end));
    this.transcriptionServer =
      transcription &&
      openTranscriptionServer(transcription, (...end) => onRequest?.('transcription', ...end));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.speechServer?.[Symbol.asyncDispose]();
    await this.transcriptionServer?.[Symbol.asyncDispose]();
  }
}

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
