import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importTemplate } from '../import/index.ts';
import type { Template } from '../template/index.ts';

type Json = Record<string, unknown>;

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);
export const FRAMES = 60;
const INK = [0, 0, 0];

export const still = (k: unknown, x?: string): Json => ({
  a: 0,
  k,
  ...(x !== undefined && { x: `var $bm_rt;\n${x}` }),
});

/** The code of an expression with a single value. */
export const code = (value: string) => `$bm_rt = ${value};`;

export function layer(nm: string, ty: number, { ks = {}, ...more }: Json & { ks?: object }): Json {
  const transform = {
    o: still(100),
    r: still(0),
    p: still([0, 0, 0]),
    a: still([0, 0, 0]),
    s: still([100, 100, 100]),
    ...ks,
  };
  return { ddd: 0, ty, nm, sr: 1, ip: 0, op: FRAMES, st: 0, bm: 0, ks: transform, ...more };
}

export function text(nm: string, t: string, more: Json & { ks?: object; x?: string } = {}): Json {
  const { x, ...properties } = more;
  const s = { f: 'Poppins-Bold', s: 40, t, j: 0, tr: 0, lh: 48, ls: 0, fc: INK };
  return layer(nm, 5, {
    ...properties,
    t: {
      d: { k: [{ t: 0, s }], ...(x !== undefined && { x: `var $bm_rt;\n${x}` }) },
      a: [],
      p: {},
      m: { g: 1, a: still([0, 0]) },
    },
  });
}

type Box = { size: Json; place: Json; color: Json; ks?: object };

/** A shape layer with a filled rectangle. */
export function box(nm: string, { size, place, color, ks = {} }: Box): Json {
  const it = [
    { ty: 'rc', nm: 'Rectangle', d: 1, s: size, p: place, r: still(0) },
    { ty: 'fl', nm: 'Fill', c: color, o: still(100), r: 1 },
    {
      ty: 'tr',
      nm: 'Transform',
      p: still([0, 0]),
      a: still([0, 0]),
      s: still([100, 100]),
      r: still(0),
      o: still(100),
      sk: still(0),
      sa: still(0),
    },
  ];
  return layer(nm, 4, { ks, shapes: [{ ty: 'gr', nm: 'Group', it }] });
}

const RECT = 'var r = thisComp.layer("t_01").sourceRectAtTime(time, false);\n';

/** A box around a text, a text below it that repeats it, and shapes that take colors over. */
export function rigged(): Json {
  const title = { p: still([60, 80, 0]) };
  const at = 'thisComp.layer("t_01").transform.position';
  const padded = `${RECT}var p = thisComp.layer("controls").effect("padding")("Slider").value;\n`;
  return {
    v: '5.9.0',
    nm: 'rigged',
    fr: 30,
    ip: 0,
    op: FRAMES,
    w: 800,
    h: 300,
    ddd: 0,
    assets: [],
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      layer('controls', 3, {
        ef: [
          {
            ty: 5,
            nm: 'padding',
            np: 3,
            mn: 'ADBE Slider Control',
            ix: 1,
            en: 1,
            ef: [{ ty: 0, nm: 'Slider', mn: 'ADBE Slider Control-0001', ix: 1, v: still(10) }],
          },
        ],
      }),
      text('t_01', 'Hello', { ks: title }),
      text('shout', 'HELLO', {
        ks: { p: still([60, 200, 0], `${RECT}$bm_rt = [${at}[0], ${at}[1] + r.height + 80];`) },
        x: code('thisComp.layer("t_01").text.sourceText.toUpperCase()'),
      }),
      box('swatch', {
        size: still([60, 60]),
        place: still([740, 40]),
        color: still([0.2, 0.4, 0.6, 1]),
      }),
      box('copy', {
        size: still([60, 60]),
        place: still([740, 120]),
        color: still(
          [0.2, 0.4, 0.6, 1],
          code('thisComp.layer("swatch").content("Group").content("Fill").color'),
        ),
      }),
      box('box', {
        size: still([100, 50], `${padded}$bm_rt = [r.width + 2 * p, r.height + 2 * p];`),
        place: still([0, 0], `${RECT}$bm_rt = [r.left + r.width / 2, r.top + r.height / 2];`),
        color: still([1, 0.9, 0.5, 1]),
        ks: { p: still([60, 80, 0], code(at)) },
      }),
    ],
  };
}

export async function imported(
  lottie: Json,
  editables: Json = {},
  files: Readonly<Record<string, Uint8Array>> = {},
): Promise<Template> {
  return importTemplate({
    label: 'rigged.json',
    base: '',
    animation: new TextEncoder().encode(JSON.stringify(lottie)),
    templateJson: new TextEncoder().encode(JSON.stringify({ version: 1, editables })),
    files: new Map([...Object.entries(files), ['fonts/Poppins-Bold.ttf', await readFile(FONT)]]),
  });
}
