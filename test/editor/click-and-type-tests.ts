import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Place,
  type Point,
  placeAt,
  type Size,
  videoPoint,
} from '../../packages/editor/src/stage/geometry.ts';
import { smallLottie } from '../support/package.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

const FOLDER = fileURLToPath(new URL('../../templates/dist', import.meta.url));
const TEMPLATES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.lottie'))
  .toSorted()
  .toReversed();

let world: EditorWorld;
let editors: Awaited<ReturnType<typeof openEditors>>;

type Editable = { input_type: string; multiline?: boolean; max_length?: number };
type Editor = Awaited<ReturnType<typeof editors.open>>;

/** Parts of texts: spaces at the ends, keys that have a meaning outside of fields, scripts and emoji. */
const PARTS = [
  ...['Bob ', ' ', '  two', 'a b c', 'Zürich', '“quoted”', '<b>&amp;</b>', '100 %', "it's", '\\n'],
  ...[
    'مرحبا بكم',
    'שלום',
    'नमस्ते',
    'สวัสดี',
    'こんにちは',
    '你好',
    '한국어',
    'Ελλάδα',
    'Привет',
    'ქართ',
  ],
  ...['🎉', '👩‍🚀', '🇩🇪', '👍🏽', 'é', '·–—', '€ 5', 'z', 'y'],
];

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function textFor({ multiline = false, max_length: limit = 60 }: Editable, seed: number): string {
  const below = numbers(seed);
  let text = '';
  for (let part = 0; part < 4; part++) {
    const next = PARTS[below(PARTS.length)] ?? '';
    const between = multiline && part === 1 ? '\n' : ' ';
    if ([...text].length + [...next].length + 1 <= Math.min(limit, 60)) text += next + between;
  }
  return text;
}

const AROUND: readonly Point[] = [
  [0, 0],
  [-8, 0],
  [8, 0],
  [0, -8],
  [0, 8],
];

type Rank = (name: string) => number;

/** Returns a point of the video where a click means an editable, if it has one in this frame. */
function pointOf(
  name: string,
  { places, video, rankOf }: { places: readonly Place[]; video: Size; rankOf: Rank },
): Point | undefined {
  for (const { corners } of places.filter(({ editable }) => editable === name)) {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    for (const share of [0.5, 0.2, 0.8, 0.05, 0.95, 0.35, 0.65]) {
      for (const other of [0.5, 0.2, 0.8, 0.05, 0.95]) {
        const at = (values: number[], part: number) =>
          Math.min(...values) + part * (Math.max(...values) - Math.min(...values));
        const point: Point = [at(xs, share), at(ys, other)];
        // A layer may be larger than the video, and a pixel of the page is some pixels of the video.
        const isMeant = AROUND.every(([dx, dy]) => {
          const near: Point = [point[0] + dx, point[1] + dy];
          const isInVideo = videoPoint(near, video, video) !== undefined;
          return isInVideo && placeAt(near, places, rankOf)?.editable === name;
        });
        if (isMeant) return point;
      }
    }
  }
  return undefined;
}

/** Moves the pointer to a point of the video and waits until its layer is outlined. */
async function hover({ page, until, evaluate }: Editor, [x, y]: Point): Promise<Point> {
  const at = await evaluate<[number, number]>(`(() => {
    const box = stage.shadowRoot.querySelector('framepress-overlay').getBoundingClientRect();
    const { width, height } = stage.video;
    return [box.left + ${x} / width * box.width, box.top + ${y} / height * box.height];
  })()`);
  await page.mouse.move(...at);
  await until(`stage.outlines.length > 0`);
  return at;
}

const CLICKABLE = ['text', 'color', 'image', 'video', 'number', 'checkbox', 'menu'];

/** The order in which a click on one layer with several editables finds them. */
const rank = (editables: Record<string, Editable>) => (name: string) =>
  ['text', 'image', 'video', 'number', 'checkbox', 'menu', 'point', 'color'].indexOf(
    editables[name]?.input_type ?? '',
  );

/** Shows the moment of a field, and moves the pointer to its layer. Undefined: it has none to click. */
async function hoverField(
  editor: Editor,
  name: string,
  { version, editables }: { version: string; editables: Record<string, Editable> },
): Promise<Point | undefined> {
  const { evaluate } = editor;
  const key = JSON.stringify(name);
  await evaluate(`control(${key}).focus()`);
  const frame = await evaluate<number>(`stage.frame`);
  const path = `/v2/template_style_versions/${version}/places?frame=${frame}`;
  const { body } = await world.client.send('GET', path);
  const video = await evaluate<Size>(`stage.video`);
  const places = body['places'] as Place[];
  const point = pointOf(name, { places, video, rankOf: rank(editables) });
  await evaluate(`control(${key}).blur()`);
  return point && hover(editor, point);
}

/** Clicks and types what the control takes. Returns the text that is its entry then, if it has one. */
async function clickAndType(
  { page, until, evaluate }: Editor,
  at: Point,
  { key, kind, text }: { key: string; kind: string; text: string },
): Promise<string | undefined> {
  await page.mouse.click(...at);
  await until(`form.shadowRoot.activeElement === field(${key})`);
  const isControl = `field(${key}).shadowRoot.activeElement === control(${key})`;
  expect(await evaluate(isControl)).toBe(true);
  if (kind !== 'text' && kind !== 'color') return undefined;
  const typed = kind === 'text' ? text : '#a1b2c3';
  await page.keyboard.type(typed);
  expect(await evaluate(`control(${key}).value`)).toBe(typed);
  return typed;
}

