import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/client.ts';
import { smallLottie } from '../support/package.ts';
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

const text = (value: string) => ({ source: { text: value } });

test('an edit is shown, reported, saved, undone and redone', async () => {
  const { session, token } = await world.draft();
  const editor = await editors.open({ session, token });
  const { page, until, evaluate } = editor;
  await editor.type('t_01', 'Zoë 👩‍🚀');
  expect((await editor.events('change')).at(-1)).toMatchObject({
    patch: [{ op: 'replace', path: '/resources/t_01', value: text('Zoë 👩‍🚀') }],
    mapping: { resources: { t_01: text('Zoë 👩‍🚀') } },
  });
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  expect(await world.session(session)).toMatchObject({
    mapping: { resources: { t_01: text('Zoë 👩‍🚀') } },
  });

  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await until(`editor.mapping.resources.t_01 === undefined && control('t_01').value === ''`);
  await page.keyboard.press('y');
  await page.keyboard.up('Control');
  await until(`editor.mapping.resources.t_01.source.text === 'Zoë 👩‍🚀'`);
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  expect(await evaluate(`control('t_01').value`)).toBe('Zoë 👩‍🚀');
  expect(page.problems).toEqual([]);
  await page.close();
});

test('the fit of a text is beside its field, in plain words', async () => {
  const { session, token } = await world.draft();
  const editor = await editors.open({ session, token });
  await editor.type('t_01', 'A name that is much longer than its box');
  await editor.until(
    `/Shrunk to \\d+%/.test(shown(field('t_01').shadowRoot.querySelector('.notes')))`,
  );
  const [first] = (await editor.events('fit')).slice(-1);
  expect(first).toMatchObject({ fit: { t_01: { font_scale: expect.any(Number) } } });
  await editor.page.close();
});

test('a field moves the playhead to its still, and a click on the frame finds the field', async () => {
  const { session, token } = await world.draft();
  const { page, until, evaluate } = await editors.open({ session, token });
  await evaluate(`stage.seek(0)`);
  await evaluate(`control('t_01').focus()`);
  await until(`stage.frame > 0`);
  await evaluate(`control('t_01').blur()`);
  const [x, y] = await evaluate<[number, number]>(`(() => {
    const { left, top, width, height } = stage.shadowRoot.querySelector('.frame').getBoundingClientRect();
    const scale = Math.min(width / 320, height / 180);
    return [left + width / 2 + (60 - 160) * scale, top + height / 2 + (40 - 90) * scale];
  })()`);
  await page.mouse.click(x, y);
  await until(`form.shadowRoot.activeElement === field('t_01')`);
  await page.close();
});

test('a position has a handle in the frame and sliders', async () => {
  const lottie = smallLottie(60);
  const [, , solid] = lottie['layers'] as Json[];
  const transform = { ...(solid?.['ks'] as Json), p: { a: 0, k: [160, 90, 0], sid: 'place' } };
  const moved = { ...solid, nm: 'dot', sw: 20, sh: 20, ks: transform };
  const slots = { place: { p: { a: 0, k: [160, 90] } } };
  const layers = [...(lottie['layers'] as Json[]), moved];
  const version = await world.addTemplate({ ...lottie, slots, layers });
  const { session, token } = await world.draft({}, version);
  const { page, until, evaluate } = await editors.open({ session, token });
  await evaluate(`control('place').focus()`);
  const handle = `stage.shadowRoot.querySelector('framepress-overlay').shadowRoot.querySelector('.handle')`;
  await until(handle);
  const [x, y, scale] = await evaluate<[number, number, number]>(`(() => {
    const box = ${handle}.getBoundingClientRect();
    const frame = stage.shadowRoot.querySelector('.frame').getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, frame.width / 320];
  })()`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30 * scale, y);
  await page.mouse.move(x + 60 * scale, y - 30 * scale);
  await page.mouse.up();
  const point = `editor.mapping.resources.place.source.point`;
  await until(`Math.abs(${point}.x - 220) <= 1 && Math.abs(${point}.y - 60) <= 1`);
  // The field keeps the focus.
  expect(await evaluate(`form.shadowRoot.activeElement === field('place')`)).toBe(true);
  await evaluate(`(() => {
    const slider = field('place').shadowRoot.querySelector('input[type=range]');
    slider.value = '40';
    slider.dispatchEvent(new Event('change'));
  })()`);
  await until(`${point}.x === 40`);
  await evaluate(`editor.undo()`);
  // A drag and what follows it at once are one step.
  await until(`editor.mapping.resources.place?.source.point.x !== 40`);
  expect(page.problems).toEqual([]);
  await page.close();
});

/** Lists the answers to requests as `answers`. Requests for compositions wait for `release`. */
const HOLD = `const send = globalThis.fetch.bind(globalThis);
  globalThis.answers = [];
  const held = new Promise((done) => { globalThis.release = done; });
  globalThis.fetch = async (input, init) => {
    const url = String(input.url ?? input);
    if (url.includes('composition')) await held;
    const response = await send(input, init);
    globalThis.answers.push([response.status, url]);
    return response;
  };`;

