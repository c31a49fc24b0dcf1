import { AppError, expected, FULL_SCOPE, isScope } from '../base/index.ts';
import { isoTime } from '../system/index.ts';
import {
  type DataFolderOptions,
  findAccount,
  inDatabase,
  unknownClientError,
} from './in-database.ts';
import { print } from './output.ts';

/** Adds a client and prints its secret, which cannot be read again. */
export async function clientCreateCommand(
  options: DataFolderOptions & { name: string; account?: string; scope?: string },
): Promise<void> {
  const { name, account, scope = FULL_SCOPE } = options;
  if (!isScope(scope))
    throw new AppError(
      'invalid_request',
      expected('entries of the form resource[:action][:target]', '--scope', scope),
      { hint: 'Example: --scope render_session:write,template_style_version:read.' },
    );
  const { clientId, clientSecret } = await inDatabase(options, async (db) => {
    if (account === undefined) return db.clients.create(name, { scope });
    const { id: accountId } = await findAccount(db, account);
    return db.clients.create(name, { accountId, scope });
  });
  printSecret(options, clientId, clientSecret);
}

/** Prints the clients, of one account or all. */
export async function clientListCommand(
  options: DataFolderOptions & { account?: string },
): Promise<void> {
  const listed = await inDatabase(options, async (db) => {
    if (options.account !== undefined) await findAccount(db, options.account);
    return db.clients.list(options.account);
  });
  const clients = listed.map((client) => ({
    client_id: client.id,
    account_id: client.accountId,
    name: client.name,
    scope: client.scope,
    created_at: isoTime(client.createdAtMs),
  }));
  print(options.json, { clients }, () =>
    clients.length === 0
      ? ['There are no clients. Create a client with: framepress client create --name <name>']
      : clients.map(
          (c) => `${c.client_id}  ${c.created_at}  ${c.account_id}  ${c.scope}  ${c.name}`,
        ),
  );
}

/** Replaces the secret of a client and prints the new one. */
export async function clientRotateCommand(
  clientId: string,
  options: DataFolderOptions,
): Promise<void> {
  const clientSecret = await inDatabase(options, (db) => db.clients.rotate(clientId));
  if (clientSecret === undefined) throw unknownClientError(clientId);
  printSecret(options, clientId, clientSecret);
}

/** Removes a client with its tokens. */
export async function clientRevokeCommand(
  clientId: string,
  options: DataFolderOptions,
): Promise<void> {
  const isRemoved = await inDatabase(options, (db) => db.clients.remove(clientId));
  if (!isRemoved) throw unknownClientError(clientId);
  print(options.json, { client_id: clientId, revoked: true }, () => [
    `${clientId} and its tokens are revoked.`,
  ]);
}

/** Prints the new secret of a client. */
function printSecret({ json }: DataFolderOptions, clientId: string, clientSecret: string): void {
  print(json, { client_id: clientId, client_secret: clientSecret }, () => [
    `client_id:     ${clientId}`,
    `client_secret: ${clientSecret}`,
    'Framepress does not store the secret and cannot show it again: save it now.',
  ]);
}
