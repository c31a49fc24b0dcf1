import { expect, test } from 'vitest';
import { importTemplate } from '../../import/index.ts';
import type { TextDocument } from '../../lottie/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { fontBytes } from '../../text/text.fixture.ts';
import { compose } from '../compose.ts';

const still = (k: unknown) => ({ a: 0, k });
const POPPINS = fontBytes('poppins/400Regular/Poppins_400Regular');
const HEBREW = fontBytes('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular');
const LONG = 'Alexandrina and Maximilian';

type Request = {
  text?: string;
  at?: [number, number];
  document?: TextDocument;
  editable?: object;
  transform?: object;
  file?: Uint8Array;
};

/** Fills a point text in a frame of 400 × 200. Returns its fit and its composed document. */
async function filled({ text, at = [20, 100], document, editable, transform, file }: Request) {
  const s = { f: 'Own', s: 40, lh: 48, fc: [0, 0, 0], t: 'Ana', ...document };
  const ks = { p: still([...at, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
  const layer = {
    ty: 5,
    nm: 't_01',
    ip: 0,
    op: 30,
    ks: { ...ks, o: still(100), r: still(0) },
    t: { d: { k: [{ t: 0, s }] } },
  };
  const font = { fName: 'Own', fFamily: 'Own', fStyle: 'Regular', ascent: 75 };
  const frame = { v: '5.9.0', fr: 30, ip: 0, op: 30, w: 400, h: 200, assets: [] };
  const animation = { ...frame, layers: [layer], fonts: { list: [font] } };
  const template = await importTemplate({
    label: 'rooms',
    base: '',
    files: new Map([['fonts/Own.ttf', file ?? POPPINS]]),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson:
      editable && Buffer.from(JSON.stringify({ version: 1, editables: { t_01: editable } })),
  });
  const resources = text === undefined ? {} : { t_01: { source: { text }, transform } };
  const { composition, fit } = compose({
    template,
    mapping: parsed(template, { resources }),
    images: { editables: new Map(), assets: new Map() },
    fallbacks: [],
  });
  const drawnDocument = composition.lottie.layers[0]?.t?.d.k[0]?.s as TextDocument;
  return { fit: fit['t_01'], drawn: drawnDocument };
}

test.each([
  ['flush left', [20, 100], {}],
  ['centered', [200, 100], { j: 2 }],
  ['flush right', [380, 100], { j: 1 }],
] as const)('a longer text shrinks to its room: %s', async (_, at, document) => {
  const { fit, drawn: drawnDocument } = await filled({ text: LONG, at: [...at], document });
  expect(fit).toMatchObject({ lines: 1, overflow: false, font_scale: expect.closeTo(0.7, 1) });
  expect(drawnDocument).not.toHaveProperty('sz');
  expect(drawnDocument).not.toHaveProperty('room');
});

test.each<[string, Request]>([
  ['the sample', {}],
  ['the sample as an entry', { text: 'Ana' }],
  ['a shorter text', { text: 'Al' }],
  ['a sample that is wider than the room', { document: { t: LONG } }],
  ['an entry that is no wider than such a sample', { document: { t: LONG }, text: LONG }],
  ['a sample that is higher than the room', { document: { t: 'A\rB\rC\rD' } }],
  ['a long text where the designer refuses a box', { text: LONG, editable: { box: false } }],
  ['a long text that must keep its size', { text: LONG, transform: { fit: 'none' } }],
])('%s keeps its size', async (_, request) => {
  expect((await filled(request)).fit).toMatchObject({ font_scale: 1 });
});

test('a text that runs out of the frame is an overflow', async () => {
  const fitOf = async (request: Request) => (await filled(request)).fit?.overflow;
  expect(await fitOf({ text: LONG, editable: { box: false } })).toBe(true);
  expect(await fitOf({ text: LONG, transform: { fit: 'none' } })).toBe(true);
  expect(await fitOf({ text: LONG.repeat(80) })).toBe(true);
  expect(await fitOf({ text: LONG })).toBe(false);
});

test('only a text of several lines breaks, and into no more than the sample has', async () => {
  const names = 'Alexandrina and Maximilian and Theodora';
  const linesOf = async (request: Request) => (await filled({ text: names, ...request })).fit;
  const at: [number, number] = [20, 50];
  expect(await linesOf({ at })).toMatchObject({ lines: 1, overflow: false });
  const editable = { multiline: true };
  expect(await linesOf({ at, editable })).toMatchObject({ lines: 2, overflow: false });
  expect(await linesOf({ at, document: { t: 'A\rB\rC' } })).toMatchObject({ lines: 3 });
  expect(await linesOf({ at, editable: { ...editable, max_lines: 1 } })).toMatchObject({
    lines: 1,
  });
  expect(await linesOf({ at, text: 'A\nB\nC' })).toMatchObject({ lines: 3, overflow: false });
});

test('a text that is too long at its smallest size breaks into lines up to the edge of the frame', async () => {
  const names =
    'Alexandrina and Maximilian and Theodora and Bartholomew and Wilhelmina and Ferdinand';
  const { fit } = await filled({ text: names.repeat(2), at: [20, 50] });
  expect(fit).toMatchObject({ overflow: false });
  expect(fit?.lines).toBeGreaterThan(1);
  expect(fit?.font_scale).toBeGreaterThan(0.25);
  const result = await filled({ text: names.repeat(2), at: [20, 50], editable: { max_lines: 1 } });
  expect(result.fit).toMatchObject({ lines: 1, overflow: true });
});

test('lines that reach below the frame shrink', async () => {
  const { fit } = await filled({ text: 'A\nB\nC\nD\nE' });
  expect(fit).toMatchObject({ lines: 5, overflow: false, font_scale: expect.closeTo(0.4, 1) });
});

/** Where a side of the text stands in the layer, by the text's own justification. */
test.each([
  { x: 20, j: 0, align: 'left', side: 0 },
  { x: 20, j: 0, align: 'right', side: 370 },
  { x: 20, j: 0, align: 'center', side: 185 },
  { x: 200, j: 2, align: 'left', side: -190 },
  { x: 200, j: 2, align: 'right', side: 190 },
  { x: 380, j: 1, align: 'left', side: -370 },
])('a text moves within its room: $j to $align', async ({ x, j, align, side }) => {
  const { drawn: drawnDocument, fit } = await filled({
    text: 'Maria',
    at: [x, 100],
    document: { j },
    transform: { align },
  });
  const [width = 0] = drawnDocument.sz ?? [];
  const [left = 0] = drawnDocument.ps ?? [];
  const part = { left: 0, right: 1, center: 0.5 }[align] ?? 0;
  expect(left + width * part).toBeCloseTo(side, 0);
  expect(fit).toMatchObject({ overflow: false, font_scale: 1 });
});

test('start and end follow the direction of the text', async () => {
  const sideOf = async (text: string, align: string) =>
    (await filled({ text, transform: { align }, file: HEBREW, editable: { box: false } })).drawn.j;
  expect(await sideOf('שלום', 'start')).toBe(1);
  expect(await sideOf('שלום', 'end')).toBe(0);
  expect(await sideOf('שלום', 'left')).toBe(0);
  expect(await sideOf('123', 'start')).toBe(0);
  expect(await sideOf('123', 'end')).toBe(1);
});
