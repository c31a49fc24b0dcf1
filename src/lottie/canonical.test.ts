import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';
import type { Char, Layer, Lottie } from './types.ts';

const text = (words: string, f = 'F'): Layer => ({
  ty: 5,
  ip: 0,
  op: 9,
  t: { d: { k: [{ t: 0, s: { f, t: words } }] } },
});
const char = (ch: string, w: number, more: Partial<Char> = {}): Char => ({
  ...{ ch, w, fFamily: 'F', style: 'R', size: 100, data: {} },
  ...more,
});
const fonts = { list: [{ fName: 'F', fFamily: 'F', fStyle: 'R' }] };

function lottie(layers: Layer[], more: Partial<Lottie> = {}): Lottie {
  return { fr: 30, ip: 0, op: 9, w: 10, h: 10, layers, ...more };
}

test('letters that stand for the same glyphs have the same names, wherever they were numbered', () => {
  const one = lottie([text('\ue000 \ue001')], {
    fonts,
    chars: [char(' ', 3), char('\ue000', 1), char('\ue001', 2)],
  });
  const other = lottie([text('\ue055 \ue004', 'G')], {
    fonts: { list: [...fonts.list, { fName: 'G', fFamily: 'G', fStyle: 'R' }] },
    chars: [
      ['\ue004', 2],
      ['\ue055', 1],
      [' ', 3],
    ].map(([ch, w]) => char(String(ch), Number(w), { fFamily: 'G' })),
  });
  expect(JSON.stringify(canonical(other))).toBe(JSON.stringify(canonical(one)));
  const swapped = lottie([text('\ue001 \ue000')], { ...one, layers: [text('\ue001 \ue000')] });
  expect(canonical(swapped)).not.toEqual(canonical(one));
});

test('letters that mean themselves keep their names', () => {
  const document = lottie([text('a\ue000')], { fonts, chars: [char('a', 1), char('\ue000', 2)] });
  expect(canonical(document)).toMatchObject({
    layers: document.layers,
    chars: document.chars,
    fonts,
  });
});

test('assets are named in the order in which they are met; what nothing shows goes', () => {
  const document = lottie([{ ty: 0, ip: 0, op: 9, refId: 'comp 7', nm: 'x' }], {
    nm: 'name',
    markers: [],
    slots: { used: { p: 1 }, unused: { p: 2 } },
    assets: [
      { id: 'picture', p: 'x.png' },
      { id: 'other', p: 'y.png' },
      {
        id: 'comp 7',
        nm: 'name',
        layers: [{ ty: 2, ip: 0, op: 9, refId: 'picture', ks: { r: { k: 0, sid: 'used' } } }],
      },
    ],
  });
  expect(canonical(document)).toEqual(
    lottie([{ ty: 0, ip: 0, op: 9, refId: '0' }], {
      slots: { used: { p: 1 } },
      assets: [
        {
          id: '0',
          layers: [{ ty: 2, ip: 0, op: 9, refId: '1', ks: { r: { k: 0, sid: 'used' } } }],
        },
        { id: '1', p: 'x.png' },
      ],
    }),
  );
});
