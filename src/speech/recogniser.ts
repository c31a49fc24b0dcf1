import { availableParallelism } from 'node:os';
import { LocalEngine } from './local/local-engine.ts';
import type { ModelProblem } from './local/model-problem.ts';
import type { OnModelRequest } from './model-server.ts';
import { type HeardPart, recogniseWords, transcriptionKey } from './recognise.ts';
import { openTranscriptionServer, type ServerSettings } from './servers.ts';
import type { Transcript } from './transcript.ts';

/** What recognises words: a server, or the folder of a model on this machine. */
export type TranscriptionSettings = ServerSettings | { folder: string };

/** What a model may use of this machine, and how nice it is to other processes. */
export type EngineShare = { threads: number; niceness: number };

/** Recognises words. Dispose it to close its connections, or to let its model go. */
export type Recogniser = AsyncDisposable & {
  /** The name of the model, which is shown. */
  readonly model: string;
  /** Why it cannot be used, as far as that is known without asking or opening it; undefined: it can be. */
  problem: () => Promise<ModelProblem | undefined>;
  /** Returns all that decides which words are recognised, besides the audio. Plain JSON. */
  key: (request: Pick<HeardPart, 'language' | 'prompt'>) => Promise<unknown[]>;
  /**
   * Returns the words of a part with their times in it. Throws `transcription_failed` or
   * `transcription_unavailable`.
   */
  recognise: (part: HeardPart, accountId: string, signal: AbortSignal) => Promise<Transcript>;
};

/** More threads make a model hardly faster. */
const MAX_THREADS = 4;

/** Returns what a command may use: this machine has nothing else to do. */
const wholeMachine = (): EngineShare => ({
  threads: Math.min(2 * MAX_THREADS, availableParallelism()),
  niceness: 0,
});

/** Returns what a service uses: half of the machine, because renders use it, too. */
export function shareOfService(niceness: number): EngineShare {
  const half = Math.floor(availableParallelism() / 2);
  return { threads: Math.min(MAX_THREADS, Math.max(1, half)), niceness };
}

/** Opens what recognises words. Nothing is asked or loaded before the first words are wanted. */
export function openRecogniser(
  settings: TranscriptionSettings,
  { share = wholeMachine(), onRequest }: { share?: EngineShare; onRequest?: OnModelRequest } = {},
): Recogniser {
  return 'folder' in settings
    ? localRecogniser(new LocalEngine({ ...settings, ...share }), onRequest)
    : serverRecogniser(settings, onRequest);
}

function serverRecogniser(
  settings: ServerSettings,
  onRequest: OnModelRequest | undefined,
): Recogniser {
  const server = openTranscriptionServer(settings, onRequest);
  const { model } = settings;
  return {
    model,
    problem: async () => undefined,
    key: async (request) => transcriptionKey(request, settings),
    recognise: (part, accountId, signal) =>
      recogniseWords(part, { server, model, accountId }, signal),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function localRecogniser(engine: LocalEngine, onRequest: OnModelRequest | undefined): Recogniser {
  return {
    model: engine.name,
    problem: () => engine.problem(),
    key: (request) => engine.key(request),
    recognise: async (part, accountId, signal) => {
      const started = performance.now();
      let outcome: Parameters<OnModelRequest>[0] = 'failed';
      try {
        const transcript = await engine.hear(part, accountId, signal);
        outcome = 'answered';
        return transcript;
      } catch (error) {
        if (signal.aborted) outcome = 'canceled';
        throw error;
      } finally {
        onRequest?.(outcome, (performance.now() - started) / 1000);
      }
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
