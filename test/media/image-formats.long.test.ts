import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { imageRows, QUICK_IMAGES } from './image-files.ts';
import { openImageService, wronglyShown } from './shown-images.ts';

test('every other kind of image shows its colors at their positions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-images-'));
  onTestFinished(() => removeFolder(folder));
  await using service = await openImageService(folder);
  const rows = (await imageRows(folder)).filter(({ name }) => !QUICK_IMAGES.includes(name));
  expect(await wronglyShown(service, rows)).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(33);
});
