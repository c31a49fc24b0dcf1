import { LINK_NOTE, signInLink } from '../accounts/index.ts';
import { AppError, expected } from '../base/index.ts';
import { readConfig } from '../config/index.ts';
import { CODE_SECONDS, DEFAULT_ACCOUNT, type Role } from '../database/index.ts';
import { sha256 } from '../system/index.ts';
import { openBrowser } from './browser/open-browser.ts';
import {
  type DataFolderOptions,
  findAccount,
  inDatabase,
  requireDatabaseFile,
} from './in-database.ts';
import { print } from './output.ts';

type Options = DataFolderOptions & {
  role: Role;
  account?: string;
  to?: string;
  url?: string;
  open?: boolean;
};

/** A service that does not answer in this time counts as not running. */
const ASK_MS = 5000;

/**
 * Prints a one-time link to the studio of the service with this data folder. Throws `conflict` if the service at
 * the address has another data folder, and `not_found` for a folder without a database.
 */
export async function studioCommand(options: Options): Promise<void> {
  const { role, account = DEFAULT_ACCOUNT, to } = options;
  if (to !== undefined && !/^\/[\w\-./]*$/.test(to)) {
    throw new AppError('invalid_request', expected('a path such as /templates', '--to', to));
  }
  const { dataDir, databaseUrl, publicUrl, host, port } = readConfig(process.env, {
    FRAMEPRESS_DATA_DIR: options.dataDir,
  });
  const base = baseUrl(options.url ?? publicUrl ?? `http://${urlHost(host)}:${port}`);
  if (databaseUrl === undefined) await requireDatabaseFile(dataDir);
  const { url, isRunning } = await inDatabase(options, async (db) => {
    const { id } = await findAccount(db, account);
    const code = await db.studioSessions.addCode(id, role);
    const answer = await isKnown(base, code);
    if (answer === false) {
      await db.studioSessions.removeCode(code);
      throw otherServiceError(base, databaseUrl === undefined ? dataDir : undefined);
    }
    return { url: signInLink(base, code, to), isRunning: answer !== undefined };
  });
  const link = { studio_url: url, role, account, expires_in: CODE_SECONDS };
  print(options.json, link, () => [
    url,
    LINK_NOTE,
    ...(isRunning ? [] : [`No service answers at ${base}. Start it with \`framepress serve\`.`]),
  ]);
  if (options.open) await openBrowser(url);
}

/**
 * Asks the service whether it knows a code. Returns undefined if no service answers, or one of an older version
 * that does not say it.
 */
async function isKnown(base: string, code: string): Promise<boolean | undefined> {
  try {
    const response = await fetch(`${base}/studio/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code_sha256: sha256(code) }),
      signal: AbortSignal.timeout(ASK_MS),
    });
    const { is_known: answer } = Object(await response.json()) as { is_known?: unknown };
    return typeof answer === 'boolean' ? answer : undefined;
  } catch {
    return undefined;
  }
}

function otherServiceError(base: string, dataDir: string | undefined): AppError {
  const place = dataDir === undefined ? 'database' : `data folder than ${dataDir}`;
  return new AppError('conflict', `The service at ${base} uses another ${place}.`, {
    hint: 'Give --data-dir or FRAMEPRESS_DATA_DIR the folder of that service, or --url the address of another service.',
  });
}

/** Returns an http or https address without a slash at its end. Throws `invalid_request` for another text. */
function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '');
  throw new AppError('invalid_request', expected('an http or https address', '--url', text));
}

/** A browser cannot open the address that stands for all addresses of the machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
