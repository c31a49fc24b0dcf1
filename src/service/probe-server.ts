import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../base/index.ts';
import { METRICS_TYPE, metricsText } from '../observe/index.ts';
import type { Log } from '../system/index.ts';
import { cannotListen, urlHost } from './listen-address.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export type ProbeServerOptions = {
  host: string;
  /** 0: a free port. */
  port: number;
  ready: () => Promise<Record<string, string>>;
  log: Log;
};

/**
 * Serves `/healthz`, `/readyz` and `/metrics` without tokens, for the operator's own network. Returns the URL.
 * `opened` stops it.
 */
export async function startProbeServer(
  { host, port, ready, log }: ProbeServerOptions,
  opened: AsyncDisposableStack,
): Promise<string> {
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': async (response) => sendText(response, 200, JSON_TYPE, '{"status":"ok"}'),
    '/readyz': async (response) => {
      const parts = await ready();
      const isReady = Object.values(parts).every((state) => state === 'ok');
      const body = { status: isReady ? 'ok' : 'unavailable', parts };
      sendText(response, isReady ? 200 : 503, JSON_TYPE, JSON.stringify(body));
    },
    '/metrics': async (response) => sendText(response, 200, METRICS_TYPE, await metricsText()),
  };
  // An import of `node:http` loads the parts of `fetch` too, and most services have no such port.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const answer = answers[path];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!answer || !isRead) {
      sendText(response, answer ? 405 : 404, 'text/plain', '');
      return;
    }
    answer(response).catch((err: unknown) => {
      log.error({ err, path }, 'a probe could not be answered');
      sendText(response, 500, 'text/plain', '');
    });
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError(
      'config_invalid',
      ...cannotListen({ host, port, variable: 'FRAMEPRESS_PROBE_PORT' }, cause),
      { cause },
    );
  });
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return `http://${urlHost(host)}:${boundPort}`;
}

function sendText(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
