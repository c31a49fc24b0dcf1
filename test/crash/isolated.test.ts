import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ProcessPool } from '../../src/isolated/process-pool.ts';
import { countingClip } from '../../src/media/testing/clips.ts';
import { isolatedFor } from '../../src/produce/isolated.fixture.ts';
import type { IsolatedTasksOptions } from '../../src/produce/isolated-tasks.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { removeFolder } from '../support/folder.ts';
import { noise, writeLargePackage, writeSlowPackage } from '../support/hostile.ts';
import { smallLottie, writePackage } from '../support/package.ts';

const { signal } = new AbortController();

let folder: string;
let warnings: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-isolated-'));
  const store = openDiskStore(join(folder, 'files'));
  const add = async (name: string, made: Promise<string>) => store.put(name, await made);
  await add('small', writePackage(join(folder, 'small.zip')));
  await add('slow', writeSlowPackage(join(folder, 'slow.zip')));
  await add('large', writeLargePackage(join(folder, 'large.zip')));
  const wordy = smallLottie();
  // Each character is six characters long in JSON.
  for (const layer of wordy['layers'] as { t?: { d: { k: [{ s: { t: string } }] } } }[])
    if (layer.t) layer.t.d.k[0].s.t = '\u0001'.repeat(400_000);
  await add('wordy', writePackage(join(folder, 'wordy.zip'), { ...wordy, noise: noise(100_000) }));
});

afterAll(() => removeFolder(folder));
afterEach(() => vi.unstubAllEnvs());

function version(name: string) {
  const ids = { id: name, accountId: 'acc_1', digest: name, language: 'en', templateDigest: null };
  const file = { packageKey: name, packageLabel: `${name}.zip`, animation: null, theme: null };
  return { ...ids, ...file, fps: 30, frameCount: 30 };
}

function isolated(changes: Partial<IsolatedTasksOptions> = {}) {
  warnings = [];
  const warn = (_: unknown, message: string) => void warnings.push(message);
  const log = { warn } as unknown as IsolatedTasksOptions['log'];
  return isolatedFor(join(folder, 'files'), { log, ...changes });
}

const read = (from: ReturnType<typeof isolated>, name: string, own = signal) =>
  from.readTemplate(version(name), join(folder, 'work'), own);

/** Starts the process of the next task, and stops it: like a busy process, it does not answer. */
function stoppedProcess(from: ReturnType<typeof isolated>): { pid: number } {
  from.warm({ jobs: true, requests: false });
  const [pid = 0] = from.pids;
  process.kill(pid, 'SIGSTOP');
  return { pid };
}

async function isGone(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => 'Z (zombie)');
  return /State:\s+[ZX]/.test(status) || status.startsWith('Z');
}

/** Half a second of CPU time: the process has started, and works. */
const BUSY_TICKS = 50;

