import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { segmentArgs } from './encoder.ts';
import type { VideoRequest } from './protocol.ts';
import { Rasteriser } from './rasteriser.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = {
  o: still(100),
  r: still(0),
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
};
const LIMITS = { timeoutMs: 200_000, stallMs: 200_000, memoryBytes: 4 * 2 ** 30 };
const SIZE = { width: 64, height: 36 };
const H264 = { ...SIZE, codec: 'h264', quality: 'draft', hasAlpha: false } as const;
const H264_OUTPUT = { kind: 'mp4', codec: 'h264', layout: 'yuv420p', hasAlpha: false } as const;

let folder: string;
let lottiePath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-rasteriser-'));
  lottiePath = join(folder, 'composition.json');
  const layers = [{ ty: 1, sc: '#ff0000', sw: 64, sh: 36, ip: 0, op: 100_000, ks }];
  await writeFile(
    lottiePath,
    JSON.stringify({ v: '5.9.0', fr: 30, ip: 0, op: 100_000, w: 64, h: 36, layers }),
  );
});

afterAll(() => removeFolder(folder));

function request(count = 20, more: Partial<VideoRequest> = {}, path = lottiePath): VideoRequest {
  const source = { lottiePath: path, resourceDir: folder };
  const parts = [{ source, frames: [...Array(count).keys()] }];
  return { kind: 'video', parts, ...SIZE, outputs: [], ...more };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitForExit(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('Rasteriser', () => {
  test('draws a video, reports every frame, and keeps its process for the next request', async () => {
    await using rasteriser = new Rasteriser();
    const frameCounts: number[] = [];
    await rasteriser.run(request(), LIMITS, (frameCount) => frameCounts.push(frameCount));
    const { pid } = rasteriser;
    await rasteriser.run(request(), LIMITS, () => undefined);
    expect([frameCounts.at(0), frameCounts.at(-1), rasteriser.pid]).toEqual([0, 20, pid]);
  });

  test('runs with a lower priority if it is configured', async () => {
    await using nice = new Rasteriser({ niceness: 7 });
    await nice.run(request(), LIMITS, () => undefined);
    expect(getPriority(nice.pid)).toBe(7);
    // Only Linux with autogroups has the file.
    const ofSession = await readFile(`/proc/${nice.pid}/autogroup`, 'utf8').catch(() => 'nice 7');
    expect(ofSession).toMatch(/nice 7\s*$/);
  });

  test.runIf(process.platform === 'linux')('opens no fonts of the system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-fonts-'));
    const s = { f: 'Noto', s: 30, t: 'Text', j: 0, tr: 0, lh: 36, fc: [0, 0, 0], ps: [0, 0] };
    const t = { d: { k: [{ t: 0, s }] }, p: {}, m: { g: 1, a: { a: 0, k: [0, 0] } }, a: [] };
    const lottie = {
      v: '5.9.0',
      fr: 30,
      ip: 0,
      op: 30,
      w: 64,
      h: 36,
      fonts: { list: [{ fName: 'Noto', fFamily: 'Noto Sans', fStyle: 'Regular', ascent: 75 }] },
      layers: [{ ty: 5, ip: 0, op: 30, st: 0, ks: { ...ks, p: still([0, 30, 0]) }, t }],
    };
    const lottiePath = join(folder, 'text.json');
    await writeFile(lottiePath, JSON.stringify(lottie));
    const path = join(folder, 'still.png');
    await using rasteriser = new Rasteriser();
    const source = { lottiePath, resourceDir: folder };
    const stills = [{ frame: 0, ...SIZE, path, format: 'png' as const }];
    await rasteriser.run({ kind: 'stills', source, stills }, LIMITS, () => undefined);
    const { channels } = await sharp(path).stats();
    // With the fonts of the system, Skia would draw the text.
    expect(channels.map(({ min }) => min)).toEqual(channels.map(() => 255));
    await rm(folder, { recursive: true });
  });

  test('replaces a process that holds too much memory of earlier requests', async () => {
    await using rasteriser = new Rasteriser({ maxHeldBytes: 16 * 2 ** 20 });
    // About 100 MB.
    const large = request(2, { width: 4000, height: 3000 });
    await rasteriser.run(large, LIMITS, () => undefined);
    const { pid = 0 } = rasteriser;
    await rasteriser.run(request(), LIMITS, () => undefined);
    const next = rasteriser.pid;
    expect(next).not.toBe(pid);
    await waitForExit(pid);
    await rasteriser.run(request(), LIMITS, () => undefined);
    expect(rasteriser.pid).toBe(next);
  });

  test('replaces such a process also after a failed request', async () => {
    await using rasteriser = new Rasteriser({ maxHeldBytes: Number.NEGATIVE_INFINITY });
    rasteriser.warm();
    const { pid = 0 } = rasteriser;
    const missing = request(1, {}, join(folder, 'missing.json'));
    await expect(rasteriser.run(missing, LIMITS, () => undefined)).rejects.toThrow('ENOENT');
    await waitForExit(pid);
  });

  test.each([
    // As if the system had no memory left.
    ['that the system rejects at once', '\0', 'ERR_INVALID_ARG_VALUE'],
    ['whose program does not exist', '/no/such/node', 'exit code 127'],
  ])('a process %s fails only the request that needs it', async (_, node, code) => {
    await using rasteriser = new Rasteriser({ maxHeldBytes: Number.NEGATIVE_INFINITY });
    rasteriser.warm();
    const { execPath } = process;
    process.execPath = node;
    try {
      await rasteriser.run(request(), LIMITS, () => undefined);
      await expect(rasteriser.run(request(), LIMITS, () => undefined)).rejects.toMatchObject({
        code: 'render_failed',
        retryable: true,
        message: `The rasteriser could not be started (${code}).`,
      });
    } finally {
      process.execPath = execPath;
    }
    await rasteriser.run(request(), LIMITS, () => undefined);
  });

  test('stores its compiled code for the next process, even if it is killed', async () => {
    const cache = join(folder, 'compiled');
    vi.stubEnv('NODE_COMPILE_CACHE', cache);
    try {
      await using rasteriser = new Rasteriser();
      await rasteriser.run(request(), LIMITS, () => undefined);
    } finally {
      vi.unstubAllEnvs();
    }
    const [version = ''] = await readdir(cache);
    expect(await readdir(join(cache, version))).not.toHaveLength(0);
  });

  test('kills the process of a canceled request, and starts a new process for the next', async () => {
    await using rasteriser = new Rasteriser();
    const controller = new AbortController();
    const run = rasteriser.run(
      request(100_000),
      LIMITS,
      (frameCount) => frameCount > 0 && controller.abort(),
      controller.signal,
    );
    const pid = rasteriser.pid ?? 0;
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    await waitForExit(pid);
    await rasteriser.run(request(), LIMITS, () => undefined);
  });

  test.runIf(process.platform === 'linux')(
    'counts the CPU time of a request, also of one that is killed',
    async () => {
      await using rasteriser = new Rasteriser();
      await rasteriser.run(request(100), LIMITS, () => undefined);
      const seconds = rasteriser.takeCpuSeconds();
      expect(seconds).toBeGreaterThan(0);
      expect(rasteriser.takeCpuSeconds()).toBeLessThan(seconds);
      const stop = new AbortController();
      const onFrames = (frameCount: number) => frameCount > 100 && stop.abort();
      const killed = rasteriser.run(request(100_000), LIMITS, onFrames, stop.signal);
      await expect(killed).rejects.toMatchObject({ code: 'canceled' });
      expect(rasteriser.takeCpuSeconds()).toBeGreaterThan(0);
      expect(rasteriser.takeCpuSeconds()).toBe(0);
    },
  );

  test('fails a request that takes too long or needs too much memory', async () => {
    await using rasteriser = new Rasteriser();
    const endless = request(100_000);
    await expect(
      rasteriser.run(endless, { ...LIMITS, timeoutMs: 300 }, () => undefined),
    ).rejects.toMatchObject({ code: 'render_timeout', retryable: true });
    await expect(
      rasteriser.run(endless, { ...LIMITS, stallMs: 1 }, () => undefined),
    ).rejects.toMatchObject({ code: 'render_timeout' });
    await expect(
      rasteriser.run(endless, { ...LIMITS, memoryBytes: 1 }, () => undefined),
    ).rejects.toMatchObject({ code: 'render_failed', retryable: false });
    await rasteriser.run(request(), LIMITS, () => undefined);
  });

  test.skipIf(process.platform !== 'linux')(
    'cannot allocate more memory than its limit, in one frame or in many',
    async () => {
      await using rasteriser = new Rasteriser({ maxMemoryBytes: 64 * 2 ** 20 });
      await rasteriser.run(request(), LIMITS, () => undefined);
      // 1.6 GB in a single allocation, which periodic checks would miss.
      const large = request(1, { width: 20_000, height: 20_000 });
      await expect(rasteriser.run(large, LIMITS, () => undefined)).rejects.toMatchObject({
        code: 'render_failed',
      });
      await rasteriser.run(request(), LIMITS, () => undefined);
    },
  );

  test('reports the signal that killed it, and the encoder’s error output', async () => {
    await using rasteriser = new Rasteriser();
    const run = rasteriser.run(request(100_000), LIMITS, () => undefined);
    process.kill(rasteriser.pid ?? 0, 'SIGKILL');
    await expect(run).rejects.toMatchObject({
      code: 'process_crashed',
      message: expect.stringContaining('SIGKILL'),
    });

    const path = join(folder, 'segment.mp4');
    const encoding = { ...H264, fps: 30 };
    const args = segmentArgs(encoding).map((arg) => (arg === 'libx264' ? 'no-such-codec' : arg));

    const output = { program: 'ffmpeg', args, path, startFrame: 0, ...H264_OUTPUT };
    await expect(
      rasteriser.run(request(20, { outputs: [output] }), LIMITS, () => undefined),
    ).rejects.toMatchObject({
      code: 'render_failed',
      message: "Encoding h264 failed: Unknown encoder 'no-such-codec'.",
      cause: { message: expect.stringContaining('-c:v no-such-codec') },
    });
    const missing = request(20, { outputs: [{ ...output, program: 'no-such-encoder' }] });
    await expect(rasteriser.run(missing, LIMITS, () => undefined)).rejects.toMatchObject({
      code: 'render_failed',
    });
    const full = request(20, {
      outputs: [{ ...output, args: segmentArgs(encoding), path: '/dev/full' }],
    });
    await expect(rasteriser.run(full, LIMITS, () => undefined)).rejects.toMatchObject({
      code: 'storage_failed',
      message: 'The disk is full.',
    });
    // The message contains no path of this machine.
    const unwritable = join(folder, 'no-such-folder', 'segment.mp4');
    const lost = request(20, {
      outputs: [{ ...output, args: segmentArgs(encoding), path: unwritable }],
    });
    await expect(rasteriser.run(lost, LIMITS, () => undefined)).rejects.toMatchObject({
      code: 'storage_failed',
      message: 'A file could not be read or written (ENOENT).',
    });
    await rasteriser.run(request(), LIMITS, () => undefined);
  });

  test.skipIf(process.platform !== 'linux')(
    'waits for a slow encoder, and fails if the encoder hangs',
    async () => {
      await using rasteriser = new Rasteriser();
      await rasteriser.run(request(), LIMITS, () => undefined);
      const wait = (how: string, stallMs: number) => {
        const args = ['-c', `cat >/dev/null; ${how}; exit 9`];
        const output = { program: 'bash', args, path: join(folder, 'slow.mp4'), startFrame: 0 };
        const outputs = [{ ...output, ...H264_OUTPUT }];
        const limits = { ...LIMITS, stallMs };
        return rasteriser.run(request(20, { outputs }), limits, () => undefined);
      };
      const busy =
        'SECONDS=0; while [ $SECONDS -lt 5 ]; do for ((i = 0; i < 9999; i++)); do :; done; sleep 0.1; done';
      await expect(wait(busy, 3000)).rejects.toMatchObject({ code: 'render_failed' });
      await expect(wait('sleep 600', 300)).rejects.toMatchObject({ code: 'render_timeout' });
    },
  );

  test('reports an animation that Skia rejects', async () => {
    const broken = join(folder, 'broken.json');
    await writeFile(broken, '{"v":"5.9.0"}');
    await using rasteriser = new Rasteriser();
    await expect(
      rasteriser.run(request(20, {}, broken), LIMITS, () => undefined),
    ).rejects.toMatchObject({ code: 'render_failed' });
  });
});

test('segmentArgs states broadcast rates as fractions', () => {
  const rate = (fps: number) => {
    const args = segmentArgs({ ...H264, fps });
    return args[args.indexOf('-r') + 1];
  };
  expect([23.976, 25, 29.97, 29.9700012207, 30, 59.94, 12.5].map(rate)).toEqual([
    '24000/1001',
    '25/1',
    '30000/1001',
    '30000/1001',
    '30/1',
    '60000/1001',
    '12500/1000',
  ]);
});
