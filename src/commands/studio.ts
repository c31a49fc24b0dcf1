import { AppError, expected } from '../base/index.ts';
import { CODE_SECONDS, DEFAULT_ACCOUNT, type Role } from '../database/index.ts';
import { openBrowser } from './browser/open-browser.ts';
import { type DataFolderOptions, findAccount, inDatabase } from './in-database.ts';
import { print } from './output.ts';
import { LINK_NOTE, signInLink } from './studio-link.ts';

type Options = DataFolderOptions & {
  role: Role;
  account?: string;
  to?: string;
  url?: string;
  open?: boolean;
};

/** Prints a one-time link to the studio of a service with this data folder. */
export async function studioCommand(options: Options): Promise<void> {
  const { role, account = DEFAULT_ACCOUNT, to } = options;
  if (to !== undefined && !/^\/[\w\-./]*$/.test(to)) {
    throw new AppError('invalid_request', expected('a path such as /templates', '--to', to));
  }
  const url = await inDatabase(options, async (db, { publicUrl, host, port }) => {
    const base = baseUrl(options.url ?? publicUrl ?? `http://${urlHost(host)}:${port}`);
    const { id } = await findAccount(db, account);
    return signInLink(base, await db.studioSessions.addCode(id, role), to);
  });
  const link = { studio_url: url, role, account, expires_in: CODE_SECONDS };
  print(options.json, link, () => [url, LINK_NOTE]);
  if (options.open) await openBrowser(url);
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
