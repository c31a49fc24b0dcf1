/**
 * Compares the frames of the browsers' players with rendered frames. `npm run bench:exact` compares the
 * full product of bundled templates, scripts and kinds of media, and the corpus of Lottie files
 * beside the checkout (`-- --corpus FOLDER`). `-- --part corpus` compares only the corpus.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { allCells } from '../test/exact/cells.ts';
import { type Compared, ExactWorld, faultOf } from '../test/exact/exact-world.ts';
import { say } from './support.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'all' },
    corpus: {
      type: 'string',
      default: fileURLToPath(new URL('../../shared/corpus/templates', import.meta.url)),
    },
  },
});

// CanvasKit reports fonts that compositions do not need.
await using world = await ExactWorld.open();
if (values.part !== 'corpus') await compareProduct();
if (existsSync(values.corpus)) await compareCorpus(values.corpus);

async function compareProduct(): Promise<void> {
  const all: Compared[] = [];
  for (const cell of allCells(world.templates)) {
    const compared = await world.compareCell(cell);
    for (const one of compared) sayFault(one);
    all.push(...compared);
    if (all.length % 100 < compared.length) say(`${all.length} frames …`);
  }
  sayFigures('Bundled templates', all);
}

/** Compares three frames of each file that can be imported. */
async function compareCorpus(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(json|lottie)$/.test(name),
  );
  const all: Compared[] = [];
  let skipped = 0;
  for (const name of names) {
    const source = await readPackageFile(join(folder, name)).catch(() => undefined);
    const template = source && (await importTemplate(source).catch(() => undefined));
    if (!template) {
      skipped += 1;
      continue;
    }
    try {
      const produced = await world.compose(template, { resources: {}, missing: 'example' });
      const { frameCount } = produced.composition.video;
      const frames = [0.1, 0.5, 0.9].map((share) => Math.floor(share * frameCount));
      const compared = await world.compare(name, produced, { frames: [...new Set(frames)] });
      for (const one of compared) sayFault(one);
      all.push(...compared);
    } catch (error) {
      say(`${name}: ${String(error).slice(0, 200)}`);
    }
  }
  sayFigures(`Corpus (${skipped} files are no templates)`, all);
}

function sayFault(compared: Compared): void {
  const fault = faultOf(compared);
  if (fault) say(fault);
}

function sayFigures(what: string, all: readonly Compared[]): void {
  const ssim = all.map((one) => one.ssim).toSorted((a, b) => a - b);
  const far = all.map((one) => one.far * 100).toSorted((a, b) => b - a);
  const equal = all.filter(({ isEqual }) => isEqual).length;
  const good = all.filter((one) => !faultOf(one)).length;
  say(
    `${what}: ${good} of ${all.length} frames are within the limits. SSIM: ${ssim[0]?.toFixed(5)} at ` +
      `least, ${ssim[Math.floor(ssim.length / 100)]?.toFixed(5)} in 99 %. Pixels beyond 8: ` +
      `${far[0]?.toFixed(3)} % at most, ${far[Math.floor(far.length / 100)]?.toFixed(3)} % in 99 %. ` +
      `${equal} are equal in both browsers.`,
  );
}
