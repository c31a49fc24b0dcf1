/**
 * Measures a 1080p video editable that shows over the whole length: seconds, and the memory of the
 * program and of each rasteriser in the second and the last minute of drawing.
 * `npm run bench:template-video -- [minutes]`; the default is ten.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf, median, megabytes, run, say } from './support.ts';

const seconds = Number(process.argv[2] ?? 10) * 60;
const [WIDTH, HEIGHT, FPS] = [1920, 1080, 30];
const program = fileURLToPath(new URL('../bin/framepress', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'framepress-video-'));
try {
  const clip = join(folder, 'clip.mp4');
  await run(
    'ffmpeg',
    [
      ...[
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        `testsrc2=s=${WIDTH}x${HEIGHT}:r=${FPS}:d=${seconds}`,
      ],
      ...['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-pix_fmt', 'yuv420p', '-shortest', clip],
    ],
    0,
  );
  await using server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    createReadStream(clip).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const template = join(folder, 'template.json');
  await writeFile(
    template,
    JSON.stringify({
      v: '5.9.0',
      fr: FPS,
      ip: 0,
      op: seconds * FPS,
      w: WIDTH,
      h: HEIGHT,
      assets: [{ id: 'video', w: WIDTH, h: HEIGHT, u: '', p: 'video_1.mp4', e: 0 }],
      layers: [
        {
          ty: 9,
          nm: 'video_1',
          ind: 1,
          refId: 'video',
          ip: 0,
          op: seconds * FPS,
          st: 0,
          ks: {
            o: { a: 0, k: 100 },
            r: { a: 0, k: 0 },
            p: { a: 0, k: [WIDTH / 2, HEIGHT / 2, 0] },
            a: { a: 0, k: [WIDTH / 2, HEIGHT / 2, 0] },
            s: { a: 0, k: [90, 90, 100] },
          },
        },
      ],
    }),
  );
  const mapping = join(folder, 'mapping.json');
  const source = { remote_url: `http://127.0.0.1:${port}/clip.mp4` };
  await writeFile(
    mapping,
    JSON.stringify({ resources: { video_1: { source, transform: { volume: 1 } } } }),
  );
  const child = spawn(
    program,
    ['render', template, '--mapping', mapping, '--out', join(folder, 'out.mp4'), '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        FRAMEPRESS_FETCH_ALLOW: '127.0.0.1/32',
        FRAMEPRESS_FETCH_MAX_MB: '8000',
        FRAMEPRESS_FETCH_TIMEOUT_SECONDS: '600',
      },
    },
  );
  const [stdout, samples] = await Promise.all([text(child.stdout), watch(child)]);
  const result = JSON.parse(stdout) as Record<string, number>;
  say(
    `${seconds} s of ${WIDTH}×${HEIGHT} (${Math.round((await stat(clip)).size / 1e6)} MB): ${result['frames']} frames in ${result['seconds']} s, drawn and encoded in ${result['render_seconds']} s; a rasteriser at most ${Math.round((result['peak_memory_bytes'] ?? 0) / 2 ** 20)} MB`,
  );
  const [second = [], last = []] = [samples.slice(60, 120), samples.slice(-60)];
  for (const name of ['program', 'rasteriser'] as const) {
    const [then, lastMedian] = [second, last].map((minute) =>
      median(minute.map((sample) => sample[name])),
    );
    say(
      `${name}: ${then} MB in the second minute of the drawing, ${lastMedian} MB in the last (medians)`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Megabytes; of the rasterisers only the largest. */
type Held = { program: number; rasteriser: number };

/** Reads the memory once a second while frames are encoded. */
async function watch(child: ChildProcess): Promise<Held[]> {
  const samples: Held[] = [];
  const { pid = 0 } = child;
  while (child.exitCode === null && child.signalCode === null) {
    await pause(1000);
    const below = await childrenOf(pid).catch(() => []);
    const rasterisers = [];
    for (const id of below) {
      const command = await readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '');
      const encoders = await childrenOf(id).catch(() => []);
      if (command.includes('rasteriser') && encoders.length > 0) rasterisers.push(id);
    }
    if (rasterisers.length === 0) continue;
    const sizes = await Promise.all(rasterisers.map(megabytes));
    samples.push({ program: await megabytes(pid), rasteriser: Math.max(...sizes) });
  }
  return samples;
}
