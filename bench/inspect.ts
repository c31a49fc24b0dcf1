/**
 * Measures `framepress template inspect` with generated animations of 1.5 MB, with and without 300
 * expressions, in seconds. The first run warms up.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inFolder, median, run, say } from './support.ts';

const PROGRAM = fileURLToPath(new URL('../bin/framepress', import.meta.url));
const BYTES = 1_500_000;
const EXPRESSIONS = 300;
const FRAMES = 300;

const CODES = [
  "$bm_rt = loopOut('cycle');",
  '$bm_rt = wiggle(2, 15);',
  "$bm_rt = thisComp.layer('text 1').transform.position + [time * 20, 0];",
  'var n = Math.sin(time * 4 + index) * 20; $bm_rt = value + n;',
];

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, keep: { type: 'string' } },
});

const FILES = { plain: animation(0), expressions: animation(EXPRESSIONS) };

if (values.keep === undefined) await inFolder(measure);
else await measure(values.keep);

async function measure(folder: string): Promise<void> {
  const results = new Map<string, number[]>();
  const paths = new Map<string, string>();
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, `${name}.json`);
    await writeFile(path, text);
    await run(PROGRAM, ['template', 'inspect', '--json', path], 0);
    paths.set(name, path);
    results.set(name, []);
  }
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [name, path] of paths) {
      const started = performance.now();
      await run(PROGRAM, ['template', 'inspect', '--json', path], 0);
      results.get(name)?.push((performance.now() - started) / 1000);
    }
  for (const [name, seconds] of results)
    say(
      `${name}: ${median(seconds).toFixed(2)} s (${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`,
    );
}

/** Shapes that change their form, texts and rigs, as a design from After Effects has them. */
function animation(expressions: number): string {
  const layers: object[] = Array.from({ length: 20 }, (_, n) => title(n));
  let remaining = expressions;
  for (let bytes = 0; bytes < BYTES; ) {
    const layer = drawing(layers.length, remaining > 0);
    remaining -= 3;
    layers.push(layer);
    bytes += JSON.stringify(layer).length;
  }
  const font = { fName: 'Inter-Bold', fFamily: 'Inter', fStyle: 'Bold', ascent: 75 };
  const times = { fr: 30, ip: 0, op: FRAMES, w: 1920, h: 1080 };
  return JSON.stringify({ v: '5.9.0', nm: 'bench', ...times, fonts: { list: [font] }, layers });
}

function drawing(n: number, isRigged: boolean): object {
  const code = (k: number) => (isRigged ? { x: `var $bm_rt; ${CODES[(n + k) % 4] ?? ''}` } : {});
  const turn = [0, 1, 2].map((i) => key(i, [(i * 40 + n) % 360]));
  const move = [0, 1, 2].map((i) => key(i, [100 + i * 50, 90 + n, 0]));
  const ks = {
    o: { a: 0, k: 100 },
    r: { a: 1, k: turn, ...(isRigged && { x: "var $bm_rt; $bm_rt = loopOut('cycle');" }) },
    p: { a: 1, k: move, ...code(2) },
    a: { a: 0, k: [0, 0, 0] },
    s: { a: 0, k: [100, 100, 100], ...code(1) },
  };
  const shapes = Array.from({ length: 4 }, (_, s) => group(n, s));
  return { ...placed(n), ty: 4, nm: `shape ${n}`, ks, shapes };
}

function group(n: number, s: number): object {
  const forms = [0, 1, 2].map((i) => key(i, [form(n + s + i)]));
  const still = (k: unknown) => ({ a: 0, k });
  const tr = { p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0) };
  return {
    ty: 'gr',
    nm: `group ${s}`,
    it: [
      { ty: 'sh', ks: { a: 1, k: forms } },
      { ty: 'fl', c: still([0.2, s / 5, 0.8, 1]), o: still(100), r: 1 },
      { ty: 'tr', ...tr, o: still(100), sk: still(0), sa: still(0) },
    ],
  };
}

function form(seed: number): object {
  const points = (size: number) =>
    Array.from({ length: 14 }, (_, i) =>
      [Math.sin(i + seed), Math.cos(i * 2 + seed)].map((v) => Math.round(v * size * 1000) / 1000),
    );
  return { c: true, v: points(150), i: points(20), o: points(25) };
}

function key(i: number, s: unknown[]): object {
  const ease = { x: [0.667], y: [1] };
  return { t: (i * FRAMES) / 2, s, i: ease, o: { x: [0.333], y: [0] } };
}

function title(n: number): object {
  const document = { t: `Text number ${n}`, f: 'Inter-Bold', s: 48, fc: [0, 0, 0], j: 0, lh: 58 };
  const still = (k: unknown) => ({ a: 0, k });
  const t = { d: { k: [{ t: 0, s: document }] }, a: [], p: {}, m: { g: 1, a: still([0, 0]) } };
  const ks = {
    o: still(100),
    r: still(0),
    p: still([100, 60 + n * 48, 0]),
    a: still([0, 0, 0]),
    s: still([100, 100, 100]),
  };
  return { ...placed(n), ty: 5, nm: `text ${n}`, ks, t };
}

function placed(n: number): object {
  return { ind: n + 1, ip: 0, op: FRAMES, st: 0, sr: 1, bm: 0 };
}
