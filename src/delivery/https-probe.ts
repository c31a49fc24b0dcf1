import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { say } from '../base/index.ts';
import { deliveryNetworkFailure, deliveryStatusFailure, type Network } from '../cloud/index.ts';
import type { Probe } from './object-store.ts';

/** Returns a probe for a server that accepts PUT below a URL, with the headers of a destination. */
export function httpsProbe(host: string, headers: Record<string, string>, network: Network): Probe {
  const call = async (
    method: 'PUT' | 'GET' | 'DELETE',
    path: string,
    signal: AbortSignal,
    body?: Buffer,
  ): Promise<Buffer> => {
    const url = `https://${host}/${path}`;
    const place = `${method} ${url}`;
    try {
      const length = body && { 'content-length': String(body.byteLength) };
      const options = { method, agent: network.https, headers: { ...length, ...headers }, signal };
      const out = request(url, options).end(body);
      const [answer] = (await once(out, 'response')) as [IncomingMessage];
      const { statusCode: status = 500 } = answer;
      const bytes = await firstBytes(answer);
      if (status >= 300) throw deliveryStatusFailure(status, place, say`with status ${status}`);
      return bytes;
    } catch (error) {
      throw deliveryNetworkFailure(error, place, signal) ?? error;
    }
  };
  return {
    write: async (path, bytes, signal) => void (await call('PUT', path, signal, bytes)),
    read: (path, signal) => call('GET', path, signal),
    remove: async (path, signal) => void (await call('DELETE', path, signal)),
    exists: async () => undefined,
  };
}

const MAX_BYTES = 1024;

/** Returns the first bytes of an answer. The rest is not read. */
async function firstBytes(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}
