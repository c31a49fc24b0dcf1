import { expect, test } from 'vitest';
import { GlyphSet } from '../glyphs/glyph-set.ts';
import { layoutText } from '../layout.ts';
import { poppins } from '../text.fixture.ts';
import { collectionOf, sfntOf, staticTables, woffOf } from './font.fixture.ts';
import { FontLibrary } from './font-library.ts';
import { openFont } from './open-font.ts';

const u16 = (...values: number[]) => values.flatMap((v) => [(v >> 8) & 255, v & 255]);
const u32 = (...values: number[]) => values.flatMap((v) => u16(v >>> 16, v));
/** Glyph 1 is a box and glyph 2 is blank. */
const [BOX, BLANK] = [1, 2];

const format0 = (glyphs: Record<number, number>) => [
  ...u16(0, 262, 0),
  ...Array.from({ length: 256 }, (_, code) => glyphs[code] ?? 0),
];
/** Segments of one character each. */
function format4(glyphs: Record<number, number>): number[] {
  const codes = Object.keys(glyphs).map(Number);
  const deltas = codes.map((code) => (glyphs[code] ?? 0) - code);
  const size = 2 * (codes.length + 1);
  const map = [
    ...u16(size, 0, 0, 0, ...codes, 0xffff, 0, ...codes, 0xffff, ...deltas, 1),
    ...u16(...codes.map(() => 0), 0),
  ];
  return [...u16(4, map.length + 6, 0), ...map];
}
const format6 = (first: number, glyphs: number[]) =>
  u16(6, 10 + 2 * glyphs.length, 0, first, glyphs.length, ...glyphs);
const format12 = (glyphs: Record<number, number>) => {
  const groups = Object.entries(glyphs).flatMap(([code, glyph]) =>
    u32(Number(code), Number(code), glyph),
  );
  return [...u16(12, 0), ...u32(16 + groups.length, 0, groups.length / 12), ...groups];
};

/** A `cmap` table with a map for each platform and encoding. */
function cmapOf(...maps: [platform: number, encoding: number, map: number[]][]): number[] {
  let at = 4 + 8 * maps.length;
  const records = maps.flatMap(([platform, encoding, map]) => {
    const record = [...u16(platform, encoding), ...u32(at)];
    at += map.length;
    return record;
  });
  return [...u16(0, maps.length), ...records, ...maps.flatMap(([, , map]) => map)];
}

const fontWith = (cmap: number[]) => sfntOf({ ...staticTables(), cmap });
const opened = async (bytes: Uint8Array) => {
  const [face] = await openFont(bytes, 'fonts/code.ttf');
  return (text: string) => face?.handle().glyph(text.codePointAt(0) ?? 0);
};

const SYMBOLS = { [0xf020]: BLANK, [0xf041]: BOX, [0xf0e9]: BOX };

test.each([
  ['format 4', cmapOf([3, 0, format4(SYMBOLS)])],
  ['format 6', cmapOf([3, 0, format6(0xf041, [BOX])])],
  ['format 12', cmapOf([3, 0, format12(SYMBOLS)])],
  [
    'a map of Mac OS Roman beside it',
    cmapOf([1, 0, format0({ [0x42]: BOX })], [3, 0, format4(SYMBOLS)]),
  ],
  ['codes of one byte', cmapOf([3, 0, format4({ [0x41]: BOX })])],
  ['format 0', cmapOf([3, 0, format0({ [0x41]: BOX })])],
  [
    'a Unicode map of the symbols beside it',
    cmapOf([0, 3, format4(SYMBOLS)], [3, 0, format4(SYMBOLS)], [3, 10, format12(SYMBOLS)]),
  ],
])('letters of a symbol font are its symbols: %s', async (_, cmap) => {
  const glyph = await opened(fontWith(cmap));
  expect([glyph('A'), glyph('B')]).toEqual([BOX, undefined]);
});

test('symbols keep their own codes', async () => {
  const glyph = await opened(fontWith(cmapOf([3, 0, format4({ ...SYMBOLS, [0xf1ff]: BOX })])));
  expect([glyph('\uf041'), glyph('\uf1ff'), glyph('é'), glyph(' ')]).toEqual([
    BOX,
    BOX,
    BOX,
    BLANK,
  ]);
});

test('a font with a map of Mac OS Roman alone has its letters', async () => {
  const glyph = await opened(fontWith(cmapOf([1, 0, format0({ [0x41]: BOX, [0x8e]: BOX })])));
  expect([glyph('A'), glyph('é'), glyph('\u008e')]).toEqual([BOX, BOX, undefined]);
});

test('a font with a Unicode map keeps it', async () => {
  const cmap = cmapOf([3, 0, format4(SYMBOLS)], [3, 1, format4({ [0x42]: BOX })]);
  const bytes = fontWith(cmap);
  const [face] = await openFont(bytes, 'fonts/code.ttf');
  expect(face?.fileBytes).toBe(bytes.byteLength);
});

test('fonts of a collection and of WOFF have their symbols', async () => {
  const tables = { ...staticTables(), cmap: cmapOf([3, 0, format4(SYMBOLS)]) };
  const faces = await openFont(collectionOf(staticTables(), tables), 'fonts/code.ttc');
  expect(faces.map((face) => face.handle().glyph(0xe9))).toEqual([undefined, BOX]);
  const glyph = await opened(woffOf(sfntOf(tables)));
  expect(glyph('A')).toBe(BOX);
});

test.each([
  ['a segment beyond the table', cmapOf([3, 0, u16(4, 32, 0, 4000, 0, 0, 0, 1, 2, 3)])],
  ['groups beyond the table', cmapOf([3, 0, [...u16(12, 0), ...u32(16, 0, 0xffffffff)]])],
  ['another format', cmapOf([3, 0, u16(2, 8, 0, 0)])],
  ['a map beyond the table', [...u16(0, 1, 3, 0), ...u32(0xfffffff0)]],
  [
    'segments that overlap',
    cmapOf([
      ...([3, 0] as const),
      ((n: number) => [
        ...u16(4, 0, 0, 2 * n, 0, 0, 0),
        ...u16(...Array(n).fill(0xfffe), 0, ...Array(3 * n).fill(0)),
      ])(8000),
    ]),
  ],
])('a damaged map of symbols is refused or left out: %s', async (_, cmap) => {
  const error = await openFont(fontWith(cmap), 'fonts/code.ttf').catch((e: unknown) => e);
  if (error instanceof Error) expect(error).toMatchObject({ code: 'font_invalid' });
});

test('text in a symbol font is set in this font, without a warning', async () => {
  const [face] = await openFont(fontWith(cmapOf([3, 0, format4(SYMBOLS)])), 'fonts/code.ttf');
  if (!face) throw new Error('the font has no face');
  const font = { fName: 'Test-Regular', fFamily: 'Test', fStyle: 'Regular' };
  const fonts = new FontLibrary([
    { name: font.fName, face, from: 'template' },
    { face: poppins, from: 'fallback' },
  ]);
  const document = { f: font.fName, s: 20 };
  const { fit } = layoutText(
    { text: 'AA é', document, font, fonts, language: 'en' },
    new GlyphSet(),
  );
  expect(fit).toMatchObject({ missing_glyphs: [], fallback_fonts: [] });
});
