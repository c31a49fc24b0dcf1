/**
 * Compares x264's presets on the bundled templates at 1080p: the CPU time and the size at which each
 * preset reaches the similarity (SSIM) of `veryfast` at CRF 20. `npm run bench:presets`.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outputSettings } from '../src/output/formats.ts';
import { segmentArgs, X264 } from '../src/raster/encoder.ts';
import { RasteriserPool } from '../src/raster/rasteriser-pool.ts';
import { layOutFiles } from '../src/render/make-video.ts';
import { cpuSeconds, inFolder, produceFile, say, writeDocument } from './support.ts';

const [FIRST_FRAME, FRAMES] = [20, 40];
const CRFS = [17, 20, 23, 26];
const REFERENCE = 'veryfast';
const TEMPLATES = ['skin-company', 'birthday', 'story-sale'];
const LIMITS = { timeoutMs: 600_000, stallMs: 60_000, memoryBytes: 8 * 2 ** 30 };
const run = promisify(execFile);

const ownPresets = Object.entries(X264).map(([quality, { preset, params }]) => ({
  name: `\`${preset}\`${params === '' ? '' : ' and more'} (\`${quality}\`)`,
  args: ['-preset', preset, ...(params === '' ? [] : ['-x264-params', params])],
}));
const others = ['ultrafast', 'superfast', REFERENCE, 'faster', 'medium'].map((preset) => ({
  name: preset,
  args: ['-preset', preset],
}));

/** CPU seconds, bytes and similarity (decibels) of one encoding. */
type Point = { cpu: number; bytes: number; similarity: number };

await inFolder(async (folder) => {
  const clips = [];
  for (const name of TEMPLATES) clips.push(await rawFrames(name, folder));
  const table = new Map<string, { cpu: number; bytes: number }[]>();
  for (const clip of clips) {
    const curves = new Map<string, Point[]>();
    for (const { name, args } of [...others, ...ownPresets])
      curves.set(name, await curveOf(clip, args, folder));
    const reference = curves.get(REFERENCE)?.[CRFS.indexOf(20)];
    if (!reference) throw new Error('There is no reference.');
    for (const [name, points] of curves) {
      const { cpu, bytes } = at(points, reference.similarity);
      const row = table.get(name) ?? [];
      row.push({ cpu: cpu / reference.cpu, bytes: bytes / reference.bytes });
      table.set(name, row);
    }
  }
  say('| Preset | CPU time | Size |\n|---|---|---|');
  for (const [name, row] of table)
    say(
      `| ${name} | ${mean(row.map((r) => r.cpu)).toFixed(2)} | ${mean(row.map((r) => r.bytes)).toFixed(2)} |`,
    );
});

type Clip = { path: string; input: string[] };

/** Writes the planes that the encoder receives to a file. */
async function rawFrames(name: string, folder: string): Promise<Clip> {
  const file = fileURLToPath(new URL(`../templates/dist/${name}.lottie`, import.meta.url));
  const { composition, paths } = await produceFile(file, folder);
  const { video } = composition;
  const shorter = Math.min(video.width, video.height);
  const outputRequest = {
    format: 'mp4',
    width: Math.round((video.width * 1080) / shorter),
  } as const;
  const settings = outputSettings(outputRequest, video, 'draft', '');
  const size = { width: settings.width, height: settings.height };
  const args = segmentArgs({ ...settings, hasAlpha: false });
  const lottiePath = await writeDocument(composition, folder);
  const resourceDir = await layOutFiles(composition.files, paths, folder);
  const source = { lottiePath, resourceDir };
  const path = join(folder, `${name}.yuv`);
  const output = {
    program: 'sh',
    args: ['-c', 'tee "$0" | ffmpeg "$@"', path, ...args],
    codec: 'h264' as const,
    layout: 'yuv420p' as const,
    hasAlpha: false,
    kind: 'mp4' as const,
    startFrame: 0,
    path: join(folder, 'segment.mp4'),
  } as const;
  const frames = Array.from({ length: FRAMES }, (_, n) => FIRST_FRAME + n);
  await using pool = new RasteriserPool(1);
  const request = {
    kind: 'video' as const,
    parts: [{ source, frames }],
    ...size,
    outputs: [output],
  };
  await pool.run({ place: pool.nextPlace(), request, limits: LIMITS }, undefined);
  const shape = ['-pix_fmt', 'yuv420p', '-s', `${size.width}x${size.height}`];
  return { path, input: ['-f', 'rawvideo', ...shape, '-r', String(video.fps), '-i', path] };
}

async function curveOf({ input }: Clip, args: string[], folder: string): Promise<Point[]> {
  const points: Point[] = [];
  const to = join(folder, 'encoded.mp4');
  const quiet = ['-hide_banner', '-nostdin', '-y', '-threads', '1', '-filter_threads', '1'];
  for (const crf of CRFS) {
    const encoder = ['-c:v', 'libx264', ...args, '-crf', String(crf), '-threads', '1', to];
    const cpu = await cpuSeconds(() => run('ffmpeg', [...quiet, ...input, ...encoder]));
    const compare = [...input, '-i', to, '-lavfi', '[0][1]ssim', '-f', 'null', '-'];
    const { stderr } = await run('ffmpeg', ['-hide_banner', '-nostdin', ...compare]);
    const ssim = Number(/All:([\d.]+)/.exec(stderr)?.[1]);
    points.push({ cpu, bytes: (await stat(to)).size, similarity: -10 * Math.log10(1 - ssim) });
  }
  return points;
}

/** Interpolates between the two points around a similarity, or extrapolates from the nearest two. */
function at(points: readonly Point[], similarity: number): { cpu: number; bytes: number } {
  const sorted = points.toSorted((a, b) => a.similarity - b.similarity);
  const above = sorted.findIndex((point) => point.similarity >= similarity);
  const index = Math.max(1, above < 0 ? sorted.length - 1 : above);
  const [low, high] = [sorted[index - 1], sorted[index]];
  if (!low || !high) throw new Error('There are too few points.');
  const share = (similarity - low.similarity) / (high.similarity - low.similarity);
  return {
    cpu: low.cpu + (high.cpu - low.cpu) * share,
    bytes: low.bytes * (high.bytes / low.bytes) ** share,
  };
}

/** The geometric mean, as for all ratios. */
function mean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
