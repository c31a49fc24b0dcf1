/**
 * Frames a second of the bundled templates at 1080p (longest side 1920), whole, raster only and encode only, in one run.
 * `npm run bench` prints a table; `-- --json` prints data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Composition } from '../src/compose/index.ts';
import { produce } from '../src/jobs/index.ts';
import { mp4Args } from '../src/render/encoder.ts';
import { Rasteriser } from '../src/render/rasteriser.ts';
import { layOut, Renderer } from '../src/render/renderer.ts';
import { videoSize } from '../src/render/size.ts';
import { importTemplate, readPackageFile } from '../src/template/index.ts';

const NAMES = ['skin-company', 'birthday', 'story-sale'];
const LONGEST = 1920;
const LIMITS = { timeoutMs: 600_000, stallMs: 60_000, memoryBytes: 8 * 2 ** 30 };

type Row = {
  template: string;
  size: string;
  frames: number;
  whole: number;
  raster: number;
  encode: number;
  peak_mb: number;
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const rows: Row[] = [];
for (const name of NAMES) rows.push(await measure(name));

if (process.argv.includes('--json'))
  say(JSON.stringify({ cpu: cpus()[0]?.model, cores: availableParallelism(), rows }));
else {
  say(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; frames a second`,
  );
  say('| Template | Size | Frames | Whole | Raster only | Encode only | Rasteriser at most |');
  say('|---|---|---|---|---|---|---|');
  for (const r of rows)
    say(
      `| ${r.template} | ${r.size} | ${r.frames} | ${r.whole.toFixed(1)} | ${r.raster.toFixed(1)} | ${r.encode.toFixed(1)} | ${r.peak_mb} MB |`,
    );
}

async function measure(name: string): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-bench-'));
  try {
    const template = await importTemplate(
      await readPackageFile(
        fileURLToPath(new URL(`../templates/dist/${name}.lottie`, import.meta.url)),
      ),
    );
    const { composition } = await produce(
      template,
      { resources: {}, missing: 'example' },
      {},
      join(folder, 'pictures'),
      [],
    );
    const { video } = composition;
    const width = Math.round((video.width * LONGEST) / Math.max(video.width, video.height));
    const size = videoSize(video, width);

    await using renderer = new Renderer({ processes: 1 });
    const path = join(folder, 'video.mp4');
    const whole = await renderer.renderVideo(composition, folder, {
      quality: 'standard',
      width,
      path,
    });
    const raster = await rasterOnly(composition, folder, size);
    const encode = await encodeOnly(path, size, video.fps, join(folder, 'again.mp4'));
    const rate = (seconds: number) => video.frameCount / seconds;
    return {
      template: name,
      size: `${size.width}×${size.height}`,
      frames: video.frameCount,
      whole: rate(whole.seconds),
      raster: rate(raster),
      encode: rate(encode),
      peak_mb: Math.round(whole.peakRssBytes / 2 ** 20),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rasterOnly(
  composition: Composition,
  folder: string,
  size: { width: number; height: number },
): Promise<number> {
  await using rasteriser = new Rasteriser();
  const source = await layOut(composition, folder);
  const started = performance.now();
  await rasteriser.run(
    {
      kind: 'video',
      source,
      firstFrame: 0,
      frameCount: composition.video.frameCount,
      ...size,
      encoder: 'none',
    },
    LIMITS,
    () => undefined,
  );
  return (performance.now() - started) / 1000;
}

/** The frames of the finished video, as raw RGBA from a second ffmpeg, through the same encoder. */
async function encodeOnly(
  video: string,
  size: { width: number; height: number },
  fps: number,
  out: string,
): Promise<number> {
  const raw = `${out}.rgba`;
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    video,
    '-pix_fmt',
    'rgba',
    '-f',
    'rawvideo',
    '-y',
    raw,
  ]);
  const args = mp4Args({ ...size, fps, quality: 'standard', path: out }).map((arg) =>
    arg === 'pipe:0' ? raw : arg,
  );
  const started = performance.now();
  await run('ffmpeg', args);
  const seconds = (performance.now() - started) / 1000;
  if ((await stat(out)).size === 0) throw new Error('nothing was encoded');
  return seconds;
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
