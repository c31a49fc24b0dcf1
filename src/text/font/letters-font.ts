import { AppError } from '../../base/index.ts';
import type { Char } from '../../lottie/index.ts';
import { type FontFace, readFaces } from './font-face.ts';

/** Units in an em of the font, and in a hundredth of it: Lottie draws letters at size 100. */
const EM = 4000;
const SCALE = EM / 100;
/** Coordinates and widths beyond this do not fit into a font. */
const MAX_UNITS = 16_000;
/** Maximum for a letter, as HarfBuzz limits it, and for all. */
const MAX_LETTER_POINTS = 2000;
const MAX_POINTS = 100_000;
const MAX_LETTERS = 20_000;

type Letter = { code: number; width: number; program: number[] };

let instanceCount = 0;

/**
 * A font made of the outlines in a Lottie file, so that text in it is set like text in any font.
 * Letters that a font cannot have (compositions, styled shapes, animated paths) are left out.
 * Returns undefined if no letter is left.
 */
export function fontOfLetters(chars: readonly Char[], ascent = 75): FontFace | undefined {
  const letters = lettersOf(chars);
  if (letters.length === 0) return undefined;
  // HarfBuzz's copies are cached by the digest of their file: a number that no other font has.
  instanceCount += 1;
  const file = { digest: `letters ${instanceCount}`, bytes: fontFile(letters, ascent) };
  try {
    return readFaces(file, 0, 'the letters of the file')[0];
  } catch (error) {
    if (error instanceof AppError && error.code === 'font_invalid') return undefined;
    throw error;
  }
}

/** The usable letters in the order of their code points; the first of equal letters counts. */
function lettersOf(chars: readonly Char[]): Letter[] {
  const letters = new Map<number, Letter>();
  let points = 0;
  for (const { ch, w, t, data } of chars) {
    const code = ch.codePointAt(0) ?? 0;
    const isOne = code >= 0x20 && ch.length === String.fromCodePoint(code).length;
    if (!isOne || t === 1 || letters.has(code)) continue;
    const width = typeof w === 'number' ? Math.round(w * SCALE) : Number.NaN;
    const program = width >= 0 && width <= MAX_UNITS ? programOf(data) : undefined;
    if (!program) continue;
    points += program.length;
    if (points > MAX_POINTS * BYTES_PER_POINT || letters.size >= MAX_LETTERS) break;
    letters.set(code, { code, width, program });
  }
  return [...letters.values()].sort((a, b) => a.code - b.code);
}

/** Operators of Type 2 charstrings (Adobe Technical Note 5177). */
const [MOVE, CURVE, END, SHORT] = [21, 8, 14, 28] as const;
/** Six numbers of three bytes, and an operator. */
const BYTES_PER_POINT = 19;

/** The outline as a charstring; undefined for an outline that is not made of plain paths. */
function programOf(data: unknown): number[] | undefined {
  const paths: unknown[] = [];
  if (!collectPaths(field(data, 'shapes') ?? [], paths, 0)) return undefined;
  const program: number[] = [];
  let pen = [0, 0];
  const write = (operator: number, points: readonly number[][]) => {
    for (const to of points) {
      for (const axis of [0, 1]) {
        const by = (to[axis] ?? 0) - (pen[axis] ?? 0);
        program.push(SHORT, (by >> 8) & 0xff, by & 0xff);
      }
      pen = to;
    }
    program.push(operator);
  };
  for (const path of paths) {
    const curves = curvesOf(path);
    if (!curves) return undefined;
    const [start] = curves[0] ?? [];
    if (!start) continue;
    write(MOVE, [start]);
    for (const [, ...points] of curves) write(CURVE, points);
    if (program.length > MAX_LETTER_POINTS * BYTES_PER_POINT) return undefined;
  }
  return [...program, END];
}

/** Groups as After Effects writes them: paths in one or two groups. */
const MAX_DEPTH = 4;

/** Whether all shapes are groups and unanimated paths. Adds the paths to `paths`. */
function collectPaths(shapes: unknown, paths: unknown[], depth: number): boolean {
  if (!Array.isArray(shapes) || depth > MAX_DEPTH || shapes.length > MAX_LETTER_POINTS)
    return false;
  return shapes.every((shape) => {
    if (field(shape, 'ty') === 'gr')
      return collectPaths(field(shape, 'it') ?? [], paths, depth + 1);
    const path = field(shape, 'ks');
    if (field(shape, 'ty') !== 'sh' || field(path, 'a') === 1) return false;
    return paths.push(field(path, 'k')) <= MAX_LETTER_POINTS;
  });
}

