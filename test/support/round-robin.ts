import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive']);

/** Returns pairs of names and values without those of one connection. */
function forwarded(raw: readonly string[]): string[] {
  return raw.filter(
    (_, index) => !OF_ONE_CONNECTION.has((raw[index - (index % 2)] ?? '').toLowerCase()),
  );
}

/**
 * An HTTP server that sends each request to the next of several APIs. A connection to an API that breaks
 * breaks the client's connection.
 */
export async function startRoundRobin() {
  const agent = new Agent({ keepAlive: true });
  let targets: readonly string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const target = targets[count++ % targets.length];
    if (target === undefined) return void response.destroy();
    const { hostname, port } = new URL(target);
    const { method, url: path, rawHeaders } = request;
    const headers = forwarded(rawHeaders);
    const sent = send({ agent, hostname, port, method, path, headers, setHost: false });
    sent.on('response', (answer) => {
      const { statusCode = 502, rawHeaders: answered } = answer;
      response.writeHead(statusCode, forwarded(answered));
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    sent.on('error', () => {
      if (!response.writableEnded) response.destroy();
    });
    request.pipe(sent);
    response.on('close', () => {
      sent.destroy();
      // The next request of the connection is behind the rest of a body that was refused.
      request.unpipe();
      request.resume();
    });
    return undefined;
  });
  // A test that computes for seconds sends its next request before it sees that an idle connection was closed.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(urls: readonly string[]): void {
      targets = urls;
    },
    [Symbol.dispose](): void {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
