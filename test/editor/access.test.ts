import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../studio/accessibility-tree.ts';
import { expectSeenFocus, keyboardOf, recordFocus, tabThrough } from '../studio/keyboard.ts';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

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

test('a person fills in, plays and renders with the keyboard alone', async () => {
  const { session, token } = await world.draft();
  const editor = await editors.open({ session, token });
  const { page, until } = editor;
  await recordFocus(page);
  const keys = keyboardOf(page);
  const chord = async (key: 'z' | 'y') => {
    await page.keyboard.down('Control');
    await keys.press(key);
    await page.keyboard.up('Control');
  };
  await keys.tabTo('textarea t 01');
  await page.keyboard.type('Ana');
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  await chord('z');
  await until(`control('t_01').value === ''`);
  await chord('y');
  await until(`control('t_01').value === 'Ana'`);
  // The example has no button to go back to: the field has the focus again.
  await keys.enter('button Use the example for t 01', { back: true });
  await keys.has('textarea t 01');
  await page.keyboard.type('Ana');

  await keys.tabTo('button Repeat');
  await keys.press('Space');
  await keys.tabTo('button Play', { back: true });
  await keys.press('Space');
  await until(`stage.isPlaying && stage.frame > 2`);
  await keys.has('button Pause');
  await keys.press('Space');
  await until(`!stage.isPlaying`);
  await keys.tabTo('range Position');
  await keys.press('Home', 'ArrowRight');
  await until(`stage.frame === 1`);
  await keys.press('End');
  await until(`stage.frame === 59`);
  await keys.tabTo('button Safe areas');
  await keys.press('Enter');
  await until(`stage.shadowRoot.querySelector('.areas')`);
  await keys.enter('button Full screen');
  await until(`document.fullscreenElement === editor`);
  await keys.has('button Leave full screen');
  await keys.press('Enter');
  await until(`document.fullscreenElement === null`);
  // A still.
  await keys.enter(/^button 0:/);
  await until(`stage.frame > 0 && stage.frame < 59`);

  await keys.enter('button Make video');
  // It waits for the render, and keeps the focus.
  await keys.has('button Make video');
  await until(`seen.some(({ type }) => type === 'framepress-rendered')`);
  await keys.hears('The video is ready.');
  await keys.tabTo('a Watch the video');
  await expectSeenFocus(page);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('every control has a name, is reached by Tab and fits a window of 320 pixels', async () => {
  const { session, token } = await world.draft();
  const { page, evaluate } = await editors.open({ session, token }, { width: 320 });
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
