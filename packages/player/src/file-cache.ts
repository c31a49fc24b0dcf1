/**
 * Bytes of files by key. Beyond `maxBytes` it drops the files that were not used for the longest
 * time, except those that a composition needs now.
 */
export class FileCache {
  readonly #maxBytes: number;
  readonly #files = new Map<string, ArrayBuffer>();
  #needed: ReadonlySet<string> = new Set();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the keys without a file. The others stay until the next call. */
  prepare(keys: readonly string[]): string[] {
    this.#needed = new Set(keys);
    for (const key of this.#needed) {
      const bytes = this.#files.get(key);
      if (!bytes) continue;
      // The order of a Map is the order of insertion.
      this.#files.delete(key);
      this.#files.set(key, bytes);
    }
    this.#dropUnneeded();
    return [...this.#needed].filter((key) => !this.#files.has(key));
  }

  /** Stores the bytes of a key, and drops other files if that is too much. */
  set(key: string, bytes: ArrayBuffer): void {
    this.#bytes += bytes.byteLength - (this.#files.get(key)?.byteLength ?? 0);
    this.#files.set(key, bytes);
    this.#dropUnneeded();
  }

  /** Undefined: the file was never stored, or was dropped. */
  get(key: string): ArrayBuffer | undefined {
    return this.#files.get(key);
  }

  /**
   * Drops files, the longest unused first, until the rest fits. Needed files stay even if they do
   * not fit.
   */
  #dropUnneeded(): void {
    for (const [key, { byteLength }] of this.#files) {
      if (this.#bytes <= this.#maxBytes) return;
      if (this.#needed.has(key)) continue;
      this.#files.delete(key);
      this.#bytes -= byteLength;
    }
  }
}
