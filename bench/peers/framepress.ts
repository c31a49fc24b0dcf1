/** Renders the requested files one after another and answers with the seconds of each, like remotion.mjs. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { NO_ENTRIES } from '../../src/mapping/index.ts';
import { outputSettings, type Quality } from '../../src/output/index.ts';
import { produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';

type Order = { file: string; width: number; frames: number; quality: Quality; out: string };

process.send?.({ ready: true });

process.on('message', async ({ file, width, frames, quality, out }: Order) => {
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-peers-'));
  // Each render starts and ends its processes, as Remotion starts and ends its browser.
  const renderer = new Renderer();
  renderer.warm();
  const template = await importTemplate(await readPackageFile(file));
  const images = join(folder, 'images');
  const { composition, paths } = await produce({ template, mapping: NO_ENTRIES, folder: images });
  await mkdir(join(folder, 'render'));
  const settings = outputSettings({ format: 'mp4', width }, composition.video, quality, '');
  await renderer.renderVideo({
    composition,
    paths,
    folder: join(folder, 'render'),
    outputs: [{ ...settings, path: out }],
    frames: { first: 0, count: frames },
  });
  await renderer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  process.send?.({ seconds: (performance.now() - started) / 1000 });
});
process.on('disconnect', () => process.exit());
