import type { BatchChoices } from './batch-choices.ts';
import type { SourceFile } from './media-files.ts';
import type { SourceTable } from './source-table.ts';

/** The work on a new batch that this browser keeps. */
export type KeptBatch = {
  versionId: string | undefined;
  choices: BatchChoices;
  table: KeptTable | undefined;
  files: readonly SourceFile[];
  /** The names of files that were too large to be kept. */
  lostNames: readonly string[];
};

type KeptTable = Pick<SourceTable, 'file' | 'options'>;
type KeptFiles = Pick<KeptBatch, 'files' | 'lostNames'>;
type KeptChoices = Pick<KeptBatch, 'versionId' | 'choices'>;
type PartName = 'choices' | 'table' | 'files';
type StoredPart = { savedAt: number; content: unknown };

const DATABASE = 'framepress-new-batch';
const STORE = 'parts';
const PARTS: readonly PartName[] = ['choices', 'table', 'files'];
/** Uploads among the values expire after a week. */
const MAX_AGE_MS = 6 * 86_400_000;
/** Larger files are named, and have to be chosen again. */
const MAX_KEPT_BYTES = 300_000_000;

/**
 * Keeps the work on a new batch of a person in this browser, until it is sent. Without storage, or without room
 * in it, the work lasts until the page is closed: nothing here throws.
 */
export class KeptBatches {
  readonly #owner: string;
  #database: Promise<IDBDatabase> | undefined;

  /** `owner` names the person in whose account the work is. */
  constructor(owner: string) {
    this.#owner = owner;
  }

  storeChoices(choices: KeptChoices): Promise<boolean> {
    return this.#put('choices', choices);
  }

  storeTable({ file, options }: KeptTable): Promise<boolean> {
    return this.#put('table', { file, options });
  }

  /** Stores files, or only their names if they are too large. */
  async storeFiles(files: readonly SourceFile[]): Promise<void> {
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const wholeFiles: KeptFiles = { files: [...files], lostNames: [] };
    if (bytes <= MAX_KEPT_BYTES && (await this.#put('files', wholeFiles))) return;
    const lostNames = files.map(({ path }) => path);
    await this.#put('files', { files: [], lostNames } satisfies KeptFiles);
  }

  /** Returns the work of an earlier visit. Work that is older than uploads is removed. */
  async read(): Promise<KeptBatch | undefined> {
    try {
      const store = await this.#store('readwrite');
      const cursors = store.openCursor();
      await new Promise<void>((resolve, reject) => {
        cursors.onerror = () => reject(cursors.error as Error);
        cursors.onsuccess = () => {
          const cursor = cursors.result;
          if (!cursor) return resolve();
          const { savedAt } = Object(cursor.value) as Partial<StoredPart>;
          if (!(Date.now() - (savedAt ?? 0) < MAX_AGE_MS)) cursor.delete();
          cursor.continue();
        };
      });
      const [choices, table, files] = await Promise.all(
        PARTS.map(async (part) => {
          const storedPart = (await answerOf(store.get(this.#keyOf(part)))) as
            | StoredPart
            | undefined;
          return storedPart?.content;
        }),
      );
      if (!choices && !table && !files) return undefined;
      return keptOf(choices, table, files);
    } catch {
      return undefined;
    }
  }

  async clear(): Promise<void> {
    try {
      const store = await this.#store('readwrite');
      await Promise.all(PARTS.map((part) => answerOf(store.delete(this.#keyOf(part)))));
    } catch {
      // Nothing was kept.
    }
  }

  #keyOf(part: PartName): string {
    return `${this.#owner} ${part}`;
  }

  async #put(part: PartName, content: unknown): Promise<boolean> {
    try {
      const store = await this.#store('readwrite');
      const storedPart: StoredPart = { savedAt: Date.now(), content };
      await answerOf(store.put(storedPart, this.#keyOf(part)));
      return true;
    } catch {
      return false;
    }
  }

  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#database ??= openDatabase();
    return (await this.#database).transaction(STORE, mode).objectStore(STORE);
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as Error);
  });
}

/** What is in the storage of a browser may be of another release. Undefined: it is not whole. */
function keptOf(choices: unknown, table: unknown, files: unknown): KeptBatch | undefined {
  const { versionId, choices: content } = Object(choices) as Partial<KeptChoices>;
  const { file, options } = Object(table) as Partial<KeptTable>;
  const { files: sources = [], lostNames = [] } = Object(files) as Partial<KeptFiles>;
  if (!content?.output || !content.columns || !content.values) return undefined;
  return {
    versionId,
    choices: content,
    table: file instanceof File && options ? { file, options } : undefined,
    files: sources.filter((source) => source.file instanceof File),
    lostNames,
  };
}
