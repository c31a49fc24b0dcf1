import { readFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { pause } from '../../test/support/client.ts';
import { childrenOf, megabytes, say } from '../support.ts';
import {
  colorOf,
  type OpenEditor,
  openChromium,
  openEditor,
  openEditorWorld,
} from './editor-world.ts';

const WORDS = ['Zoë', 'ليان', 'प्रियंका', '髙橋 美咲', 'Ana 🎉', 'Nguyễn Thị'];
const SAMPLE_MS = 60_000;

type Sample = {
  minutes: number;
  edits: number;
  heap: number;
  page: number;
  browser: number;
  service: number;
};

/** Edits, seeks and plays for some minutes; prints the memory of the page and of the service. */
export async function measureMemory(folder: string, minutes: number): Promise<void> {
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
      edits += await editAndPlay(editor, edits);
      if (performance.now() < nextMs) continue;
      nextMs += SAMPLE_MS;
      const sample = await sampled(browser, editor, world.pid);
      samples.push({ minutes: (performance.now() - startMs) / 60_000, edits, ...sample });
      sayOf(samples.at(-1) as Sample);
    }
    sayGrowth(samples);
  } finally {
    await browser.close();
  }
}

/** Returns the number of edits. */
async function editAndPlay(editor: OpenEditor, number: number): Promise<number> {
  const shown = () => editor.until('!stage.isDrawing');
  await editor.focus('name');
  await editor.run(`control('name').select()`);
  const words = WORDS[number % WORDS.length] ?? '';
  for (const letter of words) await editor.page.keyboard.sendCharacter(letter);
  await shown();
  await editor.focus('frame_color');
  await editor.run(`control('frame_color').value = '#${colorOf(number).slice(0, 5)}'`);
  await editor.run(`control('frame_color').setSelectionRange(9, 9)`);
  await editor.page.keyboard.press('a');
  await shown();
  for (const frame of [0, 72, 240]) await editor.run(`stage.seek(${frame})`);
  await editor.run('stage.toggle()');
  await pause(1500);
  await editor.run('stage.pause()');
  return [...words].length + 1;
}

async function sampled(browser: Browser, { page }: OpenEditor, servicePid: number) {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session
    .send('Performance.enable')
    .then(() => session.send('Performance.getMetrics'));
  await session.detach();
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  const all = await descendantsOf(browser.process()?.pid ?? 0);
  const renderers = await Promise.all(
    all.map(async (pid) => ((await isRenderer(pid)) ? pid : undefined)),
  );
  const sum = async (pids: readonly (number | undefined)[]) =>
    (await Promise.all(pids.map((pid) => (pid ? megabytes(pid) : 0)))).reduce((a, b) => a + b, 0);
  return {
    heap: heap / 2 ** 20,
    page: await sum(renderers),
    browser: await sum(all),
    service: await sum([servicePid, ...(await descendantsOf(servicePid))]),
  };
}

async function isRenderer(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).includes(
    '--type=renderer',
  );
}

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid).catch(() => []);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

function sayOf({ minutes, edits, heap, page, browser, service }: Sample): void {
  say(
    `minute ${minutes.toFixed(1)}, ${edits} edits: page ${page} MB (scripts ${heap.toFixed(1)} MB), browser ${browser} MB, service ${service} MB`,
  );
}

/** Compares the means of the second and the last quarter: in the first one, caches fill. */
function sayGrowth(samples: readonly Sample[]): void {
  const quarter = (n: number) =>
    samples.slice(Math.floor((n * samples.length) / 4), Math.floor(((n + 1) * samples.length) / 4));
  const mean = (part: readonly Sample[], key: keyof Sample) =>
    part.reduce((sum, sample) => sum + sample[key], 0) / part.length;
  for (const key of ['heap', 'page', 'browser', 'service'] as const) {
    const [before, after] = [mean(quarter(1), key), mean(quarter(3), key)];
    say(
      `${key}: ${before.toFixed(1)} MB in the second quarter, ${after.toFixed(1)} MB in the last`,
    );
  }
}
