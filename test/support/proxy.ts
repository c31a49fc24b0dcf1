import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a network is split: nothing arrives any more, or every connection is reset. */
type Split = 'silent' | 'reset';

export type TcpProxy = Awaited<ReturnType<typeof startProxy>>;

/** A TCP proxy: its address stays while the service behind it ends and starts on another port. */
export async function startProxy(initial?: string) {
  const pairs = new Set<readonly [Socket, Socket]>();
  let target = initial;
  let split: Split | undefined;
  const open = ([client, service]: readonly [Socket, Socket]) => {
    client.pipe(service);
    service.pipe(client);
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.on('error', () => undefined);
    if (split === 'reset') return void client.resetAndDestroy();
    if (target === undefined) return void client.destroy();
    const { hostname, port } = new URL(target);
    const service = connect(Number(port), hostname);
    const pair = [client, service] as const;
    pairs.add(pair);
    const end = () => {
      // In a silent network the other side does not notice it.
      if (split === 'silent') return;
      pairs.delete(pair);
      client.destroy();
      service.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (split === undefined) open(pair);
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Forwards to an address; undefined ends all connections and refuses new ones. */
    forwardTo(url: string | undefined): void {
      target = url;
      if (url === undefined) for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    /** Splits the network until `heal`. */
    split(how: Split): void {
      split = how;
      for (const [client, service] of pairs) {
        if (how === 'reset') for (const socket of [client, service]) socket.resetAndDestroy();
        else client.unpipe(service).pause();
        if (how === 'silent') service.unpipe(client).pause();
      }
    },
    /** Ends a split. Data that was sent in a silent network arrives now. */
    heal(): void {
      split = undefined;
      for (const pair of pairs) {
        if (pair.some(({ destroyed }) => destroyed)) for (const socket of pair) socket.destroy();
        else open(pair);
        if (pair.every(({ destroyed }) => destroyed)) pairs.delete(pair);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}
