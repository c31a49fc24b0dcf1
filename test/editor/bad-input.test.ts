import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortenPauses } from '../support/browser.ts';
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

const SAVED = `shown(root.querySelector('.status')) === 'Saved'`;
const LOGO = `'(Footage)/USER/logo_01.png'`;
const IN_LOGO = `field(${LOGO}).shadowRoot`;
const BANNER = `shown(root.querySelector('.banner'))`;
const text = (value: string) => ({ source: { text: value } });
const textOf = async (session: string) =>
  (await world.session(session))['mapping'] as { resources: { t_01?: unknown } };

test('a token that ends while editing: a new token goes on where the old one stopped', async () => {
  const { session, token } = await world.draft();
  const { page, type, until, evaluate, events } = await editors.open(
    { session, token },
    { hasShortPauses: true },
  );
  await type('t_01', 'Before');
  await until(SAVED);
  await world.revoke(token);
  await type('t_01', ' and after');
  await until(`/access has ended/.test(${BANNER})`);
  await evaluate(`editor.render().catch(() => undefined)`);
  await evaluate(`(async () => {
    const canvas = new OffscreenCanvas(80, 40);
    canvas.getContext('2d').fillRect(0, 0, 80, 40);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await canvas.convertToBlob()], 'logo.png'));
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    field(${LOGO}).dispatchEvent(event);
  })()`);
  await until(`${IN_LOGO}.querySelector('[role=alert]')`);
  // The page hears of it once, whatever fails.
  expect((await events('error')).map(({ code }) => code)).toEqual(['token_expired']);
  await evaluate(`editor.token = '${await world.newToken(session)}'`);
  await until(SAVED);
  await until(`root.querySelector('.banner') === null`);
  expect(await evaluate(`control('t_01').value`)).toBe('Before and after');
  expect((await textOf(session)).resources.t_01).toEqual({ source: { text: 'Before and after' } });
  await evaluate(
    `[...${IN_LOGO}.querySelectorAll('button')].find((one) => shown(one) === 'Try again').click()`,
  );
  await until(`editor.mapping.resources[${LOGO}]?.source.upload_id`);
  await until(SAVED);
  await evaluate(`editor.undo()`);
  await until(SAVED);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a page that asks its server for new tokens loses nothing', async () => {
  const { session, token } = await world.draft();
  world.renews(session);
  const editor = await editors.open(
    { session, token, 'data-renewed': '' },
    { hasShortPauses: true },
  );
  await world.revoke(token);
  await editor.type('t_01', 'Renewed');
  await editor.until(`editor.token !== '${token}' && ${SAVED}`);
  expect((await textOf(session)).resources.t_01).toEqual({ source: { text: 'Renewed' } });
  expect((await editor.events('error')).map(({ code }) => code)).toEqual(['token_expired']);
  await editor.page.close();
});

test('without a network: changes are kept, also when the page is loaded again', async () => {
  const { session, token } = await world.draft();
  const { page, type, until, evaluate } = await editors.open(
    { session, token },
    { hasShortPauses: true },
  );
  await page.setOfflineMode(true);
  await type('t_01', 'Kept');
  await until(`/Offline/.test(${BANNER})`);
  await page.setOfflineMode(false);
  await until(SAVED);
  await until(`root.querySelector('.banner') === null`);
  await page.setOfflineMode(true);
  await type('t_01', ' here');
  await until(`/Offline/.test(${BANNER})`);
  // The page is loaded before the work is sent.
  await evaluate(`editor.remove()`).catch(() => undefined);
  await page.setOfflineMode(false);
  await page.reload();
  await until(`control('t_01').value === 'Kept here'`);
  await until(SAVED);
  expect((await textOf(session)).resources.t_01).toEqual({ source: { text: 'Kept here' } });
  await page.close();
});

test('two tabs follow each other, merge different fields, and ask about the same field', async () => {
  const { session, token } = await world.draft();
  const one = await editors.open({ session, token });
  const other = await editors.open({ session, token });
  // A tab behind another one draws no frames.
  await one.page.bringToFront();
  await one.type('t_01', 'One');
  await one.until(SAVED);
  // The other tab is idle: nobody has to ask.
  await other.until(`control('t_01').value === 'One'`);
  await other.page.evaluate(shortenPauses);

  await other.page.bringToFront();
  await other.page.setOfflineMode(true);
  await other.evaluate(`(() => {
    control('c_01').value = '#123456';
    control('c_01').dispatchEvent(new InputEvent('input', { bubbles: true }));
  })()`);
  await other.until(`/Offline/.test(${BANNER})`);
  await one.page.bringToFront();
  await one.type('t_01', '!');
  await one.until(SAVED);
  await other.page.bringToFront();
  await other.page.setOfflineMode(false);
  await other.until(SAVED);
  await other.until(`control('t_01').value === 'One!'`);
  const color = { source: { color: '#123456' } };
  expect(await textOf(session)).toMatchObject({ resources: { t_01: text('One!'), c_01: color } });
  // Undo takes back what was done here, not what others did.
  await other.evaluate(`editor.undo()`);
  await other.until(SAVED);
  expect((await textOf(session)).resources).toEqual({ t_01: text('One!') });

  await other.page.setOfflineMode(true);
  await other.type('t_01', ' other');
  await other.until(`/Offline/.test(${BANNER})`);
  await one.page.bringToFront();
  await one.type('t_01', '?');
  await one.until(SAVED);
  await other.page.bringToFront();
  await other.page.setOfflineMode(false);
  await other.until(`/You have also changed this in another tab: t 01/.test(${BANNER})`);
  await other.evaluate(`root.querySelectorAll('.banner button')[1].click()`);
  await other.until(`control('t_01').value === 'One!?'`);
  await other.evaluate(`editor.undo()`);
  await other.until(SAVED);
  expect((await textOf(session)).resources.t_01).toEqual(text('One! other'));
  await one.until(`control('t_01').value === 'One! other'`);

  // The token of a deleted session ends. The page still has the work.
  await world.client.send('DELETE', `/v2/render_sessions/${session}`);
  await one.page.bringToFront();
  await one.type('t_01', '!');
  await one.until(`/access has ended/.test(${BANNER})`);
  expect(await one.evaluate(`editor.mapping.resources.t_01.source.text`)).toBe('One! other!');
  expect((await one.events('error')).at(-1)).toMatchObject({ code: 'token_expired' });
  await Promise.all([one.page.close(), other.page.close()]);
});

