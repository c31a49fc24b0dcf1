import { expect, test } from 'vitest';
import { importTemplate } from '../../import/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { fontBytes } from '../../text/text.fixture.ts';
import { compose } from '../compose.ts';

const POPPINS = fontBytes('poppins/400Regular/Poppins_400Regular');
const CUT = 'The text of "t_01" is cut off by a mask, a matte or the edge of a composition.';

type Json = Record<string, unknown>;
type Points = readonly (readonly number[])[];

const still = (k: unknown) => ({ a: 0, k });
const at = (x: number, y: number, more: Json = {}) => ({
  p: still([x, y, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
  o: still(100),
  r: still(0),
  ...more,
});

const path = (points: Points) => {
  const zeros = points.map(() => [0, 0]);
  return { c: true, v: points, i: zeros, o: zeros };
};
const box = (left: number, top: number, right: number, bottom: number) =>
  path([
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]);
const LINEAR = { i: { x: 1, y: 1 }, o: { x: 0, y: 0 } };
const moving = (from: unknown, to: unknown, last = 20) => ({
  a: 1,
  k: [
    { t: 0, s: from, ...LINEAR },
    { t: last, s: to },
  ],
});

const mask = (pt: unknown, more: Json = {}) => ({ mode: 'a', pt, o: still(100), ...more });
const wide = still(box(0, -60, 600, 60));
const half = still(box(0, -60, 150, 60));
const masked = (...masks: Json[]) => ({ hasMask: true, masksProperties: masks });

const layerOf = (more: Json): Json => ({ ip: 0, op: 30, st: 0, sr: 1, ks: at(0, 0), ...more });
/** “Hamburger” is about 230 pixels wide. */
const text = (more: Json = {}) =>
  layerOf({
    ty: 5,
    nm: 't_01',
    ks: at(100, 150),
    t: { d: { k: [{ t: 0, s: { f: 'Own', s: 40, lh: 48, fc: [0, 0, 0], t: 'Hamburger' } }] } },
    ...more,
  });
const boxed = (more: Json = {}) => {
  const s = { f: 'Own', s: 40, lh: 48, fc: [0, 0, 0], t: 'Hamburger', ps: [0, -40], sz: [400, 60] };
  return text({ t: { d: { k: [{ t: 0, s }] } }, ...more });
};

/** A layer with a rectangle, or with other shapes, in its color. */
const shape = (outline: unknown, more: Json = {}, color = [1, 1, 1]) =>
  layerOf({
    ty: 4,
    nm: 'shape',
    td: 1,
    shapes: [
      {
        ty: 'gr',
        it: [
          { ty: 'sh', ks: outline },
          { ty: 'fl', c: still(color), o: still(100) },
          { ty: 'tr', ...at(0, 0) },
        ],
      },
    ],
    ...more,
  });
const behind = still(box(90, 90, 400, 190));
const stillBox = still(box(90, 90, 200, 190));

const nested = (layers: Json[], more: Json = {}) => ({
  assets: [{ id: 'inner', layers, w: 600, h: 300 }],
  layers: [layerOf({ ty: 0, nm: 'inner', refId: 'inner', w: 600, h: 300, ...more })],
});
const veil = (more: Json): Json =>
  layerOf({ ty: 1, sw: 600, sh: 300, sc: '#000000', ks: at(0, 0, { o: still(1) }), ...more });
/** Layers in front of each other, whose matte is a composition of such layers, and so on. */
const mattesOfMattes = (levels: number, count: number): { layers: Json[]; assets: Json[] } => {
  const inner = (n: number) => ({ ty: 0, refId: `level ${n}`, w: 600, h: 300, td: 1, ind: 1 });
  const assets = Array.from({ length: levels }, (_, n) => {
    const isLast = n + 1 === levels;
    const veils = Array.from({ length: count }, () => veil(isLast ? {} : { tt: 1, tp: 1 }));
    const layers = [...(isLast ? [] : [layerOf(inner(n + 1))]), ...veils];
    return { id: `level ${n}`, w: 600, h: 300, layers };
  });
  return { assets, layers: [layerOf(inner(0)), text({ tt: 1, tp: 1, ind: 2 })] };
};
/** A composition in a composition, each with these fields. */
const nestedTwice = (inner: Json, outer: Json) => ({
  assets: [
    { id: 'one', layers: [text()], w: 600, h: 300 },
    { id: 'two', layers: [layerOf({ ty: 0, refId: 'one', w: 600, h: 300, ...inner })] },
  ],
  layers: [layerOf({ ty: 0, refId: 'two', w: 600, h: 300, ...outer })],
});

async function warningsFor(file: { layers: Json[]; assets?: Json[] }): Promise<string[]> {
  const font = { fName: 'Own', fFamily: 'Own', fStyle: 'Regular', ascent: 75 };
  const animation = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 600,
    h: 300,
    fonts: { list: [font] },
    ...file,
  };
  const template = await importTemplate({
    label: 'cut',
    base: '',
    files: new Map([['fonts/Own.ttf', POPPINS]]),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: undefined,
  });
  const { warnings, fit } = compose({
    template,
    mapping: parsed(template, { resources: {} }),
    images: { editables: new Map(), assets: new Map() },
    fallbacks: [],
  });
  expect(fit['t_01']?.overflow).toBe(warnings.length > 0);
  return warnings.map(({ message }) => message);
}

const mattes = (tt: number, ...[outline, more, color]: Parameters<typeof shape>) => ({
  layers: [shape(outline, more, color), text({ tt })],
});

test.each<[string, boolean, { layers: Json[]; assets?: Json[] }]>([
  ['without masks', false, { layers: [text()] }],
  ['in a box', false, { layers: [boxed()] }],
  ['in a box beyond the frame', true, { layers: [boxed({ ks: at(480, 150) })] }],
  ['a mask around the text', false, { layers: [text(masked(mask(wide)))] }],
  ['a mask over half of it', true, { layers: [text(masked(mask(half)))] }],
  ['a mask over half of a box', true, { layers: [boxed(masked(mask(half)))] }],
  [
    'a mask that cuts the lower half',
    true,
    { layers: [text(masked(mask(still(box(0, -60, 600, -14)))))] },
  ],
  [
    'a mask that cuts only the descender',
    false,
    { layers: [text(masked(mask(still(box(0, -60, 600, 1)))))] },
  ],
  [
    'a mask that opens',
    false,
    { layers: [text(masked(mask(moving([box(0, -60, 0, 60)], [box(0, -60, 600, 60)]))))] },
  ],
  [
    'a mask that opens halfway',
    true,
    { layers: [text(masked(mask(moving([box(0, -60, 0, 60)], [box(0, -60, 150, 60)]))))] },
  ],
  [
    'a slit that moves across',
    false,
    { layers: [text(masked(mask(moving([box(-40, -60, 0, 60)], [box(260, -60, 300, 60)]))))] },
  ],
  [
    'an inverted mask beside it',
    false,
    { layers: [text(masked(mask(still(box(300, -60, 600, 60)), { inv: true })))] },
  ],
  ['an inverted mask over half', true, { layers: [text(masked(mask(half, { inv: true })))] }],
  ['a subtracting mask over half', true, { layers: [text(masked(mask(half, { mode: 's' })))] }],
  [
    'a subtracting mask without opacity',
    false,
    { layers: [text(masked(mask(wide), mask(half, { mode: 's', o: still(0) })))] },
  ],
  ['a mask without opacity', true, { layers: [text(masked(mask(wide, { o: still(0) })))] }],
  ['a mask of the mode none', false, { layers: [text(masked(mask(half, { mode: 'n' })))] }],
  [
    'two masks that intersect',
    true,
    { layers: [text(masked(mask(wide), mask(half, { mode: 'i' })))] },
  ],
  [
    'two masks that add up',
    false,
    { layers: [text(masked(mask(half), mask(still(box(140, -60, 600, 60)))))] },
  ],
  [
    'a mask that is larger by its expansion',
    false,
    { layers: [text(masked(mask(half, { x: still(200) })))] },
  ],
  ['a matte around it', false, mattes(1, behind)],
  ['a matte over half of it', true, mattes(1, stillBox)],
  ['a matte in a hidden layer', false, mattes(1, behind, { hd: true })],
  ['a matte in a hidden layer over half', true, mattes(1, stillBox, { hd: true })],
  ['an inverted matte around it', true, mattes(2, behind)],
  ['an inverted matte beside it', false, mattes(2, still(box(400, 0, 500, 300)))],
  ['a white luma matte', false, mattes(3, behind)],
  ['a black luma matte', true, mattes(3, behind, {}, [0, 0, 0])],
  ['a black inverted luma matte', false, mattes(4, behind, {}, [0, 0, 0])],
  [
    'a matte that moves away',
    false,
    mattes(1, moving([box(90, 90, 400, 190)], [box(590, 90, 900, 190)])),
  ],
  ['a matte with a mask', true, mattes(1, behind, masked(mask(still(box(0, 0, 200, 300)))))],
  ['a matte that is transparent', true, mattes(1, behind, { ks: at(0, 0, { o: still(0) }) })],
  ['a matte whose time is over', true, mattes(1, behind, { ip: -20, op: 0 })],
  ['a matte of an index', true, { layers: [text({ tt: 1, tp: 7 }), shape(stillBox, { ind: 7 })] }],
  [
    'a solid as a matte',
    false,
    { layers: [layerOf({ ty: 1, td: 1, sw: 600, sh: 300, sc: '#ffffff' }), text({ tt: 1 })] },
  ],
  [
    'a small solid as a matte',
    true,
    { layers: [layerOf({ ty: 1, td: 1, sw: 200, sh: 300, sc: '#ffffff' }), text({ tt: 1 })] },
  ],
  ['a composition around it', false, nested([text()])],
  ['a composition that ends in it', true, nested([text()], { w: 200 })],
  ['a composition with a mask', true, nested([text()], masked(mask(still(box(0, 0, 200, 300)))))],
  [
    'a composition with an opening mask',
    false,
    nested([text()], masked(mask(moving([box(0, 0, 10, 300)], [box(0, 0, 600, 300)])))),
  ],
  ['compositions in compositions', false, nestedTwice({}, {})],
  ['an inner composition that ends in it', true, nestedTwice({ w: 200 }, {})],
  [
    'an outer composition with a mask',
    true,
    nestedTwice({}, masked(mask(still(box(0, 0, 200, 300))))),
  ],
  [
    'an inner composition that leaves the outer',
    true,
    nestedTwice({ ks: at(400, 0) }, { ks: at(0, 0, { s: still([50, 50, 100]) }) }),
  ],
  [
    'a turned layer',
    false,
    { layers: [text({ ks: at(300, 40, { r: still(90) }), ...masked(mask(wide)) })] },
  ],
  [
    'a turned layer with a mask over half',
    true,
    { layers: [text({ ks: at(300, 40, { r: still(90) }), ...masked(mask(half)) })] },
  ],
  [
    'a turned composition that ends in it',
    true,
    nested([text()], { w: 200, ks: at(450, 20, { r: still(90), s: still([80, 80, 100]) }) }),
  ],
  [
    'a scaled layer in a mask of its composition',
    false,
    nested(
      [text({ ks: at(10, 150, { s: still([50, 50, 100]) }) })],
      masked(mask(still(box(0, 0, 200, 300)))),
    ),
  ],
  [
    'two slices of a text',
    false,
    { layers: [text(masked(mask(half))), text(masked(mask(still(box(140, -60, 600, 60)))))] },
  ],
  [
    'slices at different times',
    true,
    {
      layers: [
        text({ ...masked(mask(half)), op: 15 }),
        text({ ...masked(mask(still(box(140, -60, 600, 60)))), ip: 15 }),
      ],
    },
  ],
  ['mattes of mattes', false, mattesOfMattes(5, 200)],
  [
    'an effect that moves pixels',
    false,
    { layers: [text({ ...masked(mask(half)), ef: [{ ty: 5, mn: 'ADBE Geometry2', ef: [] }] })] },
  ],
])('%s: %s', async (_, isCut, file) => {
  expect(await warningsFor(file)).toEqual(isCut ? [CUT] : []);
});
