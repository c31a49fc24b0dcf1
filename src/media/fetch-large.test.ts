import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAddressPolicy } from './address-policy.ts';
import { Fetcher } from './fetcher.ts';
import { startServer } from './testing/loopback-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const BLOCK = Buffer.alloc(1024 * 1024, 'framepress');
/** A gigabyte: far more than the bound on memory, and little enough to write in a test. */
const BLOCKS = 1024;

test('a large file goes to disk as it comes', async () => {
  await using server = await startServer(async (_, response) => {
    response.writeHead(200, { 'content-length': BLOCK.length * BLOCKS });
    for (let i = 0; i < BLOCKS; i++) if (!response.write(BLOCK)) await once(response, 'drain');
    response.end();
  });
  await using folder = await temporaryFolder();
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 2 * BLOCK.length * BLOCKS,
    timeoutMs: 600_000,
  });
  const path = join(folder.path, 'large');
  const before = process.memoryUsage.rss();
  let most = before;
  const file = await fetcher.fetchToFile(server.url('/'), path, {
    onProgress: () => {
      most = Math.max(most, process.memoryUsage.rss());
    },
  });
  const expected = createHash('sha256');
  for (let i = 0; i < BLOCKS; i++) expected.update(BLOCK);
  expect(file.sha256).toBe(expected.digest('hex'));
  expect((await stat(path)).size).toBe(BLOCK.length * BLOCKS);
  expect((most - before) / BLOCK.length).toBeLessThan(200);
}, 600_000);
