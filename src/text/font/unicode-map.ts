import { recordAt, tablesOf, viewOf } from './sfnt.ts';

/** Symbol fonts have their characters U+0020 to U+00FF at U+F020 to U+F0FF. */
const SYMBOLS = 0xf000;
const BYTE = 0x100;
/** Maximum number of characters of a map that is read. */
const MAX_CHARACTERS = 70_000;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;
/** Start of the private use area. */
const PRIVATE = 0xe000;

type Glyphs = Map<number, number>;

/**
 * Returns a font with a map of Unicode characters, for the faces that have only a map of symbols or
 * of Mac OS Roman (OpenType 1.9.1, "cmap"): HarfBuzz's build for WebAssembly reads neither. Of a
 * symbol font, a character of one byte stands for its symbol, as in browsers, also if its Unicode map
 * has only the symbols. Other fonts are returned as they are.
 */
export function withUnicodeMap(bytes: Uint8Array, faces: number): Uint8Array {
  const maps = new Map<number, Uint8Array>();
  const records: { at: number; table: number }[] = [];
  for (let index = 0; index < faces; index++) {
    const cmap = tablesOf(bytes, index).get('cmap');
    const at = recordAt(bytes, index, 'cmap');
    if (!cmap || at === undefined) continue;
    const table = cmap.byteOffset - bytes.byteOffset;
    const glyphs = maps.has(table) ? undefined : legacyGlyphs(cmap);
    if (glyphs) maps.set(table, mapOf(glyphs));
    if (maps.has(table)) records.push({ at, table });
  }
  return records.length === 0 ? bytes : withMaps(bytes, maps, records);
}

/** Appends the maps to the font. `records`: the entries of its directories that name the old tables. */
function withMaps(
  font: Uint8Array,
  maps: ReadonlyMap<number, Uint8Array>,
  records: readonly { at: number; table: number }[],
): Uint8Array {
  const places = new Map<number, number>();
  let end = Math.ceil(font.byteLength / 4) * 4;
  for (const [table, map] of maps) {
    places.set(table, end);
    end += map.byteLength;
  }
  const longer = new Uint8Array(end);
  longer.set(font);
  for (const [table, map] of maps) longer.set(map, places.get(table));
  const view = viewOf(longer);
  for (const { at, table } of records) {
    view.setUint32(at + 8, places.get(table) ?? 0);
    view.setUint32(at + 12, maps.get(table)?.byteLength ?? 0);
  }
  return longer;
}

/**
 * The glyphs by Unicode character; undefined if HarfBuzz reads a map itself, or if there is none. The
 * Unicode map of many symbol fonts has only their own codes (U+F000 and above): then the letters come
 * from the map of symbols.
 */
function legacyGlyphs(cmap: DataView): Glyphs | undefined {
  if (cmap.byteLength < 4) return undefined;
  const maps = new Map<string, number>();
  const unicode: number[] = [];
  const count = cmap.getUint16(2);
  for (let at = 4; at < 4 + count * 8 && at + 8 <= cmap.byteLength; at += 8) {
    const [platform, encoding] = [cmap.getUint16(at), cmap.getUint16(at + 2)];
    const isUnicode =
      platform === 0 ? encoding !== 5 : platform === 3 && [1, 10].includes(encoding);
    if (isUnicode) unicode.push(cmap.getUint32(at + 4));
    else maps.set(`${platform} ${encoding}`, cmap.getUint32(at + 4));
  }
  const symbols = maps.has('3 0') ? glyphsAt(cmap, maps.get('3 0')) : undefined;
  if (unicode.length > 0) {
    const glyphTables = symbols ? unicode.map((offset) => glyphsAt(cmap, offset)) : [];
    const isPrivate = glyphTables.every(
      (glyphs) => glyphs && ![...glyphs.keys()].some(isLetterCode),
    );
    if (!symbols || !isPrivate) return undefined;
    return new Map([
      ...withBytes(symbols),
      ...glyphTables.flatMap((glyphs) => [...(glyphs ?? [])]),
    ]);
  }
  if (symbols) return withBytes(symbols);
  const roman = glyphsAt(cmap, maps.get('1 0'));
  return roman && fromMacRoman(roman);
}

