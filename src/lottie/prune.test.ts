import { expect, test } from 'vitest';
import { prune } from './prune.ts';
import type { Layer, Lottie } from './types.ts';

const layer = (nm: string, ip: number, op: number, more: Partial<Layer> = {}): Layer => ({
  ty: 4,
  nm,
  ip,
  op,
  ...more,
});

function lottie(layers: Layer[], more: Partial<Lottie> = {}): Lottie {
  return { fr: 30, ip: 0, op: 300, w: 10, h: 10, layers, ...more };
}

const names = ({ layers }: { layers: Layer[] }) => layers.map(({ nm }) => nm);

test('keeps exactly the layers that show in the frames', () => {
  const document = lottie([layer('a', 0, 100), layer('b', 100, 200), layer('c', 200, 300)]);
  expect(names(prune(document, 0, 99))).toEqual(['a']);
  expect(names(prune(document, 99, 100))).toEqual(['a', 'b']);
  expect(names(prune(document, 200, 299))).toEqual(['c']);
});

test('counts frames from the in-point', () => {
  const document = lottie([layer('a', 0, 100), layer('b', 100, 200)], { ip: 60 });
  expect(names(prune(document, 0, 39))).toEqual(['a']);
  expect(names(prune(document, 40, 60))).toEqual(['b']);
});

test('keeps a layer’s matte, its parents as nulls, and the layers that its effects name', () => {
  const map = { ty: 5, ef: [{ ty: 10, v: { k: 4 } }] };
  const document = lottie([
    layer('matte', 0, 300, { ind: 1, td: 1 }),
    layer('seen', 0, 50, { ind: 2, tt: 1, parent: 3, ef: [map] }),
    layer('parent', 200, 300, { ind: 3, ks: { r: { k: 5 } }, shapes: [] }),
    layer('map', 0, 300, { ind: 4, hd: true }),
    layer('other matte', 0, 300, { ind: 5, td: 1 }),
  ]);
  const pruned = prune(document, 0, 10);
  expect(names(pruned)).toEqual(['matte', 'seen', 'parent', 'map']);
  expect(pruned.layers[2]).toEqual({
    ty: 3,
    nm: 'parent',
    ind: 3,
    ip: 200,
    op: 300,
    ks: { r: { k: 5 } },
  });
});

test('follows precomps through start, stretch and time remap', () => {
  const inner = [layer('i0', 0, 10), layer('i1', 10, 20), layer('i2', 20, 30)];
  const shows = (more: Partial<Layer>, first: number, last: number) => {
    const place = layer('place', 0, 300, { ty: 0, refId: 'p', ...more });
    const { assets } = prune(
      lottie([place], { assets: [{ id: 'p', layers: inner }] }),
      first,
      last,
    );
    return assets?.flatMap((asset) => ('layers' in asset ? names(asset) : []));
  };
  expect(shows({}, 0, 9)).toEqual(['i0']);
  expect(shows({ st: 100 }, 100, 109)).toEqual(['i0']);
  expect(shows({ sr: 10 }, 100, 199)).toEqual(['i1']);
  expect(shows({ tm: { a: 0, k: 0.5 } }, 0, 299)).toEqual(['i1']);
  const backwards = {
    a: 1,
    k: [
      { t: 0, s: 1 },
      { t: 30, s: 0 },
    ],
  };
  expect(shows({ tm: backwards }, 25, 29)).toEqual(['i0']);
  // Only the empty layer that Skia needs for a matte.
  expect(shows({}, 50, 60)).toEqual([undefined]);
});

test('drops images and glyphs that no layer shows', () => {
  const text = (t: string, ip: number): Layer =>
    layer(t, ip, ip + 100, { ty: 5, t: { d: { k: [{ t: 0, s: { f: 'F', t } }] } } });
  const char = (ch: string, more: object = {}) => ({
    ch,
    fFamily: 'F',
    style: 'R',
    size: 100,
    w: 50,
    data: {},
    ...more,
  });
  const document = lottie(
    [text('ab', 0), text('c', 100), layer('image', 100, 200, { ty: 2, refId: 'image' })],
    {
      fonts: { list: [{ fName: 'F', fFamily: 'F', fStyle: 'R' }] },
      chars: [char('a'), char('b', { t: 1, data: { refId: 'emoji' } }), char('c')],
      assets: [
        { id: 'image', p: 'x.png' },
        { id: 'emoji', layers: [layer('face', 0, 9)] },
      ],
    },
  );
  const [early, late] = [prune(document, 0, 99), prune(document, 100, 199)];
  expect(early.chars?.map(({ ch }) => ch)).toEqual(['a', 'b']);
  expect(early.assets?.map(({ id }) => id)).toEqual(['emoji']);
  expect(late.chars?.map(({ ch }) => ch)).toEqual(['c']);
  expect(late.assets?.map(({ id }) => id)).toEqual(['image']);
});
