/**
 * Tries `template init` on each package of a folder: writes a starter, fills all editables with short
 * and with long content, and draws the stills beside the design. Then it fills each editable alone,
 * and prints the share of pixels that change in its still.
 * `npm run bench:starters -- FOLDER [--only TEXT] [--sheets FOLDER]`
 */
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ingestRequest } from '../src/commands/composed.ts';
import { fetcherOf } from '../src/commands/import-package.ts';
import { templateInitCommand } from '../src/commands/inspect/init.ts';
import { parseMappingFile, readMappingFile } from '../src/commands/mapping-file.ts';
import { type Config, readConfig } from '../src/config/index.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { ingestInputs, produce } from '../src/produce/index.ts';
import { Renderer } from '../src/render/index.ts';
import type { Editable, Template } from '../src/template/index.ts';
import { differenceOf, readPixels } from './image-difference.ts';
import { inFolder, say } from './support.ts';

const WIDTH = 360;
const MAX_STILLS = 4;
const LONG = 'A considerably longer text, with Grüße, 日本語 and 12,500.00 €';
const COLORS = { short: ['e91e63', '3f51b5', 'ff9800'], long: ['00b894', '6c5ce7', 'fdcb6e'] };
const ASSET = { image: 'new.png', video: 'new.png' } as const;
type Filling = 'short' | 'long';
type World = { folder: string; renderer: Renderer; config: Config };
/** An imported package, and a folder for its drawings. */
type Trial = { template: Template; root: string; renderer: Renderer; config: Config };
type Entry = { source: object } | null;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, sheets: { type: 'string' } },
});
const [corpus] = positionals;
if (corpus === undefined) throw new Error('Expected the folder of the packages.');

await inFolder(async (folder) => {
  const config = readConfig(process.env);
  const { rasteriserMemoryBytes: memoryBytes } = config;
  const limits = { processes: 1, memoryBytes, stallMs: 60_000, hardware: {} };
  await using renderer = new Renderer({ ...limits, onHardwareFailure: () => {} });
  for (const path of await packagesIn(resolve(corpus))) {
    if (!path.includes(values.only)) continue;
    try {
      await tryPackage(path, { folder, renderer, config });
    } catch (error) {
      say(`${relative(corpus, path)}: ${(error as Error).message}`);
    }
  }
});

/** Returns archives, folders with a data.json, and other JSON files. */
async function packagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === 'data.json')) return [folder];
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await packagesIn(path)));
    else if (/\.(?:lottie|zip|json)$/.test(entry.name)) paths.push(path);
  }
  return paths.sort();
}

async function tryPackage(path: string, world: World): Promise<void> {
  const place = join(world.folder, basename(dirname(path)), basename(path), 'package');
  const isFolder = (await stat(path)).isDirectory();
  const file = isFolder ? place : join(place, basename(path));
  await mkdir(place, { recursive: true });
  await cp(path, file, { recursive: true, force: true });
  await writeFile(join(dirname(place), ASSET.image), newImage());
  say(`\n${relative(corpus ?? '', path)}`);
  await templateInitCommand(file, { force: true });
  const template = await importTemplate(await readPackageFile(file));
  const stills = Object.entries(template.stillcuts).slice(0, MAX_STILLS);
  const frames = stills.map(([, { frame }]) => frame);
  const trial = { template, root: dirname(place), renderer: world.renderer, config: world.config };
  const sheet: string[][] = [await draw(trial, 'design', {}, frames)];
  for (const filling of ['short', 'long'] as const) {
    const editables = Object.entries(template.editables);
    const entries = editables.map(([name, e], index) => [name, entryFor(e, filling, index)]);
    sheet.push(await draw(trial, filling, Object.fromEntries(entries), frames));
  }
  if (values.sheets !== undefined) {
    await mkdir(values.sheets, { recursive: true });
    const name = relative(corpus ?? '', path).replaceAll('/', '_');
    await writeFile(join(values.sheets, `${name}.png`), await sheetOf(sheet));
  }
  await changeEach(trial);
}

