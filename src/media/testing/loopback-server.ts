import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server for a test, at a free port of 127.0.0.1. */
export type LoopbackServer = AsyncDisposable & {
  port: number;
  url(path: string): string;
  /** Returns the number of connections so far. */
  connections(): number;
};

export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<LoopbackServer> {
  let connections = 0;
  const server = createServer((request, response) => void answer(request, response));
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
