import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

/*
 * A template with a slider, checkbox, point and menu, as effect controls that drive expressions, and
 * slots on plain properties: each surface draws the values of a mapping.
 */
const FRAMES = 6;
const WIDTH = 320;
const HEIGHT = 180;
const VALUES = { size: 80, badge: false, place: { x: 240, y: 60 }, look: 'Auto', fade: 0 };
/** The colors at some points, with the example values and with `VALUES`. */
const PROBES = {
  'the point at first': { at: [80, 60], example: 'red', filled: 'black' },
  'the point when filled': { at: [240, 60], example: 'black', filled: 'red' },
  'the edge of the larger square': { at: [274, 60], example: 'black', filled: 'red' },
  'the badge': { at: [300, 160], example: 'lime', filled: 'black' },
  'the menu at 2': { at: [100, 120], example: 'blue', filled: 'black' },
  'the menu at 3': { at: [150, 120], example: 'black', filled: 'blue' },
  'the slot of an opacity': { at: [20, 160], example: 'white', filled: 'black' },
} as const;
type State = 'example' | 'filled';

let folder: string;
let service: SharedService;
let client: Client;
let version: string;

const still = (k: unknown, x?: string, sid?: string): Json => ({
  a: 0,
  k,
  ...(x !== undefined && { x: `var $bm_rt; $bm_rt = ${x}` }),
  ...(sid !== undefined && { sid }),
});
const control = (effect: string, value: string) =>
  `thisComp.layer('Controls').effect('${effect}')('${value}')`;
const effect = (nm: string, value: string, ty: number, k: unknown): Json => ({
  ty: 5,
  nm,
  ef: [{ ty, nm: value, v: still(k) }],
});

/** A shape layer with a square of 40 pixels. */
function square(nm: string, color: number[], ks: Json): Json {
  const own = { p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0) };
  const it = [
    { ty: 'rc', p: still([0, 0]), s: still([40, 40]), r: still(0) },
    { ty: 'fl', c: still([...color, 1]), o: still(100), r: 1 },
    { ty: 'tr', ...own, o: still(100) },
  ];
  const base = { a: still([0, 0, 0]), s: still([100, 100, 100]), r: still(0), o: still(100) };
  const times = { ip: 0, op: FRAMES, st: 0, sr: 1 };
  return { ty: 4, nm, ...times, ks: { ...base, ...ks }, shapes: [{ ty: 'gr', nm: 'G', it }] };
}

function lottie(): Json {
  const times = { ip: 0, op: FRAMES, st: 0, sr: 1 };
  const size = control('Size', 'Slider');
  const ef = [
    effect('Size', 'Slider', 0, 40),
    effect('Badge', 'Checkbox', 4, 1),
    effect('Place', 'Point', 3, [80, 60]),
    effect('Look', 'Menu', 7, 2),
  ];
  const layers = [
    { ty: 3, nm: 'Controls', ...times, ks: {}, ef },
    square('Dot', [1, 0, 0], {
      p: still([80, 60, 0], control('Place', 'Point')),
      s: still([100, 100, 100], `[${size} * 2.5, ${size} * 2.5]`),
    }),
    square('Badge', [0, 1, 0], {
      p: still([300, 160, 0]),
      o: still(100, `${control('Badge', 'Checkbox')} * 100`),
    }),
    square('Bar', [0, 0, 1], { p: still([100, 120, 0], `[${control('Look', 'Menu')} * 50, 120]`) }),
    square('Pale', [1, 1, 1], { p: still([20, 160, 0]), o: still(100, undefined, 'fade') }),
    { ty: 1, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000', ...times, ks: {} },
  ];
  return { v: '5.9.0', fr: 30, ip: 0, op: FRAMES, w: WIDTH, h: HEIGHT, nm: 'rig', layers };
}

const EDITABLES = {
  size: { targets: ['Controls > Size'], min: 0, max: 100, step: 5 },
  badge: { targets: ['Controls > Badge'] },
  place: { targets: ['Controls > Place'] },
  look: { type: 'menu', targets: ['Controls > Look'], options: ['Light', 'Dark', 'Auto'] },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-controls-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const file = await writeZip(join(folder, 'rig.zip'), {
    'data.json': JSON.stringify(lottie()),
    'template.json': JSON.stringify({ version: 1, editables: EDITABLES }),
  });
  version = String((await client.addTemplate(file))['id']);
});

afterAll(async () => {
  await removeFolder(folder);
});

const KINDS = { size: 'number', badge: 'checkbox', place: 'point', look: 'menu', fade: 'number' };
const entry = (name: keyof typeof KINDS, value: unknown) => ({ source: { [KINDS[name]]: value } });

function mapping(state: State): Json {
  const filled = Object.entries(VALUES).map(([name, value]) => [
    name,
    entry(name as keyof typeof KINDS, value),
  ]);
  const resources = state === 'filled' ? Object.fromEntries(filled) : {};
  return { template_style_version_id: version, resources };
}

/** Compares an image with the probes. Videos change colors slightly. */
async function expectDrawn(image: Buffer, state: State): Promise<void> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const names = Object.entries(PROBES).map(([name, { at }]) => {
    const offset = (at[1] * info.width + at[0]) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(offset, offset + 3);
    const isOn = [r, g, b].map((channel) => (channel > 128 ? 1 : 0)).join('');
    return [name, isOn];
  });
  const codes = { red: '100', lime: '010', blue: '001', white: '111', black: '000' };
  const expected = Object.entries(PROBES).map(([name, probe]) => [name, codes[probe[state]]]);
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(expected));
}

