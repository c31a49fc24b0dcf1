import type { Readable } from 'node:stream';

/** Facts about a stored file. `etag` is a strong HTTP validator, including its quotes. */
export type BlobFacts = { bytes: number; modifiedMs: number; etag: string };

/**
 * Stores files by key. A key has parts of letters, digits, `-`, `_` and `.`, joined by `/`; no part
 * begins with a dot. A different key is a bug of the caller. All other failures throw
 * `storage_failed`.
 */
export interface BlobStore {
  /** Publishes a file atomically and durably. The source file may be moved. */
  put(key: string, file: string): Promise<void>;
  /**
   * Like `put`, but the source file stays. It must not change afterwards, so it need not be copied.
   */
  putLinked(key: string, file: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined when the file does not exist. */
  stat(key: string): Promise<BlobFacts | undefined>;
  /** Reads the bytes `start` to `end`, both included. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** Returns a path for programs that need a file. Do not write to it. */
  localPath(key: string): Promise<string>;
  /** Removes a file. Does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Removes temporary files of killed processes that are older than `sinceMs`. */
  removeUnfinished(sinceMs: number): Promise<void>;
  /** Returns the total size of all files whose key begins with the prefix and `/`. */
  bytesBelow(prefix: string): Promise<number>;
  /**
   * Returns the parts of keys that follow the prefix and `/`, of folders whose own entries did not change
   * after `sinceMs`.
   */
  foldersBelow(prefix: string, sinceMs: number): Promise<string[]>;
  /** Removes every file whose key begins with the prefix and `/`. */
  removePrefix(prefix: string): Promise<void>;
}
