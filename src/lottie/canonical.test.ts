import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';
import type { Char, Layer, Lottie } from './types.ts';

const text = (words: string, f = 'Outlines 1'): Layer => ({
  ty: 5,
  ip: 0,
  op: 9,
  t: { d: { k: [{ t: 0, s: { f, t: words } }] } },
});
const char = (ch: string, w: number, more: Partial<Char> = {}): Char => ({
  ch,
  w,
  fFamily: 'Outlines 1',
  style: 'R',
  size: 100,
  data: {},
  ...more,
});
const fonts = { list: [{ fName: 'Outlines 1', fFamily: 'Outlines 1', fStyle: 'R' }] };

function lottie(layers: Layer[], more: Partial<Lottie> = {}): Lottie {
  return { fr: 30, ip: 0, op: 9, w: 10, h: 10, layers, ...more };
}

test('letters of the same glyphs get the same names, however they were numbered', () => {
  const document = lottie([text('Ā ā')], {
    fonts,
    chars: [char(' ', 3), char('Ā', 1), char('ā', 2)],
  });
  const other = lottie([text('Ż Ą', 'Outlines 2')], {
    fonts: { list: [...fonts.list, { fName: 'Outlines 2', fFamily: 'Outlines 2', fStyle: 'R' }] },
    chars: [
      ['Ą', 2],
      ['Ż', 1],
      [' ', 3],
    ].map(([ch, w]) => char(String(ch), Number(w), { fFamily: 'Outlines 2' })),
  });
  expect(JSON.stringify(canonical(other))).toBe(JSON.stringify(canonical(document)));
  const swapped = lottie([text('ā Ā')], { ...document, layers: [text('ā Ā')] });
  expect(canonical(swapped)).not.toEqual(canonical(document));
});

test('no letter takes the name of another, also if the document has letters that no text has', () => {
  // Pruned documents also have the capitals of their letters.
  const chars = ['Ā', 'ā', 'Ă', 'ă', 'Ą'].map((ch, w) => char(ch, w));
  const renamed = canonical(lottie([text('Ąāă')], { fonts, chars }));
  const widths = new Map(renamed.chars?.map(({ ch, w }) => [ch, w]));
  expect(renamed.chars).toHaveLength(3);
  const letters = [...(renamed.layers[0]?.t?.d.k[0]?.s.t ?? '')];
  expect(letters.map((letter) => widths.get(letter))).toEqual([4, 1, 3]);
});

test('ordinary letters keep their names', () => {
  const document = lottie([text('aĀ')], { fonts, chars: [char('a', 1), char('Ā', 2)] });
  expect(canonical(document)).toMatchObject({
    layers: document.layers,
    chars: document.chars,
    fonts,
  });
});

test('all letters of a designer’s own font keep their names', () => {
  const ownFonts = { list: [{ fName: 'F', fFamily: 'F', fStyle: 'R' }] };
  const chars = ['ą', 'ż'].map((ch, w) => char(ch, w, { fFamily: 'F' }));
  const document = lottie([text('ży ą', 'F')], { fonts: ownFonts, chars });
  expect(canonical(document)).toMatchObject({ layers: document.layers, fonts: ownFonts });
});

test('assets are named in the order of their first use, and unused assets are removed', () => {
  const document = lottie([{ ty: 0, ip: 0, op: 9, refId: 'comp 7', nm: 'x' }], {
    nm: 'name',
    markers: [],
    slots: { used: { p: 1 }, unused: { p: 2 } },
    assets: [
      { id: 'image', p: 'x.png' },
      { id: 'other', p: 'y.png' },
      {
        id: 'comp 7',
        nm: 'name',
        layers: [{ ty: 2, ip: 0, op: 9, refId: 'image', ks: { r: { k: 0, sid: 'used' } } }],
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
