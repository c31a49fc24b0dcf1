import { mkdtemp, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { isolatedFor } from '../produce/isolated.fixture.ts';
import { ISOLATED_PROGRAM } from '../produce/isolated-tasks.ts';
import { TASKS } from '../produce/tasks.ts';
import { RasteriserPool } from '../raster/index.ts';
import { LocalClaims } from '../render/index.ts';
import { silentLog } from '../system/index.ts';
import { ProcessPool } from './process-pool.ts';

const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MEMORY_BYTES = 2 ** 31;
const { signal } = new AbortController();

test('a task that exceeds a limit while its answer arrives fails, and the next task succeeds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-pool-'));
  onTestFinished(() => removeFolder(folder));
  const path = join(folder, 'a.png');
  await writeFile(path, IMAGE);
  const settings = {
    filesFolder: folder,
    fontFolders: [],
    stallMs: 60_000,
    rasteriserMemoryBytes: MEMORY_BYTES,
    loudnessTargetLufs: null,
    taskCpuSeconds: 60,
  };
  const options = {
    program: ISOLATED_PROGRAM,
    settings,
    memoryBytes: MEMORY_BYTES,
    maxIdle: 2,
    idleMs: 60_000,
    log: silentLog,
  };
  await using pool = new ProcessPool(options);
  await using rasterisers = new RasteriserPool(1);
  const probe = (cpuSeconds: number) =>
    pool.run(
      {
        kind: 'probeUpload',
        words: TASKS.probeUpload,
        input: () => ({ path, bytes: IMAGE.byteLength, sha256: 'x' }),
        host: { line: 'a', rasterisers, claims: new LocalClaims() },
        limits: { cpuSeconds, wallSeconds: 600, memoryBytes: MEMORY_BYTES },
        attemptsAtLimits: 1,
      },
      signal,
    );
  expect(await probe(60)).toMatchObject({ kind: 'image' });
  const tooLong = probe(-1);
  await setImmediate();
  // The process answers meanwhile. The limit is checked before the answer is read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await expect(tooLong).rejects.toMatchObject({ code: 'limit_exceeded' });
  expect(await probe(60)).toMatchObject({ kind: 'image' });
});

test('requests come before jobs for the processor', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-pool-'));
  onTestFinished(() => removeFolder(folder));
  await using isolated = isolatedFor(folder, { niceness: 7 });
  isolated.warm({ jobs: true, requests: true });
  expect(isolated.pids.map((pid) => getPriority(pid))).toEqual([7, 0]);
});
