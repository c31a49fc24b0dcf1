import { presentAccount } from '../accounts/index.ts';
import { AppError, expected } from '../base/index.ts';
import type { Account, AccountLimits, Database, OwnLimits } from '../database/index.ts';
import { type DataFolderOptions, findAccount, inDatabase } from './in-database.ts';
import { print } from './output.ts';

const MAX_NAME_CHARACTERS = 200;
const MEGABYTE = 2 ** 20;

/** The limits by their option; `unit` is the size of an option's unit in the database. */
const LIMITS = {
  'renders-at-once': { name: 'rendersAtOnce', json: 'renders_at_once', max: 1000, unit: 1 },
  'queued-sessions': { name: 'queuedSessions', json: 'queued_sessions', max: 1_000_000, unit: 1 },
  'frames-per-day': { name: 'framesPerDay', json: 'frames_per_day', max: 1e12, unit: 1 },
  'stored-mb': { name: 'storedBytes', json: 'stored_bytes', max: 100_000_000, unit: MEGABYTE },
  'speech-characters-per-day': {
    name: 'speechCharactersPerDay',
    json: 'speech_characters_per_day',
    max: 1e12,
    unit: 1,
  },
  'transcription-seconds-per-day': {
    name: 'transcriptionSecondsPerDay',
    json: 'transcription_seconds_per_day',
    max: 1e12,
    unit: 1,
  },
} as const;

type LimitOptions = {
  rendersAtOnce?: string;
  queuedSessions?: string;
  framesPerDay?: string;
  storedMb?: string;
  speechCharactersPerDay?: string;
  transcriptionSecondsPerDay?: string;
};

/** Adds an account and prints its id. */
export async function accountCreateCommand(
  name: string,
  options: DataFolderOptions,
): Promise<void> {
  if (name.trim() === '' || name.length > MAX_NAME_CHARACTERS) {
    const what = `a name of 1 to ${MAX_NAME_CHARACTERS} characters`;
    throw new AppError('invalid_request', expected(what, '<name>', name));
  }
  const { id } = await inDatabase(options, (db) => db.accounts.insert(name));
  print(options.json, { account: { id, name } }, () => [
    `account: ${id}`,
    `Create a client of this account with: framepress client create --account ${id} --name <name>`,
  ]);
}

/** Prints the accounts with their limits and use, and those that are being deleted. */
export async function accountListCommand(options: DataFolderOptions): Promise<void> {
  const { accounts, deleting } = await inDatabase(options, async (db, config) => {
    const listed: Shown[] = [];
    for (const { clientCount, ...account } of await db.accounts.list())
      listed.push({
        clients: clientCount,
        ...(await withDefaultLimits(db, account, config.accountLimits)),
      });
    return { accounts: listed, deleting: await db.accountRemoval.unfinished() };
  });
  print(options.json, { accounts, deleting }, () => [
    ...accounts.flatMap(accountLines),
    ...deleting.map((id) => `${id}  is being deleted`),
  ]);
}

/** Changes the limits that are given, and shows all limits of the account. */
export async function accountLimitsCommand(
  id: string,
  options: DataFolderOptions & LimitOptions,
): Promise<void> {
  const changes = changesOf(options);
  const account = await inDatabase(options, async (db, config) => {
    await findAccount(db, id);
    await db.accounts.setLimits(id, changes);
    return withDefaultLimits(db, await findAccount(db, id), config.accountLimits);
  });
  print(options.json, { account }, () => accountLines(account));
}

/** Returns the limits that the options change. Throws one error with all wrong options. */
function changesOf(options: LimitOptions): Partial<OwnLimits> {
  const limits = {
    'renders-at-once': options.rendersAtOnce,
    'queued-sessions': options.queuedSessions,
    'frames-per-day': options.framesPerDay,
    'stored-mb': options.storedMb,
    'speech-characters-per-day': options.speechCharactersPerDay,
    'transcription-seconds-per-day': options.transcriptionSecondsPerDay,
  };
  const changes: Partial<OwnLimits> = {};
  const wrong: AppError[] = [];
  for (const [option, { name, max, unit }] of Object.entries(LIMITS)) {
    const text = limits[option as keyof typeof limits];
    if (text === undefined) continue;
    if (text === 'default') changes[name] = null;
    else if (text === 'none') changes[name] = 0;
    else if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max)
      changes[name] = Number(text) * unit;
    else {
      const what = `a whole number from 1 to ${max}, none or default`;
      wrong.push(new AppError('invalid_request', expected(what, `--${option}`, text)));
    }
  }
  if (wrong.length > 0) throw AppError.fromFaults(wrong.flatMap(({ faults }) => faults));
  return changes;
}

type Shown = Awaited<ReturnType<typeof withDefaultLimits>> & { clients?: number };

/**
 * Returns the public form of an account, and the names of the limits for which it has the service's default.
 */
async function withDefaultLimits(db: Database, account: Account, defaults: AccountLimits) {
  const presented = await presentAccount(db, account, defaults);
  const default_limits = Object.values(LIMITS).flatMap(({ name, json }) =>
    account.limits[name] === null ? [json] : [],
  );
  return { ...presented, default_limits };
}

/** Returns an account as lines: its name, and for each limit the use and the limit. */
function accountLines({ id, name, clients, limits, usage, default_limits }: Shown): string[] {
  const amounts = {
    renders_at_once: usage.rendering_sessions,
    queued_sessions: usage.queued_sessions,
    frames_per_day: usage.frames_today,
    stored_bytes: usage.stored_bytes,
    speech_characters_per_day: usage.speech_characters_today,
    transcription_seconds_per_day: usage.transcription_seconds_today,
  };
  const rows = Object.entries(LIMITS).map(([option, { json, unit }]) => {
    const limit = limits[json] === null ? ', no limit' : ` of ${limits[json] / unit}`;
    const source = default_limits.includes(json) ? ' (default)' : '';
    return `  ${option.padEnd(31)}${Math.ceil(amounts[json] / unit)}${limit}${source}`;
  });
  return [`${id}  ${name}${clients === undefined ? '' : `  clients: ${clients}`}`, ...rows];
}
