import type { ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, defined } from '../base/index.ts';

/** Decides which addresses may be connected to. The same policy applies to media. */
export type AddressGuard = { isAllowed(address: string): boolean };

export type NetworkOptions = {
  stallMs?: number;
  allow: AddressGuard;
  /** Resolves host names to allowed addresses only. */
  lookup: LookupFunction;
  /** Certificate authorities in addition to Node's own. */
  ca?: string;
};

/**
 * The HTTP agents of all SDKs. They check the address that a socket connects to, for literal
 * addresses, host names and redirects.
 */
export type Network = { http: HttpAgent; https: HttpsAgent; allow: AddressGuard } & Disposable;

const SOCKETS_FOR_EACH_HOST = 32;
/** Maximum time without any byte sent or received, including the connection. */
const STALL_MS = 60_000;

/**
 * Opens the connections to stores. Each connection checks its address, because a name may get
 * another one after the check of its URL.
 */
export function openNetwork({ allow, lookup, ca, stallMs = STALL_MS }: NetworkOptions): Network {
  const options = { keepAlive: true, timeout: stallMs, maxSockets: SOCKETS_FOR_EACH_HOST, lookup };
  // An import of `node:http` loads the parts of `fetch` too, which takes 34 ms of CPU time.
  const { Agent } = process.getBuiltinModule('node:http');
  const http = new Agent(options);
  const https = new HttpsAgent({ ...options, ...defined({ ca }) });
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
  return new AppError('asset_private_address', `The host ${host} resolves to a private address.`, {
    hint: 'The operator can allow addresses with FRAMEPRESS_FETCH_ALLOW.',
  });
}

/** Returns whether the host of a URL is a literal address that is not allowed. */
function isForbiddenLiteral(host: string, allow: AddressGuard): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && !allow.isAllowed(bare);
}

type Connect = (
  options: ClientRequestArgs,
  callback?: (error: Error | null, stream: Duplex) => void,
) => Duplex | null | undefined;

/**
 * Checks literal addresses, which are connected without a look-up. Destroys a stalled socket,
 * because not every SDK does so.
 */
function guard(agent: HttpAgent | HttpsAgent, allow: AddressGuard): void {
  const connectingAgent = agent as { createConnection: Connect };
  const connect = connectingAgent.createConnection.bind(agent);
  connectingAgent.createConnection = (options, callback) => {
    const host = options.host ?? '';
    if (isForbiddenLiteral(host, allow)) throw privateAddress(host);
    const socket = connect(options, callback);
    socket?.on('timeout', () => {
      socket.destroy(Object.assign(new Error('the socket stalled'), { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}
