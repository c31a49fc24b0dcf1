import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy: its address stays while the service behind it ends and starts on another port. */
export async function startProxy() {
  const sockets = new Set<Socket>();
  let target: string | undefined;
  const server = createServer((client) => {
    if (target === undefined) return client.destroy();
    const { hostname, port } = new URL(target);
    const service = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Forwards to an address; undefined ends all connections and refuses new ones. */
    forwardTo(url: string | undefined): void {
      target = url;
      if (url === undefined) for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
