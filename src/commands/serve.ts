import { LINK_NOTE, signInLink } from '../accounts/index.ts';
import { defined } from '../base/index.ts';
import { type Config, readConfig, requireShared } from '../config/index.ts';
import { startService } from '../service/index.ts';
import { print } from './output.ts';
import { Interruption } from './program/interruption.ts';

/** Runs the service until a signal stops it, and prints its addresses. */
export async function serveCommand(options: {
  port?: string;
  host?: string;
  dataDir?: string;
  role?: string;
  json?: boolean;
}): Promise<void> {
  const config = readConfig(process.env, {
    PORT: options.port,
    HOST: options.host,
    FRAMEPRESS_DATA_DIR: options.dataDir,
    FRAMEPRESS_ROLE: options.role,
  });
  requireShared(config);
  const { role } = config;
  using stop = new Interruption();
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });
  await using service = await startService(config, role);
  const { url, probeUrl } = service;
  const studio =
    url !== undefined && isForOneMachine(config)
      ? signInLink(url, await service.signInCode())
      : undefined;
  const addresses = {
    url: url ?? null,
    role,
    ...defined({ probe_url: probeUrl }),
    ...(studio && { studio_url: studio }),
  };
  print(options.json, addresses, () => [
    url === undefined ? 'worker is running' : `listening on ${url}`,
    ...(probeUrl === undefined ? [] : [`probes and metrics: ${probeUrl}`]),
    ...(studio === undefined ? [] : [`studio: ${studio}`, LINK_NOTE]),
  ]);
  // The service ends when its jobs cannot be started.
  await Promise.race([stopped, service.started.then(() => stopped)]);
}

/** Only people who use this machine read its output, so a link in the output signs them in. */
function isForOneMachine({ host, publicUrl, openid, role, databaseUrl }: Config): boolean {
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  return (
    role === 'all' &&
    databaseUrl === undefined &&
    isLocal &&
    publicUrl === undefined &&
    openid === undefined
  );
}
