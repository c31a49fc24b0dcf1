/**
 * Measures seconds and memory to deliver a sparse file of 5 GB to each kind of store, all on this
 * machine. `npm run bench:deliver` prints a table; `npm run bench:deliver -- 1` uses 1 GB.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSource, openStore } from '../src/delivery/index.ts';
import { openDiskStore } from '../src/storage/index.ts';
import {
  azureBackend,
  type Backend,
  gcsBackend,
  loopbackNetwork,
  s3Backend,
} from '../test/delivery/backends.ts';

const MEBIBYTE = 1024 * 1024;
const gigabytes = Number(process.argv[2] ?? 5);
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'framepress-bench-'));
try {
  const file = await open(join(folder, 'video.mp4'), 'w');
  await file.truncate(gigabytes * 1024 * MEBIBYTE);
  await file.close();
  say(`${gigabytes} GB; the stores run on the same machine`);
  say('| Store | Seconds | MB/s | Memory above the start, MB |');
  say('|---|---|---|---|');
  await measure('S3 (Swift)', s3Backend);
  await measure('Azure (Azurite)', azureBackend);
  await measure('Google (JSON API)', gcsBackend);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, start: () => Promise<Backend>): Promise<void> {
  await using backend = await start();
  using network = loopbackNetwork();
  const store = await openStore(backend.target('video.mp4'), backend.owner, network);
  const source = await openSource(openDiskStore(folder), 'video.mp4');
  const startBytes = process.memoryUsage().rss;
  let max = 0;
  const watch = setInterval(() => {
    max = Math.max(max, process.memoryUsage().rss - startBytes);
  }, 50);
  const started = performance.now();
  await store.put(
    {
      id: 'xup_1',
      path: 'video.mp4',
      source,
      contentType: 'video/mp4',
      cacheControl: undefined,
      overwrite: true,
      isRetry: false,
      resume: undefined,
      keep: async () => {},
    },
    new AbortController().signal,
  );
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  const object = await backend.find('video.mp4');
  if (object?.bytes !== source.bytes) throw new Error(`${name} has ${object?.bytes} bytes`);
  const rate = source.bytes / MEBIBYTE / seconds;
  say(`| ${name} | ${seconds.toFixed(0)} | ${rate.toFixed(0)} | ${(max / MEBIBYTE).toFixed(0)} |`);
}
