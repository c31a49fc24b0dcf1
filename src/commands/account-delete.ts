import { randomUUID } from 'node:crypto';
import { AppError } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import {
  type AccountContents,
  type AccountRemoval,
  type Database,
  DEFAULT_ACCOUNT,
  databaseName,
} from '../database/index.ts';
import { removeAccount } from '../jobs/index.ts';
import { openStore } from '../storage/index.ts';
import { isoTime } from '../system/index.ts';
import { type DataFolderOptions, findAccount, inDatabase } from './in-database.ts';
import { print } from './output.ts';
import { Interruption } from './program/interruption.ts';
import { ask } from './remote/ask.ts';

type DeleteOptions = DataFolderOptions & { dryRun?: boolean; yes?: boolean };

/** The names of the tables in the report. Rows of other tables are details of these. */
const NAMES: readonly [table: string, name: string][] = [
  ['clients', 'clients'],
  ['people', 'people of the studio'],
  ['tokens', 'tokens'],
  ['templates', 'templates'],
  ['template_style_versions', 'template style versions'],
  ['render_sessions', 'render sessions'],
  ['batches', 'batches'],
  ['batch_rows', 'rows of batches'],
  ['mappings', 'mappings'],
  ['uploads', 'uploads'],
  ['destinations', 'destinations'],
  ['external_uploads', 'deliveries'],
  ['webhook_endpoints', 'webhook endpoints'],
  ['webhook_deliveries', 'deliveries of webhooks'],
  ['events', 'events'],
  ['usage', 'entries of the usage'],
];
const MEGABYTE = 2 ** 20;

/** Deletes an account with everything in it, and prints a report. After an interruption, it continues. */
export async function accountDeleteCommand(id: string, options: DeleteOptions): Promise<void> {
  requireOther(id);
  await inDatabase(options, async (db, config) => {
    const begun = await db.accountRemoval.find(id);
    if (begun && begun.endedAtMs !== null) return printReport(begun, options);
    const { name } = begun ?? (await findAccount(db, id));
    const bytes = await db.storage.usedBy(id);
    const contents = { ...(await db.accountRemoval.contentsOf(id)), bytes };
    if (options.dryRun) return printPlan({ id, name }, contents, options);
    // A deletion that has begun cannot be undone.
    if (!options.yes && !begun) await confirm({ id, name }, contents);
    printReport(await deleteAccount(id, db, config), options);
  });
}

/**
 * Closes the account and removes it in pieces, until it is gone or a signal stops it. A later call continues.
 */
async function deleteAccount(id: string, db: Database, config: Config): Promise<AccountRemoval> {
  using stop = new Interruption();
  const holder = randomUUID();
  const { store } = await openStore(config);
  // Before the account is closed: without the store, nothing of it could be removed.
  await store.check();
  await db.accountRemoval.close({ accountId: id, holder });
  const context = { db, store, dataFolder: config.dataDir, holder };
  return removeAccount(id, context, { signal: stop.signal, onPiece: (table) => showTable(table) });
}

/** Shows on a terminal what is being removed. */
function showTable(table: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\rremoving ${databaseName(table)}\u001b[K`);
}

/** Throws `conflict` for the default account. */
function requireOther(id: string): void {
  if (id !== DEFAULT_ACCOUNT) return;
  throw new AppError('conflict', `The account ${DEFAULT_ACCOUNT} cannot be deleted.`, {
    hint: 'It belongs to the operator, and the service needs it. To remove everything, stop the service and remove its data folder, or its database and its store.',
  });
}

/** Says what will be removed, and requests the name of the account. Throws `canceled`. */
async function confirm(
  account: { id: string; name: string },
  contents: AccountContents,
): Promise<void> {
  if (!process.stdin.isTTY)
    throw new AppError('invalid_request', 'The option --yes is missing.', {
      hint: 'Give --yes, or run the command on a terminal. --dry-run shows what would be removed.',
    });
  process.stderr.write(`${planLines(account, contents).join('\n')}\n`);
  const answer = await ask(`Type the name of the account to delete it (${account.name}): `);
  if (answer === account.name.trim()) return;
  throw new AppError('canceled', 'Nothing was deleted: this is not the name of the account.');
}

/** Prints what a deletion would remove. */
function printPlan(
  account: { id: string; name: string },
  contents: AccountContents,
  { json }: DeleteOptions,
): void {
  print(json, { account, dry_run: true, ...contentLines(contents) }, () => [
    ...planLines(account, contents),
    'Nothing was deleted.',
  ]);
}

/** Prints what a deletion has removed. */
function printReport(removal: AccountRemoval, { json }: DeleteOptions): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const { accountId: id, removed, endedAtMs } = removal;
  const deleted_at = endedAtMs === null ? null : isoTime(endedAtMs);
  print(json, { account: { id }, deleted_at, ...contentLines(removed) }, () => [
    `The account ${id} was deleted with:`,
    ...countLines(removed),
    ...leftovers(removed),
  ]);
}

/** Returns what a deletion would remove, as lines. */
function planLines({ id, name }: { id: string; name: string }, contents: AccountContents) {
  return [
    `The account ${id} (${name}) will be deleted with:`,
    ...countLines(contents),
    ...leftovers(contents),
  ];
}

/** Returns a line for each table with rows, and one for the files. */
function countLines({ rows, bytes }: AccountContents): string[] {
  const counts = NAMES.flatMap(([table, name]) => {
    const count = rows[table] ?? 0;
    return count === 0 ? [] : [`  ${name}: ${count}`];
  });
  return [...counts, `  files: ${Math.ceil(bytes / MEGABYTE)} MB`];
}

/** Returns sentences about files in the account owner's storage, which stay there. */
function leftovers({ delivered, interrupted }: AccountContents): string[] {
  return [
    ...(delivered > 0
      ? [`Not removed: ${delivered} files that were delivered to storage of the account's owner.`]
      : []),
    ...(interrupted > 0
      ? [
          `Not removed: parts of ${interrupted} interrupted deliveries, which may be in that storage. A rule of its bucket for incomplete uploads removes them.`,
        ]
      : []),
  ];
}

/** Returns the contents as JSON. */
function contentLines({ rows, bytes, delivered, interrupted }: AccountContents) {
  return {
    removed: { rows, bytes },
    left: { delivered_files: delivered, interrupted_deliveries: interrupted },
  };
}
