/**
 * Compares the frames of the browsers' players with rendered frames. `npm run bench:exact` compares all
 * bundled templates with all scripts and kinds of media (`-- --part product`), inputs and options of all
 * kinds (`combinations`), a template with expressions and controls (`features`), captions in all scripts
 * and styles (`captions`), and the Lottie files beside the checkout (`corpus`, `--corpus FOLDER`).
 * `--every-text` also puts each script into each text. `--state FILE` goes on after an interruption.
 */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { captionCells } from '../test/exact/captions.ts';
import { allCells, nameOf } from '../test/exact/cells.ts';
import { combinations } from '../test/exact/combinations.ts';
import { type Compared, ExactWorld, faultOf } from '../test/exact/exact-world.ts';
import { featureCells, featureTemplate } from '../test/exact/features.ts';
import { say } from './support.ts';

const { values } = parseArgs({
  options: {
    part: {
      type: 'string',
      multiple: true,
      default: ['product', 'combinations', 'features', 'captions', 'corpus'],
    },
    corpus: {
      type: 'string',
      default: fileURLToPath(new URL('../../shared/corpus', import.meta.url)),
    },
    'every-text': { type: 'boolean', default: false },
    state: { type: 'string' },
  },
});

type Found = { part: string; what: string; compared: Compared[] };

const earlier = await readState();
// CanvasKit reports fonts that compositions do not need.
await using world = await ExactWorld.open();
const parts = new Map([
  ['product', compareProduct],
  ['combinations', compareCombinations],
  ['features', compareFeatures],
  ['captions', compareCaptions],
  ['corpus', compareCorpus],
]);
for (const part of values.part) {
  const compare = parts.get(part);
  if (!compare) throw new Error(`Expected ${[...parts.keys()].join(' or ')} but received ${part}.`);
  await compare();
}

async function compareProduct(): Promise<void> {
  const results: Compared[] = [];
  const cells = allCells(world.templates, { isEveryText: values['every-text'] });
  for (const [index, cell] of [...cells].entries())
    results.push(...(await once('product', nameOf(cell), () => world.compareCell(cell, index))));
  sayFigures('Bundled templates', results);
}

async function compareCombinations(): Promise<void> {
  const results: Compared[] = [];
  for await (const { what, template, json, frames, side } of combinations(
    join(world.folder, 'combinations'),
    world.addFile,
  )) {
    const compared = await once('combinations', what, async () => {
      const produced = await world.compose(template, world.acceptable(template, json));
      return world.compare(what, produced, { frames, ...(side && { side }) });
    });
    results.push(...compared);
  }
  sayFigures('Combinations', results);
}

async function compareFeatures(): Promise<void> {
  const results: Compared[] = [];
  const template = await featureTemplate();
  for (const { what, json, frames } of featureCells())
    results.push(
      ...(await once('features', what, async () =>
        world.compare(what, await world.compose(template, json), { frames }),
      )),
    );
  sayFigures('Expressions and controls', results);
}

async function compareCaptions(): Promise<void> {
  const results: Compared[] = [];
  for (const { what, template, json, frames } of await captionCells())
    results.push(
      ...(await once('captions', what, async () =>
        world.compare(what, await world.compose(template, json), { frames }),
      )),
    );
  sayFigures('Captions', results);
}

/** Compares three frames of each file that can be imported. */
async function compareCorpus(): Promise<void> {
  const paths = await readdir(values.corpus, { recursive: true }).catch(() => []);
  // Files in these folders are broken on purpose: players draw anything.
  const names = paths.filter(
    (name) => /\.(json|lottie)$/.test(name) && !/\/(test|invalid)\//.test(name),
  );
  const results: Compared[] = [];
  let skipped = 0;
  for (const name of names.sort()) {
    const source = await readPackageFile(join(values.corpus, name)).catch(() => undefined);
    const template = source && (await importTemplate(source).catch(() => undefined));
    if (!template) {
      skipped += 1;
      continue;
    }
    const compared = await once('corpus', name, async () => {
      const json = { resources: {}, missing: 'example' };
      const produced = await world.compose(template, world.acceptable(template, json));
      const { frameCount } = produced.composition.video;
      const frames = [0.1, 0.5, 0.9].map((share) => Math.floor(share * frameCount));
      return world.compare(name, produced, { frames: [...new Set(frames)] });
    });
    results.push(...compared);
  }
  sayFigures(`Corpus (${skipped} files are no templates)`, results);
}

/** Compares, or returns the result of an earlier run. */
async function once(
  part: string,
  what: string,
  compare: () => Promise<Compared[]>,
): Promise<Compared[]> {
  const earlierResult = earlier.find((entry) => entry.part === part && entry.what === what);
  if (earlierResult) return earlierResult.compared;
  try {
    const compared = await compare();
    for (const frame of compared) sayFault(frame);
    const entry: Found = { part, what, compared };
    if (values.state) await appendFile(values.state, `${JSON.stringify(entry)}\n`);
    return compared;
  } catch (error) {
    say(`${what}: ${String(error).slice(0, 500)}`);
    return [];
  }
}

async function readState(): Promise<Found[]> {
  const text = values.state ? await readFile(values.state, 'utf8').catch(() => '') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Found);
}

function sayFault(compared: Compared): void {
  const fault = faultOf(compared);
  if (fault) say(fault);
}

function sayFigures(what: string, frames: readonly Compared[]): void {
  const ssim = frames.map((frame) => frame.ssim).toSorted((a, b) => a - b);
  const far = frames.map((frame) => frame.far * 100).toSorted((a, b) => b - a);
  const equal = frames.filter(({ isEqual }) => isEqual).length;
  const good = frames.filter((frame) => !faultOf(frame)).length;
  say(
    `${what}: ${good} of ${frames.length} frames are within the limits. SSIM: ${ssim[0]?.toFixed(5)} at ` +
      `least, ${ssim[Math.floor(ssim.length / 100)]?.toFixed(5)} in 99 %. Pixels beyond 8: ` +
      `${far[0]?.toFixed(3)} % at most, ${far[Math.floor(far.length / 100)]?.toFixed(3)} % in 99 %. ` +
      `${equal} are equal in both browsers.`,
  );
}
