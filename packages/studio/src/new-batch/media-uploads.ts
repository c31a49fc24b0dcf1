import type { Framepress } from '@framepress/client';
import type { MediaFile } from './media-files.ts';

/** The service takes four uploads of an account at once. */
const AT_ONCE = 3;

export type UploadProgress = { count: number; total: number };

/**
 * Sends files to the service, each once. After a failure the files that have arrived are not sent again: what a
 * person repeats goes on where it stopped.
 */
export class MediaUploads {
  readonly #client: Framepress;
  readonly #ids = new Map<MediaFile, string>();
  readonly #running = new Map<MediaFile, Promise<string>>();

  constructor(client: Framepress) {
    this.#client = client;
  }

  /** Returns the id of a file that has arrived. */
  idOf(file: MediaFile): string | undefined {
    return this.#ids.get(file);
  }

  /** Returns the id of a file, which is sent unless it has arrived. */
  async send(file: MediaFile, signal: AbortSignal): Promise<string> {
    const id = this.#ids.get(file);
    if (id !== undefined) return id;
    const running = this.#running.get(file) ?? this.#create(file, signal);
    this.#running.set(file, running);
    try {
      return await running;
    } finally {
      this.#running.delete(file);
    }
  }

  /** Sends all files, some at once. Throws the first error after the others have ended. */
  async sendAll(
    files: Iterable<MediaFile>,
    report: (progress: UploadProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const waiting = [...files].filter((file) => !this.#ids.has(file));
    const total = [...files].length;
    let failure: { error: unknown } | undefined;
    const progress = () =>
      report({ count: [...files].filter((file) => this.#ids.has(file)).length, total });
    progress();
    const work = async () => {
      for (let file = waiting.shift(); file && !failure; file = waiting.shift()) {
        try {
          await this.send(file, signal);
        } catch (error) {
          failure = { error };
        }
        progress();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failure) throw failure.error;
  }

  async #create(file: MediaFile, signal: AbortSignal): Promise<string> {
    const content = await file.open();
    await online(signal);
    // The client repeats a request that got no answer, with the same key.
    const { id } = await this.#client.uploads.create(content, { filename: content.name, signal });
    this.#ids.set(file, id);
    return id;
  }
}

/** Resolves when the browser has a connection. */
function online(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
