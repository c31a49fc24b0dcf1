import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let world: EditorWorld;
let editors: Awaited<ReturnType<typeof openEditors>>;

beforeAll(async () => {
  world = await openEditorWorld();
  editors = await openEditors(world, 'chromium');
});

afterAll(async () => {
  await editors?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

type Editor = Awaited<ReturnType<typeof editors.open>>;

const FOCUSED = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
})()`;

/** Presses Tab until a control with this name has the focus. */
async function tabTo({ page, evaluate }: Editor, name: string): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await evaluate<string>(`((element) => element?.getAttribute('aria-label')
      ?? element?.labels?.[0]?.innerText ?? element?.innerText ?? '')(${FOCUSED})`);
    if (focused.trim() === name) return;
    seen.push(focused.trim());
  }
  throw new Error(`Tab reaches ${seen.join(', ')}, but not ${name}.`);
}

test('a person fills in and renders with the keyboard alone', async () => {
  const { session, token } = await world.draft();
  const editor = await editors.open({ session, token });
  const { page, until, evaluate } = editor;
  await tabTo(editor, 't 01');
  await page.keyboard.type('Ana');
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  const chord = async (key: string) => {
    await page.keyboard.down('Control');
    await page.keyboard.press(key as 'z');
    await page.keyboard.up('Control');
  };
  await chord('z');
  await until(`control('t_01').value === ''`);
  await chord('y');
  await until(`control('t_01').value === 'Ana'`);
  await tabTo(editor, 'Play');
  await evaluate(`stage.isLooping = true`);
  await page.keyboard.press(' ');
  await until(`stage.isPlaying`);
  await page.keyboard.press(' ');
  await until(`!stage.isPlaying`);
  await tabTo(editor, 'Position');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await until(`stage.frame === 1`);
  await tabTo(editor, 'Render');
  await page.keyboard.press('Enter');
  await until(`seen.some(({ type }) => type === 'framepress-rendered')`);
  await tabTo(editor, 'Watch the video');
  expect(page.problems).toEqual([]);
  await page.close();
});

test.for([
  { theme: 'light', lang: 'en', width: 1280 },
  { theme: 'dark', lang: 'en', width: 390 },
  { theme: 'dark', lang: 'ar', width: 1280 },
  { theme: 'light', lang: 'ar', width: 390 },
])('axe-core finds nothing in $theme, $lang, at $width pixels', async ({ width, ...look }) => {
  const { session, token } = await world.draft();
  const editor = await editors.open({ session, token, ...look }, { width });
  const { page, until, evaluate } = editor;
  await evaluate(`editor.mapping = {
    ...editor.mapping, resources: { t_01: { source: { text: 'x' }, transform: { max_lines: 0 } } } }`);
  await until(`field('t_01').faults.length > 0 && root.querySelector('.banner')`);
  await page.evaluate(AXE);
  const found = await page.evaluate(
    "axe.run('main').then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
  );
  expect(found).toEqual([]);
  expect(await evaluate(`root.querySelector('.editor').dir`)).toBe(
    look.lang === 'ar' ? 'rtl' : 'ltr',
  );
  const overflow = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;
  expect(await evaluate(overflow)).toBeLessThanOrEqual(0);
  await page.close();
});
