import { crc32 } from 'node:zlib';
import type { BlobStore } from '../../storage/index.ts';
import { directory, localHeader, type ZipEntry } from '../../zip/index.ts';

type Store = Pick<BlobStore, 'stat' | 'read'>;
type Stored = { key: string; bytes: number; crc: number };

/** Returns the keys of the video files of a session, the main one first. They may have been removed. */
export function videoKeys({
  outputs,
  videoKey,
}: {
  outputs: readonly { key: string }[];
  videoKey: string | null;
}): string[] {
  const keys = outputs.map(({ key }) => key);
  return keys.length > 0 || videoKey === null ? keys : [videoKey];
}

/** The parts of a name: `start` and `end`, with `part` between if the name is taken. */
export type FreeName = { start: string; part: string; end: string };

/**
 * A ZIP of stored files, written piece by piece. Each file is read twice, because its checksum precedes its data: a
 * checksum behind the data is not understood by all programs.
 */
export class FileZip {
  readonly #store: Store;
  readonly #entries: ZipEntry[] = [];
  /** Names in lower case, because programs for Windows ignore the case. */
  readonly #takenNames: Set<string>;
  #at = 0;

  /** `reserved` are names that no file gets. */
  constructor(store: Store, reserved: readonly string[] = []) {
    this.#store = store;
    this.#takenNames = new Set(reserved);
  }

  /** Yields the entry of a text. */
  *text(name: string, text: string): Generator<Uint8Array> {
    const bytes = Buffer.from(text);
    yield Buffer.concat([this.#header(name, { bytes: bytes.length, crc: crc32(bytes) }), bytes]);
  }

  /** Yields the entry of a stored file. Returns false, without an entry, if the file was removed. */
  async *#file(key: string, name: FreeName): AsyncGenerator<Uint8Array, boolean> {
    const file = await this.#readFacts(key);
    if (!file) return false;
    yield this.#header(this.takeName(name), file);
    yield* this.#store.read(key) as AsyncIterable<Uint8Array>;
    return true;
  }

  /**
   * Yields the entries of stored files of one name, of which the second gets `_2`. Returns how many there are: files
   * that were removed have none.
   */
  async *files(
    keys: readonly string[],
    { start, part }: Omit<FreeName, 'end'>,
  ): AsyncGenerator<Uint8Array, number> {
    let count = 0;
    for (const key of keys) {
      const suffix = count === 0 ? '' : `_${count + 1}`;
      const end = `${suffix}.${key.split('.').at(-1) ?? 'mp4'}`;
      if (yield* this.#file(key, { start, part, end })) count += 1;
    }
    return count;
  }

  /** Returns the list of entries, which ends the ZIP. */
  end(): Uint8Array {
    return directory(this.#entries, this.#at);
  }

  /** Returns a name that no entry has, and reserves it. */
  takeName({ start, part, end }: FreeName): string {
    let name = start + end;
    // Another file may have this name with `part` already.
    for (let more = part; this.#takenNames.has(name.toLowerCase()); more += '_')
      name = start + more + end;
    this.#takenNames.add(name.toLowerCase());
    return name;
  }

  #header(name: string, { bytes, crc }: Omit<Stored, 'key'>): Uint8Array {
    const entry = { name, bytes, crc, at: this.#at };
    const header = localHeader(entry);
    this.#entries.push(entry);
    this.#at += header.length + bytes;
    return header;
  }

  /** Returns the size and the checksum of a file; undefined if it was removed, also while it was read. */
  async #readFacts(key: string): Promise<Stored | undefined> {
    const facts = await this.#store.stat(key);
    if (!facts) return undefined;
    let crc = 0;
    try {
      for await (const chunk of this.#store.read(key) as AsyncIterable<Uint8Array>)
        crc = crc32(chunk, crc);
    } catch (error) {
      if (await this.#store.stat(key)) throw error;
      return undefined;
    }
    return { key, bytes: facts.bytes, crc };
  }
}
