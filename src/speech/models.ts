import { defined } from '../base/index.ts';
import { MadeFiles, type MadeFilesOptions } from './made-files.ts';
import type { ModelServer, OnModelRequest } from './model-server.ts';
import {
  type EngineShare,
  openRecogniser,
  type Recogniser,
  type TranscriptionSettings,
} from './recogniser.ts';
import { openSpeechServer, type SpeechSettings } from './servers.ts';

export type ModelsOptions = MadeFilesOptions & {
  speech: SpeechSettings;
  transcription: TranscriptionSettings | undefined;
  /** What a model on this machine may use of it. */
  engineShare?: EngineShare;
  /** Receives the end of each request. */
  onRequest?: (kind: 'speech' | 'transcription', ...end: Parameters<OnModelRequest>) => void;
};

/** The models that speak texts and recognise words, with the store of their files. */
export class Models implements AsyncDisposable {
  readonly made: MadeFiles;
  readonly speech: SpeechSettings;
  /** Undefined: not configured. */
  readonly speechServer: ModelServer | undefined;
  /** Undefined: not configured. */
  readonly recogniser: Recogniser | undefined;

  constructor({ speech, transcription, engineShare, onRequest, ...options }: ModelsOptions) {
    this.made = new MadeFiles(options);
    this.speech = speech;
    this.speechServer =
      speech.server && openSpeechServer(speech.server, (...end) => onRequest?.('speech', ...end));
    this.recogniser =
      transcription &&
      openRecogniser(transcription, {
        ...defined({ share: engineShare }),
        onRequest: (...end) => onRequest?.('transcription', ...end),
      });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.speechServer?.[Symbol.asyncDispose]();
    await this.recogniser?.[Symbol.asyncDispose]();
  }
}
