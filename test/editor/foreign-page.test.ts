import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EditorWorld, LOOK, openEditors, openEditorWorld } from './editor-page.ts';

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
    const events = ['ready', 'fit', 'change', 'before-render', 'render', 'rendered'];
    expect(seen).toEqual(events.map((event) => `framepress-${event}`));
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

  test('on a phone, the page ends where the editor ends', async () => {
    const { session, token } = await world.draft();
    const { page, until, evaluate } = await editors.open(
      { session, token },
      { width: 390, height: 844 },
    );
    await until(`field('t_01')`);
    const heights = await evaluate<number[]>(`(() => {
      scrollTo(0, 99_999);
      return [document.scrollingElement.scrollHeight, editor.offsetHeight, scrollY];
    })()`);
    expect(heights).toEqual([844, 844, 0]);
    // In a container it is as high as that, also if it is lower or higher than the window.
    for (const height of [500, 1200]) {
      await evaluate(`(editor.parentElement.style.blockSize = '${height}px')`);
      await until(`editor.offsetHeight === ${height}`);
      const end = `form.parentElement.getBoundingClientRect().bottom`;
      expect(await evaluate(end)).toBe(height);
    }
    // Most of the rest of the window is for the form.
    await evaluate(`(editor.parentElement.style.blockSize = '100%')`);
    await until(`form.parentElement.offsetHeight >= 844 * 0.4`);
    await page.close();
  });

  test('custom properties of the page reach every part of the editor', async () => {
    const { session, token } = await world.draft();
    const { page, until, evaluate } = await editors.open({ session, token });
    await evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(LOOK)});
      document.adoptedStyleSheets = [sheet];
      editor.style.setProperty('--fp-surface', 'rgb(250, 240, 230)');
    })()`);
    await until(`control('t_01')`);
    const shownLook = await evaluate(`(() => {
      const within = (node) => [node, ...[...node.children].flatMap(within),
        ...(node.shadowRoot ? [...node.shadowRoot.children].flatMap(within) : [])];
      const all = within(root.querySelector('.editor'));
      const of = (selector) => all.filter((node) => node.matches(selector)).map(getComputedStyle);
      const values = (styles, name) => [...new Set(styles.map((style) => style[name]))];
      return {
        accents: values(of('*'), 'accentColor').filter((color) => color !== 'auto'),
        radius: values(of('input[type=text], button'), 'borderRadius'),
        fonts: values(of('label, h2, h3, textarea, button, input[type=text]'), 'fontFamily'),
        properties: [...new Set(of('*').map((style) => style.getPropertyValue('--fp-accent')))],
        fields: values(of('input[type=text]'), 'backgroundColor'),
      };
    })()`);
    expect(shownLook).toEqual({
      accents: ['rgb(180, 83, 9)'],
      radius: ['2px'],
      fonts: ['Georgia, serif'],
      properties: ['#b45309'],
      fields: ['rgb(250, 240, 230)'],
    });
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