/** Fills each editable alone, and prints the largest change of five frames in which it shows. */
async function changeEach(trial: Trial): Promise<void> {
  const { template } = trial;
  const { fps, frameCount } = template.video;
  for (const [index, [name, editable]] of Object.entries(template.editables).entries()) {
    const entry = entryFor(editable, 'short', index);
    if (entry === null) {
      say(`          not filled: ${editable.input_type} ${name}`);
      continue;
    }
    const { start = 0, end = frameCount / fps, stillcut } = editable;
    const times = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => start + (end - start) * part);
    const still = template.stillcuts[stillcut]?.frame ?? 0;
    const last = frameCount - 1;
    const frames = [...new Set([still, ...times.map((t) => Math.min(last, Math.floor(t * fps)))])];
    const examplePaths = await draw(trial, 'before', {}, frames);
    const changedPaths = await draw(trial, 'alone', { [name]: entry }, frames);
    const shares = [];
    for (const [at, path] of examplePaths.entries())
      shares.push(
        differenceOf(await readPixels(path), await readPixels(changedPaths[at] ?? '')).far,
      );
    const most = Math.max(...shares);
    const where = `${frames.length} frames; ${((shares[0] ?? 0) * 100).toFixed(2)} % in its still`;
    say(`  ${(most * 100).toFixed(2).padStart(6)} % of ${editable.input_type} ${name} (${where})`);
  }
}

function entryFor(
  { input_type: type, example_value }: Editable,
  filling: Filling,
  index: number,
): Entry {
  if (type === 'text') return { source: { text: filling === 'short' ? 'Xyz' : LONG } };
  if (type === 'color') return { source: { color: COLORS[filling][index % 3] } };
  if (type === 'image' || type === 'video') return { source: { file: ASSET[type] } };
  if (type === 'checkbox') return { source: { checkbox: example_value !== true } };
  if (type === 'number') return { source: { number: filling === 'short' ? 0 : 100 } };
  return null;
}

/** Draws frames with the entries; returns the files. */
async function draw(
  { template, root, renderer, config }: Trial,
  name: string,
  resources: Record<string, Entry>,
  frames: readonly number[],
): Promise<string[]> {
  const filled = Object.fromEntries(Object.entries(resources).filter(([, entry]) => entry));
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const path = join(root, `${name}.json`);
  await writeFile(path, JSON.stringify({ missing: 'example', resources: filled }));
  const opened = await readMappingFile(path);
  const spec = { editables: template.editables, fonts: template.fontNames };
  const { mapping, faults } = parseMappingFile(spec, opened);
  for (const { code, message } of faults)
    if (code !== 'editable_missing') say(`  fault: ${message}`);
  await using fetcher = fetcherOf(config);
  const { files } = opened;
  const inputs = await ingestInputs(
    ingestRequest({ template, mapping, faults, files }, { fetcher, config, folder }),
  );
  const images = { folder: join(folder, 'images'), fontFolders: config.fontDirs };
  const { composition, paths, warnings } = await produce({
    template,
    mapping,
    ...inputs,
    ...images,
  });
  for (const { code, message } of name === 'long' ? warnings : [])
    if (code !== 'font_fallback') say(`  ${code}: ${message}`);
  const stills = frames.map((frame) => {
    return { frame, path: join(folder, `${frame}.png`), format: 'png' as const, width: WIDTH };
  });
  await renderer.renderStills({ composition, paths, folder, stills });
  return stills.map((still) => still.path);
}

/** Returns a PNG with a row for each list of files. */
async function sheetOf(rows: readonly string[][]): Promise<Buffer> {
  const images = await Promise.all(
    rows.map((row) => Promise.all(row.map((file) => loadImage(file)))),
  );
  const [first] = images.flat();
  const [width, height] = [(first?.width ?? 1) + 8, (first?.height ?? 1) + 8];
  const columns = Math.max(1, ...images.map(({ length }) => length));
  const canvas = createCanvas(columns * width, Math.max(1, rows.length) * height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#888888';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const [y, row] of images.entries())
    for (const [x, image] of row.entries()) ctx.drawImage(image, x * width, y * height);
  return canvas.toBuffer('image/png');
}

/** An image with a wide frame, so that crops show. */
function newImage(): Buffer {
  const canvas = createCanvas(600, 400);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ff00aa';
  ctx.fillRect(0, 0, 600, 400);
  ctx.fillStyle = '#ffe000';
  ctx.fillRect(40, 40, 520, 320);
  ctx.fillStyle = '#0044ff';
  ctx.fillRect(200, 100, 200, 200);
  return canvas.toBuffer('image/png');
}
