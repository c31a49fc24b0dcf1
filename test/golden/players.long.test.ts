import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Composition, pathOfAsset, toSelfContained } from '../../src/compose/index.ts';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { type Produced, produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { difference, writeDifference } from '../support/difference.ts';
import { openCanvasKit, openLottieWeb, type Player } from '../support/players.ts';
import { composePage } from '../support/text-page.ts';
import { TEXT_PAGES } from './pages.ts';
import { removeFolder } from '../support/folder.ts';

/*
 * A composition is a Lottie file for any player: lottie-web and CanvasKit draw the same frames as we do.
 */
const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));

/** Maximum difference after a slight blur. Different edge drawing gives half of it; a lost mark gives more. */
const MAX = { mean: 1, worst: 16 };

let folder: string;
let renderer: Renderer;
const players = new Map<string, Player>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-players-'));
  renderer = new Renderer();
  players.set('canvaskit', await openCanvasKit());
  players.set('lottie-web', await openLottieWeb());
});

afterAll(async () => {
  for (const player of players.values()) await player[Symbol.asyncDispose]();
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** Known differences of each player that are larger than edge drawing. */
async function compare({
  name,
  produced: { composition, paths },
  frame,
  width,
  max = MAX,
}: {
  name: string;
  produced: Pick<Produced, 'composition' | 'paths'>;
  frame: number;
  width: number;
  max?: typeof MAX;
}): Promise<string[]> {
  const work = join(folder, `${name}-${frame}`);
  await mkdir(work, { recursive: true });
  const bytes = new Map<string, Uint8Array>();
  for (const { name: file, digest } of composition.files) bytes.set(file, await readFile(pathOfAsset(paths, digest)));
  const lottie = toSelfContained(composition, bytes);
  const faults: string[] = [];
  for (const [player, { oversampling, draw }] of players) {
    const path = join(work, `own-${oversampling}.png`);
    const still = { frame, width: width * oversampling, format: 'png' as const, path };
    await renderer.renderStills({ composition, paths, folder: work, stills: [still] });
    const own = await sharp(path).resize(width).png().toBuffer();
    const drawn = await draw(lottie, frame, width);
    const { mean, worst } = await difference(own, drawn, 1);
    if (mean < max.mean && worst < max.worst) continue;
    const where = await writeDifference(`${player}-${name}-${frame}`, own, drawn);
    faults.push(`${player}, frame ${frame}: mean ${mean.toFixed(2)}, worst ${worst.toFixed(1)}, see ${where}`);
  }
  return faults;
}

test.each(TEXT_PAGES)('$name', async (page) => {
  const work = join(folder, `${page.name}-page`);
  const produced = await composePage(page, work);
  expect(await compare({ name: page.name, produced, frame: 0, width: 960 })).toEqual([]);
});

/** The same letters, each with the next letter's outline. */
function shifted({ lottie: { chars = [] } }: Composition) {
  return chars.map((char, index) => ({ ...char, data: (chars[index + 1] ?? char).data }));
}

test('five thousand different letters', async () => {
  const page = {
    name: 'many', language: 'zh-Hans', lineHeight: 20, size: 16, width: 1600,
    lines: Array.from({ length: 56 }, (_, line) =>
      String.fromCodePoint(...Array.from({ length: 90 }, (_, at) => 0x4e00 + line * 90 + at)),
    ),
  };
  const produced = await composePage(page, join(folder, 'many-page'));
  const { composition, paths } = produced;
  expect(composition.lottie.chars?.length).toBeGreaterThanOrEqual(5000);
  // Small, dense letters consist mostly of edges.
  const max = { mean: 6, worst: 40 };
  expect(await compare({ name: 'many', produced, frame: 0, width: 1600, max })).toEqual([]);
  // Different letters differ by more.
  const moved = { ...composition, lottie: { ...composition.lottie, chars: shifted(composition) } };
  const still = { frame: 0, width: 1600, format: 'png' as const };
  const draw = async (one: Composition, path: string) => {
    const stills = [{ ...still, path }];
    await renderer.renderStills({ composition: one, paths, folder: join(folder, 'many-0'), stills });
    return readFile(path);
  };
  const [right, wrong] = [
    await draw(composition, join(folder, 'right.png')),
    await draw(moved, join(folder, 'wrong.png')),
  ];
  expect((await difference(right, wrong, 1)).worst).toBeGreaterThan(max.worst);
});

test.each([
  ['skin-company', ['t_01', 't_02'], [60, 150, 290]],
  ['birthday', ['name', 'greeting'], [80, 126, 300]],
  ['story-sale', ['product_name', 'claim'], [40, 150, 260]],
] as const)('%s', async (name, keys, frames) => {
  const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
  const resources = Object.fromEntries(keys.map((key) => [key, { source: { text: 'Zoë प्रिया ליאור' } }]));
  const work = join(folder, `${name}-images`);
  await mkdir(work, { recursive: true });
  const produced = await produce({ template, mapping: parsed(template, { resources }), folder: work });
  const faults: string[] = [];
  for (const frame of frames) faults.push(...(await compare({ name, produced, frame, width: 480 })));
  expect(faults).toEqual([]);
});