test('a text of a megabyte is cut with a message', async () => {
  const { session, token } = await world.draft();
  const { page, until, evaluate } = await editors.open({ session, token });
  await evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Words '.repeat(200_000));
    control('t_01').focus();
    const event = { clipboardData, bubbles: true, composed: true, cancelable: true };
    control('t_01').dispatchEvent(new ClipboardEvent('paste', event));
  })()`);
  await until(
    `/at most 10,000 characters/.test(shown(field('t_01').shadowRoot.querySelector('.notes')))`,
  );
  expect(await evaluate(`control('t_01').value.length`)).toBe(10_000);
  await until(SAVED);
  await until(`/Does not fit/.test(shown(field('t_01').shadowRoot.querySelector('.notes')))`);
  // Not pasted, but inserted by an extension, or dropped.
  await evaluate(`(() => {
    control('t_01').value = 'Words '.repeat(200_000);
    control('t_01').dispatchEvent(new InputEvent('input', { bubbles: true }));
  })()`);
  expect(await evaluate(`editor.mapping.resources.t_01.source.text.length`)).toBe(10_000);
  await until(`control('t_01').value.length === 10_000`);
  expect(page.problems).toEqual([]);
  await page.close();
});

/** Added to the scripts of workers. The engine runs in one. */
const inWorker = (script: string) => `(() => {
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => createObjectURL.call(URL, blob.type === 'text/javascript'
    ? new Blob([${JSON.stringify(script)}, '\\n', blob], { type: blob.type }) : blob);
})()`;
const GET_CONTEXT = `const { getContext } = OffscreenCanvas.prototype;`;

test('a lost WebGL context: the preview plays on in software, with a message', async () => {
  const { session, token } = await world.draft();
  const before = `${inWorker(`${GET_CONTEXT}
    const contexts = [];
    OffscreenCanvas.prototype.getContext = function (...args) {
      const context = getContext.apply(this, args);
      if (args[0].startsWith('webgl') && context) contexts.push(context);
      return context;
    };
    addEventListener('message', ({ data }) => {
      if (data === 'lose context') contexts[0].getExtension('WEBGL_lose_context').loseContext();
    });`)};
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...args) { super(...args); workers.push(this); }
    };`;
  const { page, until, evaluate } = await editors.open({ session, token }, { before });
  await evaluate(`stage.seek(0)`);
  await evaluate(`stage.isLooping = true`);
  await evaluate(`stage.toggle()`);
  await until(`stage.isPlaying && stage.mode === 'webgl'`);
  await evaluate(`workers[0].postMessage('lose context')`);
  await until(`stage.mode === 'software' && stage.isPlaying && stage.frame > 2`);
  await until(`/fewer frames/.test(shown(stage.shadowRoot.querySelector('.notice')))`);
  await evaluate(`stage.toggle()`);
  await until(`!stage.isPlaying && shown(stage.shadowRoot.querySelector('.notice')) === ''`);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a browser without WebGL plays in software', async () => {
  const { session, token } = await world.draft();
  const before = inWorker(`${GET_CONTEXT}
    OffscreenCanvas.prototype.getContext = function (...args) {
      return args[0].startsWith('webgl') ? null : getContext.apply(this, args);
    };`);
  const { page, until, evaluate } = await editors.open({ session, token }, { before });
  expect(await evaluate(`stage.mode`)).toBe('software');
  await evaluate(`stage.seek(0)`);
  await evaluate(`stage.toggle()`);
  await until(`stage.frame > 2`);
  await page.close();
});

test('a browser without WASM SIMD shows stills that the service draws', async () => {
  const { session, token } = await world.draft();
  const before = `WebAssembly.validate = () => false;`;
  const { page, type, until, evaluate } = await editors.open({ session, token }, { before });
  const image = `stage.shadowRoot.querySelector('.player img')`;
  await until(`${image}.naturalWidth > 0`);
  expect(await evaluate(`shown(stage.shadowRoot.querySelector('.notice'))`)).toMatch(
    /draws single frames/,
  );
  const first = await evaluate<string>(`${image}.src`);
  await type('t_01', 'Ana');
  await until(`${image}.src !== '${first}' && ${image}.naturalWidth > 0`);
  await until(SAVED);
  expect(page.problems).toEqual([]);
  await page.close();
});
