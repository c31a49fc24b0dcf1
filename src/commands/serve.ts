import { readConfig } from '../config.ts';
import { type Role, startService } from '../service/index.ts';
import { print } from './output.ts';

export async function serveCommand(options: {
  port?: string;
  host?: string;
  dataDir?: string;
  role: Role;
  json?: boolean;
}): Promise<void> {
  const config = readConfig(process.env, {
    PORT: options.port,
    HOST: options.host,
    FRAMEPRESS_DATA_DIR: options.dataDir,
  });
  const stop = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await using service = await startService(config, options.role);
  const { url } = service;
  print(options.json, { url: url ?? null, role: options.role }, () => [
    url === undefined ? 'worker is running' : `listening on ${url}`,
  ]);
  // The service ends when its jobs cannot be started.
  await Promise.race([stop, service.started.then(() => stop)]);
}
