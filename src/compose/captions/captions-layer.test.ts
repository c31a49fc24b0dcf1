import { expect, test } from 'vitest';
import { fallbackFonts } from '../../fonts/index.ts';
import { importTemplate } from '../../import/index.ts';
import { isPrecomp, LAYER, type Layer, type Lottie } from '../../lottie/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import type { ImportedTemplate } from '../../template/index.ts';
import { FONT } from '../compose.fixture.ts';
import { type Composed, compose, fitTexts } from '../compose.ts';
import { CAPTION_FONT_STYLES } from './caption-look.ts';

const [WIDTH, HEIGHT, FPS, FRAMES] = [1280, 720, 25, 250];
const still = (k: unknown) => ({ a: 0, k });
const span = { ip: 0, op: FRAMES, st: 0, sr: 1 };
const fallbacks = await fallbackFonts('One two', [], { styles: CAPTION_FONT_STYLES });

const DOCUMENT = { f: 'Poppins-Bold', s: 40, lh: 50, t: 'Sample', j: 2, fc: [1, 0, 0] };
const captionsLayer = (more: object = {}, document: object = {}): Layer => ({
  ...span,
  ty: LAYER.text,
  nm: 'Captions',
  ks: { p: still([640, 600, 0]) } as unknown as NonNullable<Layer['ks']>,
  t: { d: { k: [{ t: 0, s: { ...DOCUMENT, ...document } }] }, a: [] },
  ...more,
});
const ground = { ...span, ty: LAYER.solid, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000' };

function importOf(
  layers: readonly object[],
  { assets = [], templateJson }: { assets?: object[]; templateJson?: object } = {},
): Promise<ImportedTemplate> {
  const list = [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }];
  const size = { fr: FPS, ip: 0, op: FRAMES, w: WIDTH, h: HEIGHT };
  const animation = { v: '5.9.0', ...size, assets, fonts: { list }, layers };
  return importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify(animation)),
    base: '',
    templateJson: templateJson && new TextEncoder().encode(JSON.stringify(templateJson)),
    files: new Map([['fonts/Poppins-Bold.ttf', FONT]]),
  });
}

const CUES = [
  { start: 1, end: 3, text: 'One two' },
  { start: 5, end: 7, text: 'One' },
];

function captioned(template: ImportedTemplate, captions: object | null = {}): Composed {
  const mapping = parsed(
    template,
    captions === null ? {} : { captions: { source: { cues: CUES }, ...captions } },
  );
  const images = { editables: new Map(), assets: new Map() };
  return compose({ template, mapping, images, fallbacks });
}

const precompsOf = ({ composition: { lottie } }: Composed) =>
  new Map((lottie.assets ?? []).filter(isPrecomp).map(({ id, layers }) => [id, layers]));
const listsOf = ({ layers, assets = [] }: Lottie) => [
  layers,
  ...assets.filter(isPrecomp).map((asset) => asset.layers),
];
const textsOf = (layers: readonly Layer[] = []) =>
  layers.filter(({ ty }) => ty === LAYER.text).map(({ ip, op }) => [ip, op]);
const codesOf = ({ warnings }: { warnings: readonly { code: string; message: string }[] }) =>
  warnings.map(({ code, message }) => `${code} ${message}`);

