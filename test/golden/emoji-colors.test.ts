import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { produce } from '../../src/produce/index.ts';
import type { Layer, PrecompAsset } from '../../src/lottie/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { importTemplate } from '../../src/import/index.ts';
import { difference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';

/* Emoji keep their own colors, whatever a design does with its text. */
const [WIDTH, HEIGHT] = [320, 120];
const still = <T>(k: T) => ({ a: 0, k });
const moving = (from: number[], to: number[]) => ({
  a: 1,
  k: [{ t: 0, s: from, i: { x: 1, y: 1 }, o: { x: 0, y: 0 } }, { t: 30, s: to }],
});
const TIMES = { ip: 0, op: 30, st: 0, sr: 1, bm: 0 };
const placed = (x = 0, y = 0) => ({
  o: still(100), r: still(0), p: still([x, y, 0]),
  a: still([0, 0, 0]), s: still([100, 100, 100]),
});

/** A black text layer, filled by the mapping. */
const text = (more: Partial<Layer> = {}, document = {}): Layer => {
  const s = { f: 'Own', s: 60, lh: 70, fc: [0, 0, 0], t: 'x', j: 0, tr: 0, ...document };
  const t = { d: { k: [{ t: 0, s }] }, p: {}, m: { g: 1, a: still([0, 0]) }, a: [] };
  return { ty: 5, nm: 't_01', ks: placed(20, 80), ...TIMES, t, ...more } as Layer;
};
const gold = (more: Partial<Layer> = {}): Layer => ({
  ty: 4, nm: 'gold', ks: placed(), ...TIMES,
  shapes: [
    { ty: 'rc', p: still([160, 60]), s: still([320, 120]), r: still(0) },
    {
      ty: 'gf', t: 1, s: still([0, 0]), e: still([320, 0]), o: still(100),
      g: { p: 2, k: still([0, 1, 0.2, 0, 1, 0.2, 0, 1]) },
    },
  ] as Layer['shapes'] & object,
  ...more,
});
const fillEffect = (color: object) => [
  {
    ty: 21, mn: 'ADBE Fill', nm: 'Fill', en: 1,
    ef: [
      { ty: 10, nm: 'Mask', v: still(0) },
      { ty: 7, nm: 'All Masks', v: still(0) },
      { ty: 2, nm: 'Color', v: color },
      { ty: 7, nm: 'Invert', v: still(0) },
      { ty: 0, nm: 'H', v: still(0) },
      { ty: 0, nm: 'V', v: still(0) },
      { ty: 0, nm: 'Opacity', v: still(1) },
    ],
  },
];
const RAMP = [
  {
    ty: 5, mn: 'ADBE Ramp', nm: 'Ramp', en: 1,
    ef: [
      { ty: 3, v: still([0, 0]) },
      { ty: 2, v: still([1, 0, 0, 1]) },
      { ty: 3, v: still([320, 0]) },
      { ty: 2, v: still([0, 0, 1, 1]) },
      { ty: 7, v: still(1) },
    ],
  },
];
const animated = (a: object, document = {}): Partial<Layer> => {
  const s = { t: 0, b: 1, r: 1, sh: 1, rn: 0, s: still(0), e: still(100), o: still(0), a: still(100) };
  return { t: { ...text({}, document).t, a: [{ nm: 'x', s: { ...s, xe: still(0), ne: still(0) }, a }] } as never };
};
const inner = (layers: Layer[]): PrecompAsset => ({ id: 'inner', w: WIDTH, h: HEIGHT, layers });
const precomp = (more: Partial<Layer>): Layer => ({
  ty: 0, refId: 'inner', w: WIDTH, h: HEIGHT, ks: placed(), ...TIMES,
  ...more,
});
type Design = { layers: Layer[]; assets?: PrecompAsset[] };
const RED = moving([1, 0, 0, 1], [0, 0, 1, 1]);

const DESIGNS: Record<string, Design> = {
  'the matte of a gradient': { layers: [text({ td: 1, ind: 1 }), gold({ tt: 1, ind: 2 })] },
  'a matte by brightness': {
    layers: [text({ td: 1, ind: 1 }, { fc: [1, 1, 1] }), gold({ tt: 3, ind: 2 })],
  },
  'the matte of two, by its index': {
    layers: [
      gold({ tt: 1, tp: 7, ind: 1, ks: { ...placed(), o: still(30) } }),
      gold({ tt: 1, tp: 7, ind: 2 }),
      text({ td: 1, ind: 7 }),
    ],
  },
  'a matte that is a precomp': {
    layers: [precomp({ td: 1, ind: 1 }), gold({ tt: 1, ind: 2 })],
    assets: [inner([text({ parent: 5 }), { ty: 3, ind: 5, ks: placed(), ...TIMES }])],
  },
  'a matte within a precomp that is filled': {
    layers: [precomp({ ef: fillEffect(still([0, 1, 0, 1])) as never })],
    assets: [inner([text({ td: 1, ind: 1 }), gold({ tt: 1, ind: 2 })])],
  },
  'an animated fill': { layers: [text({ ef: fillEffect(RED) as never })] },
  'a fill of what is seen through a matte': {
    layers: [gold({ td: 1, ind: 1 }), text({ tt: 1, ind: 2, ef: fillEffect(RED) as never })],
  },
  'a gradient over it': { layers: [text({ ef: RAMP as never })] },
  'letters that are filled one by one': { layers: [text(animated({ fc: RED }))] },
  'letters with another stroke': { layers: [text(animated({ sc: RED }, { sc: [0, 0, 0], sw: 6 }))] },
  'a stroke': { layers: [text({}, { sc: [1, 0, 0], sw: 6, of: true })] },
};

let folder: string;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-emoji-'));
  renderer = new Renderer();
});
afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

async function drawn(design: Design, words: string): Promise<Buffer> {
  const fonts = { list: [{ fName: 'Own', fFamily: 'Own', fStyle: 'Regular', ascent: 75 }] };
  const size = { fr: 30, ip: 0, op: 30, w: WIDTH, h: HEIGHT };
  const template = await importTemplate({
    label: 'design',
    animation: Buffer.from(JSON.stringify({ v: '5.9.0', ...size, fonts, assets: [], ...design })),
    base: '',
    templateJson: undefined,
    files: new Map(),
  });
  const resources = { t_01: { source: { text: words } } };
  const mapping = parsed(template, { resources });
  const { composition, paths } = await produce({ template, mapping, folder: join(folder, 'images') });
  const path = join(folder, 'still.png');
  await renderer.renderStills({ composition, paths, folder, stills: [{ frame: 10, width: WIDTH, format: 'png', path }] });
  return readFile(path);
}

test.each(Object.entries(DESIGNS))('under %s', async (_name, design) => {
  const [own, seen] = [await drawn({ layers: [text()] }, '🎂🎉👩‍🚀'), await drawn(design, '🎂🎉👩‍🚀')];
  const { mean, worst } = await difference(own, seen, 1);
  // The edges of a precomp show below its matte.
  expect(mean).toBeLessThan(1.5);
  expect(worst).toBeLessThan(30);
  // The text beside the emoji keeps the design's color.
  const [plain, words] = [await drawn({ layers: [text()] }, 'Ana 🎂'), await drawn(design, 'Ana 🎂')];
  expect((await difference(plain, words, 1)).worst).toBeGreaterThan(30);
});
