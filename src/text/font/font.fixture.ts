import { deflateSync } from 'node:zlib';
import { viewOf } from './sfnt.ts';

// Fonts built for tests, with features and faults that no installed font has.

type Tables = Record<string, number[] | Uint8Array>;

const u16 = (...values: number[]) => values.flatMap((v) => [(v >> 8) & 255, v & 255]);
const u32 = (...values: number[]) =>
  values.flatMap((v) => [(v >>> 24) & 255, (v >> 16) & 255, (v >> 8) & 255, v & 255]);
const fixed = (...values: number[]) => u32(...values.map((v) => Math.round(v * 65_536)));
const ascii = (text: string) => [...text].map((c) => c.charCodeAt(0));
const padded = (bytes: ArrayLike<number>) => (bytes.length + 3) & ~3;

function withPadding(bytes: ArrayLike<number>): Uint8Array {
  const wholeFile = new Uint8Array(padded(bytes));
  wholeFile.set(bytes);
  return wholeFile;
}

/** An OpenType file with these tables; `offset` is its position in a larger file. */
export function sfntOf(tables: Tables, kind = 0x10000, offset = 0): Uint8Array {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const header = [...u32(kind), ...u16(entries.length, 0, 0, 0)];
  let at = offset + 12 + entries.length * 16;
  const body = entries.map(([tag, bytes]) => {
    header.push(...ascii(tag), ...u32(0, at, bytes.length));
    at += padded(bytes);
    return withPadding(bytes);
  });
  return Buffer.concat([Uint8Array.from(header), ...body]);
}

/** A collection of two fonts with these tables. */
export function collectionOf(first: Tables, second: Tables): Uint8Array {
  const header = 20;
  const a = sfntOf(first, 0x10000, header);
  const b = sfntOf(second, 0x10000, header + a.length);
  const start = [...ascii('ttcf'), ...u32(0x10000, 2, header, header + a.length)];
  return Buffer.concat([Uint8Array.from(start), a, b]);
}

/** A WOFF 1.0 file of an OpenType file. `claim` changes the lengths in its directory. */
export function woffOf(sfnt: Uint8Array, claim: (length: number) => number = (l) => l): Uint8Array {
  const view = viewOf(sfnt);
  const count = view.getUint16(4);
  const directory: number[] = [];
  const body: Uint8Array[] = [];
  let place = 44 + count * 20;
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    const table = sfnt.subarray(offset, offset + length);
    const packed = deflateSync(table);
    const storedTable = packed.length < length ? packed : table;
    directory.push(...sfnt.subarray(at, at + 4));
    directory.push(...u32(place, storedTable.length, claim(length), view.getUint32(at + 4)));
    body.push(withPadding(storedTable));
    place += padded(storedTable);
  }
  const header = [
    ...[...ascii('wOFF'), ...sfnt.subarray(0, 4), ...u32(place), ...u16(count, 0)],
    ...[...u32(sfnt.length), ...u16(1, 0), ...u32(0, 0, 0, 0, 0)],
  ];
  return Buffer.concat([Uint8Array.from([...header, ...directory]), ...body]);
}

/** Glyph 1, for `A` and `p`, is a box of this size; glyph 0 and the space are empty. */
const BOX = { width: 500, height: 700 };

function nameTable(names: Record<number, string>): number[] {
  const entries = Object.entries(names);
  let at = 0;
  const records = entries.flatMap(([id, text]) => {
    const record = u16(3, 1, 0x409, Number(id), text.length * 2, at);
    at += text.length * 2;
    return record;
  });
  const text = entries.flatMap(([, value]) => u16(...[...value].map((c) => c.charCodeAt(0))));
  return [...u16(0, entries.length, 6 + records.length), ...records, ...text];
}