test('captions take the place of a layer of this name, with its look', async () => {
  const logo = { ...ground, nm: 'Logo' };
  const mover = { ...span, ty: LAYER.null, ind: 9, ks: { p: still([0, -20, 0]) } };
  const opacity = {
    a: 1,
    k: [
      { t: 0, s: [0] },
      { t: 10, s: [80] },
    ],
  };
  const layer = captionsLayer({
    ind: 4,
    parent: 9,
    bm: 2,
    ip: 20,
    ks: { p: still([640, 600, 0]), o: opacity },
  });
  const template = await importOf([logo, layer, mover, ground]);
  expect(template.editables).toEqual({});
  expect(template.warnings).toEqual([]);
  const composed = captioned(template);
  const { layers } = composed.composition.lottie;
  const [, place, , , carrier] = layers;
  expect(layers.map(({ ty, nm }) => [ty, nm])).toEqual([
    [LAYER.shape, 'Logo'],
    [LAYER.precomp, 'Captions'],
    [LAYER.null, undefined],
    [LAYER.shape, 'Ground'],
    [LAYER.null, 'Captions'],
  ]);
  expect(place).toMatchObject({ bm: 2, ip: 20, op: FRAMES, parent: 4, ks: { o: { a: 1 } } });
  expect(carrier).toMatchObject({ ind: 4, parent: 9, ks: { p: { k: [640, 600, 0] } } });
  const inner = precompsOf(composed).get(place?.refId ?? '') ?? [];
  expect(textsOf(inner)).toEqual([
    [25, 75],
    [125, 175],
  ]);
  expect(inner[0]?.t?.d.k[0]?.s).toMatchObject({ s: 40, lh: 50, fc: [1, 0, 0] });
  expect(inner.every(({ ty }) => ty === LAYER.text)).toBe(true);
});

test('without captions, nothing is drawn in the layer', async () => {
  const template = await importOf([captionsLayer(), ground]);
  const { lottie } = captioned(template, null).composition;
  expect(lottie.layers.map(({ ty }) => ty)).toEqual([LAYER.null, LAYER.shape]);
  expect(
    listsOf(lottie)
      .flat()
      .some(({ ty }) => ty === LAYER.text),
  ).toBe(false);
  const unburnt = captioned(template, { burn: false });
  expect(unburnt.composition).toEqual(captioned(template, null).composition);
});

test('the text of one line keeps the place of the sample, and more lines grow away from the edge', async () => {
  const baselines = async (y: number) => {
    const template = await importOf([captionsLayer({ ks: { p: still([640, y, 0]) } }), ground]);
    const long = 'One two one two one two one two one two one two one two one two one two one two';
    return [CUES[1]?.text ?? '', long].map((text) => {
      const cues = [{ start: 0, end: 2, text }];
      const composed = captioned(template, { source: { cues } });
      const [place, carrier] = [LAYER.precomp, LAYER.null].map((type) =>
        composed.composition.lottie.layers.find(({ ty }) => ty === type),
      );
      const [letters] = precompsOf(composed).get(place?.refId ?? '') ?? [];
      const { ps = [], s = 0, lh = 0, t = '', f } = letters?.t?.d.k[0]?.s ?? {};
      const ascent = composed.composition.lottie.fonts?.list.find(
        ({ fName }) => fName === f,
      )?.ascent;
      const shift = (place?.ks?.p as { k: number[] } | undefined)?.k[1] ?? 0;
      const first = (carrier?.ks?.p as { k: number[] } | undefined)?.k[1] ?? 0;
      const top = first + shift + (ps[1] ?? 0) + ((ascent ?? 0) / 100) * s;
      return [top, top + (t.split('\r').length - 1) * lh].map(Math.round);
    });
  };
  expect(await baselines(600)).toEqual([
    [600, 600],
    [550, 600],
  ]);
  expect(await baselines(100)).toEqual([
    [100, 100],
    [100, 150],
  ]);
});

test('a box of the layer bounds the captions', async () => {
  const template = await importOf([
    captionsLayer({}, { sz: [400, 110], ps: [-200, -55], j: 0 }),
    ground,
  ]);
  expect(template.captions?.description).toEqual({
    layer: 'Captions',
    box: { x: 440, y: 545, width: 400, height: 110 },
  });
  const place = captioned(template, { style: 'box' });
  const [box] = [...precompsOf(place).values()].flat().filter(({ ty }) => ty === LAYER.shape);
  const [shape] = (box?.shapes?.[0]?.['it'] ?? []) as unknown as {
    p: { k: number[] };
    s: { k: number[] };
  }[];
  // Flush left, with the box of the style around the letters.
  expect((shape?.p.k[0] ?? 0) - (shape?.s.k[0] ?? 0) / 2).toBeCloseTo(400 - 0.5 * 40);
});

