import { pause } from '../../test/support/client.ts';
import { say } from '../support.ts';
import {
  colorOf,
  type OpenEditor,
  openChromium,
  openEditor,
  openEditorWorld,
} from './editor-world.ts';
import { memoryOf } from './process-memory.ts';

const WORDS = ['Zoë', 'ليان', 'प्रियंका', '髙橋 美咲', 'Ana 🎉', 'Nguyễn Thị'];
const SAMPLE_MS = 60_000;

type Sample = Readonly<Record<string, number>>;

/** Edits, seeks and plays for some minutes; prints the memory of the page and of the service. */
export async function measureMemory(
  folder: string,
  minutes: number,
  activities: readonly string[],
): Promise<void> {
  await using world = await openEditorWorld(folder);
  const version = await world.version('birthday');
  const browser = await openChromium();
  try {
    const editor = await openEditor(browser, await world.draft(version));
    const startMs = performance.now();
    const endMs = startMs + minutes * 60_000;
    const samples: Sample[] = [];
    let edits = 0;
    for (let nextMs = startMs; performance.now() < endMs; ) {
      edits += await editAndPlay(editor, edits, activities);
      if (performance.now() < nextMs) continue;
      nextMs += SAMPLE_MS;
      const sample = {
        ...(await scriptMemory(editor)),
        ...(await memoryOf('browser', browser.process()?.pid ?? 0)),
        ...(await memoryOf('service', world.pid)),
      };
      samples.push(sample);
      const values = Object.entries(sample).map(([name, value]) => `${name} ${value.toFixed(0)}`);
      const minute = ((performance.now() - startMs) / 60_000).toFixed(1);
      say(`minute ${minute}, ${edits} edits, MB: ${values.join(', ')}`);
    }
    sayGrowth(samples);
  } finally {
    await browser.close();
  }
}

/** Returns the number of edits. */
async function editAndPlay(
  editor: OpenEditor,
  number: number,
  activities: readonly string[],
): Promise<number> {
  const untilDrawn = () => editor.until('!stage.isDrawing');
  let edits = 0;
  if (activities.includes('text')) {
    await editor.focus('name');
    await editor.run(`control('name').select()`);
    const words = WORDS[number % WORDS.length] ?? '';
    for (const letter of words) await editor.page.keyboard.sendCharacter(letter);
    edits += [...words].length;
    await untilDrawn();
  }
  if (activities.includes('color')) {
    await editor.focus('frame_color');
    await editor.run(`control('frame_color').value = '#${colorOf(number).slice(0, 5)}'`);
    await editor.run(`control('frame_color').setSelectionRange(9, 9)`);
    await editor.page.keyboard.press('a');
    edits += 1;
    await untilDrawn();
  }
  if (activities.includes('seek'))
    for (const frame of [0, 72, 240]) await editor.run(`stage.seek(${frame})`);
  if (!activities.includes('play')) return Math.max(edits, 1);
  await editor.run('stage.toggle()');
  await pause(1500);
  await editor.run('stage.pause()');
  return Math.max(edits, 1);
}

/** Returns the memory of scripts, after a garbage collection in the page, in MB. */
async function scriptMemory({ page, run }: OpenEditor): Promise<Sample> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const workers = await Promise.all(
    page.workers().map(({ client }) => client.send('Runtime.getHeapUsage')),
  );
  const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0) / 2 ** 20;
  return {
    scripts: usedSize / 2 ** 20,
    'worker scripts': sum(workers.map((worker) => worker.totalSize)),
    'worker buffers': sum(workers.map((worker) => worker.backingStorageSize)),
    engine: (await run<number>('engineBytes')) / 2 ** 20,
  };
}

/** Compares the means of the third and the last quarter: in the first half, caches fill. */
function sayGrowth(samples: readonly Sample[]): void {
  const quarter = (n: number) =>
    samples.slice(Math.floor((n * samples.length) / 4), Math.floor(((n + 1) * samples.length) / 4));
  const mean = (part: readonly Sample[], name: string) =>
    part.reduce((sum, sample) => sum + (sample[name] ?? 0), 0) / part.length;
  for (const name of Object.keys(samples.at(-1) ?? {})) {
    const [thirdQuarter, lastQuarter] = [mean(quarter(2), name), mean(quarter(3), name)];
    const percent = (100 * (lastQuarter / thirdQuarter - 1)).toFixed(1);
    say(
      `${name}: ${thirdQuarter.toFixed(1)} MB in the third quarter, ${lastQuarter.toFixed(1)} MB in the last, ${percent} %`,
    );
  }
}
