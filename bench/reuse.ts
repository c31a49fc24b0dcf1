/**
 * Measures renders whose segments are mostly cached: ten seconds at 1080p, with a text that shows for
 * three of them. `npm run bench:reuse` prints the time of a changed text and of an unchanged render as
 * fractions of the cold time (`-- --rounds 5`), and the speed of a batch of 50 renders with different
 * texts over 50 cold renders, as many at a time as in the service (`-- --batch 10`).
 */
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Composition, compose } from '../src/compose/index.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { parseMapping } from '../src/mapping/index.ts';
import { outputSettings } from '../src/output/index.ts';
import { Renderer, SegmentStore } from '../src/render/index.ts';
import type { Template } from '../src/template/index.ts';
import { inFolder, say } from './support.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, batch: { type: 'string', default: '50' } },
});
const WORDS = 'shows for three of ten seconds';
/** One more than there are workers, as in `render/`. */
const AT_ONCE = availableParallelism() + 1;

const template = await importTemplate(
  await readPackageFile(new URL('../templates/dist/birthday.lottie', import.meta.url).pathname),
);
await using renderer = new Renderer();
await inFolder(async (folder) => {
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++)
    rounds.push(await measure(join(folder, String(round))));
  for (const name of ['changed', 'again'] as const)
    say(`${name}: ${rounds.map((r) => r[name].toFixed(2)).join(', ')} of the cold time`);
  const count = Number(values.batch);
  const cold = await batch(count, join(folder, 'cold'));
  const store = new SegmentStore(join(folder, 'batch-kept'));
  const reusing = await batch(count, join(folder, 'batch'), store);
  say(
    `a batch of ${count}: ${cold.toFixed(0)} s cold, ${reusing.toFixed(0)} s with reuse, ${(cold / reusing).toFixed(2)} times the throughput`,
  );
});

async function measure(folder: string) {
  const store = new SegmentStore(join(folder, 'kept'));
  const cold = await seconds(WORDS, join(folder, 'cold'));
  await seconds(WORDS, join(folder, 'first'), store);
  const changed = await seconds(`${WORDS}!`, join(folder, 'changed'), store);
  const repetition = await seconds(WORDS, join(folder, 'again'), store);
  return { changed: changed / cold, again: repetition / cold };
}

async function batch(count: number, folder: string, segments?: SegmentStore): Promise<number> {
  const started = performance.now();
  const items = Array.from({ length: count }, (_, item) => item).values();
  const worker = async () => {
    for (const item of items) await seconds(`item ${item}`, join(folder, String(item)), segments);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - started) / 1000;
}

async function seconds(words: string, work: string, segments?: SegmentStore): Promise<number> {
  await mkdir(work, { recursive: true });
  const composition = tenSeconds(template, words);
  const settings = outputSettings({ format: 'mp4' }, composition.video, 'standard', '');
  const outputs = [{ ...settings, path: join(work, 'video.mp4') }];
  const source = { composition, paths: {}, folder: work };
  const started = performance.now();
  await renderer.renderVideo({ ...source, outputs, ...(segments && { segments }) });
  return (performance.now() - started) / 1000;
}

/** Returns the template's first ten seconds; its message shows from second 3.5 to 6.5 only. */
function tenSeconds(source: Template, words: string): Composition {
  const name = Object.keys(source.editables).find((editable) => editable.includes('message')) ?? '';
  const json = { resources: { [name]: { source: { text: words } } }, missing: 'example' };
  const { mapping } = parseMapping({ editables: source.editables, fonts: [] }, json);
  const none = { editables: new Map(), assets: new Map() };
  const { composition } = compose({
    template: source,
    mapping,
    images: none,
    fallbacks: [],
    suppliedFonts: [],
  });
  const { lottie, video } = composition;
  const message = lottie.layers.find(({ nm }) => nm === 'message');
  if (!message) throw new Error('The template has no message.');
  Object.assign(message, { ip: 3.5 * lottie.fr, op: 6.5 * lottie.fr });
  return { ...composition, video: { ...video, frameCount: 10 * lottie.fr } };
}