test('a precomp that shows captions twice shows the cues of each time', async () => {
  const scene = {
    id: 'scene',
    w: WIDTH,
    h: HEIGHT,
    layers: [captionsLayer({ op: 100 }), { ...ground, op: 100 }],
  };
  const scenes = (st: number, sr = 1) => ({
    ...span,
    ty: LAYER.precomp,
    refId: 'scene',
    w: WIDTH,
    h: HEIGHT,
    st,
    sr,
    ip: st,
    op: st + 100 * sr,
    ks: {},
  });
  const template = await importOf([scenes(0), scenes(100, 0.5)], { assets: [scene] });
  const composed = captioned(template);
  const precomps = precompsOf(composed);
  const inScene = composed.composition.lottie.layers.map(({ refId = '' }) =>
    textsOf(precomps.get(precomps.get(refId)?.[0]?.refId ?? '')),
  );
  // The second one runs at twice the speed: frames 125 to 150 of the video are 50 to 100 of its own.
  expect(inScene).toEqual([[[25, 75]], [[50, 150]]]);
});

test('a cue at a time at which the layer does not show is reported', async () => {
  const template = await importOf([captionsLayer({ op: 100 }), ground]);
  expect(codesOf(captioned(template))).toEqual([
    'caption_outside The caption at 00:00:05.000 is left out: the template shows no captions at this time.',
  ]);
});

test('layers in which captions cannot be drawn are reported, and captions are drawn in front', async () => {
  const findings = async (layer: Layer, more: object = {}) => {
    const template = await importOf([layer, ground], more);
    const codes = codesOf(template).filter((code) => !code.startsWith('no_editables'));
    return [codes, captioned(template).composition.lottie.layers[0]?.ty];
  };
  const hidden = 'captions_layer Captions are not drawn in this layer, because it never shows.';
  expect(await findings(captionsLayer({ hd: true }))).toEqual([[hidden], LAYER.text]);
  const animators = [{ a: { o: still(50) }, s: { t: 0, b: 1 } }];
  const d = { k: [{ t: 0, s: DOCUMENT }] };
  expect(await findings(captionsLayer({ t: { d, a: animators } }))).toEqual([
    ['captions_layer Captions do not have the text animators of this layer.'],
    LAYER.precomp,
  ]);
  const scene = { id: 'scene', w: WIDTH, h: HEIGHT, layers: [captionsLayer(), ground] };
  const remapped = {
    ...span,
    ty: LAYER.precomp,
    refId: 'scene',
    w: WIDTH,
    h: HEIGHT,
    tm: still(1),
  };
  const [codes, first] = await findings(remapped as unknown as Layer, { assets: [scene] });
  expect([codes?.[0 as never], first]).toEqual([
    'captions_layer Captions are not drawn in this layer, because a composition around it has time remapping or runs backwards.',
    LAYER.text,
  ]);
});

test('an editable keeps its layer, and template.json can name another', async () => {
  const named = captionsLayer();
  const other = captionsLayer({ nm: 'Untertitel' });
  const editables = { words: { type: 'text', targets: ['Captions'] } };
  const templateJson = { version: 1, editables, captions: { layer: 'Untertitel' } };
  const template = await importOf([named, other], { templateJson });
  expect(template.captions?.description.layer).toBe('Untertitel');
  expect(Object.keys(template.editables)).toEqual(['words']);
  const without = { version: 1, captions: false };
  const ordinary = await importOf([named], { templateJson: without });
  expect(ordinary.captions).toBeUndefined();
  expect(captioned(ordinary, null).composition.lottie.layers[0]?.ty).toBe(LAYER.text);
  const shared = importOf([named], { templateJson: { ...templateJson, captions: {} } });
  expect(codesOf(await shared)).toContain(
    'captions_layer Captions are not drawn in this layer, because it is the editable "words".',
  );
});

