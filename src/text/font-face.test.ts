import { describe, expect, it } from 'vitest';
import { AppError } from '../base/index.ts';
import { parseFont } from './font-face.ts';
import { FontLibrary } from './font-library.ts';
import { GlyphSet } from './glyph-set.ts';
import { layoutText } from './layout.ts';
import { arabic, fontBytes, poppins, poppinsBold, poppinsItalic } from './text.fixture.ts';

const REGULAR = 'poppins/400Regular/Poppins_400Regular';

function refusal(bytes: Uint8Array): AppError {
  try {
    parseFont(bytes, 'fonts/a.ttf');
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the font was taken');
}

describe('parseFont', () => {
  it('reads names and measure', () => {
    expect(poppinsBold).toMatchObject({
      postScriptName: 'Poppins-Bold',
      family: 'Poppins',
      style: 'Bold',
      weight: 700,
      italic: false,
    });
    expect(poppinsBold).toMatchObject({
      unitsPerEm: 1000,
      ascent: 1.05,
      descent: 0.35,
      colors: undefined,
    });
    expect(poppinsBold.capHeight).toBeCloseTo(0.7, 1);
    expect(poppinsItalic).toMatchObject({ italic: true, weight: 400 });
    expect(poppinsBold.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('knows which characters a font has', () => {
    expect([0x41, 0x915, 0x20].map((c) => poppins.has(c))).toEqual([true, true, true]);
    expect([0x628, 0x1f600, 0x10ffff].map((c) => poppins.has(c))).toEqual([false, false, false]);
    expect(arabic.has(0x628)).toBe(true);
  });

  it('keeps a copy of the bytes', () => {
    const bytes = fontBytes(REGULAR);
    const face = parseFont(bytes, 'a');
    bytes.fill(0);
    expect(face.has(0x41)).toBe(true);
    expect(face.digest).toBe(poppins.digest);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['four bytes', Uint8Array.of(0, 1, 0, 0)],
    ['HTML', Buffer.from('<!doctype html><title>404</title>')],
    ['a cut file', fontBytes(REGULAR).subarray(0, 2000)],
    ['only a directory', fontBytes(REGULAR).subarray(0, 300)],
    ['a collection of nothing', Buffer.concat([Buffer.from('ttcf'), Buffer.alloc(60, 0xff)])],
    [
      'a table count of 65535',
      Buffer.concat([Buffer.from([0, 1, 0, 0, 0xff, 0xff]), Buffer.alloc(4000, 0x41)]),
    ],
  ])('refuses %s', (_what, bytes) => {
    const error = refusal(bytes);
    expect(error.code).toBe('font_invalid');
    expect(error.message).toMatch(
      /^Expected a TrueType or OpenType font for fonts\/a\.ttf but received .+\.$/,
    );
    expect(error.details.hint).toBeTruthy();
  });

  it.each(['wOFF', 'wOF2'])('names what works instead of %s', (tag) => {
    expect(refusal(Buffer.concat([Buffer.from(tag), Buffer.alloc(100)])).details.hint).toBe(
      'Convert it to TTF or OTF.',
    );
  });

  it('refuses a font above the limit without reading it', () => {
    expect(refusal(new Uint8Array(64 * 1024 * 1024 + 1)).message).toContain('67108865 bytes');
  });

  it('draws or refuses damaged fonts, and fails in no other way', () => {
    const source = fontBytes(REGULAR);
    let seed = 42;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed % below;
    };
    let drawn = 0;
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(source);
      for (let hit = 0; hit < 40; hit++) {
        const table = 12 + random(source.readUInt16BE(4)) * 16;
        const [offset, length] = [source.readUInt32BE(table + 8), source.readUInt32BE(table + 12)];
        bytes[offset + random(Math.min(length, 500))] = random(256);
      }
      try {
        const fonts = new FontLibrary([{ face: parseFont(bytes, 'damaged'), from: 'template' }]);
        const glyphs = new GlyphSet();
        layoutText(
          {
            text: 'Hello AV नमस्ते',
            document: { s: 40, sz: [100, 100] },
            font: undefined,
            fonts,
            language: 'en',
          },
          glyphs,
        );
        expect(JSON.stringify(glyphs.chars())).not.toContain('null');
        drawn += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).code).toBe('font_invalid');
      }
    }
    expect(drawn).toBeGreaterThan(10);
  });
});
