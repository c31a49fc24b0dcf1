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

/** The path of an image that is answered when an event stream has been opened for the second time. */
const LATE_IMAGE = '/late.svg';
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';

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
  let waiting: ServerResponse[] = [];

  const answerImages = () => {
    const streams = forwarded.filter(({ path }) => path.endsWith('/events'));
    if (streams.length < 2) return;
    for (const response of waiting)
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(IMAGE);
    waiting = [];
  };

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
    answerImages();
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
    else if (url === LATE_IMAGE) {
      waiting.push(outgoing);
      answerImages();
    } else void control(incoming, outgoing);
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
