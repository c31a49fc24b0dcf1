/**
 * Compares Framepress with Remotion on the same Lottie files at 1080p, cold, in turns, with the same
 * x264 settings. Both programs have rendered once before; each render starts its browser or its
 * rasterisers. `npm run bench:peers -- [--rounds 3] [--write] [file …]`; without files it renders the
 * bundled templates. `--write` updates `bench/peers/result.json` and `docs/peers.svg`.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { X264 } from '../src/raster/encoder.ts';
import { barChart } from './bar-chart.ts';
import { median, say } from './support.ts';

const MAX_FRAMES = 300;
const QUALITY = 'standard';
const TEMPLATES = ['skin-company', 'birthday', 'story-sale'];

type Scene = {
  name: string;
  file: string;
  width: number;
  height: number;
  fps: number;
  frames: number;
};
/** Frames per second of each round. */
type Row = { name: string; frames: number; framepress: number[]; remotion: number[] };
type Found = { concurrency: number; rows: Row[] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);
const program = path('../bin/framepress');
const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const folder = await mkdtemp(join(tmpdir(), 'framepress-peers-'));
const mapping = join(folder, 'mapping.json');
await writeFile(mapping, JSON.stringify({ resources: {}, missing: 'example' }));
try {
  const inputs = positionals;
  const sources =
    inputs.length > 0 ? inputs : TEMPLATES.map((name) => path(`../templates/dist/${name}.lottie`));
  const scenes: Scene[] = [];
  for (const source of sources) scenes.push(await composed(source));
  const remotion = await startRemotion();
  const framepress = await startFramepress();
  try {
    await report(await compare(scenes, framepress, remotion));
  } finally {
    remotion.kill();
    framepress.kill();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Embeds text outlines and images, so that both programs draw the same file. */
async function composed(source: string): Promise<Scene> {
  const name = basename(source, extname(source));
  const file = join(folder, 'public', `${name}.json`);
  await mkdir(join(folder, 'public'), { recursive: true });
  await run(program, ['compose', source, '--mapping', mapping, '--out', file]);
  const { w, h, fr, ip, op } = JSON.parse(await readFile(file, 'utf8')) as Record<string, number>;
  if (!w || !h || !fr) throw new Error(`${source} has no size or rate`);
  const scale = Math.min(1920 / Math.max(w, h), 1080 / Math.min(w, h));
  const even = (side: number) => 2 * Math.round((side * scale) / 2);
  const frames = Math.min(MAX_FRAMES, Math.floor((op ?? 0) - (ip ?? 0)));
  return { name, file, width: even(w), height: even(h), fps: fr, frames };
}

/** The same Node.js options as in `bin/framepress`. */
async function startFramepress(): Promise<ChildProcess> {
  const child = fork(path('./peers/framepress.ts'), {
    execArgv: [
      '--max-semi-space-size=8',
      '--heap-growing-percent=30',
      '--disable-warning=ExperimentalWarning',
    ],
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      OPENBLAS_NUM_THREADS: '1',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
  });
  await once(child, 'message');
  return child;
}

async function startRemotion(): Promise<ChildProcess> {
  const home = path('./peers/');
  if (!existsSync(join(home, 'node_modules'))) {
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: home });
  }
  const child = fork(join(home, 'remotion.mjs'), [join(folder, 'public'), chromium]);
  await once(child, 'message');
  return child;
}

async function compare(
  scenes: readonly Scene[],
  framepress: ChildProcess,
  remotion: ChildProcess,
): Promise<Found> {
  const [first] = scenes;
  if (!first) throw new Error('There are no files.');
  const short = { ...first, frames: Math.min(60, first.frames) };
  await renderHere(framepress, short);
  const concurrency = await bestConcurrency(short, remotion);
  say(
    `Remotion draws ${concurrency} frames at once here; frames a second, the median of ${rounds} rounds:`,
  );
  say('| File | Frames | Framepress | Remotion | Ratio |');
  say('|---|---|---|---|---|');
  const rows: Row[] = [];
  for (const scene of scenes) {
    const row: Row = { name: scene.name, frames: scene.frames, framepress: [], remotion: [] };
    for (let round = 0; round < rounds; round++) {
      row.framepress.push(scene.frames / (await renderHere(framepress, scene)));
      row.remotion.push(scene.frames / (await renderThere(remotion, scene, concurrency)));
    }
    rows.push(row);
    const [ours, theirs] = [median(row.framepress), median(row.remotion)];
    say(
      `| ${row.name} | ${row.frames} | ${ours.toFixed(1)} | ${theirs.toFixed(1)} | ${(ours / theirs).toFixed(1)}× |`,
    );
  }
  return { concurrency, rows };
}

async function bestConcurrency(scene: Scene, remotion: ChildProcess): Promise<number> {
  await renderThere(remotion, scene, 1);
  const counts = [...new Set([1, Math.ceil(availableParallelism() / 2), availableParallelism()])];
  const times: { count: number; seconds: number }[] = [];
  for (const count of counts)
    times.push({ count, seconds: await renderThere(remotion, scene, count) });
  return times.toSorted((a, b) => a.seconds - b.seconds)[0]?.count ?? 1;
}

async function renderHere(
  framepress: ChildProcess,
  { file, name, width, frames }: Scene,
): Promise<number> {
  framepress.send({
    file,
    width,
    frames,
    quality: QUALITY,
    out: join(folder, `${name}-framepress.mp4`),
  });
  return secondsOf(framepress);
}

async function secondsOf(child: ChildProcess): Promise<number> {
  const ended = () => {
    throw new Error('A renderer has ended.');
  };
  child.once('exit', ended);
  const [{ seconds }] = (await once(child, 'message')) as [{ seconds: number }];
  child.off('exit', ended);
  return seconds;
}

async function renderThere(
  remotion: ChildProcess,
  { file, name, width, height, fps, frames }: Scene,
  concurrency: number,
): Promise<number> {
  const { preset, crf, params } = X264[QUALITY];
  remotion.send({
    props: { file: basename(file), width, height, fps, frames },
    concurrency,
    crf,
    x264Preset: preset,
    x264Params: params,
    out: join(folder, `${name}-remotion.mp4`),
  });
  return secondsOf(remotion);
}

async function report({ concurrency, rows }: Found): Promise<void> {
  const ratios = rows.map((row) => median(row.framepress) / median(row.remotion));
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  say(`\nGeometric mean ${mean.toFixed(1)}×, least ${Math.min(...ratios).toFixed(1)}×`);
  if (!values.write) return;
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`;
  const results = { machine, quality: QUALITY, concurrency, rounds, geometricMean: mean, rows };
  await writeFile(path('./peers/result.json'), `${JSON.stringify(results, null, 2)}\n`);
  const bars = rows.map((row) => ({
    label: row.name,
    values: [median(row.framepress), median(row.remotion)] as const,
  }));
  await writeFile(
    path('../docs/peers.svg'),
    barChart(`Frames a second at 1080p, cold (${machine})`, ['Framepress', 'Remotion'], bars),
  );
}
