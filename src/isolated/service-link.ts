import { AppError } from '../base/index.ts';
import type { Rasterisers } from '../raster/index.ts';
import { type Claims, packedSegments, type SegmentMaker } from '../render/index.ts';
import { fromErrorData } from './error-data.ts';
import type { CallName, Calls, Playlists, TaskEvent, ToProcess, ToService } from './protocol.ts';

type Pending = {
  onProgress: (framesDone: number) => void;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

type CallOptions = {
  onProgress?: ((framesDone: number) => void) | undefined;
  signal?: AbortSignal;
};

/**
 * The isolated process's end of the IPC channel: sends calls to the main process and gets answers.
 */
export class ServiceLink {
  readonly #pending = new Map<number, Pending>();
  #calls = 0;

  send(message: ToService): void {
    if (process.connected) process.send?.(message);
  }

  emit(event: TaskEvent): void {
    this.send({ type: 'event', event });
  }

  /** Calls the main process. An abort cancels the call there; it ends when that is confirmed. */
  async call<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    { onProgress = () => undefined, signal }: CallOptions = {},
  ): Promise<Calls[Name]['output']> {
    signal?.throwIfAborted();
    this.#calls += 1;
    const call = this.#calls;
    const onAbort = () => this.send({ type: 'cancel', call });
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(call, { onProgress, resolve, reject });
        this.send({ type: 'call', call, name, input });
      })) as Calls[Name]['output'];
    } catch (error) {
      // The reason of the caller's signal says more.
      if (signal?.aborted && error instanceof AppError && error.code === 'canceled')
        throw signal.reason;
      throw error;
    } finally {
      this.#pending.delete(call);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Takes a message about a call. A call that has ended is ignored. */
  receive(message: Extract<ToProcess, { call: number }>): void {
    const pending = this.#pending.get(message.call);
    if (message.type === 'progress') pending?.onProgress(message.framesDone);
    else if (message.type === 'answer') pending?.resolve(message.value);
    else pending?.reject(fromErrorData(message.error));
  }

  /** Returns the rasterisers of the main process; `size` of them draw at the same time. */
  rasterisers(size: number): Rasterisers {
    let turns = 0;
    return {
      size,
      nextPlace: () => {
        turns += 1;
        return { owner: '', number: turns };
      },
      // The main process counts the CPU time.
      run: ({ onProgress, onCpu: _, ...work }, signal) =>
        this.call('rasterise', work, { onProgress, ...(signal && { signal }) }),
    };
  }

  /** Draws segments on all machines, `atOnce` of them at the same time. */
  segments(atOnce: number): SegmentMaker {
    return packedSegments({
      atOnce,
      make: async (segment, onProgress, signal) => {
        await this.call('makeSegment', segment, { onProgress, signal });
      },
    });
  }

  playlists(): Playlists {
    return {
      read: async (key) => (await this.call('readPlaylist', { key })).content,
      write: async (playlist) => void (await this.call('writePlaylist', playlist)),
      publish: async (playlist) => void (await this.call('publishPlaylist', playlist)),
    };
  }

  claims(): Claims {
    return {
      claim: async (key, onWait, signal) => {
        await this.call('claim', { key }, { onProgress: onWait, ...(signal && { signal }) });
      },
      release: (key) => this.emit({ name: 'release', key }),
    };
  }
}
