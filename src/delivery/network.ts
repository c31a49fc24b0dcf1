import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../base/index.ts';

/** Which addresses may be connected to: the same policy as for media. */
export type AddressGuard = { isAllowed(address: string): boolean };

export type NetworkOptions = {
  stallMs?: number;
  allow: AddressGuard;
  /** Gives only addresses that may be connected to. */
  lookup: LookupFunction;
  /** Certificate authorities beside the usual ones. */
  ca?: string;
};

/**
 * The agents that every SDK connects through. What is checked is what the socket connects to, for
 * literal addresses, names and redirects alike.
 */
export type Network = { http: HttpAgent; https: HttpsAgent; allow: AddressGuard } & Disposable;

const SOCKETS_FOR_EACH_HOST = 32;
/** Without a byte in either direction, connecting included. */
const STALL_MS = 60_000;

export function openNetwork({ allow, lookup, ca, stallMs = STALL_MS }: NetworkOptions): Network {
  const options = {
    keepAlive: true,
    timeout: stallMs,
    maxSockets: SOCKETS_FOR_EACH_HOST,
    lookup,
  };
  const http = new HttpAgent(options);
  const https = new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) });
  guard(http, allow);
  guard(https, allow);
  return {
    http,
    https,
    allow,
    [Symbol.dispose]: () => {
      http.destroy();
      https.destroy();
    },
  };
}

function privateAddress(host: string): AppError {
  return new AppError(
    'asset_private_address',
    `Expected a public address for ${host} but it leads to a private one.`,
    { hint: 'The operator can allow addresses with FRAMEPRESS_FETCH_ALLOW.' },
  );
}

/** Whether a host as it stands in a URL is an address that may not be connected to. */
function isForbiddenLiteral(host: string, allow: AddressGuard): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && !allow.isAllowed(bare);
}

type Connect = (
  options: ClientRequestArgs,
  callback?: (error: Error | null, stream: Duplex) => void,
) => Duplex | null | undefined;

/**
 * A literal address is connected to without a look-up; a silent socket is ended, since not every SDK
 * does so.
 */
function guard(agent: HttpAgent | HttpsAgent, allow: AddressGuard): void {
  const own = agent as { createConnection: Connect };
  const connect = own.createConnection.bind(agent);
  own.createConnection = (options, callback) => {
    const host = options.host ?? '';
    if (isForbiddenLiteral(host, allow)) throw privateAddress(host);
    const socket = connect(options, callback);
    socket?.on('timeout', () => {
      socket.destroy(Object.assign(new Error('the socket was silent'), { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}
