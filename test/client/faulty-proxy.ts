import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The path below which the proxy serves the service. */
export const PREFIX = '/behind/a/proxy';

/** How the next requests fail. `path` is a regular expression. */
export type ProxyFault = {
  method: string;
  path: string;
  times: number;
  /**
   * `drop` cuts the connection before the request is forwarded, `lose` before its response is sent,
   * and `cut` after the first bytes of the response. `status` answers without the service.
   */
  kind: 'drop' | 'lose' | 'cut' | 'status';
  status?: number;
};

/** A request that reached the service. */
export type Forwarded = { method: string; path: string; key: string | undefined };

export type FaultyProxy = AsyncDisposable & { url: string };

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
  'retry-after': '0',
};

/**
 * Starts a proxy in front of the service. `PUT /faults` sets its faults, and `GET /forwarded` returns
 * the requests that it forwarded since then, so that a page can use both.
 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  let faults: ProxyFault[] = [];
  let forwarded: Forwarded[] = [];

  const takeFault = (method: string, path: string) => {
    const found = faults.find(
      (fault) => fault.method === method && fault.times > 0 && new RegExp(fault.path).test(path),
    );
    if (found) found.times -= 1;
    return found?.kind === undefined ? undefined : found;
  };

  const control = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.method === 'PUT') {
      const text = Buffer.concat(await incoming.toArray()).toString();
      faults = JSON.parse(text) as ProxyFault[];
      forwarded = [];
    }
    outgoing.writeHead(200, { ...CORS, 'access-control-allow-methods': '*' });
    outgoing.end(JSON.stringify(forwarded));
  };

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => {
    const { method = '', headers } = incoming;
    const fault = takeFault(method, path);
    if (fault?.kind === 'drop') return void incoming.socket.destroy();
    if (fault?.kind === 'status') {
      return void outgoing.writeHead(fault.status ?? 503, CORS).end('busy');
    }
    forwarded.push({ method, path, key: headers['idempotency-key'] as string | undefined });
    const inner = request({ hostname, port, method, path, headers }, (response) => {
      if (fault?.kind === 'lose') return void incoming.socket.destroy();
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.on('data', (chunk: Buffer) => {
        outgoing.write(chunk, () => fault?.kind === 'cut' && incoming.socket.destroy());
      });
      response.on('end', () => outgoing.end());
      response.on('error', () => incoming.socket.destroy());
    });
    inner.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => inner.destroy());
    incoming.pipe(inner);
  };

  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming;
    if (url.startsWith(PREFIX)) forward(incoming, outgoing, url.slice(PREFIX.length));
    else void control(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
