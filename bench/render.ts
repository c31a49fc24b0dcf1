/**
 * Compares a render with drawing alone and encoding alone, in turns in one run: the same segments of
 * the same documents, as many at a time, by the same processes. Drawing alone reads the pixels back;
 * encoding alone reads finished planes from a file. The conversion from pixels to planes counts as
 * overhead; the report also shows the overhead with ffmpeg's own conversion subtracted.
 * `npm run bench` prints a table of the bundled templates at 720p, 1080p and 2160p; `-- FILE…` measures other packages or
 * Lottie files. `--size 1280,1920` (longest side), `--quality high`, `--rounds 3` (it prints medians), `--json`.
 */
import { open, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assert } from '../src/base/index.ts';
import { type OutputSettings, outputSettings, type Quality } from '../src/output/formats.ts';
import { type Range, timelineOf } from '../src/output/timeline.ts';
import type { Produced } from '../src/produce/index.ts';
import { type Encoding, layoutOf, segmentArgs } from '../src/raster/encoder.ts';
import { ENCODER_ENV } from '../src/raster/encoder-process.ts';
import type { DocumentPart, VideoOutput, VideoRequest } from '../src/raster/protocol.ts';
import { RasteriserPool } from '../src/raster/rasteriser-pool.ts';
import { writeParts } from '../src/render/draw-segments.ts';
import { Renderer } from '../src/render/index.ts';
import { layOutFiles } from '../src/render/make-video.ts';
import { planSegments } from '../src/render/plan.ts';
import { segmentOf } from '../src/render/segment.ts';
import { cpuSeconds, inFolder, median, produceFile, run, say } from './support.ts';

const TEMPLATES = ['skin-company', 'birthday', 'story-sale'].map((name) =>
  fileURLToPath(new URL(`../templates/dist/${name}.lottie`, import.meta.url)),
);
/** ffmpeg's conversion with colors as exact as ours. */
const EXACT_PLANES =
  'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bilinear,format=yuv420p';
const LIMITS = { timeoutMs: 600_000, stallMs: 60_000, memoryBytes: 8 * 2 ** 30 };

