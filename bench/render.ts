/**
 * What a render costs beside what drawing alone and encoding alone cost, in one run, in turns: the same segments, as
 * many at once, by the same processes. Drawing alone reads the pixels back; encoding alone takes finished planes out of a
 * file. `npm run bench` prints a table of the bundled templates; `-- FILE…` measures other packages or Lottie files. `--size 1280,1920` (longest
 * side), `--rounds 3` (the medians are told), `--json`.
 */
import { open, rm } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Composition } from '../src/compose/index.ts';
import { type Encoding, layoutOf, segmentArgs } from '../src/render/encoder.ts';
import { type OutputSettings, outputSettings } from '../src/render/formats.ts';
import { planSegments } from '../src/render/plan.ts';
import type { VideoOutput } from '../src/render/protocol.ts';
import { RasteriserPool } from '../src/render/rasteriser-pool.ts';
import { layOut, Renderer } from '../src/render/renderer.ts';
import { type Range, timelineOf } from '../src/render/timeline.ts';
import { compositionOf, cpuSeconds, inFolder, run, say, writeDocument } from './support.ts';

const TEMPLATES = ['skin-company', 'birthday', 'story-sale'].map((name) =>
  fileURLToPath(new URL(`../templates/dist/${name}.lottie`, import.meta.url)),
);
const LIMITS = { timeoutMs: 600_000, stallMs: 60_000, memoryBytes: 8 * 2 ** 30 };

/** Of one round; CPU in milliseconds a frame. */
type Round = {
  fps: number;
  oneFps: number;
  /** How much faster all draw than one does, without encoding. */
  drawSpeedup: number;
  whole: number;
  raster: number;
  encode: number;
  peakMb: number;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '1920' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const rows = [];
for (const file of positionals.length > 0 ? positionals : TEMPLATES)
  for (const longest of values.size.split(',').map(Number)) rows.push(await measure(file, longest));

const machine = { cpu: cpus()[0]?.model ?? 'unknown processor', cores: availableParallelism() };
if (values.json) say(JSON.stringify({ ...machine, rows }));
else {
  say(`${machine.cpu}, ${machine.cores} cores; CPU in milliseconds a frame`);
  say(
    '| File | Size | Frames | Frames a second | over one worker | Drawing alone over one | CPU whole | Raster only | Encode only | Overhead | Rasteriser at most |',
  );
  say('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const r of rows)
    say(
      `| ${r.file} | ${r.size} | ${r.frames} | ${r.fps.toFixed(1)} | ${r.speedup.toFixed(2)} | ${r.drawSpeedup.toFixed(2)} | ${r.whole.toFixed(1)} | ${r.raster.toFixed(1)} | ${r.encode.toFixed(1)} | ${r.overhead.toFixed(3)} | ${r.peakMb.toFixed(0)} MB |`,
    );
}

function measure(file: string, longest: number) {
  return inFolder(async (folder) => {
    const composition = await compositionOf(file, folder);
    const { video } = composition;
    const width = Math.round((video.width * longest) / Math.max(video.width, video.height));
    const settings = outputSettings({ format: 'mp4', width }, video, 'standard', '');
    const encoding: Encoding = { ...settings, hasAlpha: false };
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round++)
      rounds.push(await measureOnce(composition, settings, encoding, folder));
    const median = (of: (round: Round) => number) =>
      rounds.map(of).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
    return {
      file: file.split('/').at(-1),
      size: `${encoding.width}×${encoding.height}`,
      frames: video.frameCount,
      fps: median((r) => r.fps),
      speedup: median((r) => r.fps / r.oneFps),
      drawSpeedup: median((r) => r.drawSpeedup),
      whole: median((r) => r.whole),
      raster: median((r) => r.raster),
      encode: median((r) => r.encode),
      overhead: median((r) => r.whole / (r.raster + r.encode)),
      peakMb: median((r) => r.peakMb),
    };
  });
}

async function measureOnce(
  composition: Composition,
  settings: OutputSettings,
  encoding: Encoding,
  folder: string,
): Promise<Round> {
  const { frameCount } = composition.video;
  const options = { outputs: [{ ...settings, path: join(folder, 'video.mp4') }] };
  const render = async (processes: number) => {
    await using renderer = new Renderer({ processes });
    return await renderer.renderVideo(composition, folder, options);
  };
  const { fps: own } = composition.video;
  const timeline = timelineOf({ first: 0, count: frameCount }, own, own);
  const ranges = planSegments(composition.lottie, timeline);
  const draw = (
    outputs: (range: Range) => VideoOutput[],
    processes: number = availableParallelism(),
  ) => drawAll(composition, encoding, folder, { ranges, outputs, processes });
  // The very frames that the encoder will get, for each segment a file.
  const args = segmentArgs(encoding);
  const rawOf = ({ first }: Range) => join(folder, `${first}.yuv`);
  await draw((range) => [
    {
      ...{ program: 'sh', args: ['-c', 'tee "$0" | ffmpeg "$@"', rawOf(range), ...args] },
      ...{ codec: 'h264', layout: layoutOf(encoding), hasAlpha: false, kind: 'mp4', startFrame: 0 },
      path: join(folder, `segment-${range.first}.mp4`),
    },
  ]);
  const perFrame = async (work: () => Promise<unknown>) =>
    ((await cpuSeconds(work)) * 1000) / frameCount;
  const drawOnly = (processes: number) => async () => draw(() => [], processes);
  const drawnByOne = await secondsOf(drawOnly(1));
  let drawnByAll = 0;
  const raster = await perFrame(async () => {
    drawnByAll = await secondsOf(drawOnly(availableParallelism()));
  });
  let all = await render(1);
  const oneFps = frameCount / all.seconds;
  const whole = await perFrame(async () => {
    all = await render(availableParallelism());
  });
  const encode = await perFrame(() =>
    together(ranges, async (range) => {
      await using frames = await open(rawOf(range));
      await run('ffmpeg', args, frames.fd);
    }),
  );
  for (const range of ranges) await rm(rawOf(range));
  const fps = frameCount / all.seconds;
  const drawSpeedup = drawnByOne / drawnByAll;
  return { whole, raster, encode, fps, oneFps, drawSpeedup, peakMb: all.peakRssBytes / 2 ** 20 };
}

/** All segments by as many rasterisers as a render has, each out of the whole document. */
async function drawAll(
  composition: Composition,
  { width, height }: Encoding,
  folder: string,
  {
    ranges,
    outputs,
    processes,
  }: {
    ranges: readonly Range[];
    outputs: (range: Range) => VideoOutput[];
    processes: number;
  },
): Promise<void> {
  await using pool = new RasteriserPool(processes);
  const lottiePath = await writeDocument(composition, folder);
  const source = { lottiePath, resourceDir: await layOut(composition.files, folder) };
  await together(ranges, (range) =>
    pool.with(
      1,
      (rasteriser) => {
        const frames = Array.from({ length: range.count }, (_, n) => range.first + n);
        const parts = [{ source, frames }];
        const size = { width, height };
        return rasteriser.run(
          { kind: 'video', parts, ...size, outputs: outputs(range) },
          LIMITS,
          () => undefined,
        );
      },
      undefined,
    ),
  );
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** As many at once as a render does. */
async function together<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const queue = all.values();
  const lane = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}
