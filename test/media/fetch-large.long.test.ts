import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAddressPolicy } from '../../src/media/fetch/address-policy.ts';
import { Fetcher } from '../../src/media/fetch/fetcher.ts';
import { startServer } from '../../src/media/testing/loopback-server.ts';
import { temporaryFolder } from '../../src/media/testing/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;
const BLOCK = Buffer.alloc(MEGABYTE, 'framepress');
/** More than 4 GiB, the limit of 32-bit lengths; the connection breaks there once. */
const BLOCKS = 4100;
const BROKEN_AFTER = 4098;
/** Its SHA-256, computed with another program. */
const DIGEST = '669fa1ee97d75ad148816ad34256df565e62826a5091a8910961c9b490b17181';

/** Returns the content from any byte on: connections rarely break at the end of a block. */
async function send(response: ServerResponse, from: number, blocks: number): Promise<void> {
  const first = Math.floor(from / MEGABYTE);
  for (let i = first; i < blocks; i++) {
    const part = i === first ? BLOCK.subarray(from % MEGABYTE) : BLOCK;
    if (!response.write(part)) await once(response, 'drain');
  }
}

test('a file above 4 GB is streamed to disk', async () => {
  const ranges: (string | undefined)[] = [];
  await using server = await startServer(async (request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const total = BLOCKS * MEGABYTE;
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, {
      etag: '"1"',
      'content-length': total - from,
      ...(range !== undefined && { 'content-range': `bytes ${from}-${total - 1}/${total}` }),
    });
    await send(response, from, range === undefined ? BROKEN_AFTER : BLOCKS);
    if (range === undefined) response.destroy();
    else response.end();
  });
  await using folder = await temporaryFolder();
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 5000 * MEGABYTE,
    timeoutMs: 600_000,
    retryPauseMs: 1,
  });
  const path = join(folder.path, 'large');
  const before = process.memoryUsage.rss();
  let max = before;
  const file = await fetcher.fetchToFile(server.url('/'), path, {
    onProgress: () => {
      max = Math.max(max, process.memoryUsage.rss());
    },
  });
  expect(file.sha256).toBe(DIGEST);
  expect((await stat(path)).size).toBe(BLOCK.length * BLOCKS);
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d{10}-$/)]);
  // This process also runs the server that sends the file.
  expect((max - before) / MEGABYTE).toBeLessThan(200);
}, 600_000);
