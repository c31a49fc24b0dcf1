import { FULL_SCOPE, isScope } from '../api/index.ts';
import { AppError, expected } from '../base/index.ts';
import { readConfig } from '../config.ts';
import { withDatabase } from '../main.ts';
import { print } from './output.ts';

export async function clientCommand(options: {
  name: string;
  scope?: string;
  dataDir?: string;
  json?: boolean;
}): Promise<void> {
  const { name, scope = FULL_SCOPE } = options;
  if (!isScope(scope))
    throw new AppError(
      'invalid_request',
      expected('entries of the form resource[:action][:target]', '--scope', scope),
    );
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  const { clientId, clientSecret } = await withDatabase(config, (db) =>
    db.clients.create(name, { scope }),
  );
  print(options.json, { client_id: clientId, client_secret: clientSecret }, () => [
    `client_id:     ${clientId}`,
    `client_secret: ${clientSecret}`,
    'The secret is not stored; keep it now.',
  ]);
}
