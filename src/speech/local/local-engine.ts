import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppError, Gate, orAbort, say, stopped } from '../../base/index.ts';
import { inputArgs, runFfmpeg } from '../../media/process/index.ts';
import { type HeardPart, languageOf } from '../recognise.ts';
import type { Transcript } from '../transcript.ts';
import { EngineEnded, EngineHandle, EngineLate, type EngineOptions } from './engine-handle.ts';
import { SPEECH_RATE } from './engine-settings.ts';
import { folderState, type LocalModel, readModelFolder } from './model-folder.ts';
import { ENGINE_PACKAGE, ModelProblem, unusable } from './model-problem.ts';

export type LocalEngineOptions = Partial<EngineOptions> & {
  /** The folder of the model. */
  folder: string;
  /** The model is kept in memory for this time after the last words. */
  idleMs?: number;
};

type LocalRequest = {
  model: LocalModel;
  /** A language for the model, one that it knows. */
  language: string | undefined;
  /** The language tag of the captions. */
  spoken: string | undefined;
  path: string;
};

/** Opening the largest models, and 28 seconds of audio on a slow machine, take minutes. */
const STALL_MS = 5 * 60_000;
/** A part of the audio that nobody needs may take this long: opening a large model again takes longer. */
const GRACE_MS = 60_000;
const IDLE_MS = 60_000;
const DEFAULTS = { threads: 1, niceness: 0, stallMs: STALL_MS, graceMs: GRACE_MS, idleMs: IDLE_MS };
const DECODE_MS = 5 * 60_000;
/** A process that crashed is started once more. */
const ATTEMPTS = 2;
const UNLIMITED = { maxWaiting: Infinity, maxWaitingPerOwner: Infinity };

/**
 * Recognises words with a model on this machine, in a process of its own. The model is opened with the first audio,
 * kept while there is work, also if that is canceled, and let go afterwards. One audio is recognised at a time;
 * accounts take turns.
 */
