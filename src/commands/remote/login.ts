import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { FramepressError } from '@framepress/client';
import { AppError } from '../../base/index.ts';
import { print } from '../output.ts';
import { ask } from './ask.ts';
import { credentialsPath, removeCredentials, writeCredentials } from './credentials.ts';
import { checkUrl, connect, DEFAULT_URL, remoteEnvironment } from './remote-client.ts';
import { withRemoteErrors } from './remote-errors.ts';

type Options = { url?: string; clientId?: string; clientSecret?: string; json?: boolean };

/**
 * Stores the credentials of a client after the service has accepted them. Asks on a terminal for
 * what neither an option nor a variable gives.
 */
export async function loginCommand(options: Options): Promise<void> {
  const set = remoteEnvironment();
  const address = options.url ?? set.url ?? (await answerTo('--url', `Service [${DEFAULT_URL}]: `));
  const url = checkUrl(address || DEFAULT_URL, '--url');
  const clientId =
    options.clientId ?? set.clientId ?? (await answerTo('--client-id', 'Client id: '));
  const clientSecret = await readClientSecret(options.clientSecret, set.clientSecret);
  await withRemoteErrors(() => checkCredentials(url, clientId, clientSecret));
  const path = await writeCredentials({ url, client_id: clientId, client_secret: clientSecret });
  print(options.json, { url, client_id: clientId, credentials: path }, () => [
    `Logged in to ${url} as ${clientId}. The credentials are in ${path}.`,
    ...(isPlainText(url) ? ['warning: http:// sends them without encryption. Use https://.'] : []),
  ]);
}

/** Removes the stored credentials. The client stays valid. */
export async function logoutCommand(options: { json?: boolean }): Promise<void> {
  const removed = await removeCredentials();
  print(options.json, { removed, credentials: credentialsPath() }, () => [
    removed ? `Removed ${credentialsPath()}.` : 'There was no login.',
  ]);
}

/** Requests a token with the credentials. A client need not be allowed to read its account. */
async function checkCredentials(url: string, clientId: string, clientSecret: string) {
  try {
    await connect({ baseUrl: url, clientId, clientSecret, retries: 1 }).account.get();
  } catch (error) {
    if (!(error instanceof FramepressError) || error.code !== 'forbidden') throw error;
  }
}

/**
 * Returns the secret: of the file that the option names, or of standard input for `-`; else of the variable;
 * else it asks.
 */
async function readClientSecret(option: string | undefined, variable: string | undefined) {
  if (option === undefined) {
    return variable ?? (await answerTo('--client-secret', 'Client secret: ', true));
  }
  const text = (
    option === '-' ? await readAll(process.stdin) : await readSecretFile(option)
  ).trim();
  if (/^\S{1,500}$/.test(text)) return text;
  const from = option === '-' ? 'standard input' : option;
  throw new AppError('invalid_request', `There is no client secret in ${from}.`, {
    hint: 'Expected one line with the secret that `framepress client create` printed.',
  });
}

/** Returns the text of a file. Throws `invalid_request` without its path, which may be the secret itself. */
async function readSecretFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const hint = 'Expected the path of a file, or - for standard input.';
    // The option may hold the secret itself, which must not be shown.
    const message = `The file of --client-secret cannot be read (${code}).`;
    throw new AppError('invalid_request', message, { hint }, { cause });
  }
}

/** Asks on a terminal for the value of an option. Throws `invalid_request` elsewhere. */
async function answerTo(option: string, question: string, isSecret = false): Promise<string> {
  if (process.stdin.isTTY) return ask(question, isSecret);
  throw new AppError('invalid_request', `The option ${option} is missing.`, {
    hint: `Give ${option}${isSecret ? ' - and write the secret to standard input' : ''}, or run the command on a terminal.`,
  });
}

/** Whether credentials would be sent to another machine without encryption. */
function isPlainText(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
