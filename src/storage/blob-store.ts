import type { Readable } from 'node:stream';

/** `etag` is a strong validator in HTTP's own form, with its quotes. */
export type BlobFacts = { bytes: number; modifiedMs: number; etag: string };

/**
 * Files by key: parts of letters, digits, `-`, `_` and `.`, joined by `/`, none beginning with a
 * dot. Another key is a bug of the caller. Whatever else fails is `storage_failed`.
 */
export interface BlobStore {
  /** Publishes a file whole or not at all, and lasting; the file itself may be gone afterwards. */
  put(key: string, file: string): Promise<void>;
  /** Like `put` for a file that stays where it is and is not written to any more: it need not be copied. */
  putLinked(key: string, file: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  stat(key: string): Promise<BlobFacts | undefined>;
  /** Bytes `start` to `end`, both included. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** A path for programs that need a file; not to be written to. */
  localPath(key: string): Promise<string>;
  /** Removes one file; it is no error when there is none. */
  remove(key: string): Promise<void>;
  /** Removes what processes that were killed while they put it have left since before a time. */
  removeUnfinished(sinceMs: number): Promise<void>;
  /** Of every file whose key begins with the prefix and `/`. */
  bytesBelow(prefix: string): Promise<number>;
  /** Removes every file whose key begins with the prefix and `/`. */
  removePrefix(prefix: string): Promise<void>;
}