test.each([
  [{ layer: 'Titles' }, 'a text layer for the captions but "Titles" is none'],
  [{ layer: 'Words' }, 'is a target of the editable "words"'],
  [{ box: { x: 2000, y: 0, width: 10, height: 10 } }, 'expected a box in the frame of 1280 × 720'],
  [{ box: { x: 0, y: 0, width: '10', height: 10 } }, 'pixels, or percent such as "80%"'],
  [{ safe_area: { sides: '50%' } }, 'expected a safe area that leaves room'],
  [{ layer: 'Captions', box: { x: 0, y: 0, width: 9, height: 9 } }, 'one of "layer", "box" and'],
  [{ style: { name: 'box', color: 'red' } }, 'colors of hex digits'],
  [{ in: 'spin' }, '"fade", "rise" or "pop"'],
  [{ line: 2 }, 'only known fields'],
])('captions %j of template.json are reported', async (captions, message) => {
  const editables = { words: { type: 'text', targets: ['Words'] } };
  const layers = [captionsLayer(), captionsLayer({ nm: 'Words' })];
  const templateJson = { version: 1, editables, captions };
  const outcome = await importOf(layers, { templateJson }).then(
    () => 'imported',
    (error: Error) => error.message,
  );
  expect(outcome).toContain(message);
});

test('template.json places captions in front of all layers, with a style and motions', async () => {
  const captions = {
    box: { x: '10%', y: 500, width: '80%', height: 150 },
    style: { name: 'box', background: '0b3d91' },
    align: 'left',
    lines: 1,
    in: { animation: 'rise', seconds: 0.2 },
    out: 'fade',
  };
  const template = await importOf([ground], { templateJson: { version: 1, captions } });
  expect(template.captions?.description).toEqual({
    layer: null,
    box: { x: 128, y: 500, width: 1024, height: 150 },
    style: { name: 'box', background: '0b3d91' },
    align: 'left',
    lines: 1,
    in: { animation: 'rise', seconds: 0.2 },
    out: { animation: 'fade', seconds: 0.2 },
  });
  const [letters, box, mover] = captioned(template).composition.lottie.layers;
  expect(mover).toMatchObject({ ty: LAYER.null, ip: 25, op: 75 });
  expect([letters?.parent, box?.parent]).toEqual([mover?.ind, mover?.ind]);
  const keys = (letters?.ks?.o?.k ?? []) as unknown as { t: number; s: number[] }[];
  const times = keys.map(({ t, s }) => [t, s[0]]);
  expect(times).toEqual([
    [24, 0],
    [30, 100],
    [70, 100],
    [75, 0],
  ]);
  const parts = (box?.shapes?.[0]?.['it'] ?? []) as unknown as { c?: { k: number[] } }[];
  const fill = parts[1]?.c?.k;
  expect(fill?.map((part) => Math.round(part * 255))).toEqual([11, 61, 145, 255]);
});

test('a style of a mapping replaces the paint, and keeps the font, the size and the place', async () => {
  const captions = { style: { name: 'word-highlight', highlight: '00ff00' } };
  const template = await importOf([captionsLayer(), ground], {
    templateJson: { version: 1, captions },
  });
  const documents = (style?: unknown) => {
    const composed = captioned(template, style === undefined ? {} : { style });
    const layers = [...precompsOf(composed).values()].flat();
    return layers.filter(({ ty }) => ty === LAYER.text).map(({ t }) => t?.d.k[0]?.s);
  };
  // The letters have the color of the layer, the spoken word that of the style.
  expect(documents().slice(0, 2)).toMatchObject([{ fc: [0, 1, 0] }, { fc: [1, 0, 0], s: 40 }]);
  expect(documents('word-highlight').slice(0, 2)).toMatchObject([
    { fc: [0, 1, 0] },
    { fc: [1, 1, 1] },
  ]);
  expect(documents('outline')[0]).toMatchObject({ fc: [1, 1, 1], s: 40, sw: 6.4 });
  expect(documents({ name: 'outline', size: 10 })[0]).toMatchObject({ s: 72 });
});

test('a check reports the same as a composition', async () => {
  const template = await importOf([captionsLayer({ op: 100 }), ground]);
  const mapping = parsed(template, { captions: { source: { cues: CUES } } });
  expect(codesOf(fitTexts(template, mapping, { fallbacks }))).toEqual(codesOf(captioned(template)));
});
