import { SENTENCES } from '../../src/compose/captions/sentences.fixture.ts';
import { importTemplate } from '../../src/import/index.ts';
import { CAPTION_STYLES, type Template } from '../../src/template/index.ts';

const FPS = 25;
/** Captions are in front of everything, or in the place of a layer of the template. */
const PLACES = ['front', 'layer'] as const;

/** A mapping with a caption in each script, one a second, and the frames to compare. */
export type CaptionCell = {
  what: string;
  template: Template;
  json: { resources: Record<string, never>; captions: object };
  frames: readonly number[];
};

/** Returns a cell for each style in each place. The frames show each caption while it is spoken. */
export async function captionCells(): Promise<CaptionCell[]> {
  const cues = SENTENCES.map(([, text], index) => ({ start: index + 0.1, end: index + 0.9, text }));
  const frames = cues.map((_, index) => Math.round((index + 0.4) * FPS));
  const cells = PLACES.map(async (place) => {
    const template = await templateOf(place);
    return CAPTION_STYLES.map((style) => {
      const json = { resources: {}, captions: { source: { cues }, style } };
      return { what: `captions ${style} ${place}`, template, json, frames };
    });
  });
  return (await Promise.all(cells)).flat();
}

/** A template whose layer for captions is turned and half transparent, before a gradient. */
function templateOf(place: (typeof PLACES)[number]): Promise<Template> {
  const span = { ip: 0, op: SENTENCES.length * FPS, st: 0, sr: 1 };
  const document = {
    ...{ f: 'Serif', s: 44, lh: 56, t: 'Words', j: 2, fc: [1, 1, 1], sc: [0.5, 0, 0], sw: 3 },
    ...{ sz: [700, 200], ps: [0, 0] },
  };
  const words = {
    ...{ ...span, ty: 5, nm: 'captions' },
    ks: { p: still([290, 100, 0]), r: still(4), o: still(80) },
    t: { d: { k: [{ t: 0, s: document }] }, a: [] },
  };
  const gradient = {
    ...{ ty: 'gf', t: 1, s: still([0, 0]), e: still([1280, 720]), o: still(100) },
    g: { p: 2, k: still([0, 0.1, 0.4, 0.9, 1, 0.9, 0.3, 0.2]) },
  };
  const size = { ty: 'rc', p: still([640, 360]), s: still([1280, 720]), r: still(0) };
  const group = { ty: 'gr', it: [size, gradient, { ty: 'tr', o: still(100) }] };
  const ground = { ...span, ty: 4, ks: {}, shapes: [group] };
  const animation = {
    ...{ v: '5.9.0', fr: FPS, ip: 0, op: span.op, w: 1280, h: 720 },
    fonts: { list: [{ fName: 'Serif', fFamily: 'Noto Serif', fStyle: 'Regular', ascent: 107 }] },
    layers: place === 'layer' ? [words, ground] : [ground],
  };
  return importTemplate({
    label: place,
    base: '',
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: undefined,
    files: new Map(),
  });
}

function still<T>(value: T): { a: 0; k: T } {
  return { a: 0, k: value };
}
