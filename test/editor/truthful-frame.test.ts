import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FragileWorld, openEditors, openFragileWorld } from './editor-page.ts';

let world: FragileWorld;
let editors: Awaited<ReturnType<typeof openEditors>>;

beforeAll(async () => {
  world = await openFragileWorld();
  editors = await openEditors(world, 'chromium');
});

afterAll(async () => {
  await editors?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const BADGE = `shown(stage.shadowRoot.querySelector('.badge'))`;
const LOGO = `'(Footage)/USER/logo_01.png'`;

/**
 * Requests for compositions wait until `gate.open()`; `gate.filter` says which of them. After each change
 * of the editor, `lies` counts a frame that is silently another than the fields.
 */
const WATCH = `globalThis.gate = { filter: () => false, waiting: [], aborted: 0,
    open() { for (const go of this.waiting.splice(0)) go(); } };
  const send = globalThis.fetch.bind(globalThis);
  globalThis.shownTexts = new Map();
  globalThis.fetch = async (input, init) => {
    const isComposition = String(input.url ?? input).endsWith('/v2/compositions');
    const body = isComposition ? JSON.parse(init.body) : undefined;
    init?.signal?.addEventListener('abort', () => { if (isComposition) gate.aborted += 1; });
    if (isComposition && gate.filter(body.mapping))
      await Promise.race([
        new Promise((go) => gate.waiting.push(go)),
        new Promise((_, stop) => init.signal.addEventListener('abort', () => stop(init.signal.reason))),
      ]);
    const response = await send(input, init);
    if (isComposition && response.ok) {
      const { composition } = await response.clone().json();
      shownTexts.set(composition.digest, JSON.stringify(body.mapping.resources));
    }
    return response;
  };
  globalThis.lies = [];
  globalThis.checks = 0;
  globalThis.watchFrame = (editor, stage) => {
    const { load } = stage;
    let shown = '';
    stage.load = async (composition) => {
      await load.call(stage, composition);
      shown = shownTexts.get(composition.digest);
    };
    const check = () => {
      const isShown = JSON.stringify(editor.mapping.resources) === shown;
      checks += 1;
      if (!isShown && shown !== '' && stage.badge === '') lies.push([shown, editor.mapping.resources]);
      requestAnimationFrame(check);
    };
    check();
  };`;

async function open(resources = {}) {
  const { session, token } = await world.draft(resources);
  const editor = await editors.open({ session, token }, { before: WATCH });
  await editor.evaluate(`watchFrame(editor, stage)`);
  await editor.until(`checks > 0`);
  return { ...editor, session };
}

const isCurrent = `stage.badge === '' && ${BADGE} === ''`;

test('while a preview is slow, the frame says that it is old, and notes of the old text are hidden', async () => {
  const { page, type, until, evaluate } = await open();
  await type('t_01', 'A name that is much longer than its box');
  await until(`/Shrunk/.test(field('t_01').shadowRoot.querySelector('.notes').innerText)`);
  await until(isCurrent);
  await evaluate(`(gate.filter = () => true)`);
  await type('t_01', '!');
  await until(`${BADGE} === 'Drawing…' && gate.waiting.length > 0`);
  const note = `getComputedStyle(field('t_01').shadowRoot.querySelector('.notes .stale')).visibility`;
  await until(`${note} === 'hidden'`);
  await evaluate(`(gate.filter = () => false, gate.open())`);
  await until(isCurrent);
  expect(await evaluate(`lies`)).toEqual([]);
  expect(page.problems).toEqual([]);
  await page.close();
});

test('a text is drawn while a file is prepared, and an outdated preparation is canceled', async () => {
  const { page, type, until, evaluate } = await open();
  await evaluate(`(gate.filter = ({ resources }) => resources[${LOGO}] !== undefined)`);
  const setLogo = (color: string) =>
    evaluate(`(async () => {
      const canvas = new OffscreenCanvas(80, 40);
      const context = canvas.getContext('2d');
      context.fillStyle = '${color}';
      context.fillRect(0, 0, 80, 40);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([await canvas.convertToBlob()], '${color}.png'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      field(${LOGO}).dispatchEvent(event);
    })()`);
  await setLogo('red');
  await until(`${BADGE} === 'Preparing the file…' && gate.waiting.length === 1`);
  const drawn = `[...shownTexts.values()].at(-1)`;
  await type('t_01', 'Not waiting');
  await until(`${drawn}.includes('Not waiting') && !${drawn}.includes('upload_id')`);
  expect(await evaluate(`[${BADGE}, gate.aborted]`)).toEqual(['Preparing the file…', 0]);
  const first = await evaluate<string>(`editor.mapping.resources[${LOGO}].source.upload_id`);
  await setLogo('blue');
  await until(`editor.mapping.resources[${LOGO}].source.upload_id !== '${first}'`);
  await until(`gate.aborted === 1`);
  await evaluate(`(gate.filter = () => false, gate.open())`);
  await until(isCurrent);
  expect(await evaluate(`${drawn}.includes('Not waiting') && ${drawn}.includes('upload_id')`)).toBe(
    true,
  );
  expect(await evaluate(`lies`)).toEqual([]);
  await page.close();
});

test('without a connection and in a conflict, the frame never is silently another than the fields', async () => {
  const { page, type, until, evaluate, session } = await open();
  await page.setOfflineMode(true);
  await type('t_01', 'Offline');
  await until(`${BADGE} === 'Not up to date'`);
  await page.setOfflineMode(false);
  await until(isCurrent);
  await until(`shown(root.querySelector('.status')) === 'Saved'`);
  const { revision } = (await world.session(session)) as { revision: number };
  const mapping = { template_style_version_id: world.versionId, missing: 'example' };
  await world.client.send('PATCH', `/v2/render_sessions/${session}`, {
    mapping: { ...mapping, resources: { t_01: { source: { text: `Theirs ${revision}` } } } },
  });
  await type('t_01', '!');
  await until(`root.querySelectorAll('.banner button').length === 2`);
  await until(isCurrent);
  await evaluate(`root.querySelectorAll('.banner button')[1].click()`);
  await until(`/Theirs/.test(control('t_01').value)`);
  await until(isCurrent);
  expect(await evaluate(`lies`)).toEqual([]);
  await page.close();
});

test('before the first frame there is a still of the template, and the stills get the own content', async () => {
  const { session, token } = await world.draft();
  const before = `${WATCH} gate.filter = () => true;`;
  const { page, type, until, evaluate } = await editors.open(
    { session, token },
    { before, isHeld: true },
  );
  await until(`stage.shadowRoot.querySelector('.poster').naturalWidth > 0`);
  await until(`${BADGE} === 'Drawing…'`);
  await evaluate(`(gate.filter = () => false, gate.open())`);
  await until(`stage.shadowRoot.querySelector('.poster') === null`);
  const still = `stage.shadowRoot.querySelector('.chips img')`;
  await until(`${still}.src.startsWith('blob:') && ${still}.naturalWidth > 0`);
  const former = await evaluate<string>(`${still}.src`);
  await type('t_01', 'Own');
  await until(`${still}.src !== '${former}'`);
  await evaluate(`stage.toggle()`);
  await until(`stage.isPlaying && !stage.isStarting`);
  expect(page.problems).toEqual([]);
  await page.close();
});
