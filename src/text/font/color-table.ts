import type { Matrix } from '../../lottie/index.ts';

/** Red, green, blue and alpha, 0–1. */
export type PaintColor = readonly [number, number, number, number];
export type Stop = { at: number; color: PaintColor };
export type Point = readonly [number, number];

/**
 * The parts of a color glyph, in font units, y up. `glyph` fills an outline with a paint;
 * `composite` has its blend mode as the number in the table.
 */
export type Paint =
  | { kind: 'layers'; layers: Paint[] }
  | { kind: 'solid'; color: PaintColor }
  | { kind: 'linear'; stops: Stop[]; from: Point; to: Point; turn: Point }
  | {
      kind: 'radial';
      stops: Stop[];
      inner: Point;
      innerRadius: number;
      outer: Point;
      radius: number;
    }
  | { kind: 'glyph'; glyph: number; paint: Paint }
  | { kind: 'transform'; by: Matrix; paint: Paint }
  | { kind: 'composite'; mode: number; source: Paint; backdrop: Paint };

/**
 * Maximum for one glyph, gradient stops included. The coats of arms on some flags have a few
 * thousand.
 */
const MAX_PAINTS = 20_000;
/**
 * Maximum for all cached glyphs. Glyphs may share parts of the file, so the cache can be larger
 * than the file.
 */
const MAX_CACHED_PAINTS = 2_000_000;
const MAX_DEPTH = 64;
const FOREGROUND = 0xffff;
const BLACK: PaintColor = [0, 0, 0, 1];
const EMPTY: Paint = { kind: 'layers', layers: [] };

/**
 * Reads the color glyphs of a font's COLR table (versions 0 and 1; for a variable font the default
 * instance) in the first palette of CPAL (OpenType 1.9.1). The foreground color, which few glyphs
 * use, is black. Every gradient extends its last colors, whatever its extend mode; a sweep gradient
 * becomes its mean color.
 */
export class ColorTable {
  readonly #colr: DataView;
  readonly #palette: PaintColor[];
  readonly #glyphs: ReadonlyMap<number, number>;
  readonly #paints = new Map<number, Paint | undefined>();
  #cachedPaints = 0;

  constructor(colr: DataView, cpal: DataView | undefined) {
    this.#colr = colr;
    this.#palette = cpal ? paletteOf(cpal) : [];
    this.#glyphs = glyphsOf(colr);
  }

