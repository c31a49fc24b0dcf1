import type { Readable } from 'node:stream';

/** Facts about a stored file. `etag` is a strong HTTP validator, including its quotes. */
export type BlobFacts = { bytes: number; modifiedMs: number; etag: string };

/** How a store answers a presigned URL: content type, and `Content-Disposition` if there is one. */
export type LinkOptions = {
  seconds: number;
  contentType: string;
  contentDisposition: string | undefined;
};

/**
 * Stores files by key. A key has parts of letters, digits, `-`, `_` and `.`, joined by `/`; no part
 * begins with a dot. A different key is a bug of the caller. All other failures throw
 * `storage_failed`.
 */
export interface BlobStore {
  /** Whether the files are on a network, so that waiting may help after a failure. */
  readonly isRemote: boolean;
  /** Publishes a file atomically and durably. The source file may be moved. */
  put(key: string, file: string): Promise<void>;
  /**
   * Like `put`, but the source file stays. It must not change afterwards, so it need not be copied.
   */
  putLinked(key: string, file: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined when the file does not exist. */
  stat(key: string): Promise<BlobFacts | undefined>;
  /** Reads the bytes `start` to `end`, both included. A missing file is an error with the code `ENOENT`. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /**
   * Returns a path for programs that need a file. Do not write to it. Only for keys whose file never
   * changes, because a store on a network caches it. The path is valid while `folder` exists: a folder of
   * the work that needs the file, in the data folder. Without `folder`, open the file at once. A missing
   * file has a path at which there is no file.
   */
  localPath(key: string, folder?: string): Promise<string>;
  /** Writes a file to a path of the data folder, whole or not at all. Returns false when the file does not exist. */
  fetchTo(key: string, path: string): Promise<boolean>;
  /** Removes a file. Does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Removes temporary files of killed processes that are older than `sinceMs`. */
  removeUnfinished(sinceMs: number): Promise<void>;
  /** Returns the total size of all files whose key begins with the prefix and `/`. */
  bytesBelow(prefix: string): Promise<number>;
  /**
   * Returns the parts of keys that follow the prefix and `/`, of folders whose files did not change after
   * `sinceMs`. An empty folder may be among them.
   */
  foldersBelow(prefix: string, sinceMs: number): Promise<string[]>;
  /** Yields the keys of files directly below the prefix that were stored in a time, page by page. */
  filesBelow(
    prefix: string,
    storedPeriod: { fromMs: number; toMs: number },
  ): AsyncIterable<string[]>;
  /** Removes every file whose key begins with the prefix and `/`. */
  removePrefix(prefix: string): Promise<void>;
  /** Returns a URL of the store itself; undefined when clients cannot read it there. */
  link(key: string, options: LinkOptions): Promise<string | undefined>;
  /** Throws `storage_failed` unless files can be written, read, listed and removed. */
  check(): Promise<void>;
}
