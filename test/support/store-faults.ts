import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How the store fails: a right that the key lacks, a wrong checksum in the answers to PUT, other bytes in the
 * answers to GET, or a late answer.
 */
export type StoreFault = 'may not list' | 'may not write' | 'wrong etag' | 'wrong bytes' | 'slow';

export type FaultyStore = AsyncDisposable & {
  url: string;
  fault: StoreFault | undefined;
  /** Requests whose answer the current fault has changed. */
  faults: number;
};

const SLOW_MS = 2000;
const DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>no</Message></Error>';

/** An HTTP server that forwards requests to an S3 store, and changes its answers. */
export async function startFaultyStore(target: string): Promise<FaultyStore> {
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const answerLate = async () => {
      const body = await buffer(request);
      const { fault } = store;
      const { method = '', url = '', rawHeaders } = request;
      // The signature contains the host of this server.
      const options = { agent: false, hostname, port, method, path: url, headers: rawHeaders };
      const sent = send({ ...options, setHost: false }).end(body);
      // Swift answers some HEAD requests with a body.
      sent.on('error', () => undefined);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const received = await buffer(answer);
      const changed = withFault(fault, { method, url, status: answer.statusCode ?? 502 });
      if (changed) store.faults += 1;
      if (changed === 'late') await sleep(SLOW_MS);
      if (changed === 'denied') {
        response.writeHead(403, { 'content-type': 'application/xml' }).end(DENIED);
        return;
      }
      const headers = { ...answer.headers };
      delete headers['transfer-encoding'];
      if (changed === 'etag') headers.etag = `"${'0'.repeat(32)}"`;
      if (changed === 'bytes' && received.length > 0) received[0] = (received[0] as number) ^ 1;
      response.writeHead(answer.statusCode ?? 502, headers).end(received);
    };
    answerLate().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: FaultyStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    faults: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return store;
}

function withFault(
  fault: StoreFault | undefined,
  { method, url, status }: { method: string; url: string; status: number },
): 'denied' | 'etag' | 'bytes' | 'late' | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  const isList = method === 'GET' && /[?&](list-type|uploads)\b/.test(url);
  switch (fault) {
    case undefined:
      return undefined;
    case 'may not list':
      // Amazon does not say to such a key which objects are missing.
      return isList || (isRead && status === 404) ? 'denied' : undefined;
    case 'may not write':
      return method === 'PUT' || method === 'POST' ? 'denied' : undefined;
    case 'wrong etag':
      return method === 'PUT' ? 'etag' : undefined;
    case 'wrong bytes':
      return method === 'GET' && !isList && status < 300 ? 'bytes' : undefined;
    case 'slow':
      return 'late';
  }
}
