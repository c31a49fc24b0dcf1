import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_ENTRIES } from '../../src/mapping/index.ts';
import { produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { compareWithGolden, type Difference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';

/*
 * Frames of the bundled templates, compared with images that a person has checked. GOLDEN=write redraws them;
 * look at each of them before you commit it.
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
  await removeFolder(folder);
});

test.each([
  ['skin-company', [0, 40, 150, 206, 290]],
  ['birthday', [0, 30, 94, 150, 300]],
  ['story-sale', [0, 40, 90, 160, 260]],
])('%s', async (name, frames) => {
  const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
  expect(template.warnings).toEqual([]);
  const work = join(folder, name);
  await mkdir(work, { recursive: true });
  const { composition, paths, warnings } = await produce({ template, mapping: NO_ENTRIES, folder: join(work, 'images') });
  expect(warnings).toEqual([]);
  const stills = frames.map((frame) => ({ frame, width: WIDTH, format: 'png' as const, path: join(work, `${frame}.png`) }));
  await renderer.renderStills({ composition, paths, folder: work, stills });
  for (const { frame, path } of stills) {
    // Processors differ by one shade; a missing layer fails.
    const good = ({ mean, far }: Difference) => mean < 1 && far < 0.01;
    const { ok, found } = await compareWithGolden(join(HERE, `${name}-${frame}.png`), path, `${name}-${frame}`, { good });
    expect({ frame, ok }, found).toEqual({ frame, ok: true });
  }
});
