import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterEach, expect, test, vi } from 'vitest';
import { AZURE_ACCOUNT, AZURE_KEY, startAzurite } from '../../test/support/stores.ts';
import { openBucket } from './open-bucket.ts';

/** The SDK repeats a request once by itself. */
const BROKEN = 2;

/** A proxy that breaks the connections with the first requests for a list. */
async function startBreaking(target: URL) {
  let broken = 0;
  const server = createServer((request, response) => {
    if (request.url?.includes('comp=list') && broken < BROKEN) {
      broken += 1;
      return void response.destroy();
    }
    const { method, url: path, headers } = request;
    const sent = send({ hostname: target.hostname, port: target.port, method, path, headers });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(sent);
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken: () => broken,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
}

test('a list is whole, also when a request for it has to be repeated', async () => {
  await using azurite = await startAzurite();
  using proxy = await startBreaking(new URL(azurite.url));
  const credential = new StorageSharedKeyCredential(AZURE_ACCOUNT, AZURE_KEY);
  await new ContainerClient(`${azurite.url}/${AZURE_ACCOUNT}/videos`, credential).create();
  vi.stubEnv(
    'AZURE_STORAGE_CONNECTION_STRING',
    `AccountName=${AZURE_ACCOUNT};AccountKey=${AZURE_KEY};BlobEndpoint=${proxy.url}/${AZURE_ACCOUNT};`,
  );
  const { bucket } = await openBucket('wasbs://videos@x.blob.core.windows.net', undefined);
  const bytes = Buffer.from('x');
  for (const path of ['a/1', 'a/2'])
    await bucket.write(path, { bytes: 1, read: async () => bytes });
  const paths: string[] = [];
  for await (const page of bucket.pages('a/')) paths.push(...page.map(({ path }) => path));
  expect(paths).toEqual(['a/1', 'a/2']);
  expect(proxy.broken()).toBe(BROKEN);
});

afterEach(() => void vi.unstubAllEnvs());