async function download(url: unknown): Promise<string> {
  const response = await fetch(String(url));
  expect(response.status).toBe(200);
  const path = join(folder, 'video.mp4');
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

test('the specs have the kinds, and a check takes the values', async () => {
  const { body } = await client.send('GET', `/v2/template_style_versions/${version}/specs`);
  const { editables } = body['style_version'] as { editables: Record<string, Json> };
  const kinds = Object.entries(editables).map(([name, { input_type: kind }]) => [name, kind]);
  expect(Object.fromEntries(kinds)).toEqual(KINDS);
  const checked = await client.send('POST', '/v2/mappings/validate', {
    mapping: mapping('filled'),
  });
  expect(checked).toMatchObject({ status: 200, body: { valid: true, errors: [] } });
});

test.each<State>(['example', 'filled'])('a still shows the values: %s', async (state) => {
  const { response, bytes } = await client.still({
    mapping: mapping(state),
    at: 0,
    width: WIDTH,
    format: 'png',
  });
  expect(response.status, bytes.toString('utf8', 0, 300)).toBe(200);
  await expectDrawn(bytes, state);
});

test('a composition for the player has the values, and no names of slots', async () => {
  const sent = await client.send('POST', '/v2/compositions', { mapping: mapping('filled') });
  expect(sent.status).toBe(200);
  const { lottie: drawn, warnings } = sent.body['composition'] as {
    lottie: Json;
    warnings: Json[];
  };
  expect(warnings).toEqual([]);
  const layers = drawn['layers'] as { nm: string; ks: Record<string, { k: unknown }> }[];
  const shown = (name: string, key: string) => layers.find(({ nm }) => nm === name)?.ks[key]?.k;
  expect(shown('Dot', 'p')).toEqual([240, 60, 0]);
  expect(shown('Bar', 'p')).toEqual([150, 120, 0]);
  expect([shown('Badge', 'o'), shown('Pale', 'o')]).toEqual([0, 0]);
  expect(JSON.stringify(drawn)).not.toContain('"sid"');
});

test('the final video of a session shows the values', async () => {
  const { status, body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Controls',
    render: 'final',
    mapping: mapping('filled'),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const done = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(done).toMatchObject({ status: 'final_rendered' });
  await expectDrawn(await frameOf(await download(done['video_url']), FRAMES - 1), 'filled');
});

test('the rows of a batch take the values as text', async () => {
  const csv = [
    'size,badge,place,look,fade',
    '80,FALSE,"240,60",Auto,0',
    '"80,0",0,240;60,3,0.0',
    'big,maybe,"1,2,3",Blue,',
  ].join('\n');
  const query = new URLSearchParams({ template_style_version_id: version, invalid_rows: 'skip' });
  const sent = await client.send('POST', `/v2/batches?${query}`, csv, {
    'content-type': 'text/csv',
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  let batch = sent.body['batch'] as Json;
  while (['checking', 'running'].includes(String(batch['status']))) {
    await pause(100);
    batch = (await client.send('GET', `/v2/batches/${batch['id']}`)).body['batch'] as Json;
  }
  expect(batch).toMatchObject({ counts: { rendered: 2, invalid: 1 } });
  const { body } = await client.send('GET', `/v2/batches/${batch['id']}/rows?limit=10`);
  const [first, second, third] = body['rows'] as Json[];
  for (const row of [first, second])
    await expectDrawn(await frameOf(await download(row?.['video_url']), 0), 'filled');
  const faults = (third?.['errors'] ?? []) as { column: string; message: string }[];
  expect(Object.fromEntries(faults.map(({ column, message }) => [column, message]))).toMatchObject({
    size: expect.stringContaining('a number such as 1.5 for the column "size" but received "big"'),
    badge: expect.stringContaining('true or false'),
    place: expect.stringContaining('two numbers such as 10,20'),
  });
});

test.each<[string, keyof typeof KINDS, unknown, string]>([
  ['a number as text', 'size', '5', '/source/number'],
  ['a number outside of the limits', 'size', 101, '/source/number'],
  ['an enormous number', 'fade', 1e9, '/source/number'],
  ['a checkbox as text', 'badge', 'true', '/source/checkbox'],
  ['half of a point', 'place', { x: 1 }, '/source/point'],
  ['a point as a list', 'place', [1, 2], '/source/point'],
  ['no such option', 'look', 'Blue', '/source/menu'],
  ['no such position', 'look', 4, '/source/menu'],
  ['no position', 'look', 0, '/source/menu'],
])('a bad value is reported at its place: %s', async (_, name, value, pointer) => {
  const body = { ...mapping('example'), resources: { [name]: entry(name, value) } };
  const checked = await client.send('POST', '/v2/mappings/validate', { mapping: body });
  expect(checked.status).toBe(200);
  const errors = checked.body['errors'] as { pointer: string }[];
  expect(errors.map((error) => error.pointer).join()).toContain(`/resources/${name}${pointer}`);
  const { response } = await client.still({ mapping: body, at: 0, width: 160 });
  expect(response.status).toBe(422);
});
