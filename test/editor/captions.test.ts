import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../studio/accessibility-tree.ts';
import { recordFocus, tabThrough } from '../studio/keyboard.ts';
import type { TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

type Editor = Awaited<ReturnType<Awaited<ReturnType<typeof openEditors>>['open']>>;
type Cue = { start: number; end: number; text: string };

let world: EditorWorld;
let editors: Awaited<ReturnType<typeof openEditors>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-captions-'));
  world = await openEditorWorld();
  editors = await openEditors(world, 'chromium');
});

afterAll(async () => {
  await editors?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** Waits for an element. A space in the selector also goes into shadow roots. */
function deep(page: TestPage, selector: string) {
  // Puppeteer finds only elements with their names behind such a space.
  const parts = selector.split(' ').map((part) => (/^\w/.test(part) ? part : `*${part}`));
  return page.waitForSelector(parts.map((part) => `>>> ${part}`).join(' '));
}

async function click(page: TestPage, selector: string): Promise<void> {
  const element = await deep(page, selector);
  await element?.evaluate((node) => (node as unknown as { click(): void }).click());
}

/** Opens an editor and its captions. */
async function openCaptions(draft: { session: string; token: string }): Promise<Editor> {
  const editor = await editors.open(draft);
  await click(editor.page, 'framepress-form [data-captions]');
  await deep(editor.page, 'framepress-captions');
  return editor;
}

/** Replaces the content of a control, as a person who selects all of it does. */
async function replace(page: TestPage, selector: string, text: string): Promise<void> {
  const element = await deep(page, selector);
  await element?.focus();
  await element?.evaluate((node) => (node as unknown as { select(): void }).select());
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

/** Chooses a file with captions. */
async function give(page: TestPage, name: string, content: string): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, content);
  const input = await deep(page, 'framepress-add-captions #choose');
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

const row = (index: number) => `framepress-cue-list [data-cue="${index}"]`;

async function captionsOf(session: string): Promise<{ source: { cues: Cue[] }; style?: unknown }> {
  const { mapping } = (await world.session(session)) as { mapping: Json };
  return mapping['captions'] as { source: { cues: Cue[] }; style?: unknown };
}

const textsOf = async (session: string) =>
  (await captionsOf(session))?.source.cues.map(({ text }) => text);

test('a person imports captions, corrects and styles them, and makes the video', async () => {
  const draft = await world.draft();
  const editor = await openCaptions(draft);
  const { page, until } = editor;
  // A file with a fault changes nothing, and says where it is.
  await give(page, 'talk.srt', '1\n00:00:01,000 --> soon\nHello\n');
  await deep(page, 'framepress-add-captions .fault');
  await give(
    page,
    'talk.srt',
    '1\n00:00:00,200 --> 00:00:01,000\nHello <b>Ana!</b>\n\n2\n00:00:01,000 --> 00:00:02,000\nHow are you?\n',
  );
  await deep(page, row(1));
  await replace(page, `${row(1)} textarea`, 'Fine');
  await replace(page, `${row(1)} [data-time=start]`, '1,2');
  await expect.poll(() => textsOf(draft.session)).toEqual(['Hello Ana!', 'Fine']);
  const fine = async () => (await captionsOf(draft.session)).source.cues[1];
  // The text may be saved before the time.
  await expect.poll(fine).toEqual({ start: 1.2, end: 2, text: 'Fine' });

  // The frame shows the cue, and a wrong time changes nothing.
  await until(`stage.frame >= 36 && editor.mapping.captions`);
  await replace(page, `${row(1)} [data-time=end]`, 'soon');
  await deep(page, `${row(1)} [data-time=end][aria-invalid=true]`);
  await replace(page, `${row(1)} [data-time=end]`, '0:01.9');
  await expect.poll(async () => (await captionsOf(draft.session)).source.cues[1]?.end).toBe(1.9);

  await click(page, `${row(0)} [data-action=join]`);
  await expect.poll(() => textsOf(draft.session)).toEqual(['Hello Ana! Fine']);
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await expect.poll(() => textsOf(draft.session)).toEqual(['Hello Ana!', 'Fine']);

  await click(page, '#tab-look');
  const chosen = await deep(page, 'framepress-caption-style .choice:nth-child(4) input');
  await chosen?.evaluate((node) => (node as unknown as { click(): void }).click());
  await expect.poll(async () => (await captionsOf(draft.session)).style).toBe('word-highlight');

  await click(page, 'button.render');
  await until(`seen.some(({ type }) => type === 'framepress-rendered')`);
  expect(await textsOf(draft.session)).toEqual(['Hello Ana!', 'Fine']);
  // The captions of a finished video are looked at, but not changed.
  await click(page, '#tab-texts');
  await deep(page, `${row(0)} textarea:disabled`);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('captions are split at the cursor, added, deleted, and downloaded', async () => {
  const draft = await world.draft();
  const { page, evaluate } = await openCaptions(draft);
  await give(page, 'script.txt', 'One two three\n');
  const text = await deep(page, `${row(0)} textarea`);
  await text?.focus();
  await text?.evaluate((node) => {
    (node as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(
      8,
      8,
    );
  });
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await expect.poll(() => textsOf(draft.session)).toEqual(['One two', 'three']);
  await page.keyboard.type('and ');
  await expect.poll(() => textsOf(draft.session)).toEqual(['One two', 'and three']);
  await click(page, `${row(0)} [data-action=remove]`);
  await expect.poll(() => textsOf(draft.session)).toEqual(['and three']);
  await click(page, 'framepress-cue-editor .add');
  await expect.poll(async () => (await textsOf(draft.session))?.length).toBe(2);
  await evaluate(`(URL.createObjectURL = (blob) => { globalThis.saved = blob; return 'blob:x'; })`);
  await click(page, '#tab-more');
  await click(page, '[data-format=vtt]');
  expect(await page.evaluate('saved.text()')).toContain('\nand three\n');
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a second language is offered beside the video', async () => {
  const cues = [{ start: 0, end: 1, text: 'Hello' }];
  const draft = await world.draft({}, undefined, {
    missing: 'example',
    captions: { source: { cues } },
  });
  const { page } = await openCaptions(draft);
  await click(page, '#tab-more');
  await click(page, '[data-act=language]');
  const select = await deep(page, '#new-language');
  await select?.evaluate((node) => {
    const element = node as unknown as { value: string; dispatchEvent(event: Event): void };
    element.value = 'de';
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await click(page, '[data-act=copy]');
  await replace(page, `${row(0)} textarea`, 'Hallo');
  await expect
    .poll(() => captionsOf(draft.session))
    .toEqual([
      { source: { cues }, burn: true },
      { source: { cues: [{ ...cues[0], text: 'Hallo' }] }, language: 'de', burn: false },
    ]);
  await click(page, '#tab-look');
  await click(page, '.show input');
  await expect
    .poll(() => captionsOf(draft.session))
    .toMatchObject([{ burn: false }, { burn: true }]);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('of 2,000 captions only the visible ones are in the page, each with what is found', async () => {
  const cues = Array.from({ length: 2000 }, (_, at) => ({
    start: at / 1000,
    end: (at + 1) / 1000,
    text: `Caption ${at}`,
  }));
  const captions = {
    source: { cues: [...cues.slice(1), { start: 0, end: 0.001, text: 'First' }] },
  };
  const draft = await world.draft({}, undefined, { missing: 'example', captions });
  const editor = await openCaptions(draft);
  const { page } = editor;
  await deep(page, `${row(0)} .findings`);
  const rows = () => page.$$eval('>>> framepress-cue-list >>> *[data-cue]', ({ length }) => length);
  expect(await rows()).toBeLessThan(40);
  const text = await deep(page, `${row(0)} textarea`);
  expect(await text?.evaluate((node) => (node as unknown as { value: string }).value)).toBe(
    'First',
  );
  const list = await deep(page, 'framepress-cue-list .scroll');
  await list?.evaluate((node) => {
    (node as unknown as { scrollTop: number }).scrollTop = 1e9;
  });
  await deep(page, row(1999));
  expect(await rows()).toBeLessThan(40);
  // The list leads to what is hard to read.
  await click(page, '[data-finding="1"]');
  await deep(page, `${row(0)}[data-chosen]`);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('captions that a page hides or locks cannot be changed', async () => {
  const cues = [{ start: 0, end: 1, text: 'Hello' }];
  const options = { missing: 'example', captions: { source: { cues } } };
  const draft = await world.draft({}, undefined, options);
  const hidden = await editors.open({ ...draft, 'no-captions': '' });
  expect(await hidden.evaluate(`form.shadowRoot.querySelector('[data-captions]')`)).toBeNull();
  await hidden.page.close();
  const locked = await editors.open({ ...draft, 'lock-captions': '' });
  await click(locked.page, 'framepress-form [data-captions]');
  await deep(locked.page, `${row(0)} textarea:disabled`);
  await click(locked.page, '#tab-look');
  await deep(locked.page, 'framepress-caption-style fieldset:disabled');
  await locked.page.close();
});

test('every control of the captions has a name and is reached by Tab in a window of 320 pixels', async () => {
  const cues = [{ start: 0, end: 0.2, text: 'Hello' }];
  const options = { missing: 'example', captions: { source: { cues } } };
  const draft = await world.draft({}, undefined, options);
  const editor = await editors.open(draft, { width: 320 });
  const { page, evaluate } = editor;
  await click(page, 'framepress-form [data-captions]');
  await deep(page, `${row(0)} .findings`);
  await recordFocus(page);
  expect({ unclear: await accessibilityFaults(page), ...(await tabThrough(page)) }).toEqual({
    unclear: [],
    missed: [],
    unseen: [],
  });
  const overflow = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;
  expect(await evaluate(overflow)).toBeLessThanOrEqual(0);
  await page.close();
});