export class LocalEngine implements AsyncDisposable {
  readonly #options: Required<LocalEngineOptions>;
  readonly #gate = new Gate({ atOnce: 1, perOwner: 1, ...UNLIMITED });
  /** What waits for the process, or works with it; also what nobody needs any more. */
  readonly #turns = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #known: { state: string; model: LocalModel } | undefined;
  #handle: EngineHandle | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LocalEngineOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** The name of the model, which is that of its folder. */
  get name(): string {
    return basename(this.#options.folder);
  }

  /** The process with the open model; undefined: none. */
  get pid(): number | undefined {
    return this.#handle?.pid;
  }

  /** Returns the model in the folder, as it is now. Throws a ModelProblem. */
  async model(): Promise<LocalModel> {
    const { folder } = this.#options;
    const state = await folderState(folder);
    if (this.#known?.state !== state) this.#known = { state, model: await readModelFolder(folder) };
    return this.#known.model;
  }

  /** Returns why words cannot be recognised, as far as that is known without opening the model. */
  async problem(): Promise<ModelProblem | undefined> {
    try {
      await this.model();
      requirePackage();
      return undefined;
    } catch (error) {
      if (error instanceof ModelProblem) return error;
      throw error;
    }
  }

  /** Returns what decides which words are recognised: the model and the language. */
  async key({ language }: Pick<HeardPart, 'language'>): Promise<unknown[]> {
    try {
      const model = await this.model();
      // It also decides where words without spaces between them end.
      const spoken = languageFor(model, language) ?? languageOf(language);
      return ['local', model.name, model.digest, spoken ?? null];
    } catch (error) {
      throw error instanceof ModelProblem ? unusable(this.name, error) : error;
    }
  }

  /** Opens the model, and keeps it for a while. Throws a ModelProblem, or the signal's reason. */
  async open(signal: AbortSignal): Promise<LocalModel> {
    const model = await this.model();
    await this.#inTurn('', () => this.#withHandle(model, async () => undefined, signal), signal);
    return model;
  }

  /**
   * Returns the words of a part with their times in it. Throws `transcription_unavailable` if the model cannot be
   * used, and `transcription_failed`.
   */
  async hear(part: HeardPart, accountId: string, signal: AbortSignal): Promise<Transcript> {
    try {
      const model = await this.model();
      const language = languageFor(model, part.language);
      return await this.#inTurn(
        accountId,
        () => this.#hearNow({ model, language, spoken: part.language, path: part.path }, signal),
        signal,
      );
    } catch (error) {
      if (signal.aborted) throw stopped(signal, 'The recognition of words');
      if (this.#isClosed) throw stopping();
      throw error instanceof ModelProblem ? unusable(this.name, error) : error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(stopping());
    this.#letGo();
    await Promise.allSettled(this.#turns);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Does work in its turn. An abort is answered at once, but the turn lasts until the process is free. */
  async #inTurn<T>(owner: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = this.#gate.through(owner, work, signal);
    this.#turns.add(turn);
    const leave = () => this.#turns.delete(turn);
    turn.then(leave, leave);
    return orAbort(turn, signal);
  }

  async #hearNow(
    { model, language, spoken, path }: LocalRequest,
    signal: AbortSignal,
  ): Promise<Transcript> {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-words-'));
    try {
      const samples = join(folder, 'samples.raw');
      const form = [
        '-map',
        '0:a:0',
        '-ac',
        '1',
        '-ar',
        String(SPEECH_RATE),
        '-f',
        's16le',
        samples,
      ];
      const limits = { timeoutMs: DECODE_MS, failureCode: 'transcription_failed' as const };
      const either = AbortSignal.any([signal, this.#closing.signal]);
      await runFfmpeg([...inputArgs(path, 'flac'), ...form], limits, either);
      for (let attempt = 1; ; attempt += 1) {
        try {
          const audio = { path: samples, language, spoken };
          const hear = (handle: EngineHandle) => handle.hear(audio, signal);
          const { words, language: heardLanguage } = await this.#withHandle(model, hear, signal);
          return { words, ...(heardLanguage !== undefined && { language: heardLanguage }) };
        } catch (error) {
          if (signal.aborted || this.#isClosed) throw error;
          if (!(error instanceof EngineEnded) || attempt === ATTEMPTS) throw this.#failure(error);
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Calls `work` with a process that has opened the model. After an abort, the model is opened for the next work. */
  async #withHandle<T>(
    model: LocalModel,
    work: (handle: EngineHandle) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    this.#closing.signal.throwIfAborted();
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    if (this.#handle?.hasEnded || this.#handle?.model.digest !== model.digest) this.#letGo();
    requirePackage();
    const handle = this.#handle ?? new EngineHandle(model, this.#options);
    this.#handle = handle;
    try {
      await openOrRefuse(handle);
      return await work(handle);
    } finally {
      this.#idle = setTimeout(() => this.#letGo(), this.#options.idleMs);
      this.#idle.unref();
    }
  }

  #letGo(): void {
    clearTimeout(this.#idle);
    this.#handle?.kill();
    this.#handle = undefined;
  }

  /** The error of audio that the process could not recognise. */
  #failure(error: unknown): unknown {
    const hint = 'Try again later. If it fails again, inform the operator of the service.';
    if (error instanceof EngineLate) {
      const seconds = this.#options.stallMs / 1000;
      const message = say`The model ${this.name} for words in audio made no progress in ${seconds} s.`;
      return new AppError('transcription_failed', message, { hint }, { cause: error });
    }
    if (!(error instanceof EngineEnded)) return error;
    const message = say`The model ${this.name} for words in audio ended its process (${reasonOf(error)}).`;
    // The system kills when it has no memory; all else would happen again.
    const isLasting = error.how !== 'SIGKILL';
    const details = { hint, ...(isLasting && { retryable: false }) };
    return new AppError('transcription_failed', message, details, { cause: error });
  }
}

function stopping(): AppError {
  return new AppError('unavailable', 'The service is stopping.');
}

/** Opens the model of a process. Throws a ModelProblem if it cannot be opened. */
async function openOrRefuse(handle: EngineHandle): Promise<void> {
  try {
    const answer = await handle.open();
    if (answer.type === 'refused') throw new ModelProblem(answer.reason, answer.cure);
  } catch (error) {
    if (error instanceof EngineEnded && error.how === 'SIGKILL') {
      const reason = 'its process was killed (SIGKILL) while it opened the model';
      throw new ModelProblem(reason, 'use a smaller model: the machine has too little memory');
    }
    if (error instanceof EngineLate)
      throw new ModelProblem('opening it makes no progress', 'use a smaller model');
    if (!(error instanceof EngineEnded)) throw error;
    const cause = reasonOf(error).replaceAll(`${handle.model.folder}/`, '');
    throw new ModelProblem(`it cannot be opened (${cause})`, 'download its files again');
  }
}

/** Throws a ModelProblem if the package with the engine is not installed. */
function requirePackage(): void {
  try {
    createRequire(import.meta.url).resolve(ENGINE_PACKAGE);
  } catch {
    const reason = `the package ${ENGINE_PACKAGE} is not installed`;
    throw new ModelProblem(reason, `npm install ${ENGINE_PACKAGE}`);
  }
}

/** Returns what the engine wrote before its process ended; otherwise the signal or exit code. */
function reasonOf({ how, stderr }: EngineEnded): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const reasonLine = lines.findLast((line) =>
    /^\s*what\(\):|^\/\S+\.(?:cc|h):|^\w*Error: /.test(line),
  );
  if (reasonLine === undefined || how === 'SIGKILL' || how === 'SIGSEGV') return how;
  const text = reasonLine.replace(/^\s*what\(\):\s*|^\/\S+\.(?:cc|h):\w+:\d+\s*/, '');
  return text.trim().slice(0, 200);
}

/** Languages that Whisper knows by another tag. */
const OTHER_TAGS: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl', jv: 'jw', iw: 'he' };

/** Returns the language for a model. Throws `transcription_failed` for one that it does not know. */
function languageFor(
  { name, languages, onlyLanguage }: LocalModel,
  tag: string | undefined,
): string | undefined {
  const language = languageOf(tag);
  const knownLanguages = languages ?? (onlyLanguage === undefined ? undefined : [onlyLanguage]);
  if (language === undefined || knownLanguages === undefined) return undefined;
  const knownTag = [language, OTHER_TAGS[language]].find((spelling) =>
    knownLanguages.includes(spelling ?? ''),
  );
  if (knownTag !== undefined) return languages ? knownTag : undefined;
  const list = knownLanguages.slice(0, 20).join(', ');
  throw new AppError(
    'transcription_failed',
    say`The model ${name} for words in audio does not know the language ${language}.`,
    {
      hint: say`Leave the language out, or use one that the model knows: ${list}`,
      retryable: false,
    },
  );
}