async function typesAfterClicks(file: string): Promise<void> {
  const added = await world.client.addTemplate(join(FOLDER, file));
  const version = String(added['id']);
  const { body } = await world.client.send('GET', `/v2/template_style_versions/${version}/specs`);
  const { editables } = body['style_version'] as { editables: Record<string, Editable> };
  const { session, token } = await world.draft({}, version);
  const editor = await editors.open({ session, token });
  const expected: Record<string, string> = {};
  for (const [index, [name, editable]] of Object.entries(editables).entries()) {
    if (!CLICKABLE.includes(editable.input_type)) continue;
    const at = await hoverField(editor, name, { version, editables });
    if (!at) continue;
    const [key, kind] = [JSON.stringify(name), editable.input_type];
    // Twice: a field that is filled has a button before its control.
    for (const turn of [1, 2]) {
      const text = textFor(editable, index * 7 + turn);
      const typed = await clickAndType(editor, at, { key, kind, text });
      if (typed === undefined) break;
      expected[name] = typed;
    }
  }
  expect(Object.keys(expected).length).toBeGreaterThan(0);
  const mapping = await editor.evaluate<string>(`JSON.stringify(editor.mapping.resources)`);
  const resources = JSON.parse(mapping) as Record<string, { source: Record<string, string> }>;
  const actual = Object.keys(expected).map((name) => [
    name,
    Object.values(resources[name]?.source ?? {})[0],
  ]);
  expect(Object.fromEntries(actual)).toEqual(expected);
  expect(editor.page.problems).toEqual([]);
  await editor.page.close();
}

async function editsInPlace(): Promise<void> {
  const { session, token } = await world.draft({ t_01: { source: { text: 'Before' } } });
  const editor = await editors.open({ session, token });
  const { page, until, evaluate } = editor;
  const box = `stage.shadowRoot.querySelector('framepress-overlay').shadowRoot.querySelector('textarea')`;
  const at = await hover(editor, [60, 40]);
  await page.mouse.click(...at, { count: 2 });
  await until(`${box}.value === 'Before' && ${box}.matches(':focus')`);
  await page.keyboard.type('In place 🎉 ');
  await until(`control('t_01').value === 'In place 🎉 '`);
  expect(await evaluate(`editor.mapping.resources.t_01.source.text`)).toBe('In place 🎉 ');
  // Space and arrows belong to the box.
  expect(await evaluate(`stage.isPlaying`)).toBe(false);
  await page.keyboard.press('Enter');
  await until(`!${box} && form.shadowRoot.activeElement === field('t_01')`);

  await page.mouse.click(...at, { count: 2 });
  await until(`${box}.value === 'In place 🎉 '`);
  await page.keyboard.type('Again');
  await page.keyboard.press('Escape');
  await until(`!${box} && control('t_01').value === 'Again'`);
  // The field has the caret at the end of its text, which a further key does not erase.
  await until(`form.shadowRoot.activeElement === field('t_01')`);
  await page.keyboard.type('!');
  expect(await evaluate(`control('t_01').value`)).toBe('Again!');
  await page.mouse.click(...at, { count: 2 });
  await until(box);
  await evaluate(`root.querySelector('header button').focus()`);
  await until(`!${box}`);
  expect(await evaluate(`root.activeElement === root.querySelector('header button')`)).toBe(true);
  await page.close();
}

async function respectsLocks(): Promise<void> {
  const lottie = smallLottie(60);
  const version = await world.addTemplate(lottie);
  const { session, token } = await world.draft({}, version);
  const editor = await editors.open({ session, token, locked: 't_01' });
  const { page, until, evaluate } = editor;
  const at = await hover(editor, [60, 40]);
  await page.mouse.click(...at, { count: 2 });
  expect(await evaluate(`stage.inPlace === undefined`)).toBe(true);
  await page.mouse.move(1, 1);
  await until(`stage.outlines.length === 0`);
  await evaluate(`control('c_01').focus()`);
  await until(`stage.outlines.some(({ isInUse }) => isInUse)`);
  await evaluate(`control('c_01').blur()`);
  await until(`stage.outlines.length === 0`);
  await page.close();
}

/** Tests that what is typed after a click on the frame stands in the field of what was clicked. */
export function clickAndTypeTests(part: Part): void {
  beforeAll(async () => {
    world = await openEditorWorld();
    editors = await openEditors(world, 'chromium');
  });

  afterAll(async () => {
    await editors?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  test.each(part(TEMPLATES, 1))(
    'in %s, what is typed after a click stands there',
    typesAfterClicks,
  );

  if (part !== fewOf) return;
  test(
    'a double click edits the text in its place, until a key or a click elsewhere',
    editsInPlace,
  );
  test(
    'a locked text is not edited in its place, and the layer of the field in use is outlined',
    respectsLocks,
  );
}
