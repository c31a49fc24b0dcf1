import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compress } from 'woff2-encoder';
import { AppError } from '../../base/index.ts';
import { arabic, fontBytes, poppins, poppinsBold, poppinsItalic } from '../text.fixture.ts';
import {
  cff2Tables,
  cffTables,
  collectionOf,
  sfntOf,
  staticTables,
  variableTables,
  WIDENING,
  woffOf,
} from './font.fixture.ts';
import type { FontFace } from './font-face.ts';
import { openFont } from './open-font.ts';

const REGULAR = fontBytes('poppins/400Regular/Poppins_400Regular');
const BOLD = fontBytes('poppins/700Bold/Poppins_700Bold');
const OTTO = 0x4f54544f;

async function refusal(bytes: Uint8Array): Promise<AppError> {
  const error = await openFont(bytes, 'fonts/a.ttf').catch((e: unknown) => e);
  if (error instanceof AppError) return error;
  throw new Error('the font was accepted', { cause: error });
}

/** The outline and the advance of the letter `A`. */
function letter(face: FontFace | undefined) {
  const font = face?.handle();
  const glyph = font?.glyph(0x41) ?? 0;
  const box = font?.glyphExtents(glyph);
  return { path: font?.glyphToPath(glyph), advance: font?.glyphHAdvance(glyph), width: box?.width };
}

describe('openFont', () => {
  it('reads a font’s names and metrics', () => {
    expect(poppinsBold).toMatchObject({
      postScriptName: 'Poppins-Bold',
      family: 'Poppins',
      style: 'Bold',
      weight: 700,
      width: 100,
      italic: false,
      serif: false,
    });
    expect(poppinsBold).toMatchObject({
      unitsPerEm: 1000,
      ascent: 1.05,
      descent: 0.35,
      colors: undefined,
    });
    expect(poppinsBold.capHeight).toBeCloseTo(0.7, 1);
    expect(poppinsItalic).toMatchObject({ italic: true, weight: 400 });
    expect(poppinsBold.fileDigest).toBe(createHash('sha256').update(BOLD).digest('hex'));
    expect(poppinsBold.key).toBe(poppinsBold.fileDigest);
  });

  it('reads which characters a font has', () => {
    expect([0x41, 0x915, 0x20].map((c) => poppins.has(c))).toEqual([true, true, true]);
    expect([0x628, 0x1f600, 0x10ffff].map((c) => poppins.has(c))).toEqual([false, false, false]);
    expect(arabic.has(0x628)).toBe(true);
  });

  it('copies the bytes', async () => {
    const bytes = Buffer.from(REGULAR);
    const opening = openFont(bytes, 'a');
    bytes.fill(0);
    const [face] = await opening;
    expect(face?.has(0x41)).toBe(true);
    expect(face?.key).toBe(poppins.key);
  });

  it('returns the same font from TTF, WOFF and WOFF2', async () => {
    for (const packed of [woffOf(REGULAR), await compress(REGULAR)]) {
      const [face] = await openFont(packed, 'packed');
      expect(face).toMatchObject({ postScriptName: 'Poppins-Regular', ascent: poppins.ascent });
      expect(face?.key).not.toBe(poppins.key);
      expect(letter(face)).toEqual(letter(poppins));
    }
  });

  it('reads CFF outlines', async () => {
    const [face] = await openFont(sfntOf(cffTables(), OTTO), 'a.otf');
    expect(letter(face)).toMatchObject({ width: 500, advance: 600 });
  });
});

describe('openFont with a collection', () => {
  it('returns all its faces with different digests', async () => {
    const [first, second] = [staticTables({ 6: 'One' }), staticTables({ 6: 'Two' })];
    const faces = await openFont(collectionOf(first, second), 'both.ttc');
    expect(faces.map((f) => f.postScriptName)).toEqual(['One', 'Two']);
    expect(new Set(faces.map((f) => f.key)).size).toBe(2);
    expect(new Set(faces.map((f) => f.fileDigest)).size).toBe(1);
  });

  it('returns the valid faces if one face is broken', async () => {
    const { cmap: _cmap, ...broken } = staticTables({ 6: 'One' });
    const faces = await openFont(collectionOf(broken, staticTables({ 6: 'Two' })), 'half.ttc');
    expect(faces.map((f) => f.postScriptName)).toEqual(['Two']);
  });
});