/** Figures of one round; CPU time in milliseconds per frame. */
type Round = {
  fps: number;
  oneFps: number;
  /** Speed of all rasterisers over the speed of one, without encoding. */
  drawSpeedup: number;
  whole: number;
  raster: number;
  encode: number;
  /** ffmpeg's conversion from pixels to planes, without its start and its reading. */
  convert: number;
  peakMb: number;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '1280,1920,3840' },
    quality: { type: 'string', default: 'standard' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const quality = qualityOf(values.quality);
const rows = [];
for (const file of positionals.length > 0 ? positionals : TEMPLATES)
  for (const longest of values.size.split(',').map(Number)) rows.push(await measure(file, longest));

const machine = { cpu: cpus()[0]?.model ?? 'unknown processor', cores: availableParallelism() };
if (values.json) say(JSON.stringify({ ...machine, rows }));
else {
  say(`${machine.cpu}, ${machine.cores} cores; CPU in milliseconds a frame`);
  say(
    '| File | Size | Frames | Frames a second | over one worker | Drawing alone over one | CPU whole | Raster only | Encode only | Overhead | ffmpeg’s conversion | Overhead with it | Rasteriser at most |',
  );
  say('|---|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const r of rows)
    say(
      `| ${r.file} | ${r.size} | ${r.frames} | ${r.fps.toFixed(1)} | ${r.speedup.toFixed(2)} | ${r.drawSpeedup.toFixed(2)} | ${r.whole.toFixed(1)} | ${r.raster.toFixed(1)} | ${r.encode.toFixed(1)} | ${r.overhead.toFixed(3)} | ${r.convert.toFixed(1)} | ${r.overheadWithConversion.toFixed(3)} | ${r.peakMb.toFixed(0)} MB |`,
    );
}

function qualityOf(name: string): Quality {
  const quality = (['draft', 'standard', 'high'] as const).find((option) => option === name);
  assert(quality, 'a quality is draft, standard or high');
  return quality;
}

function measure(file: string, longest: number) {
  return inFolder(async (folder) => {
    const produced = await produceFile(file, folder);
    const { video } = produced.composition;
    const width = Math.round((video.width * longest) / Math.max(video.width, video.height));
    const settings = outputSettings({ format: 'mp4', width }, video, quality, '');
    const encoding: Encoding = { ...settings, hasAlpha: false };
    const rounds: Round[] = [];
    for (let round = 0; round < Number(values.rounds); round++)
      rounds.push(await measureOnce({ ...produced, settings, encoding, folder, round }));
    const middle = (of: (round: Round) => number) => median(rounds.map(of));
    const [total, raster, encode, convert] = [
      middle((r) => r.whole),
      middle((r) => r.raster),
      middle((r) => r.encode),
      middle((r) => r.convert),
    ];
    return {
      file: file.split('/').at(-1),
      size: `${encoding.width}×${encoding.height}`,
      frames: video.frameCount,
      fps: middle((r) => r.fps),
      speedup: middle((r) => r.fps / r.oneFps),
      drawSpeedup: middle((r) => r.drawSpeedup),
      whole: total,
      raster,
      encode,
      convert,
      overhead: total / (raster + encode),
      overheadWithConversion: total / (raster + encode + convert),
      peakMb: middle((r) => r.peakMb),
    };
  });
}

type RoundRequest = Pick<Produced, 'composition' | 'paths'> & {
  settings: OutputSettings;
  encoding: Encoding;
  folder: string;
  round: number;
};

async function measureOnce(request: RoundRequest): Promise<Round> {
  const { composition, paths, settings, encoding, folder, round } = request;
  const { frameCount } = composition.video;
  const outputs = [{ ...settings, path: join(folder, 'video.mp4') }];
  const render = async (processes: number) => {
    await using renderer = new Renderer({ processes });
    return await renderer.renderVideo({ composition, paths, folder, outputs });
  };
  const { fps: rate } = composition.video;
  const timeline = timelineOf({ first: 0, count: frameCount }, rate, rate);
  const ranges = planSegments(composition.lottie, timeline);
  await layOutFiles(composition.files, paths, folder);
  const pieces: Piece[] = [];
  for (const range of ranges) {
    const segment = segmentOf(composition, timeline, range);
    const isOwnSize = encoding.width === composition.video.width;
    const writing = { timeline, folder, isOwnSize };
    pieces.push({ range, parts: await writeParts(`${range.first}`, segment, writing) });
  }
  const draw = (outputs: (range: Range) => VideoOutput[], processes = availableParallelism()) =>
    drawAll(encoding, { pieces, outputs, processes });
  // One file for each segment, with the frames that the encoder will receive.
  const args = segmentArgs(encoding);
  const rawOf = ({ first }: Range) => join(folder, `${first}.yuv`);
  await draw((range) => [
    {
      program: 'sh',
      args: ['-c', 'tee "$0" | ffmpeg "$@"', rawOf(range), ...args],
      codec: 'h264',
      layout: layoutOf(encoding),
      hasAlpha: false,
      kind: 'mp4',
      startFrame: 0,
      path: join(folder, `segment-${range.first}.mp4`),
    },
  ]);
  const pixels = join(folder, 'pixels.rgba');
  // The content of the frames makes no difference.
  await writeFile(pixels, Buffer.alloc(encoding.width * encoding.height * 4, 128));
  const drawnByOne = await draw(() => [], 1);
  let drawnByAll = 0;
  let video = await render(1);
  const oneFps = frameCount / video.seconds;
  const measured = { raster: 0, whole: 0, encode: 0, read: 0, readAndConvert: 0 };
  const readPixels = (then: string[]) =>
    together(ranges, async ({ count }) => {
      await using frame = await open(pixels);
      await run('ffmpeg', readArgs(encoding, count, then), frame.fd, ENCODER_ENV);
    });
  const works = {
    raster: async () => {
      drawnByAll = await draw(() => []);
    },
    whole: async () => {
      video = await render(availableParallelism());
    },
    encode: () =>
      together(ranges, async (range) => {
        await using frames = await open(rawOf(range));
        await run('ffmpeg', args, frames.fd, ENCODER_ENV);
      }),
    read: () => readPixels([]),
    readAndConvert: () => readPixels(['-vf', EXACT_PLANES]),
  };
  // The first measurement pays for memory that the machine has to provide, so the order rotates.
  const names = ['raster', 'whole', 'encode', 'read', 'readAndConvert'] as const;
  const first = round % 3;
  for (const name of [...names.slice(first), ...names.slice(0, first)])
    measured[name] = ((await cpuSeconds(works[name])) * 1000) / frameCount;
  for (const range of ranges) await rm(rawOf(range));
  await rm(pixels);
  const fps = frameCount / video.seconds;
  const drawSpeedup = drawnByOne / drawnByAll;
  const convert = measured.readAndConvert - measured.read;
  return { ...measured, convert, fps, oneFps, drawSpeedup, peakMb: video.peakRssBytes / 2 ** 20 };
}

/** Reads the same pixels repeatedly and drops them after `then`. */
function readArgs({ width, height, fps }: Encoding, count: number, then: string[]): string[] {
  return [
    ...['-loglevel', 'error', '-threads', '1', '-filter_threads', '1'],
    ...['-stream_loop', String(count - 1), '-f', 'rawvideo', '-pix_fmt', 'rgba'],
    ...['-s', `${width}x${height}`, '-r', String(fps), '-i', '/dev/stdin'],
    ...[...then, '-f', 'null', '-'],
  ];
}

type Piece = { range: Range; parts: DocumentPart[] };

/** Draws all segments with as many rasterisers as a render has; returns the seconds without their start. */
async function drawAll(
  { width, height }: Encoding,
  {
    pieces,
    outputs,
    processes,
  }: { pieces: readonly Piece[]; outputs: (range: Range) => VideoOutput[]; processes: number },
): Promise<number> {
  await using pool = new RasteriserPool(processes);
  const run = (request: VideoRequest) =>
    pool.run({ place: pool.nextPlace(), request, limits: LIMITS }, undefined);
  const nothing: VideoRequest = { kind: 'video', parts: [], width: 16, height: 16, outputs: [] };
  await Promise.all(Array.from({ length: processes }, () => run(nothing)));
  const started = performance.now();
  await together(pieces, ({ range, parts }) =>
    run({ kind: 'video', parts, width, height, outputs: outputs(range) }),
  );
  return (performance.now() - started) / 1000;
}

/** Encodes as many segments at a time as a render does. */
async function together<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