/** Whether a character is before the private use area, and no space. */
function isLetterCode(code: number): boolean {
  return code > SPACE && code < PRIVATE && code !== NO_BREAK_SPACE;
}

/** Adds the characters of one byte to those of a symbol font. */
function withBytes(symbols: Glyphs): Glyphs {
  const mergedGlyphs = new Map(symbols);
  for (let code = SPACE; code < BYTE; code++) {
    const glyph = symbols.get(code) ?? symbols.get(SYMBOLS + code);
    if (glyph !== undefined) mergedGlyphs.set(code, glyph);
  }
  return mergedGlyphs;
}

/** Converts a character map of Mac Roman bytes to one of code points. */
function fromMacRoman(roman: Glyphs): Glyphs {
  const decoder = new TextDecoder('macintosh');
  const pairs = [...roman].flatMap(([code, glyph]): [number, number][] => {
    const character = decoder.decode(Uint8Array.of(code)).codePointAt(0);
    return code >= BYTE || character === undefined ? [] : [[character, glyph]];
  });
  return new Map(pairs);
}

/** Reads a map of format 0, 4, 6 or 12; undefined for another format or a damaged map. */
function glyphsAt(cmap: DataView, offset: number | undefined): Glyphs | undefined {
  if (offset === undefined || offset + 8 > cmap.byteLength) return undefined;
  const map = new DataView(cmap.buffer, cmap.byteOffset + offset, cmap.byteLength - offset);
  const glyphs: Glyphs = new Map();
  try {
    READERS.get(map.getUint16(0))?.(map, (code, glyph) => {
      if (glyph > 0 && glyphs.size < MAX_CHARACTERS) glyphs.set(code, glyph);
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return glyphs.size > 0 ? glyphs : undefined;
}

/** Calls `add` for each character. Throws a RangeError beyond the end of the table. */
type Reader = (map: DataView, add: (code: number, glyph: number) => void) => void;

const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [
    0,
    (map, add) => {
      for (let code = 0; code < BYTE; code++) add(code, map.getUint8(6 + code));
    },
  ],
  [4, readSegments],
  [
    6,
    (map, add) => {
      const [first, count] = [map.getUint16(6), map.getUint16(8)];
      for (let n = 0; n < count; n++) add(first + n, map.getUint16(10 + 2 * n));
    },
  ],
  [
    12,
    (map, add) => {
      const groups = map.getUint32(12);
      let characters = 0;
      for (let n = 0, at = 16; n < groups; n++, at += 12) {
        const [first, last, glyph] = [
          map.getUint32(at),
          map.getUint32(at + 4),
          map.getUint32(at + 8),
        ];
        for (let code = first; code <= last && characters < MAX_CHARACTERS; code++, characters++)
          add(code, glyph + code - first);
      }
    },
  ],
]);

/**
 * Reads a character map of format 4 and calls `add` for each character; glyph 0 means a missing one. Throws
 * a RangeError for a map that ends too early.
 */
function readSegments(map: DataView, add: (code: number, glyph: number) => void): void {
  const size = map.getUint16(6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size];
  let characters = 0;
  for (let n = 0; n < size; n += 2) {
    const [end, start] = [map.getUint16(ends + n), map.getUint16(starts + n)];
    const [delta, offset] = [map.getUint16(deltas + n), map.getUint16(offsets + n)];
    for (let code = start; code <= end && code < 0xffff; code++) {
      // Segments of a damaged font overlap.
      if (++characters > MAX_CHARACTERS) return;
      const listed = offset === 0 ? code : map.getUint16(offsets + n + offset + 2 * (code - start));
      add(code, listed === 0 ? 0 : (listed + delta) & 0xffff);
    }
  }
}

/** A table with one map of format 12. */
function mapOf(glyphs: Glyphs): Uint8Array {
  const sorted = [...glyphs].sort(([a], [b]) => a - b);
  const table = new Uint8Array(12 + 16 + 12 * sorted.length);
  const view = viewOf(table);
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, 16 + 12 * sorted.length);
  view.setUint32(24, sorted.length);
  for (const [n, [code, glyph]] of sorted.entries()) {
    view.setUint32(28 + 12 * n, code);
    view.setUint32(32 + 12 * n, code);
    view.setUint32(36 + 12 * n, glyph);
  }
  return table;
}