describe('openFont with a variable font', () => {
  const WANTED = { weight: 650, italic: true, width: 100, serif: false };

  it.each([
    ['TrueType outlines', sfntOf(variableTables()), WIDENING],
    ['CFF2 outlines', sfntOf(cff2Tables(), OTTO), 0],
  ])('with %s returns a face for each named instance', async (_outlines, bytes, advance) => {
    const [regular, bold, ...more] = await openFont(bytes, 'variable');
    expect(more).toEqual([]);
    expect(regular).toMatchObject({ postScriptName: 'Test-Regular', weight: 400 });
    expect(bold).toMatchObject({ postScriptName: 'Test-Bold', style: 'Bold', weight: 700 });
    expect(bold?.key).not.toBe(regular?.key);
    // 700 is three fifths of the distance from 400 to 900.
    expect(letter(regular)).toMatchObject({ width: 500, advance: 600 });
    expect(letter(bold)).toMatchObject({
      width: 500 + WIDENING * 0.6,
      advance: 600 + advance * 0.6,
    });
    expect(letter(bold).path).toMatch(/^M0,0L620\.0\d+,0L620/);
  });

  it('returns an instance for any style within its axes', async () => {
    const [face] = await openFont(sfntOf(variableTables()), 'variable');
    const between = face?.inStyle(WANTED);
    expect(between).toMatchObject({ weight: 650, italic: false, postScriptName: 'Test_650wght' });
    expect(letter(between).advance).toBe(600 + WIDENING / 2);
    expect(face?.inStyle(WANTED)).toBe(between);
    expect(face?.inStyle({ ...WANTED, weight: 1000 }).weight).toBe(900);
    expect(face?.inStyle({ ...WANTED, weight: 700 }).postScriptName).toBe('Test-Bold');
  });

  it('sets the axes for italics and for width', async () => {
    const axes = [
      { tag: 'wght', min: 100, default: 400, max: 900 },
      { tag: 'slnt', min: -12, default: 0, max: 0 },
      { tag: 'wdth', min: 75, default: 100, max: 100 },
    ];
    const [face] = await openFont(sfntOf(variableTables(axes, [])), 'variable');
    expect(face?.inStyle({ ...WANTED, width: 62.5 })).toMatchObject({
      italic: true,
      width: 75,
      postScriptName: 'Test_650wght_-12slnt_75wdth',
    });
  });

  it('without axes returns a static font', async () => {
    const faces = await openFont(sfntOf(variableTables([], [])), 'variable');
    expect(faces).toHaveLength(1);
    expect(faces[0]).toMatchObject({ axes: [], postScriptName: 'Test-Regular' });
  });

  it.each([
    ['from more to less', { min: 900, default: 400, max: 100 }],
    ['around another default', { min: 400, default: 100, max: 900 }],
  ])('rejects an axis that runs %s', async (_range, range) => {
    const error = await refusal(sfntOf(variableTables([{ tag: 'wght', ...range }], [])));
    expect(error.message).toContain('a variable font whose axis "wght" runs from');
    expect(error.details.hint).toContain('static font');
  });

  it('rejects a truncated table of axes', async () => {
    const tables = variableTables();
    const bytes = sfntOf({ ...tables, fvar: [...(tables['fvar'] ?? [])].slice(0, 30) });
    expect((await refusal(bytes)).message).toContain('a variable font with broken axes');
  });
});

describe('openFont with an invalid file', () => {
  const without = (...removedTables: string[]) =>
    sfntOf(
      Object.fromEntries(
        Object.entries(staticTables()).filter(([t]) => !removedTables.includes(t)),
      ),
    );
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);

  it.each([
    ['an empty file', new Uint8Array(), 'an empty file'],
    ['four bytes', Uint8Array.of(0, 1, 0, 0), 'a font without the tables cmap, head'],
    ['an image', png, 'a PNG image'],
    ['HTML', Buffer.from('<!doctype html><title>404</title>'), 'a web page'],
    ['a truncated file', REGULAR.subarray(0, 2000), 'a font without the tables'],
    [
      'a table directory without tables',
      REGULAR.subarray(0, 300),
      'a font without the tables cmap',
    ],
    ['a font without cmap', without('cmap'), 'a font without the tables cmap'],
    [
      'a font with an empty cmap',
      sfntOf({ ...staticTables(), cmap: [0, 0, 0, 0] }),
      'a font whose cmap names no characters',
    ],
    [
      'a font with a damaged glyph index',
      sfntOf({ ...staticTables(), loca: Array.from({ length: 8 }, () => 0xff) }),
      'a font whose glyphs are all empty',
    ],
    ['a font without outlines', without('glyf', 'loca'), 'a font without outlines'],
    [
      'a collection without fonts',
      Buffer.concat([Buffer.from('ttcf'), Buffer.alloc(60, 0xff)]),
      'a font without the tables',
    ],
    [
      'a table count of 65535',
      Buffer.concat([Buffer.from([0, 1, 0, 0, 0xff, 0xff]), Buffer.alloc(4000, 0x41)]),
      'a font without the tables',
    ],
    ['a truncated WOFF', woffOf(REGULAR).subarray(0, 100), 'a WOFF file that is truncated'],
    ['an empty WOFF2', Buffer.from('wOF2'), 'a WOFF2 file that is truncated'],
  ])('rejects %s with an error that names its format', async (_file, bytes, received) => {
    const error = await refusal(bytes);
    expect(error.code).toBe('font_invalid');
    expect(error.message).toContain(
      `Expected a TrueType or OpenType font for fonts/a.ttf but received ${received}`,
    );
    expect(error.details.hint).toBeTruthy();
  });

  it('rejects a font above the size limit without reading it', async () => {
    expect((await refusal(new Uint8Array(200_000_000))).message).toContain('200000000 bytes');
  });

  it('rejects a WOFF file that unpacks to more than its directory states, or that states gigabytes', async () => {
    const zeros = sfntOf({ ...staticTables(), DSIG: new Uint8Array(5_000_000) });
    const lies = woffOf(zeros, (length) => Math.min(length, 50_000));
    expect((await refusal(lies)).message).toContain('a WOFF file with a damaged table');
    const huge = woffOf(zeros, () => 0x7fffffff);
    expect((await refusal(huge)).message).toMatch(/a font of \d{10,} bytes \(unpacked\)/);
  });

  it('rejects a WOFF2 file that states gigabytes before unpacking it', async () => {
    const packed = await compress(REGULAR);
    const view = new DataView(packed.buffer, packed.byteOffset);
    view.setUint32(16, 0xf0000000);
    expect((await refusal(packed)).message).toContain(`a font of ${0xf0000000} bytes (unpacked)`);
    view.setUint32(16, REGULAR.length);
    // The first table's length: a flag byte, then 28 bits of ones in base 128.
    packed.set([0xff, 0xff, 0xff, 0x7f], 49);
    expect((await refusal(packed)).message).toMatch(/a font of \d{9,} bytes \(unpacked\)/);
  });
});
