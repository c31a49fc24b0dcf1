import { FULL_SCOPE, isScope } from '../api/index.ts';
import { AppError, expected } from '../base/index.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../database/index.ts';
import { withDatabase } from '../service/index.ts';
import { isoTime } from '../system/index.ts';
import { print } from './output.ts';

type Options = { dataDir?: string; json?: boolean };

export async function clientCreateCommand(
  options: Options & { name: string; scope?: string },
): Promise<void> {
  const { name, scope = FULL_SCOPE } = options;
  if (!isScope(scope))
    throw new AppError(
      'invalid_request',
      expected('entries of the form resource[:action][:target]', '--scope', scope),
      { hint: 'Example: --scope render_session:write,template_style_version:read.' },
    );
  const { clientId, clientSecret } = await inDatabase(options, (db) =>
    db.clients.create(name, { scope }),
  );
  printSecret(options, clientId, clientSecret);
}

export async function clientListCommand(options: Options): Promise<void> {
  const clients = (await inDatabase(options, (db) => db.clients.list())).map((client) => ({
    client_id: client.id,
    name: client.name,
    scope: client.scope,
    created_at: isoTime(client.createdAtMs),
  }));
  print(options.json, { clients }, () =>
    clients.length === 0
      ? ['There are no clients. Create a client with: framepress client create --name <name>']
      : clients.map((c) => `${c.client_id}  ${c.created_at}  ${c.scope}  ${c.name}`),
  );
}

export async function clientRotateCommand(clientId: string, options: Options): Promise<void> {
  const clientSecret = await inDatabase(options, (db) => db.clients.rotate(clientId));
  if (clientSecret === undefined) throw unknownClient(clientId);
  printSecret(options, clientId, clientSecret);
}

export async function clientRevokeCommand(clientId: string, options: Options): Promise<void> {
  const isRemoved = await inDatabase(options, (db) => db.clients.remove(clientId));
  if (!isRemoved) throw unknownClient(clientId);
  print(options.json, { client_id: clientId, revoked: true }, () => [
    `${clientId} and its tokens are revoked.`,
  ]);
}

function inDatabase<T>(options: Options, use: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir }), use);
}

function printSecret({ json }: Options, clientId: string, clientSecret: string): void {
  print(json, { client_id: clientId, client_secret: clientSecret }, () => [
    `client_id:     ${clientId}`,
    `client_secret: ${clientSecret}`,
    'Framepress does not store the secret and cannot show it again: save it now.',
  ]);
}

function unknownClient(id: string): AppError {
  return new AppError('not_found', `There is no client ${JSON.stringify(id.slice(0, 60))}.`, {
    hint: '`framepress client list` shows the clients of the data folder.',
  });
}
