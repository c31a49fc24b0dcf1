import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

/*
 * The page is of another origin than the service, has a strict content security policy, and consists of
 * fewer than 15 lines: see editor-page.ts. test/api/scope-matrix.test.ts shows that the token can do
 * nothing else.
 */
let world: EditorWorld;

beforeAll(async () => {
  world = await openEditorWorld();
});

afterAll(() => world?.[Symbol.asyncDispose]());

const text = (value: string) => ({ source: { text: value } });

describe.each(['chromium', 'firefox'] as const)('in %s', (name) => {
  let editors: Awaited<ReturnType<typeof openEditors>>;

  beforeAll(async () => {
    editors = await openEditors(world, name);
  });
  afterAll(() => editors?.[Symbol.asyncDispose]());

  test('the editor fills, draws and renders a session, and the page gets its events', async () => {
    const { session, token } = await world.draft();
    const editor = await editors.open({ session, token });
    await editor.type('t_01', 'A name that is longer than its box');
    await editor.until(`/Shrunk/.test(shown(field('t_01').shadowRoot.querySelector('.notes')))`);
    await editor.until(`shown(root.querySelector('.status')) === 'Saved'`);
    await editor.evaluate(`root.querySelector('header .primary').click()`);
    await editor.until(`seen.some(({ type }) => type === 'framepress-rendered')`);
    const seen = JSON.parse(
      await editor.evaluate<string>(`JSON.stringify([...new Set(seen.map(({ type }) => type))])`),
    );
    expect(seen).toEqual(
      ['ready', 'fit', 'change', 'render', 'rendered'].map((event) => `framepress-${event}`),
    );
    expect(await world.session(session)).toMatchObject({
      status: 'preview_rendered',
      mapping: { resources: { t_01: text('A name that is longer than its box') } },
    });
    expect(
      await editor.evaluate(`stage.shadowRoot.querySelector('.player canvas').width > 0`),
    ).toBe(true);
    // Firefox without a screen has no WebGL.
    const mode = name === 'chromium' ? 'webgl' : 'software';
    expect(await editor.evaluate(`stage.mode`)).toBe(mode);
    expect(editor.page.problems).toEqual([]);
    await editor.page.close();
  });

  if (name === 'firefox') return;

  test('the page may have a button of its own', async () => {
    const { session, token } = await world.draft();
    const { page, evaluate } = await editors.open({
      session,
      token,
      'no-render': '',
      'no-close': '',
    });
    expect(
      await evaluate(
        `[...root.querySelectorAll('header button')].map(({ ariaLabel }) => ariaLabel)`,
      ),
    ).toEqual(['Undo', 'Redo']);
    await page.close();
  });

  test('other styles of the template show the same mapping', async () => {
    const versionId = await world.addSquare();
    const { session, token } = await world.draft();
    const siblings = JSON.stringify([{ versionId, name: 'Square', width: 320, height: 320 }]);
    const { page, until, evaluate, type } = await editors.open({ session, token, siblings });
    const square = `root.querySelector('framepress-siblings').shadowRoot.querySelector('img')`;
    await until(`${square}.naturalWidth === ${square}.naturalHeight && ${square}.naturalWidth > 0`);
    const before = await evaluate<string>(`${square}.src`);
    await type('t_01', 'Ana');
    await until(`${square}.src !== '${before}'`);
    expect(page.problems).toEqual([]);
    await page.close();
  });
});