async function cpuTicks(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

const GOOD = { facts: { width: 320, height: 180, fonts: ['Poppins-Bold'] } };

describe.runIf(process.platform === 'linux')('an isolated process', () => {
  test('runs tasks one after another and caches the template', async () => {
    await using from = isolated();
    expect(await read(from, 'small')).toMatchObject(GOOD);
    const { pids } = from;
    expect(pids).toHaveLength(1);
    expect(await read(from, 'small')).toMatchObject(GOOD);
    expect(from.pids).toEqual(pids);
  });

  test('probes an upload while thumbnails wait', async () => {
    await using from = isolated();
    const path = join(folder, 'strip.mp4');
    await countingClip(path, { fps: '25', frameCount: 200 }, ['-c:v', 'libx264', '-g', '999']);
    const probe = () => from.ofAccount('probeUpload', 'acc_1', { path, bytes: 1, sha256: 'd' });
    const ended: string[] = [];
    const draw = async (seconds: number) => {
      const own = join(folder, `thumbnail-${seconds}`);
      await mkdir(own);
      const task = { path, kind: 'video' as const, width: 160, seconds, folder: own };
      const input = { ...task, to: join(own, 'small.webp') };
      await from.ofAccount('drawThumbnail', 'acc_1', input, signal);
      ended.push('thumbnail');
    };
    await Promise.all([draw(0), probe()]);
    const strip = Array.from({ length: 8 }, (_, index) => draw(index + 1));
    await probe();
    ended.push('probe');
    await Promise.all(strip);
    expect(ended.at(-1)).toBe('thumbnail');
  });

  test('has a folder for temporary files, which is removed when it ends', async () => {
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    {
      await using from = isolated();
      await read(from, 'small');
      expect(await readdir(temporary)).toEqual([expect.stringMatching(/^framepress-task-/)]);
      process.kill(from.pids[0] ?? 0, 'SIGKILL');
      await expect.poll(() => readdir(temporary)).toEqual([]);
    }
    expect(await readdir(temporary)).toEqual([]);
  });

  test('answers all callers that ask for missing fonts at once, also when one of them cancels', async () => {
    await using from = isolated();
    const runs = vi.spyOn(ProcessPool.prototype, 'run');
    const leaving = new AbortController();
    const left = from.missingFonts(version('small'), leaving.signal);
    const others = [1, 2, 3].map(() => from.missingFonts(version('small'), signal));
    leaving.abort(new AppError('canceled', 'gone'));
    await expect(left).rejects.toMatchObject({ code: 'canceled' });
    expect(await Promise.all(others)).toEqual([[], [], []]);
    expect(runs).toHaveBeenCalledTimes(1);
    runs.mockRestore();
  });

  test('is killed after its CPU time, and the task is retried once', async () => {
    // The task takes many times as long.
    await using from = isolated({ cpuSeconds: 0.5 });
    await expect(read(from, 'slow')).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: 'Importing the template took more than 0.5 s of CPU time.',
      details: { hint: { text: expect.stringContaining('FRAMEPRESS_TASK_CPU_SECONDS') } },
      retryable: false,
    });
    expect(warnings).toHaveLength(2);
  });

  test('is killed when it exceeds its memory limit, in every kind of task', async () => {
    await using from = isolated({ memoryBytes: 256 * 2 ** 20 });
    await expect(read(from, 'large')).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: 'Importing the template needed more than 256 MB of memory.',
    });
    expect(warnings).toHaveLength(2);
    expect(await read(from, 'small')).toMatchObject(GOOD);
  });

  test('is replaced when it crashes, and its task is retried once', async () => {
    await using from = isolated();
    const { pid } = stoppedProcess(from);
    const once = read(from, 'small');
    process.kill(pid, 'SIGKILL');
    expect(await once).toMatchObject(GOOD);
    expect(warnings).toEqual(['Importing the template ended its process (SIGKILL).']);

    const twice = read(from, 'slow').catch((error: unknown) => error);
    for (const before of [0, 1]) {
      await vi.waitUntil(() => warnings.length === before + 1 && from.pids.length > 0, {
        interval: 1,
        timeout: 240_000,
      });
      for (const pid of from.pids) process.kill(pid, 'SIGSEGV');
    }
    expect(await twice).toMatchObject({ code: 'process_crashed', retryable: true });
    expect(await read(from, 'small')).toMatchObject(GOOD);
  });

  test('retries a task once whose program was killed', async () => {
    const programs = join(folder, 'programs');
    await mkdir(programs);
    const ffprobe = join(programs, 'ffprobe');
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
    const path = join(folder, 'probed.mp4');
    await countingClip(path, { fps: '25', frameCount: 5 }, ['-c:v', 'libx264']);
    await using from = isolated();
    const probe = () => from.ofAccount('probeUpload', 'acc_1', { path, bytes: 1, sha256: 'k' });

    const first = `mkdir "${join(folder, 'killed')}" 2>/dev/null && kill -KILL $$`;
    await writeFile(ffprobe, `#!/bin/sh\n${first}\nPATH="\${PATH#*:}" exec ffprobe "$@"\n`, {
      mode: 0o755,
    });
    expect(await probe()).toMatchObject({ kind: 'video' });
    expect(warnings).toEqual(['ffprobe was killed (SIGKILL).']);

    await writeFile(ffprobe, '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
    const message = 'ffprobe was killed (SIGKILL).';
    await expect(probe()).rejects.toMatchObject({ code: 'process_crashed', message });
  });

  test('ends immediately when its task is canceled, even if it is busy', async () => {
    await using from = isolated();
    const cancel = new AbortController();
    const canceled = read(from, 'slow', cancel.signal);
    canceled.catch(() => undefined);
    await vi.waitUntil(() => from.pids.length === 1, { timeout: 240_000 });
    const [pid = 0] = from.pids;
    await vi.waitUntil(async () => (await cpuTicks(pid)) > BUSY_TICKS, { timeout: 240_000 });
    const reason = new AppError('canceled', 'The import was canceled.');
    cancel.abort(reason);
    await expect(canceled).rejects.toBe(reason);
    expect(await isGone(pid)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test('must not send more than the service can parse quickly', async () => {
    await using from = isolated();
    await expect(read(from, 'wordy')).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('2097152'),
    });
    expect(await read(from, 'small')).toMatchObject(GOOD);
  });

  test('has no secret in its environment', async () => {
    const secrets = ['FRAMEPRESS_SECRET_KEYS', 'AWS_SECRET_ACCESS_KEY', 'NODE_OPTIONS'];
    for (const name of secrets) vi.stubEnv(name, name === 'NODE_OPTIONS' ? '' : 'secret');
    await using from = isolated();
    await read(from, 'small');
    const environment = await readFile(`/proc/${from.pids[0]}/environ`, 'latin1');
    expect(environment).toContain('PATH=');
    for (const name of secrets) expect(environment).not.toContain(name);
  });

  test('is reused for a while; one for jobs and one for requests always stay', async () => {
    await using from = isolated({ idleMs: 200, jobs: 2 });
    from.warm({ jobs: true, requests: true });
    expect(from.pids).toHaveLength(2);
    const reads = Promise.all([read(from, 'small'), read(from, 'small')]);
    await vi.waitUntil(() => from.pids.length === 3, { timeout: 240_000 });
    await reads;
    await vi.waitUntil(() => from.pids.length === 2, { timeout: 240_000 });
    const { pids } = from;
    expect(await read(from, 'small')).toMatchObject(GOOD);
    expect(from.pids).toEqual(pids);
  });
});