test('a field shows its moment, also with a focus before the first frame, and its missing font', async () => {
  const lottie = smallLottie(60);
  const [title, ...others] = lottie['layers'] as Json[];
  const fonts = ['Poppins-Bold', 'Nowhere-Bold'].map((fName) => ({
    fName,
    fFamily: fName.split('-')[0],
    fStyle: 'Bold',
    ascent: 105,
  }));
  const unknown = JSON.parse(JSON.stringify(title).replace('Poppins-Bold', 'Nowhere-Bold'));
  const version = await world.addTemplate(
    {
      ...lottie,
      fonts: { list: fonts },
      layers: [
        { ...unknown, op: 20 },
        ...others.map((layer) => ({ ...layer, ip: 30 })),
        { ...title, nm: 't_02', ip: 30 },
      ],
    },
    { version: 1, editables: { lettering: { type: 'font', targets: [{ font: 'Nowhere-Bold' }] } } },
  );
  const { session, token } = await world.draft({}, version);
  const { page, until, evaluate } = await editors.open(
    { session, token },
    { before: HOLD, isHeld: true },
  );
  await evaluate(`control('c_01').focus()`);
  await evaluate(`release()`);
  await until(`stage.frame >= 30`);
  await evaluate(`control('t_01').focus()`);
  await until(`stage.frame < 20`);
  await until(
    `[...form.shadowRoot.querySelectorAll('.notice')].map(shown).join() ===
      'Some texts are shown in NotoSans-Bold: the font of the design is missing, or does not have their characters.'`,
  );
  // The samples are read one after the other. That of the missing font would be the first.
  await until(`answers.some(([, url]) => url.includes('/font?name=Poppins-Bold'))`);
  expect(await evaluate(`answers.filter(([status]) => status >= 400)`)).toEqual([]);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('the keyboard plays, pauses and steps', async () => {
  const { session, token } = await world.draft();
  const { page, until, evaluate } = await editors.open({ session, token });
  await evaluate(`stage.seek(10)`);
  await page.keyboard.press('Tab');
  await evaluate(`document.activeElement.blur()`);
  const press = (key: string) =>
    evaluate(`root.querySelector('.preview').dispatchEvent(
      new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true, composed: true }))`);
  await press('ArrowRight');
  await until(`stage.frame === 11`);
  await press('End');
  await until(`stage.frame === 59`);
  await press('Home');
  await until(`stage.frame === 0`);
  await evaluate(`stage.isLooping = true`);
  await press(' ');
  await until(`stage.isPlaying && stage.frame > 2`);
  await press(' ');
  await until(`!stage.isPlaying`);
  await page.close();
});

test('locked editables are shown and hidden ones are not, and closing can be canceled', async () => {
  const { session, token } = await world.draft();
  const editor = await editors.open({
    session,
    token,
    locked: 't_01',
    'hidden-editables': '(Footage)/USER/logo_01.png',
  });
  expect(await editor.evaluate(`control('t_01').disabled`)).toBe(true);
  expect(await editor.evaluate(`field('(Footage)/USER/logo_01.png') === undefined`)).toBe(true);
  await editor.evaluate(`editor.close()`);
  expect(await editor.events('close')).toEqual([{ hasUnsavedChanges: false }]);
  const isCanceled = await editor.evaluate(`(() => {
    control('c_01').value = '#123456';
    control('c_01').dispatchEvent(new InputEvent('input', { bubbles: true }));
    editor.addEventListener('framepress-close', (event) => event.preventDefault(), { once: true });
    return !editor.close();
  })()`);
  expect(isCanceled).toBe(true);
  await editor.until(`shown(root.querySelector('.status')) === 'Saved'`);
  await editor.page.close();
});

test('the title is edited in its place, and Undo in it means its letters', async () => {
  const { session, token } = await world.draft({ t_01: text('Ana') });
  const { page, until, evaluate, events } = await editors.open({ session, token });
  const title = `root.querySelector('input.title')`;
  const write = async (words: string) => {
    await evaluate(`(${title}.focus(), ${title}.select())`);
    await page.keyboard.type(words);
  };
  await write('For Zoë');
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  expect(await evaluate(`editor.mapping.resources.t_01.source.text`)).toBe('Ana');
  await write('For Zoë');
  await page.keyboard.press('Enter');
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  await expect.poll(async () => (await world.session(session))['title']).toBe('For Zoë');
  expect((await events('title')).at(-1)).toEqual({ title: 'For Zoë' });
  // A title that is left empty, or by Escape, stays.
  await write(' ');
  await page.keyboard.press('Enter');
  await write('No');
  await page.keyboard.press('Escape');
  expect(await evaluate(`${title}.value`)).toBe('For Zoë');
  // What is drawn meanwhile does not take the letters away.
  await write('For Zo');
  await evaluate(`editor.requestUpdate()`);
  await page.keyboard.type('ë');
  expect(await evaluate(`${title}.value`)).toBe('For Zoë');
  await page.keyboard.press('Enter');
  // The next change of the content does not meet a conflict.
  await evaluate(`control('t_01').focus()`);
  await page.keyboard.type('!');
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  expect(await evaluate(`${title}.title`)).toBe('For Zoë');
  expect(page.problems).toEqual([]);
  await page.close();
});

test('only what keeps the video from being rendered is missing, and a click leads to it', async () => {
  const { session, token } = await world.draft({}, world.versionId, {});
  const { page, until, evaluate } = await editors.open({ session, token });
  const missing = `root.querySelector('.missing')`;
  await until(`/^\\d+ fields? to fill in$/.test(shown(${missing}))`);
  expect(await evaluate(`field('c_01').missing`)).toBe(false);
  await evaluate(`${missing}.click()`);
  await until(`form.shadowRoot.activeElement.missing`);
  await evaluate(`editor.areExamplesUsed = true`);
  await until(`${missing} === null`);
  await page.close();
});

test('a wrong mapping keeps the last frame and shows the fault in its field', async () => {
  const { session, token } = await world.draft();
  const editor = await editors.open({ session, token });
  await editor.evaluate(`editor.mapping = {
    ...editor.mapping, resources: { t_01: { source: { text: 'x' }, transform: { max_lines: 0 } } } }`);
  await editor.until(`field('t_01').faults.length > 0`);
  expect(await editor.evaluate(`shown(field('t_01').shadowRoot.querySelector('.notes'))`)).toMatch(
    /max_lines/,
  );
  await editor.evaluate(`editor.undo()`);
  await editor.until(`field('t_01').faults.length === 0`);
  await editor.page.close();
});

test('the editor renders its session and reports the video', async () => {
  const { session, token } = await world.draft({ t_01: text('Rendered') });
  const editor = await editors.open({ session, token });
  expect(await editor.evaluate(`editor.validate().then(({ valid }) => valid)`)).toBe(true);
  await editor.evaluate(`root.querySelector('header .primary').click()`);
  await editor.until(`seen.some(({ type }) => type === 'framepress-rendered')`);
  expect((await editor.events('rendered')).at(-1)).toMatchObject({
    session: { id: session, status: 'preview_rendered', video_url: expect.any(String) },
  });
  expect(await editor.events('render')).toEqual([{ render: 'preview' }]);
  await editor.until(`control('t_01').disabled`);
  expect(editor.page.problems).toEqual([]);
  await editor.page.close();
});

test('after a render: the form is locked, and there are a final and a copy to change', async () => {
  const { session, token } = await world.draft({ t_01: text('Rendered') });
  const editor = await editors.open({ session, token });
  const { page, until, evaluate } = editor;
  await editor.type('t_01', '!');
  await evaluate(`root.querySelector('header .primary').click()`);
  await until(`/The video is ready. To change it/.test(shown(root.querySelector('.banner')))`);
  await until(`control('t_01').disabled`);
  const button = (name: string) =>
    `[...root.querySelectorAll('.banner button')].find((one) => shown(one) === '${name}')`;
  // Nothing leads back to a text that the video does not show.
  expect(await evaluate(`root.querySelector('[aria-label=Undo]').ariaDisabled`)).toBe('true');
  await evaluate(`editor.undo()`);
  await evaluate(`(editor.mapping = { ...editor.mapping, resources: {} })`);
  expect(await evaluate(`editor.mapping.resources.t_01.source.text`)).toBe('Rendered!');
  expect(await evaluate(`getComputedStyle(control('t_01')).borderStyle`)).toBe('dashed');

  await evaluate(`${button('Make final')}.click()`);
  await until(`/The final video is ready/.test(shown(root.querySelector('.banner')))`);
  expect(await editor.events('render')).toEqual([{ render: 'preview' }, { render: 'final' }]);
  expect((await world.session(session))['status']).toBe('final_rendered');
  expect(await evaluate(`${button('Make final')} === undefined`)).toBe(true);

  await evaluate(`${button('Change it')}.click()`);
  await until(`editor.session !== '${session}' && control('t_01')?.disabled === false`);
  const [{ session: copy, from } = {}] = await editor.events('copied');
  expect(from).toBe(session);
  expect(await evaluate(`control('t_01').value`)).toBe('Rendered!');
  await editor.type('t_01', ' Changed');
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  expect((await world.session(String(copy)))['mapping']).toMatchObject({
    resources: { t_01: text('Rendered! Changed') },
  });
  expect((await world.session(session))['mapping']).toMatchObject({
    resources: { t_01: text('Rendered!') },
  });
  expect(page.problems).toEqual([]);
  await page.close();
});
