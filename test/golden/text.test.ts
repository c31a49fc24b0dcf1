import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Renderer } from '../../src/render/index.ts';
import { compareWithGolden } from '../support/difference.ts';
import { composePage } from '../support/text-page.ts';
import { TEXT_PAGES } from './pages.ts';
import { removeFolder } from '../support/folder.ts';

/*
 * A page of text for each group of scripts, compared with images that a person has checked beside Chromium's.
 * GOLDEN=write redraws the images; look at each of them before you commit it.
 */
const HERE = fileURLToPath(new URL('./text/', import.meta.url));

let folder: string;
let renderer: Renderer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-text-'));
  renderer = new Renderer();
});

afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

test.each(TEXT_PAGES)('$name', async (page) => {
  const work = join(folder, page.name);
  const { composition, paths, fit } = await composePage(page, work);
  for (const [index, line] of page.lines.entries()) {
    expect(fit[`t_${index + 1}`], line).toMatchObject({ missing_glyphs: [], overflow: false, font_scale: 1 });
  }
  const path = join(work, 'page.png');
  await renderer.renderStills({ composition, paths, folder: work, stills: [{ frame: 0, format: 'png', path }] });
  // A missing dot of three pixels gives 9; another processor's edges and the palette give 3.
  const { ok, found } = await compareWithGolden(join(HERE, `${page.name}.png`), path, `text-${page.name}`, {
    ...(page.name !== 'emoji' && { colors: 16 }),
    good: ({ worst }) => worst < 5,
  });
  expect(ok, found).toBe(true);
});