  /** Undefined for a glyph without color, and for a glyph whose record is damaged or too large. */
  paint(glyph: number): Paint | undefined {
    const at = this.#glyphs.get(glyph);
    if (at === undefined) return undefined;
    if (!this.#paints.has(glyph)) this.#paints.set(glyph, this.#readPaint(at));
    return this.#paints.get(glyph);
  }

  /**
   * Returns undefined for a damaged or too large paint, and for every paint after the limit of all paints.
   * A negative `at` is a glyph of the older format (COLR version 0).
   */
  #readPaint(at: number): Paint | undefined {
    if (this.#cachedPaints > MAX_CACHED_PAINTS) return undefined;
    const reader = new Reader(this.#colr, this.#palette, this.#glyphs);
    try {
      return at < 0 ? this.#flat(-at) : reader.read(at);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    } finally {
      this.#cachedPaints += reader.count;
    }
  }

  /** Version 0: a stack of glyphs, each of one color. */
  #flat(at: number): Paint {
    const colr = this.#colr;
    const [first, count] = [colr.getUint16(at + 2), colr.getUint16(at + 4)];
    if (count > MAX_PAINTS) throw new RangeError('too many layers');
    this.#cachedPaints += count;
    const start = colr.getUint32(8);
    const layers = Array.from({ length: count }, (_, index): Paint => {
      const record = start + (first + index) * 4;
      const color = colorOf(this.#palette, colr.getUint16(record + 2), 1);
      return { kind: 'glyph', glyph: colr.getUint16(record), paint: { kind: 'solid', color } };
    });
    return { kind: 'layers', layers };
  }
}

/** The offset of each color glyph: of its paint, or, negative, of its record of version 0. */
function glyphsOf(colr: DataView): Map<number, number> {
  const glyphs = new Map<number, number>();
  if (colr.byteLength < 14) return glyphs;
  const flat = colr.getUint32(4);
  for (let index = 0; index < colr.getUint16(2); index++) {
    const at = flat + index * 6;
    if (at + 6 > colr.byteLength) break;
    glyphs.set(colr.getUint16(at), -at);
  }
  const list = colr.getUint16(0) >= 1 && colr.byteLength >= 34 ? colr.getUint32(14) : 0;
  if (list === 0 || list + 4 > colr.byteLength) return glyphs;
  const count = colr.getUint32(list);
  for (let at = list + 4; at < list + 4 + count * 6 && at + 6 <= colr.byteLength; at += 6)
    glyphs.set(colr.getUint16(at), list + colr.getUint32(at + 2));
  return glyphs;
}

/** The font's first palette as RGBA from 0 to 1; CPAL stores blue, green, red, alpha. */
function paletteOf(cpal: DataView): PaintColor[] {
  if (cpal.byteLength < 14) return [];
  const start = cpal.getUint32(8) + cpal.getUint16(12) * 4;
  const palette: PaintColor[] = [];
  for (let index = 0; index < cpal.getUint16(2); index++) {
    const at = start + index * 4;
    if (at + 4 > cpal.byteLength) break;
    const [b, g, r, a] = [0, 1, 2, 3].map((n) => cpal.getUint8(at + n) / 255);
    palette.push([r ?? 0, g ?? 0, b ?? 0, a ?? 1]);
  }
  return palette;
}

/**
 * The color of the palette with its opacity multiplied; black for the text's own color, and for an unknown
 * index.
 */
function colorOf(palette: readonly PaintColor[], index: number, alpha: number): PaintColor {
  const [r, g, b, a] = index === FOREGROUND ? BLACK : (palette[index] ?? BLACK);
  return [r, g, b, a * Math.min(1, Math.max(0, alpha))];
}

/**
 * Reads one glyph's paints. Throws `RangeError` where offsets lead out of the table or form a
 * cycle.
 */
class Reader {
  readonly #colr: DataView;
  readonly #palette: readonly PaintColor[];
  readonly #glyphs: ReadonlyMap<number, number>;
  count = 0;
  #depth = 0;

  constructor(colr: DataView, palette: readonly PaintColor[], glyphs: ReadonlyMap<number, number>) {
    this.#colr = colr;
    this.#palette = palette;
    this.#glyphs = glyphs;
  }

  /**
   * Reads the paint at an offset. Throws a RangeError for too many or too deeply nested paints, and outside
   * of the table.
   */
  read(at: number): Paint {
    this.count += 1;
    if (this.count > MAX_PAINTS || this.#depth > MAX_DEPTH) throw new RangeError('too deep');
    this.#depth += 1;
    const paint = this.#paint(at, this.#colr.getUint8(at));
    this.#depth -= 1;
    return paint;
  }

  #paint(at: number, format: number): Paint {
    if (format === 1)
      return this.#layers(this.#colr.getUint8(at + 1), this.#colr.getUint32(at + 2));
    if (format === 2 || format === 3)
      return { kind: 'solid', color: this.#color(this.#colr.getUint16(at + 1), at + 3) };
    if (format >= 4 && format <= 9) return this.#gradient(at, format);
    if (format === 10)
      return { kind: 'glyph', glyph: this.#colr.getUint16(at + 4), paint: this.#child(at, 1) };
    if (format === 11) {
      const other = this.#glyphs.get(this.#colr.getUint16(at + 1));
      return other === undefined || other < 0 ? EMPTY : this.read(other);
    }
    if (format >= 12 && format <= 31)
      return { kind: 'transform', by: this.#transform(at, format), paint: this.#child(at, 1) };
    if (format !== 32) return EMPTY;
    const mode = this.#colr.getUint8(at + 4);
    return { kind: 'composite', mode, source: this.#child(at, 1), backdrop: this.#child(at, 5) };
  }

  /** `first` and `count` are positions in the list of all layers. */
  #layers(count: number, first: number): Paint {
    const list = this.#colr.getUint32(18);
    const layers: Paint[] = [];
    for (let index = first; index < first + count; index++)
      layers.push(this.read(list + this.#colr.getUint32(list + 4 + index * 4)));
    return { kind: 'layers', layers };
  }

  #child(at: number, field: number): Paint {
    return this.read(at + this.#offset(at + field));
  }

  #offset(at: number): number {
    return this.#colr.getUint16(at) * 256 + this.#colr.getUint8(at + 2);
  }

  #color(index: number, alphaAt: number): PaintColor {
    return colorOf(this.#palette, index, this.#fraction(alphaAt));
  }

  /** A number in 2.14 fixed point. */
  #fraction(at: number): number {
    return this.#colr.getInt16(at) / 16_384;
  }

  #point(at: number): Point {
    return [this.#colr.getInt16(at), this.#colr.getInt16(at + 2)];
  }

  /**
   * Reads a linear (formats 4 and 5) or radial gradient; a sweep gradient (8 and 9) gives its mean color.
   * Each stop counts as a paint.
   */
  #gradient(at: number, format: number): Paint {
    const line = at + this.#offset(at + 1);
    const stopBytes = format % 2 === 1 ? 10 : 6;
    const stops: Stop[] = [];
    this.count += this.#colr.getUint16(line + 1);
    for (let index = 0; index < this.#colr.getUint16(line + 1); index++) {
      const stop = line + 3 + index * stopBytes;
      const color = this.#color(this.#colr.getUint16(stop + 2), stop + 4);
      stops.push({ at: this.#fraction(stop), color });
    }
    stops.sort((a, b) => a.at - b.at);
    if (stops.length === 0) return EMPTY;
    if (format <= 5) {
      const [from, to, turn] = [this.#point(at + 4), this.#point(at + 8), this.#point(at + 12)];
      return { kind: 'linear', stops, from, to, turn };
    }
    if (format >= 8) return { kind: 'solid', color: meanOf(stops) };
    return {
      kind: 'radial',
      stops,
      inner: this.#point(at + 4),
      innerRadius: this.#colr.getUint16(at + 8),
      outer: this.#point(at + 10),
      radius: this.#colr.getUint16(at + 14),
    };
  }

  /**
   * The formats come in pairs: the odd one has variations, which are ignored. Translations are in font
   * units, fractions are F2Dot14 or 16.16.
   */
  #transform(at: number, format: number): Matrix {
    const kind = format - (format % 2);
    if (kind === 12) {
      const start = at + this.#offset(at + 4);
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = [0, 4, 8, 12, 16, 20].map(
        (n) => this.#colr.getInt32(start + n) / 65_536,
      );
      return [a, b, c, d, e, f];
    }
    const [x, y] = [this.#fraction(at + 4), this.#fraction(at + 6)];
    if (kind === 14) return [1, 0, 0, 1, ...this.#point(at + 4)];
    if (kind === 16) return [x, 0, 0, y, 0, 0];
    if (kind === 18) return around([x, 0, 0, y], this.#point(at + 8));
    if (kind === 20) return [x, 0, 0, x, 0, 0];
    if (kind === 22) return around([x, 0, 0, x], this.#point(at + 6));
    if (kind === 24) return around(rotation(x), [0, 0]);
    if (kind === 26) return around(rotation(x), this.#point(at + 6));
    if (kind === 28) return around(skew(x, y), [0, 0]);
    return around(skew(x, y), this.#point(at + 8));
  }
}

type Linear = readonly [number, number, number, number];

/** Angles in half turns, counter-clockwise. */
function rotation(halfTurns: number): Linear {
  const [cos, sin] = [Math.cos(halfTurns * Math.PI), Math.sin(halfTurns * Math.PI)];
  return [cos, sin, -sin, cos];
}

function skew(x: number, y: number): Linear {
  return [1, Math.tan(y * Math.PI), -Math.tan(x * Math.PI), 1];
}

function around([a, b, c, d]: Linear, [x, y]: Point): Matrix {
  return [a, b, c, d, x - a * x - c * y, y - b * x - d * y];
}

function meanOf(stops: readonly Stop[]): PaintColor {
  const mean = (channel: 0 | 1 | 2 | 3) =>
    stops.reduce((sum, { color }) => sum + color[channel], 0) / stops.length;
  return [mean(0), mean(1), mean(2), mean(3)];
}
