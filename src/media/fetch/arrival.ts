import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { storageError } from '../../system/index.ts';

/**
 * Receives a file for `path`. The bytes are written to a temporary file and digested as they arrive;
 * the complete file is renamed to `path`.
 */
export class Arrival implements AsyncDisposable {
  readonly #path: string;
  readonly #temporary: string;
  #file: FileHandle | undefined;
  #hash: Hash = createHash('sha256');
  #bytes = 0;
  #writing: Promise<unknown> = Promise.resolve();
  /** The validator for `If-Range`. Undefined when the download cannot be resumed. */
  resumeBy: string | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = `${path}.${randomUUID()}.part`;
  }

  /** Number of received bytes: the offset at which a resumed download starts. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends a chunk. Chunks are written in the order of the calls. */
  append(chunk: Uint8Array): Promise<void> {
    return this.#inTurn(async () => {
      this.#file ??= await open(this.#temporary, 'wx').catch(throwDiskFailure);
      await this.#file.appendFile(chunk).catch(throwDiskFailure);
      this.#hash.update(chunk);
      this.#bytes += chunk.byteLength;
    });
  }

  /** Discards all received bytes. The next byte is the first byte of the file. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#close();
      await rm(this.#temporary, { force: true }).catch(throwDiskFailure);
      this.#hash = createHash('sha256');
      this.#bytes = 0;
      this.resumeBy = undefined;
    });
  }

  /** Renames the complete file to `path` and returns its size and digest. */
  finish(): Promise<{ bytes: number; sha256: string }> {
    return this.#inTurn(async () => {
      this.#file ??= await open(this.#temporary, 'wx').catch(throwDiskFailure);
      // Sync, because the content must match the digest also after a power failure.
      await this.#file.datasync().catch(throwDiskFailure);
      await this.#close();
      await rename(this.#temporary, this.#path).catch(throwDiskFailure);
      return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An aborted stream does not wait for its last write, which may still create the file.
    await this.#writing.catch(() => undefined);
    await this.#close();
    await rm(this.#temporary, { force: true }).catch(() => undefined);
  }

  /** Runs `work` after all earlier work on the file, also if that has failed. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#writing.catch(() => undefined).then(work);
    this.#writing = turn;
    return turn;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

function throwDiskFailure(cause: unknown): never {
  throw storageError(cause);
}
