import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name server for a test, at a free port of 127.0.0.1, and a look-up function that uses it. */
export type DnsServer = AsyncDisposable & { lookup: LookupFunction; queries: string[] };

const HEADER_BYTES = 12;
/** Types of records: IPv4, and IPv6 (RFC 3596). */
const A = 1;
const AAAA = 28;

/** Starts a name server. `addressOf` returns the current address of a name; the TTL is 0. */
export async function startDns(addressOf: (name: string) => string): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    queries.push(name);
    const question = query.subarray(HEADER_BYTES, end);
    const address = ipaddr.parse(addressOf(name)).toByteArray();
    const isAsked = type === (address.length === 4 ? A : AAAA);
    // RFC 1035, 4.1.1: an authoritative answer with one record, or without a record of this type.
    const header = Buffer.from([0, 0, 0x84, 0, 0, 1, 0, isAsked ? 1 : 0, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    const record = [0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address];
    const answer = Buffer.from(isAsked ? record : []);
    socket.send(Buffer.concat([header, question, answer]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    queries,
    lookup: (name, _, callback) =>
      resolver.resolve4(name, (error, addresses) => {
        if (!error) callback(null, addressesOf(addresses, 4));
        else resolver.resolve6(name, (none, other = []) => callback(none, addressesOf(other, 6)));
      }),
    [Symbol.asyncDispose]: async () => {
      resolver.cancel();
      socket.close();
    },
  };
}

function addressesOf(addresses: readonly string[], family: 4 | 6) {
  return addresses.map((address) => ({ address, family }));
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // After the root label: type and class.
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}
