import { AppError, expected, isScope, within } from '../base/index.ts';
import { isoTime } from '../system/index.ts';
import { type DataFolderOptions, inDatabase, unknownClientError } from './in-database.ts';
import { print, wholeNumber } from './output.ts';

const MAX_TTL_SECONDS = 10 * 365 * 24 * 3600;

/** Creates an access token of a client, without its secret. */
export async function tokenCreateCommand(
  options: DataFolderOptions & { client: string; scope?: string; ttl?: string },
): Promise<void> {
  const lifetime = wholeNumber(options.ttl, '--ttl');
  if (lifetime !== undefined && lifetime > MAX_TTL_SECONDS) {
    const what = `at most ${MAX_TTL_SECONDS} seconds`;
    throw new AppError('invalid_request', expected(what, '--ttl', lifetime));
  }
  const issued = await inDatabase(options, async (db, config) => {
    const client = await db.clients.find(options.client);
    if (!client) throw unknownClientError(options.client);
    const { scope = client.scope } = options;
    checkScope(scope, client.scope);
    const seconds = lifetime ?? config.tokenTtlSeconds;
    const { token, createdAtMs } = await db.tokens.issue(
      client,
      scope,
      seconds === 0 ? null : seconds,
    );
    const expires_at = seconds === 0 ? null : isoTime(createdAtMs + seconds * 1000);
    return { access_token: token, client_id: client.clientId, scope, expires_at };
  });
  print(options.json, issued, () => [
    `access_token: ${issued.access_token}`,
    `scope:        ${issued.scope}`,
    `expires:      ${issued.expires_at ?? 'never'}`,
    'Framepress does not store the token and cannot show it again: save it now.',
  ]);
}

/** Throws `invalid_request` unless a scope is valid and within that of the client. */
function checkScope(scope: string, granted: string): void {
  if (isScope(scope) && within(scope, granted)) return;
  const what = `entries of the form resource[:action][:target] within ${JSON.stringify(granted)}`;
  throw new AppError('invalid_request', expected(what, '--scope', scope), {
    hint: 'A token allows at most the scope of its client.',
  });
}
