import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forEachAtOnce } from '../../base/index.ts';
import {
  type AccountRemoval,
  type Database,
  OWNED,
  type OwnedTable,
} from '../../database/index.ts';
import { type BlobStore, removeAccountFolders } from '../../storage/index.ts';
import { UNWANTED } from '../segments/notices.ts';
import { WORK } from '../segments/segment-files.ts';

type Context = {
  db: Database;
  store: BlobStore;
  dataFolder: string;
  /** Names this process, which continues the deletion. */
  holder: string;
};

type Progress = { signal: AbortSignal; onPiece?: (table: string) => void };
type Row = Record<string, string>;

/** Rows whose files are removed before one transaction removes the rows. */
const PAGE = 50;
/** Rows without files. */
const ROWS = 500;
const FILES_AT_ONCE = 8;
/** Interval at which this process says that it goes on. */
const ALIVE_MS = 10_000;
/** Longest pause after a piece. */
const MAX_PAUSE_MS = 1000;

/** How the files of a row are removed, and the columns that this needs. Returns their bytes. */
type Files = {
  columns: readonly string[];
  remove: (row: Row, context: Working) => Promise<number>;
};
/** `removedFolders`: folders of many rows, whose files were removed. */
type Working = Context & { removedFolders: Set<string> };

const FILES: { [Name in OwnedTable['table']]?: Files } = {
  batches: below('batches'),
  renderSessions: {
    columns: [],
    remove: async (row, context) => {
      const bytes = await below('sessions').remove(row, context);
      // The segments of a session, with `REUSE_SEGMENTS=session`.
      const sessionFolder = join(context.dataFolder, 'segments', row['id'] ?? '');
      await rm(sessionFolder, { recursive: true, force: true, maxRetries: 5 });
      return bytes;
    },
  },
  templateStyleVersions: below('versions'),
  uploads: {
    columns: ['storageKey', 'bytes'],
    remove: async ({ storageKey: key = '', bytes }, { store }) => {
      await store.remove(key);
      return Number(bytes);
    },
  },
  madeFiles: {
    columns: ['storageKey', 'bytes'],
    remove: async ({ storageKey: key, bytes }, { store }) => {
      if (key) await store.remove(key);
      return Number(bytes);
    },
  },
  segments: {
    columns: ['pack'],
    remove: async (row, context) => {
      const bytes = await below('segments').remove(row, context);
      // The packs and images of the same day and scope.
      const folder = dirname(row['pack'] ?? '');
      if (folder !== '.' && !context.removedFolders.has(folder))
        await context.store.removePrefix(folder);
      context.removedFolders.add(folder);
      return bytes;
    },
  },
};

/** The files whose keys begin with a prefix and the id of the row. */
function below(prefix: string): Files {
  return {
    columns: [],
    remove: async ({ id = '' }, { store }) => {
      const bytes = await store.bytesBelow(`${prefix}/${id}`);
      await store.removePrefix(`${prefix}/${id}`);
      return bytes;
    },
  };
}

/** Reports to the other processes that the deletion goes on, also while one piece takes long, until it is disposed. */
function alive({ db }: Context, of: { accountId: string; holder: string }): Disposable {
  // A failure does no harm: each piece writes the time of its progress, too.
  const timer = setInterval(
    () => void db.accountRemoval.touch(of).catch(() => undefined),
    ALIVE_MS,
  );
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Deletes an account that was closed, with everything in it, and returns the report. It works in pieces with pauses
 * between them, so that a service beside it goes on. After an interruption, another call continues. Throws
 * `conflict` when another process has taken the deletion over.
 */
export async function removeAccount(
  accountId: string,
  context: Context,
  { signal, onPiece = () => undefined }: Progress,
): Promise<AccountRemoval> {
  const { db, store, dataFolder, holder } = context;
  const of = { accountId, holder };
  using _alive = alive(context, of);
  const working = { ...context, removedFolders: new Set<string>() };
  // Its segments that are being drawn are given up at once.
  await db.notices.notify(UNWANTED, '');
  const piece = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const startMs = performance.now();
    const result = await work();
    onPiece(table);
    // As long as the piece took: the service has at least half of the time for its own writes.
    const pauseMs = Math.min(MAX_PAUSE_MS, performance.now() - startMs);
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    return result;
  };

  const removeSimple = async ({ table }: OwnedTable): Promise<boolean> => {
    let pieces = 1;
    while (!(await piece(table, () => db.accountRemoval.removeSome(of, table)))) pieces += 1;
    return pieces > 1;
  };
  const removeFiles = async ({ remove }: Files, rows: readonly Row[]): Promise<number> => {
    let bytes = 0;
    await forEachAtOnce(rows, FILES_AT_ONCE, async (row) => {
      bytes += await remove(row, working);
    });
    return bytes;
  };
  /** Returns whether the table had rows. */
  const removeRows = async (owned: OwnedTable): Promise<boolean> => {
    const { table, parts } = owned;
    const files = FILES[table];
    if (!files && parts.length === 0) return removeSimple(owned);
    const columns = [...(files?.columns ?? []), ...parts.map((part) => part.of)];
    const neededColumns = [...new Set(columns)].filter((name) => name !== 'id');
    for (let pages = 0; ; pages += 1) {
      const rows = await db.accountRemoval.page(
        table,
        accountId,
        neededColumns,
        files ? PAGE : ROWS,
      );
      if (rows.length === 0) return pages > 0;
      const bytes = files ? await piece(table, () => removeFiles(files, rows)) : 0;
      while (!(await piece(table, () => db.accountRemoval.removePage(of, owned, rows, bytes))));
    }
  };

  // A request that was being answered when the account was closed may have added a row: read until there is none.
  let isEmpty = false;
  while (!isEmpty) {
    isEmpty = true;
    for (const owned of OWNED) if (await removeRows(owned)) isEmpty = false;
  }
  await store.removePrefix(`segments/${accountId}`);
  for (const folder of ['previews', WORK])
    for (const day of await store.foldersBelow(folder, Infinity))
      await store.removePrefix(`${folder}/${day}/${accountId}`);
  await removeAccountFolders(dataFolder, accountId);
  return db.accountRemoval.end(of);
}
