/**
 * What a render costs when most of it is there already: ten seconds at 1080p with a text that shows for three of them.
 * `node bench/reuse.ts` tells, as parts of the cold time, a changed text, the same again, and a batch.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Composition, compose } from '../src/compose/index.ts';
import { outputSettings, Renderer, SegmentStore } from '../src/render/index.ts';
import { importTemplate, readPackageFile, type Template } from '../src/template/index.ts';
import { inFolder, say } from './support.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, batch: { type: 'string', default: '10' } },
});
const WORDS = 'shows for three of ten seconds';

const template = await importTemplate(
  await readPackageFile(new URL('../templates/dist/birthday.lottie', import.meta.url).pathname),
);
await using renderer = new Renderer();
const ratios: { changed: number; again: number; batch: number }[] = [];
for (let round = 0; round < Number(values.rounds); round++) ratios.push(await inFolder(measure));
for (const name of ['changed', 'again', 'batch'] as const)
  say(`${name}: ${ratios.map((r) => r[name].toFixed(2)).join(', ')}`);

async function measure(folder: string) {
  let count = 0;
  const seconds = async (words: string, segments?: SegmentStore) => {
    count += 1;
    const work = join(folder, String(count));
    await mkdir(work);
    const path = join(work, 'video.mp4');
    const composition = tenSeconds(template, words);
    const settings = outputSettings({ format: 'mp4' }, composition.video, 'standard', '');
    const options = { outputs: [{ ...settings, path }], ...(segments && { segments }) };
    const started = performance.now();
    await renderer.renderVideo(composition, work, options);
    return (performance.now() - started) / 1000;
  };
  const store = new SegmentStore(join(folder, 'kept'));
  const cold = await seconds(WORDS);
  await seconds(WORDS, store);
  const changed = await seconds(`${WORDS}!`, store);
  const again = await seconds(WORDS, store);
  const fresh = new SegmentStore(join(folder, 'batch'));
  let sum = 0;
  for (let item = 0; item < Number(values.batch); item++)
    sum += await seconds(`item ${item}`, fresh);
  return {
    changed: changed / cold,
    again: again / cold,
    batch: (cold * Number(values.batch)) / sum,
  };
}

/** The template's first ten seconds, with its message seen from second 3.5 to 6.5 alone. */
function tenSeconds(source: Template, words: string): Composition {
  const name = Object.keys(source.editables).find((editable) => editable.includes('message')) ?? '';
  const mapping = { resources: { [name]: { source: { text: words } } } };
  const none = { editables: new Map(), assets: new Map() };
  const { composition } = compose(source, { ...mapping, missing: 'example' }, none, [], []);
  const { lottie, video } = composition;
  const message = lottie.layers.find(({ nm }) => nm === 'message');
  if (!message) throw new Error('The template has no message.');
  Object.assign(message, { ip: 3.5 * lottie.fr, op: 6.5 * lottie.fr });
  return { ...composition, video: { ...video, frameCount: 10 * lottie.fr } };
}
