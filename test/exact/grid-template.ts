import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { importTemplate } from '../../src/import/index.ts';
import type { Template } from '../../src/template/index.ts';

type Json = Record<string, unknown>;

/** A cell of the grid: the editable that it shows, and fields of its layer. */
export type GridCell = { kind: 'text' | 'image' | 'video'; name: string; layer?: Json };

export type GridOptions = {
  width?: number;
  height?: number;
  /** The size of the boxes of texts. */
  fontSize?: number;
  language?: string;
  /** Without it, nothing is drawn below the cells. */
  background?: string;
  /** The cells are in a precomp with these fields. */
  precomp?: Json;
};

export const FONT = 'Poppins-Bold';
export const FRAMES = 30;
const COLUMNS = 4;
const FONT_FILE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);

/** The cells are turned, scaled and translucent, each cell by its own values. */
const TURNS = [0, 7, -12, 0, 90, 3];
const SCALES = [100, 92, 71, 100, 83];
const OPACITIES = [100, 100, 60];
const ALIGNMENTS = [0, 1, 2];

/** Returns a template with an editable in each cell of a grid, four in a row. */
export async function gridTemplate(
  cells: readonly GridCell[],
  options: GridOptions = {},
): Promise<Template> {
  const { width = 960, height = 640, language, background, precomp } = options;
  const rows = Math.ceil(cells.length / COLUMNS);
  const cell = { width: Math.floor(width / COLUMNS), height: Math.floor(height / rows) };
  const size = { width: cell.width - 20, height: cell.height - 20 };
  const layers = cells.map(({ kind, name, layer = {} }, index) => {
    const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
    const ks = placed(index, {
      x: (column + 0.5) * cell.width,
      y: (row + 0.5) * cell.height,
      ...size,
    });
    const time = { ip: 0, op: FRAMES, st: 0, sr: 1, ind: index + 1 };
    const shown =
      kind === 'text'
        ? { ty: 5, t: textOf(index, size, options) }
        : { ty: kind === 'image' ? 2 : 9, refId: name };
    return { nm: name, ks, ...time, ...shown, ...layer };
  });
  const assets: Json[] = cells.flatMap(({ kind, name }) => {
    const asset = { id: name, w: size.width, h: size.height, u: 'images/', e: 0 };
    if (kind === 'text') return [];
    return [kind === 'image' ? { ...asset, p: 'own.png' } : { ...asset, u: '', p: '' }];
  });
  const whole = { ip: 0, op: FRAMES, st: 0, sr: 1, ks: {} };
  const ground = { ...whole, ty: 1, nm: 'ground', sw: width, sh: height, sc: background };
  const inside = { ...whole, ty: 0, nm: 'inside', refId: 'inside', w: width, h: height };
  if (precomp) assets.push({ id: 'inside', layers });
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: FRAMES,
    w: width,
    h: height,
    assets,
    fonts: { list: [{ fName: FONT, fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      ...(precomp ? [{ ...inside, ...precomp }] : layers),
      ...(background === undefined ? [] : [ground]),
    ],
  };
  const own = { create: { width: 40, height: 30, channels: 3 as const, background: '#a0b0c0' } };
  return importTemplate({
    animation: Buffer.from(JSON.stringify(lottie)),
    templateJson: language === undefined ? undefined : describing(language),
    files: new Map([
      ['images/own.png', new Uint8Array(await sharp(own).png().toBuffer())],
      ['fonts/Poppins-Bold.ttf', new Uint8Array(await readFile(FONT_FILE))],
    ]),
    base: '',
    label: 'grid',
  });
}

function describing(language: string): Buffer {
  return Buffer.from(JSON.stringify({ version: 1, language }));
}

const still = (k: unknown) => ({ a: 0, k });
const of = <T>(list: readonly T[], index: number) => list[index % list.length];

function placed(
  index: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Json {
  const scale = of(SCALES, index);
  return {
    o: still(of(OPACITIES, index)),
    r: still(of(TURNS, index)),
    // The cells move by fractions of a pixel.
    p: {
      a: 1,
      k: [
        { t: 0, s: [x, y, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
        { t: FRAMES, s: [x + 5.3, y + 3.7, 0] },
      ],
    },
    a: still([width / 2, height / 2, 0]),
    s: still([scale, scale, 100]),
  };
}

/** A text in a box. Every second one is shown letter by letter. */
function textOf(
  index: number,
  { width, height }: { width: number; height: number },
  { fontSize = 34 }: GridOptions,
): Json {
  const document = {
    f: FONT,
    s: fontSize,
    t: 'Example',
    j: of(ALIGNMENTS, index),
    tr: 0,
    lh: fontSize * 1.2,
    fc: [0.1, 0.2, 0.4],
    sz: [width, height],
    ps: [0, 0],
  };
  const growing = { a: 1, k: [...keyframe(0, 0), ...keyframe(FRAMES - 10, 100)] };
  const selector = { t: 0, xe: still(0), ne: still(0), a: still(100), b: 1, rn: 0, sh: 1 };
  const range = { ...selector, sm: still(100), r: 1, s: growing, e: still(100), o: still(0) };
  const moved = { nm: 'rising', s: range, a: { o: still(30), p: still([0, 12, 0]) } };
  return {
    d: { k: [{ t: 0, s: document }] },
    p: {},
    m: { g: 1, a: still([0, 0]) },
    a: index % 2 === 0 ? [] : [moved],
  };
}

function keyframe(t: number, s: number): Json[] {
  return [{ t, s: [s], i: { x: [0.6], y: [1] }, o: { x: [0.4], y: [0] } }];
}
