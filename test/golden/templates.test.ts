import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { produce } from '../../src/jobs/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { importTemplate, readPackageFile } from '../../src/template/index.ts';

/*
 * The bundled templates as they were looked at and found good. GOLDEN=write draws the pictures anew;
 * look at each of them before it is committed.
 */
const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const WIDTH = 320;

let folder: string;
let renderer: Renderer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-golden-'));
  renderer = new Renderer();
});

afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['skin-company', [0, 20, 150, 218, 290]],
  ['birthday', [0, 30, 90, 126, 300]],
  ['story-sale', [0, 40, 85, 150, 260]],
])('%s', async (name, frames) => {
  const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
  expect(template.warnings).toEqual([]);
  const work = join(folder, name);
  await mkdir(work, { recursive: true });
  const { composition, warnings } = await produce(template, { resources: {}, missing: 'example' }, {}, join(work, 'pictures'), []);
  expect(warnings).toEqual([]);
  const stills = frames.map((frame) => ({ frame, width: WIDTH, format: 'png' as const, path: join(work, `${frame}.png`) }));
  await renderer.renderStills(composition, work, stills);
  for (const { frame, path } of stills) {
    const golden = join(HERE, `${name}-${frame}.png`);
    if (process.env['GOLDEN'] === 'write') await writeFile(golden, await readFile(path));
    const { mean, far } = await difference(golden, path);
    if (mean >= 1 || far >= 0.01) await writeFile(join(tmpdir(), `framepress-golden-${name}-${frame}.png`), await readFile(path));
    // Drawing differs by a shade between processors; a layer that is missing does not pass.
    expect({ frame, mean: mean < 1, far: far < 0.01 }, `mean ${mean}, far ${far}`).toEqual({ frame, mean: true, far: true });
  }
});

/** The mean difference of a channel, and the share of pixels with a channel more than 24 apart. */
async function difference(a: string, b: string): Promise<{ mean: number; far: number }> {
  const [one, two] = await Promise.all([a, b].map((path) => sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })));
  if (!one || !two) throw new Error('two pictures are needed');
  expect([two.info.width, two.info.height]).toEqual([one.info.width, one.info.height]);
  let sum = 0;
  let far = 0;
  for (let at = 0; at < one.data.length; at += 3) {
    const distances = [0, 1, 2].map((c) => Math.abs((one.data[at + c] ?? 0) - (two.data[at + c] ?? 0)));
    sum += distances.reduce((total, d) => total + d, 0);
    if (Math.max(...distances) > 24) far += 1;
  }
  return { mean: sum / one.data.length, far: (far * 3) / one.data.length };
}
