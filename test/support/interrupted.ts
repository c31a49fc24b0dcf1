import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that counts bytes to the server and can cut or hang connections. */
export type Interrupted = AsyncDisposable & {
  url: string;
  /** Bytes sent to the server since the last `reset`. */
  sentBytes(): number;
  /** Sets the number of bytes after which all connections are cut; undefined never cuts. */
  reset(cutAfterBytes?: number): void;
  /** Like `reset`, but after so many bytes the connections stay open and nothing more is sent. */
  hang(afterBytes: number): void;
};

export async function interrupt(target: string): Promise<Interrupted> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let sent = 0;
  let limit = Number.POSITIVE_INFINITY;
  let hangFrom = Number.POSITIVE_INFINITY;
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.on('data', (chunk) => {
      sent += chunk.byteLength;
      if (sent > limit) {
        for (const socket of sockets) socket.destroy();
      } else if (sent >= hangFrom) {
        inner.pause();
      } else if (!outer.write(chunk)) {
        inner.pause();
        outer.once('drain', () => inner.resume());
      }
    });
    outer.pipe(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sent,
    reset: (cutAfterBytes = Number.POSITIVE_INFINITY) => {
      sent = 0;
      limit = cutAfterBytes;
      hangFrom = Number.POSITIVE_INFINITY;
    },
    hang: (afterBytes) => {
      sent = 0;
      limit = Number.POSITIVE_INFINITY;
      hangFrom = afterBytes;
    },
    [Symbol.asyncDispose]: close,
  };
}
