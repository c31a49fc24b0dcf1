import { crc32 } from 'node:zlib';
import { captionNameEnds } from '../../captions/index.ts';
import type { CaptionFiles } from '../../database/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { directory, localHeader, type ZipEntry } from '../../zip/index.ts';

type Store = Pick<BlobStore, 'stat' | 'read'>;
type Stored = { bytes: number; crc: number };

/** A stored file for a ZIP. `end` is that of its name; videos are numbered, and have their extension. */
export type ZippedFile = { key: string; end?: string };

type Files = {
  outputs: readonly { key: string }[];
  videoKey: string | null;
  captions: readonly CaptionFiles[];
};

/**
 * Returns the files of a session that a ZIP has: its videos, the main one first, and the captions that they do not
 * show. They may have been removed.
 */
export function zippedFiles({ outputs, videoKey, captions }: Files): ZippedFile[] {
  const keys = outputs.map(({ key }) => key);
  const videos = keys.length > 0 || videoKey === null ? keys : [videoKey];
  const tracks = captions.filter(({ isBurnt }) => !isBurnt);
  const ends = captionNameEnds(tracks.map(({ language }) => language));
  return [
    ...videos.map((key) => ({ key })),
    ...tracks.flatMap(({ vttKey, srtKey }, index) =>
      [vttKey, srtKey].map((key) => ({ key, end: `${ends[index] ?? ''}.${extensionOf(key)}` })),
    ),
  ];
}

function extensionOf(key: string): string {
  return key.split('.').at(-1) ?? '';
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

  /**
   * Yields the entries of stored files that have one name with different ends: the second video gets `_2`. Returns
   * how many videos there are: files that were removed have no entry.
   */
  async *files(
    list: readonly ZippedFile[],
    { start, part }: Omit<FreeName, 'end'>,
  ): AsyncGenerator<Uint8Array, number> {
    const storedFiles: { key: string; end: string; isVideo: boolean }[] = [];
    let number = 0;
    for (const { key, end } of list) {
      if (!(await this.#store.stat(key))) continue;
      if (end === undefined) number += 1;
      const suffix = number === 1 ? '' : `_${number}`;
      const ownEnd = end ?? `${suffix}.${extensionOf(key)}`;
      storedFiles.push({ key, end: ownEnd, isVideo: end === undefined });
    }
    const name = this.#takeStart(
      { start, part },
      storedFiles.map(({ end }) => end),
    );
    let count = 0;
    for (const { key, end, isVideo } of storedFiles) {
      const file = await this.#readFacts(key);
      if (!file) continue;
      yield this.#header(name + end, file);
      yield* this.#store.read(key) as AsyncIterable<Uint8Array>;
      if (isVideo) count += 1;
    }
    return count;
  }

  /** Returns the list of entries, which ends the ZIP. */
  end(): Uint8Array {
    return directory(this.#entries, this.#at);
  }

  /** Returns a name that no entry has, and reserves it. */
  takeName({ end, ...name }: FreeName): string {
    return this.#takeStart(name, [end]) + end;
  }

  /** Returns a start that no entry has with one of the ends, and reserves the names. */
  #takeStart({ start, part }: Omit<FreeName, 'end'>, ends: readonly string[]): string {
    let name = start;
    const isTaken = (end: string) => this.#takenNames.has((name + end).toLowerCase());
    // Another file may have this name with `part` already.
    for (let more = part; ends.some(isTaken); more += '_') name = start + more;
    for (const end of ends) this.#takenNames.add((name + end).toLowerCase());
    return name;
  }

  #header(name: string, { bytes, crc }: Stored): Uint8Array {
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
    return { bytes: facts.bytes, crc };
  }
}
