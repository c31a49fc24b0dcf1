import { expect, test } from 'vitest';
import { importTemplate } from '../import/index.ts';
import { isPrecomp, LAYER, type Layer, type Lottie } from '../lottie/index.ts';
import { NO_ENTRIES } from '../mapping/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import type { Template } from '../template/index.ts';
import { openFont } from '../text/index.ts';
import { FONT } from './compose.fixture.ts';
import { compose } from './compose.ts';
import { placeholderNames } from './placeholders.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = { o: still(100), r: still(0), p: still([10, 10, 0]), a: still([0, 0, 0]) };
const layer = (nm: string, refId: string, more: object = {}) => {
  return { ty: 2, nm, refId, ip: 0, op: 60, ks, ...more };
};
const asset = (id: string, p: string, more: object = {}) => {
  return { id, w: 200, h: 150, u: 'images/', p, e: 0, ...more };
};

function importOf(layers: object[], assets: object[], editables: object = {}): Promise<Template> {
  const animation = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 400, h: 300, layers, assets };
  return importTemplate({
    label: 'missing.json',
    base: '',
    files: new Map(),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: Buffer.from(JSON.stringify({ version: 1, editables })),
  });
}

const FALLBACKS = await openFont(FONT, 'Poppins-Bold.ttf');
const NO_IMAGES = { editables: new Map(), assets: new Map() };

function composed(template: Template, mapping = NO_ENTRIES, fallbacks = FALLBACKS) {
  return compose({ template, mapping, images: NO_IMAGES, fallbacks });
}

/** The layers that the placeholder of the first layer shows, from front to back. */
function shownLayers({ layers: [first], assets = [] }: Lottie): Layer[] {
  const precomp = assets.find(({ id }) => first?.ty === LAYER.precomp && id === first.refId);
  return precomp && isPrecomp(precomp) ? precomp.layers : [];
}

test('an image without a file is a neutral area with its name, in outlines and without a warning', async () => {
  const template = await importOf([layer('Photo', 'a')], [asset('a', 'team photo.png')]);
  expect(placeholderNames(template)).toEqual(['team photo.png']);
  const { composition, warnings, fit, fonts } = composed(template);
  expect({ warnings, fit, fonts }).toEqual({ warnings: [], fit: {}, fonts: [] });
  const [name, icon, ground] = shownLayers(composition.lottie);
  expect([name?.ty, icon?.ty, ground?.ty]).toEqual([LAYER.text, LAYER.shape, LAYER.shape]);
  // One letter of the composition for each glyph, in its own font.
  expect(name?.t?.d.k[0]?.s.t).toHaveLength('team photo.png'.length);
  expect(composition.lottie.layers[0]).toMatchObject({ ty: LAYER.precomp, w: 200, h: 150 });
});

test('a tiny place has no name, and no font no names', async () => {
  const tiny = await importOf([layer('Dot', 'a')], [asset('a', 'dot.png', { w: 10, h: 10 })]);
  expect(shownLayers(composed(tiny).composition.lottie).map(({ ty }) => ty)).toEqual([LAYER.shape]);
  const template = await importOf([layer('Photo', 'a')], [asset('a', 'photo.png')]);
  const { lottie } = composed(template, NO_ENTRIES, []).composition;
  expect(shownLayers(lottie).map(({ ty }) => ty)).toEqual([LAYER.shape, LAYER.shape]);
});

test('an editable shows its label until it is filled, and one that is not required stays empty', async () => {
  const assets = [asset('a', 'a.png'), asset('b', 'b.png')];
  const editables = {
    photo: { label: 'Photo of the team', targets: ['A'] },
    logo: { label: 'Logo', targets: ['B'], required: false },
  };
  const template = await importOf([layer('A', 'a'), layer('B', 'b')], assets, editables);
  expect(placeholderNames(template)).toEqual(['Photo of the team']);
  const types = (lottie: Lottie) => lottie.layers.map(({ ty }) => ty);
  expect(types(composed(template).composition.lottie)).toEqual([LAYER.precomp, LAYER.image]);
  const source = { remote_url: 'https://example.com/a.png' };
  const filled = parsed(template, { resources: { photo: { source } } });
  expect(types(composed(template, filled).composition.lottie)).toEqual([LAYER.image, LAYER.image]);
});

test('a video without a file has a placeholder, and hostile names are shortened', async () => {
  const name = `\u0000${'é'.repeat(3000)}\ud800\u202eend.mp4`;
  const template = await importOf([layer('Clip', 'a')], [asset('a', name, { nm: '__proto__' })]);
  const [shortName = ''] = placeholderNames(template);
  expect([...shortName].length).toBeLessThanOrEqual(60);
  expect(shortName).not.toMatch(/\p{C}/u);
  expect(shownLayers(composed(template).composition.lottie)).toHaveLength(3);
});
