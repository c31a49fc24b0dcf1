import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { compress } from 'woff2-encoder';
import { AppError } from '../../base/index.ts';
import { GlyphSet } from '../glyphs/glyph-set.ts';
import { layoutText } from '../layout.ts';
import { fontBytes } from '../text.fixture.ts';
import {
  cff2Tables,
  cffTables,
  collectionOf,
  sfntOf,
  staticTables,
  variableTables,
  woffOf,
} from './font.fixture.ts';
import type { FontFace } from './font-face.ts';
import { FontLibrary } from './font-library.ts';
import { openFont } from './open-font.ts';
import { tablesOf } from './sfnt.ts';

const TEXT = 'Hello AV نص नमस्ते 山田';

/** A linear congruential generator: every run damages the same bytes. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

type Damage = (bytes: Buffer, random: (below: number) => number) => Buffer;

/** The start and length of each table, or some ranges of a packed file. */
function placesIn(bytes: Buffer): [number, number][] {
  const tables = [...tablesOf(bytes).values()];
  if (tables.length === 0) return [[0, bytes.length]];
  return tables.map((t) => [t.byteOffset - bytes.byteOffset, t.byteLength]);
}

const DAMAGE: Record<string, Damage> = {
  'bytes flipped at the head of tables': (bytes, random) => {
    const places = placesIn(bytes);
    for (let hit = 0; hit < 30; hit++) {
      const [offset, length] = places[random(places.length)] ?? [0, 1];
      bytes[offset + random(Math.min(length, 400))] = random(256);
    }
    return bytes;
  },
  'bytes flipped anywhere': (bytes, random) => {
    for (let hit = 0; hit < 1 + random(30); hit++) bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  'the table directory overwritten': (bytes, random) => {
    for (let hit = 0; hit < 1 + random(4); hit++)
      bytes[random(Math.min(300, bytes.length))] = random(256);
    return bytes;
  },
  'the end truncated': (bytes, random) => bytes.subarray(0, random(bytes.length)),
  'tables swapped or overlapping': (bytes, random) => {
    const count = bytes.readUInt16BE(4);
    const entry = () => 12 + random(count) * 16 + 8;
    for (let swap = 0; swap < 1 + random(3); swap++) {
      const [a, b] = [entry(), entry()];
      if (Math.max(a, b) + 8 > bytes.length) break;
      const [first, second] = [bytes.readBigUInt64BE(a), bytes.readBigUInt64BE(b)];
      bytes.writeBigUInt64BE(second, a);
      if (random(2) === 0) bytes.writeBigUInt64BE(first, b);
    }
    return bytes;
  },
};

const sources = new Map<string, Buffer>();

beforeAll(async () => {
  const poppins = fontBytes('poppins/400Regular/Poppins_400Regular');
  const small = readFileSync('/usr/share/fonts/truetype/noto/NotoSansNewTaiLue-Regular.ttf');
  const add = (name: string, bytes: Uint8Array) => sources.set(name, Buffer.from(bytes));
  add('TTF', poppins);
  add('CFF', sfntOf(cffTables(), 0x4f54544f));
  add('CFF2', sfntOf(cff2Tables(), 0x4f54544f));
  add('variable', sfntOf(variableTables()));
  add('TTC', collectionOf(staticTables(), variableTables()));
  add('WOFF', woffOf(poppins));
  add('WOFF2', await compress(small));
});

/** Lays out a text in the face and draws every letter. */
function draw(face: FontFace): void {
  const glyphs = new GlyphSet();
  layoutText(
    {
      text: TEXT,
      document: { s: 40, sz: [100, 100] },
      font: undefined,
      fonts: new FontLibrary([{ face, from: 'template' }]),
      language: 'en',
    },
    glyphs,
  );
  // `JSON.stringify` writes NaN and Infinity as null.
  expect(JSON.stringify(glyphs.chars())).not.toContain('null');
}

it('draws every undamaged font', async () => {
  for (const [name, source] of sources) {
    const [face] = await openFont(source, name);
    const font = face?.handle();
    expect(face?.draws(font?.glyph(0x41) ?? font?.glyph(0x1980) ?? 0), name).toBe(true);
    if (face) draw(face);
  }
});

it.each(Object.entries(DAMAGE))(
  'a font with %s is either drawn or rejected with a stated error',
  async (_damage, damage) => {
    const random = dice(42);
    let drawnCount = 0;
    for (const [name, source] of sources) {
      for (let round = 0; round < 40; round++) {
        const bytes = damage(Buffer.from(source), random);
        try {
          const faces = await openFont(bytes, `${name} ${round}`);
          for (const face of faces.slice(0, 3)) draw(face);
          drawnCount += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw new Error(`${name} ${round}`, { cause: error });
          expect(['font_invalid', 'text_invalid']).toContain(error.code);
        }
      }
    }
    expect(drawnCount).toBeGreaterThan(10);
  },
);
