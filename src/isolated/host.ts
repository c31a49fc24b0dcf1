import { AppError, assert } from '../base/index.ts';
import { countSegments, countSteps } from '../observe/index.ts';
import type { QueuePlace, Rasterisers } from '../raster/index.ts';
import type { Claims, SessionSegments } from '../render/index.ts';
import type { BlobStore } from '../storage/index.ts';
import { toErrorData } from './error-data.ts';
import type { Calls, Playlists, TaskEvent, ToProcess, ToService } from './protocol.ts';

/** The services that a task can use in the main process. */
export type Host = {
  /** The account: tasks of different accounts take turns. */
  line: string;
  /** A batch task draws when no other task waits. */
  isBatch?: boolean;
  rasterisers: Rasterisers;
  claims: Claims;
  /** Draws the segments of a session on all machines; without it, the rasterisers draw them. */
  segments?: SessionSegments | undefined;
  playlists?: Playlists;
  /** The file store; undefined: tasks open it themselves. */
  store?: BlobStore | undefined;
  /** Fetches a font to a file and returns its path. */
  fetchFont?: (url: string, signal: AbortSignal) => Promise<string>;
  /** Receives the reports of the task. */
  onReport?: (report: unknown) => void;
  /** Receives CPU time that the task, its programs and its rasterisers have used. */
  onCpu?: (seconds: number) => void;
};

type Call = Extract<ToService, { type: 'call' }>;
type Answering = { [Name in keyof Calls]: (input: Calls[Name]['input'], call: Ongoing) => unknown };
type Ongoing = { progress: (framesDone: number) => void; signal: AbortSignal };

/** Answers the calls of one task. At the end of the task it releases all its claims. */
export class TaskHost {
  readonly #host: Host;
  readonly #send: (message: ToProcess) => void;
  readonly #calls = new Map<number, AbortController>();
  readonly #turns = new Map<number, QueuePlace>();
  readonly #claimed = new Set<string>();

  constructor(host: Host, send: (message: ToProcess) => void) {
    this.#host = host;
    this.#send = send;
  }

  /** Number of calls that the task waits for. */
  get pending(): number {
    return this.#calls.size;
  }

  /** Takes a message of the task. */
  receive(message: Extract<ToService, { type: 'call' | 'cancel' | 'event' }>): void {
    if (message.type === 'call') void this.#answer(message);
    else if (message.type === 'cancel') this.#calls.get(message.call)?.abort(canceled());
    else if (message.event.name === 'release') this.#release(message.event.key);
    else if (message.event.name === 'counted') countWork(message.event);
    else if (message.event.name === 'report') this.#host.onReport?.(message.event.report);
  }

  /**
   * Cancels the calls of the task, and releases all its claims. Call it also after the process has
   * crashed.
   */
  end(): void {
    for (const controller of this.#calls.values()) controller.abort(canceled());
    for (const key of [...this.#claimed]) this.#release(key);
  }

  /** Answers a call. The error of a call goes to the task and is not thrown here. */
  async #answer({ call, name, input }: Call): Promise<void> {
    const controller = new AbortController();
    this.#calls.set(call, controller);
    const progress = (framesDone: number) => this.#send({ type: 'progress', call, framesDone });
    const { signal } = controller;
    try {
      const work = this.#answering[name] as (input: unknown, call: Ongoing) => unknown;
      this.#send({ type: 'answer', call, value: await work(input, { progress, signal }) });
    } catch (error) {
      this.#send({ type: 'refusal', call, error: toErrorData(error) });
    } finally {
      this.#calls.delete(call);
    }
  }

  readonly #answering: Answering = {
    rasterise: (work, { progress, signal }) =>
      this.#host.rasterisers.run(
        {
          ...work,
          place: this.#turnOf(work.place),
          onProgress: progress,
          onCpu: (seconds) => this.#host.onCpu?.(seconds),
        },
        signal,
      ),
    makeSegment: async (segment, { progress, signal }) => {
      assert(this.#host.segments, 'only a session has segments');
      await this.#host.segments.make(segment, progress, signal);
      return null;
    },
    claim: async ({ key }, { progress, signal }) => {
      await this.#host.claims.claim(key, () => progress(0), signal);
      this.#claimed.add(key);
      // The task ended meanwhile: release its claim.
      if (signal.aborted) this.#release(key);
      return null;
    },
    readPlaylist: async ({ key }) => ({ content: await this.#playlists.read(key) }),
    writePlaylist: async (playlist) => {
      await this.#playlists.write(playlist);
      return null;
    },
    publishPlaylist: async (playlist) => {
      await this.#playlists.publish(playlist);
      return null;
    },
    fetchFont: async ({ url }, { signal }) => {
      assert(this.#host.fetchFont, 'only an import fetches fonts');
      return { path: await this.#host.fetchFont(url, signal) };
    },
    storeFile: async ({ key, path, stays }) => {
      await (stays ? this.#store.putLinked(key, path) : this.#store.put(key, path));
      return null;
    },
    fileFacts: async ({ key }) => (await this.#store.stat(key)) ?? null,
    filePath: async ({ key, folder }) => ({
      path: await this.#store.localPath(key, folder ?? undefined),
    }),
    fetchFile: async ({ key, path }) => {
      await this.#store.fetchTo(key, path);
      return null;
    },
  };

  get #playlists(): Playlists {
    assert(this.#host.playlists, 'only a session has playlists');
    return this.#host.playlists;
  }

  get #store(): BlobStore {
    assert(this.#host.store, 'tasks open a store on a disk themselves');
    return this.#host.store;
  }

  /** Maps a turn of the task to a turn among the jobs of all tasks. */
  #turnOf({ number: ownNumber }: QueuePlace): QueuePlace {
    const turn = this.#turns.get(ownNumber) ?? this.#nextTurn();
    this.#turns.set(ownNumber, turn);
    return turn;
  }

  #nextTurn(): QueuePlace {
    const { line, isBatch, rasterisers } = this.#host;
    return rasterisers.nextPlace(line, isBatch);
  }

  /** Releases a claim, unless it was released before. */
  #release(key: string): void {
    if (this.#claimed.delete(key)) this.#host.claims.release(key);
  }
}

function countWork({
  what,
  made: madeCount,
  cached,
}: Extract<TaskEvent, { name: 'counted' }>): void {
  if (what === 'steps') countSteps({ made: madeCount, cached });
  else countSegments({ drawn: madeCount, cached });
}

function canceled(): AppError {
  return new AppError('canceled', 'The task has ended.');
}
