/**
 * What a render costs beside what drawing alone and encoding alone cost, in one run, in turns. `npm run bench` prints a
 * table of the bundled templates; `-- FILE…` measures other packages or Lottie files. `--size 1280,1920` (longest
 * side), `--rounds 3` (the medians are told), `--json`.
 */
import { open, rm } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Composition } from '../src/compose/index.ts';
import { type Encoding, segmentArgs } from '../src/render/encoder.ts';
import { planSegments } from '../src/render/plan.ts';
import type { VideoOutput } from '../src/render/protocol.ts';
import { Rasteriser } from '../src/render/rasteriser.ts';
import { layOut, Renderer } from '../src/render/renderer.ts';
import { videoSize } from '../src/render/size.ts';
import { compositionOf, cpuSeconds, inFolder, run, say, writeDocument } from './support.ts';

const TEMPLATES = ['skin-company', 'birthday', 'story-sale'].map((name) =>
  fileURLToPath(new URL(`../templates/dist/${name}.lottie`, import.meta.url)),
);
const LIMITS = { timeoutMs: 600_000, stallMs: 60_000, memoryBytes: 8 * 2 ** 30 };

/** Of one round; CPU in milliseconds a frame. */
type Round = { fps: number; oneFps: number; whole: number; raster: number; encode: number; peakMb: number };

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
  say('| File | Size | Frames | Frames a second | over one worker | CPU whole | Raster only | Encode only | Overhead | Rasteriser at most |');
  say('|---|---|---|---|---|---|---|---|---|---|');
  for (const r of rows)
    say(
      `| ${r.file} | ${r.size} | ${r.frames} | ${r.fps.toFixed(1)} | ${r.speedup.toFixed(2)} | ${r.whole.toFixed(1)} | ${r.raster.toFixed(1)} | ${r.encode.toFixed(1)} | ${r.overhead.toFixed(3)} | ${r.peakMb.toFixed(0)} MB |`,
    );
}

function measure(file: string, longest: number) {
  return inFolder(async (folder) => {
    const composition = await compositionOf(file, folder);
    const { video } = composition;
    const width = Math.round((video.width * longest) / Math.max(video.width, video.height));
    const encoding: Encoding = { ...videoSize(video, width), fps: video.fps, quality: 'standard' };
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round++)
      rounds.push(await measureOnce(composition, encoding, folder));
    const median = (of: (round: Round) => number) =>
      rounds.map(of).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
    return {
      file: file.split('/').at(-1),
      size: `${encoding.width}×${encoding.height}`,
      frames: video.frameCount,
      fps: median((r) => r.fps),
      speedup: median((r) => r.fps / r.oneFps),
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
  encoding: Encoding,
  folder: string,
): Promise<Round> {
  const { frameCount } = composition.video;
  const { width } = encoding;
  const path = join(folder, 'video.mp4');
  const render = async (processes: number) => {
    await using renderer = new Renderer({ processes });
    return await renderer.renderVideo(composition, folder, { quality: 'standard', width, path });
  };
  const perFrame = async (work: () => Promise<unknown>) =>
    ((await cpuSeconds(work)) * 1000) / frameCount;
  let seconds = 0;
  let peakRssBytes = 0;
  const whole = await perFrame(async () => {
    ({ seconds, peakRssBytes } = await render(availableParallelism()));
  });
  const raster = await perFrame(() => drawOnly(composition, encoding, folder));
  const encode = await encodeOnly(composition, encoding, folder, perFrame);
  const { seconds: one } = await render(1);
  return {
    ...{ whole, raster, encode },
    fps: frameCount / seconds,
    oneFps: frameCount / one,
    peakMb: peakRssBytes / 2 ** 20,
  };
}

/** All frames drawn by one rasteriser, which reads the pixels back and does nothing with them. */
async function drawOnly(
  composition: Composition,
  { width, height }: Encoding,
  folder: string,
  range = { first: 0, count: composition.video.frameCount },
  output: VideoOutput | 'none' = 'none',
): Promise<void> {
  await using rasteriser = new Rasteriser();
  const lottiePath = await writeDocument(composition, folder);
  const resourceDir = await layOut(composition.files, folder);
  const parts = [{ source: { lottiePath, resourceDir }, ...range }];
  const request = { kind: 'video' as const, parts, repeated: [], width, height, output };
  await rasteriser.run(request, LIMITS, () => undefined);
}

/** The very frames of each segment, out of a file, through an encoder of its own. */
async function encodeOnly(
  composition: Composition,
  encoding: Encoding,
  folder: string,
  perFrame: (work: () => Promise<unknown>) => Promise<number>,
): Promise<number> {
  const args = segmentArgs(encoding);
  const [raw, path] = [join(folder, 'frames.yuv'), join(folder, 'segment.mp4')];
  const program = ['-c', 'tee "$0" | ffmpeg "$@"', raw, ...args];
  let sum = 0;
  const ranges = planSegments(composition.lottie, { first: 0, count: composition.video.frameCount });
  for (const range of ranges) {
    const output = { program: 'sh', args: program, path, startFrame: 0 };
    await drawOnly(composition, encoding, folder, range, output);
    sum += await perFrame(async () => {
      await using frames = await open(raw);
      await run('ffmpeg', args, frames.fd);
    });
  }
  await rm(raw);
  return sum;
}