/** Each curve as its start, two control points and end in font units; undefined for a bad path. */
function curvesOf(path: unknown): number[][][] | undefined {
  const [i, o, v] = ['i', 'o', 'v'].map((key) => field(path, key));
  if (!Array.isArray(i) || !Array.isArray(o) || !Array.isArray(v)) return undefined;
  if (v.length > MAX_LETTER_POINTS) return undefined;
  const curves: number[][][] = [];
  for (const [index, from] of v.entries()) {
    const next = (index + 1) % v.length;
    const [start, end] = [unitsOf(from), unitsOf(v[next])];
    const [leave, arrive] = [unitsOf(from, o[index]), unitsOf(v[next], i[next])];
    if (!start || !end || !leave || !arrive) return undefined;
    // An open path is filled as if a straight line closed it, and so is a charstring.
    if (next !== 0 || field(path, 'c') !== false) curves.push([start, leave, arrive, end]);
  }
  return curves;
}

/** A point, moved by its tangent, in font units, y up. */
function unitsOf(point: unknown, tangent: unknown = [0, 0]): number[] | undefined {
  if (!Array.isArray(point) || !Array.isArray(tangent)) return undefined;
  const [x, y, dx, dy]: unknown[] = [point[0], point[1], tangent[0], tangent[1]];
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  if (typeof dx !== 'number' || typeof dy !== 'number') return undefined;
  const [right, up] = [Math.round((x + dx) * SCALE), Math.round((y + dy) * -SCALE)];
  return Math.abs(right) <= MAX_UNITS && Math.abs(up) <= MAX_UNITS ? [right, up] : undefined;
}

/** An own property of an object; undefined for other values. */
function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** An OpenType font with the tables that HarfBuzz needs. Glyph 0 is blank. */
function fontFile(letters: readonly Letter[], ascent: number): Uint8Array {
  const count = letters.length + 1;
  const top = Number.isFinite(ascent) && ascent > 0 && ascent < 300 ? ascent : 75;
  const rise = Math.round(top * SCALE);
  const groups = letters.flatMap(({ code }, n) => [...u32(code), ...u32(code), ...u32(n + 1)]);
  const widths = [0, ...letters.map(({ width }) => width)];
  const tables: [string, number[]][] = [
    ['CFF ', cff([[END], ...letters.map(({ program }) => program)])],
    [
      'cmap',
      [
        ...[...u16(0), ...u16(1), ...u16(3), ...u16(10), ...u32(12)],
        ...[...u16(12), ...u16(0), ...u32(16 + groups.length), ...u32(0), ...u32(letters.length)],
        ...groups,
      ],
    ],
    [
      'head',
      [
        ...[...u32(0x10000), ...u32(0x10000), ...u32(0), ...u32(0x5f0f3cf5), ...u16(0), ...u16(EM)],
        ...zeros(16 + 8 + 10),
      ],
    ],
    ['hhea', [...u32(0x10000), ...u16(rise), ...u16(rise - EM), ...zeros(26), ...u16(count)]],
    ['hmtx', widths.flatMap((width) => [...u16(width), ...u16(0)])],
    ['maxp', [...u32(0x5000), ...u16(count)]],
  ];
  let at = 12 + tables.length * 16;
  const head = [...text('OTTO'), ...u16(tables.length), ...zeros(6)];
  const body: number[][] = [];
  for (const [tag, bytes] of tables) {
    head.push(...text(tag), ...u32(0), ...u32(at), ...u32(bytes.length));
    const padded = (4 - (bytes.length % 4)) % 4;
    body.push(bytes, zeros(padded));
    at += bytes.length + padded;
  }
  return Uint8Array.from([head, ...body].flat());
}

/** A font in the Compact Font Format (Adobe Technical Note 5176) without subroutines. */
function cff(programs: readonly number[][]): number[] {
  const start = [...[1, 0, 4, 4], ...cffIndex([text('Letters')])];
  const dict = (at: number) => [29, ...u32(at), 17, 29, ...u32(0), 29, ...u32(at), 18];
  const indexes = [...cffIndex([]), ...cffIndex([])];
  const at = start.length + cffIndex([dict(0)]).length + indexes.length;
  return [start, cffIndex([dict(at)]), indexes, cffIndex(programs)].flat();
}

/** The INDEX structure of CFF, with offsets of four bytes. */
function cffIndex(items: readonly number[][]): number[] {
  if (items.length === 0) return u16(0);
  let offset = 1;
  const offsets = [offset, ...items.map(({ length }) => (offset += length))];
  return [u16(items.length), [4], offsets.flatMap(u32), items.flat()].flat();
}

function u16(value: number): number[] {
  return [(value >> 8) & 0xff, value & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value >>> 16), ...u16(value)];
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function text(letters: string): number[] {
  return [...letters].map((c) => c.charCodeAt(0));
}
