import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';

/** A name server for one test, at a free port of 127.0.0.1, and a look-up that asks only it. */
export type DnsServer = AsyncDisposable & { lookup: LookupFunction; asked: string[] };

const HEADER_BYTES = 12;

/** `addressOf` gives the IPv4 address of a name at the time of asking; nothing may be kept (TTL 0). */
export async function startDns(addressOf: (name: string) => string): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    asked.push(name);
    const question = query.subarray(HEADER_BYTES, end);
    // RFC 1035, 4.1.1: an authoritative answer with one record.
    const header = Buffer.from([0, 0, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    const address = addressOf(name).split('.').map(Number);
    const answer = Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address]);
    socket.send(Buffer.concat([header, question, answer]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    asked,
    lookup: (name, _, callback) =>
      resolver.resolve4(name, (error, addresses) =>
        callback(
          error,
          (addresses ?? []).map((address) => ({ address, family: 4 })),
        ),
      ),
    [Symbol.asyncDispose]: async () => {
      resolver.cancel();
      socket.close();
    },
  };
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // After the root label: type and class.
  return { name: labels.join('.'), end: at + 5 };
}