/** The tables that fonts with both kinds of outlines share. The family is "Test". */
function commonTables(names: Record<number, string>): Tables {
  const head = [
    ...[...u32(0x10000, 0x10000, 0, 0x5f0f3cf5), ...u16(0, 1000), ...u32(0, 0, 0, 0)],
    ...u16(0, 0, BOX.width, BOX.height, 0, 8, 2, 0, 0),
  ];
  const segments = [...u16(0x20, 0x41, 0x70, 0xffff), 0, 0, ...u16(0x20, 0x41, 0x70, 0xffff)];
  const deltas = u16(2 - 0x20, 1 - 0x41, 1 - 0x70, 1);
  const map = [...u16(8, 8, 2, 0), ...segments, ...deltas, ...u16(0, 0, 0, 0)];
  return {
    cmap: [...u16(0, 1, 3, 1), ...u32(12), ...u16(4, map.length + 6, 0), ...map],
    head,
    hhea: [...u32(0x10000), ...u16(800, -200, 0, 600, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3)],
    hmtx: u16(600, 0, 600, 0, 300, 0),
    name: nameTable({ 1: 'Test', 2: 'Regular', 6: 'Test-Regular', ...names }),
  };
}

/** The tables of a static font whose only shape is the box. */
export function staticTables(names: Record<number, string> = {}): Tables {
  const points = [0, BOX.width, 0, -BOX.width];
  const glyph = [
    ...[...u16(1, 0, 0, BOX.width, BOX.height), ...u16(3, 0), 1, 1, 1, 1],
    ...[...u16(...points), ...u16(0, 0, BOX.height, 0)],
  ];
  return {
    ...commonTables(names),
    glyf: glyph,
    loca: u16(0, 0, glyph.length / 2, glyph.length / 2),
    maxp: [...u32(0x10000), ...u16(3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
  };
}

export type AxisRange = { tag: string; min: number; default: number; max: number };
export type InstanceNames = { style: string; values: number[] };

function fvarOf(axes: readonly AxisRange[], instances: readonly InstanceNames[]): number[] {
  return [
    ...u16(1, 0, 16, 2, axes.length, 20, instances.length, 4 + axes.length * 4),
    ...axes.flatMap((a) => [...ascii(a.tag), ...fixed(a.min, a.default, a.max), ...u16(0, 255)]),
    ...instances.flatMap(({ values }, index) => [...u16(256 + index, 0), ...fixed(...values)]),
  ];
}

const WEIGHT_AXIS = { tag: 'wght', min: 100, default: 400, max: 900 };
const INSTANCES = [
  { style: 'Regular', values: [400] },
  { style: 'Bold', values: [700] },
];
const INSTANCE_NAMES = { 256: 'Regular', 257: 'Bold' };

/** At the heaviest weight, the box of a variable font and its advance are this much wider. */
export const WIDENING = 200;

/** A variable font of TrueType outlines: from weight 400 to 900 the box widens by 200 units. */
export function variableTables(
  axes: readonly AxisRange[] = [WEIGHT_AXIS],
  instances: readonly InstanceNames[] = INSTANCES,
): Tables {
  const peak = u16(...axes.map((_, index) => (index === 0 ? 0x4000 : 0)));
  // The box's right points (1 and 2) and the advance (phantom point 5) move; all y deltas are zero.
  const points = [5, 0x04, 0, 1, 1, 1, 2];
  const deltas = [0x44, ...u16(0, WIDENING, WIDENING, 0, WIDENING), 0x84];
  const data = [...points, ...deltas];
  const glyph = [...u16(1, 4 + 4 + peak.length), ...u16(data.length, 0xa000), ...peak, ...data];
  const even = glyph.length % 2 === 0 ? glyph : [...glyph, 0];
  const start = 20 + 8;
  const gvar = [
    ...[...u16(1, 0, axes.length, 0), ...u32(start), ...u16(3, 0), ...u32(start)],
    ...[...u16(0, 0, even.length / 2, even.length / 2), ...even],
  ];
  return { ...staticTables(INSTANCE_NAMES), fvar: fvarOf(axes, instances), gvar };
}

/** Numbers in the encoding of CFF's charstrings and dictionaries. */
const cff = (value: number) => [28, ...u16(value)];
const long = (value: number) => [29, ...u32(value)];

/** An INDEX of CFF2, whose count is longer than in CFF. */
function index(items: readonly number[][], count = u32(items.length)): number[] {
  if (items.length === 0) return count;
  let end = 1;
  const offsets = [1, ...items.map((item) => (end += item.length))];
  return [...count, 2, ...u16(...offsets), ...items.flat()];
}

/** The box of `staticTables` with CFF outlines. */
export function cffTables(): Tables {
  const END = 14;
  const box = [
    ...[...cff(0), 22, ...cff(BOX.width), 6], // hmoveto, hlineto
    ...[...cff(BOX.height), 7, ...cff(-BOX.width), 6, END], // vlineto, hlineto
  ];
  const short = (items: number[][]) => index(items, u16(items.length));
  const start = [1, 0, 4, 2, ...short([ascii('Test')])];
  const charStrings = short([[END], box, [END]]);
  const top = (at: number) =>
    short([[...long(at), 17, ...long(0), ...long(at + charStrings.length), 18]]);
  const subroutines = [...short([]), ...short([])];
  const at = start.length + top(0).length + subroutines.length;
  return {
    ...commonTables({}),
    'CFF ': [...start, ...top(at), ...subroutines, ...charStrings],
    maxp: [...u32(0x5000), ...u16(3)],
  };
}

/** Like `variableTables`, with CFF2 outlines; the advance does not change. */
export function cff2Tables(): Tables {
  const blended = (value: number, delta: number) => [...cff(value), ...cff(delta), ...cff(1), 16];
  const box = [
    ...[...cff(0), 22], // hmoveto
    ...[...blended(BOX.width, WIDENING), 6], // hlineto
    ...[...cff(BOX.height), 7], // vlineto
    ...[...blended(-BOX.width, -WIDENING), 6],
  ];
  const charStrings = index([[], box, []]);
  const region = [...u16(1, 1), ...u16(0, 0x4000, 0x4000)];
  const data = u16(0, 0, 1, 0);
  const store = [...u16(1), ...u32(12), ...u16(1), ...u32(12 + region.length), ...region, ...data];
  const header = 5;
  const topLength = 3 * 6 + 1;
  const subroutines = index([]);
  const storeAt = header + topLength + subroutines.length;
  const charStringsAt = storeAt + 2 + store.length;
  const fontsAt = charStringsAt + charStrings.length;
  // An empty private dictionary.
  const fonts = index([[...long(0), ...long(fontsAt), 18]]);
  const top = [
    ...[...long(charStringsAt), 17],
    ...[...long(fontsAt), 12, 36],
    ...[...long(storeAt), 24],
  ];
  const table = [
    ...[2, 0, header, ...u16(top.length), ...top, ...subroutines],
    ...[...u16(store.length), ...store, ...charStrings, ...fonts],
  ];
  return {
    ...commonTables(INSTANCE_NAMES),
    CFF2: table,
    fvar: fvarOf([WEIGHT_AXIS], INSTANCES),
    maxp: [...u32(0x5000), ...u16(3)],
  };
}

/**
 * A GSUB table whose `ccmp` feature applies these lookups to glyph 1. Each lookup has one subtable
 * of a type.
 */
function gsubOf(lookups: readonly { type: number; subtable: number[] }[]): number[] {
  const scripts = [...u16(1), ...ascii('DFLT'), ...u16(8, 4, 0, 0, 0xffff, 1, 0)];
  const features = [...u16(1), ...ascii('ccmp'), ...u16(8, 0, lookups.length)];
  for (const index of lookups.keys()) features.push(...u16(index));
  const bodies = lookups.map(({ type, subtable }) => [...u16(type, 0, 1, 8), ...subtable]);
  let at = 2 + 2 * bodies.length;
  const offsets = bodies.flatMap((body) => {
    const offset = u16(at);
    at += body.length;
    return offset;
  });
  const [feature, lookup] = [10 + scripts.length, 10 + scripts.length + features.length];
  const list = [...u16(bodies.length), ...offsets, ...bodies.flat()];
  return [...u16(1, 0, 10, feature, lookup), ...scripts, ...features, ...list];
}

/** Lookups that each replace a letter with `times` letters. */
export function growingGsub(times: number, count: number): number[] {
  const sequence = u16(times, ...Array<number>(times).fill(1));
  const subtable = [...u16(1, 8, 1, 14), ...u16(1, 1, 1), ...sequence];
  return gsubOf(Array.from({ length: count }, () => ({ type: 2, subtable })));
}

/** Lookups that each call the next one `times` times; the last calls the first. */
export function circlingGsub(times: number, count: number): number[] {
  const lookups = Array.from({ length: count }, (_, index) => {
    const next = Array.from({ length: times }, () => u16(0, (index + 1) % count)).flat();
    const coverage = 8 + next.length;
    return { type: 5, subtable: [...u16(3, 1, times, coverage), ...next, ...u16(1, 1, 1)] };
  });
  return gsubOf(lookups);
}
