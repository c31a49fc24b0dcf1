import {
  type Animatable,
  EASE,
  type Json,
  type Key,
  property,
  rgb,
  type Transform,
  transform,
} from './values.ts';

export type Span = { from?: number; to?: number };

/** Layers; the first one is drawn on top. Layers without a time span last as long as the composition. */
type Placed = Transform &
  Span & { parent?: number; index?: number; matte?: 'alpha' | 'luma'; isMatte?: boolean };

function base(
  type: number,
  name: string,
  { from, to, parent, index, matte, isMatte, ...placed }: Placed,
): Json {
  return {
    ddd: 0,
    ty: type,
    nm: name,
    ...(index !== undefined && { ind: index }),
    ...(parent !== undefined && { parent }),
    ...(matte && { tt: matte === 'alpha' ? 1 : 3 }),
    ...(isMatte && { td: 1 }),
    ks: transform(placed),
    sr: 1,
    st: 0,
    bm: 0,
    ...(from !== undefined && { ip: from }),
    ...(to !== undefined && { op: to }),
  };
}

export function shapeLayer(name: string, shapes: Json[], placed: Placed = {}): Json {
  return { ...base(4, name, placed), shapes };
}

export function nullLayer(name: string, index: number, placed: Placed = {}): Json {
  return base(3, name, { ...placed, index });
}

/** An image layer. `mask` clips it to a rounded rectangle or an ellipse of the image's size. */
export function imageLayer(
  name: string,
  asset: string,
  placed: Placed = {},
  mask?: { width: number; height: number; radius: number },
): Json {
  return {
    ...base(2, name, placed),
    refId: asset,
    ...(mask && { hasMask: true, masksProperties: [roundMask(mask)] }),
  };
}

/** A rounded rectangle. A tangent of 0.5523 × radius makes a cubic curve a quarter circle. */
function roundMask({
  width: w,
  height: h,
  radius: r,
}: {
  width: number;
  height: number;
  radius: number;
}): Json {
  const c = r * 0.5523;
  const v = [
    [r, 0],
    [w - r, 0],
    [w, r],
    [w, h - r],
    [w - r, h],
    [r, h],
    [0, h - r],
    [0, r],
  ];
  const o = [
    [0, 0],
    [c, 0],
    [0, 0],
    [0, c],
    [0, 0],
    [-c, 0],
    [0, 0],
    [0, -c],
  ];
  const i = [
    [-c, 0],
    [0, 0],
    [0, -c],
    [0, 0],
    [c, 0],
    [0, 0],
    [0, c],
    [0, 0],
  ];
  return {
    inv: false,
    mode: 'a',
    nm: 'mask',
    pt: { a: 0, k: { c: true, v, i, o } },
    o: property(100),
    x: property(0),
  };
}

/** An audio layer over the whole composition. */
export function audioLayer(name: string, asset: string): Json {
  return { ty: 6, nm: name, refId: asset, sr: 1, st: 0 };
}

export function precompLayer(
  name: string,
  asset: string,
  size: { width: number; height: number },
  placed: Placed = {},
): Json {
  return { ...base(0, name, placed), refId: asset, w: size.width, h: size.height };
}

export type TextStyle = {
  font: string;
  size: number;
  color: string;
  /** The text box: left, top, width, height. */
  box: [number, number, number, number];
  align?: 'left' | 'right' | 'center';
  vertical?: 'top' | 'center' | 'bottom';
  leading?: number;
  tracking?: number;
  slot?: string;
  animators?: Json[];
  /** A short text grows up to this size. */
  largest?: number;
  /** The width of an outline in the text's color. */
  stroke?: number;
};

export function textLayer(
  name: string,
  words: string,
  style: TextStyle,
  placed: Placed = {},
): Json {
  const [left, top, width, height] = style.box;
  const document = {
    f: style.font,
    s: style.size,
    t: words.replaceAll('\n', '\r'),
    j: { left: 0, right: 1, center: 2 }[style.align ?? 'left'],
    vj: { top: 0, center: 1, bottom: 2 }[style.vertical ?? 'center'],
    tr: style.tracking ?? 0,
    lh: style.size * (style.leading ?? 1.15),
    ls: 0,
    fc: rgb(style.color),
    sz: [width, height],
    ps: [left, top],
    ...(style.largest !== undefined && { rs: 1, xf: style.largest }),
    ...(style.stroke !== undefined && { sc: rgb(style.color), sw: style.stroke, of: false }),
  };
  return {
    ...base(5, name, placed),
    t: {
      d: { k: [{ t: 0, s: document }], ...(style.slot !== undefined && { sid: style.slot }) },
      p: {},
      m: { g: 1, a: property([0, 0]) },
      a: style.animators ?? [],
    },
  };
}

/** Animates letters, words or lines one after the other, from the state `away`. */
export function reveal(
  by: 'letters' | 'words' | 'lines',
  from: number,
  to: number,
  away: { position?: number[]; opacity?: number; scale?: number[]; rotation?: number },
): Json {
  const keys: Key[] = [
    [from, 0, EASE.inOut],
    [to, 100],
  ];
  return {
    nm: 'reveal',
    s: {
      t: 0,
      xe: property(0),
      ne: property(0),
      a: property(100),
      b: { letters: 1, words: 3, lines: 4 }[by],
      rn: 0,
      sh: 1,
      sm: property(100),
      s: property(keys),
      e: property(100),
      o: property(0),
      r: 1,
    },
    a: {
      ...(away.position && { p: property([...away.position, 0]) }),
      ...(away.opacity !== undefined && { o: property(away.opacity) }),
      ...(away.scale && { s: property([...away.scale, 100]) }),
      ...(away.rotation !== undefined && { r: property(away.rotation) }),
    },
  };
}

/** Scales up from 0 at a frame, and overshoots a little. */
export function pop(at: number, size = 100): Animatable {
  return [
    [at, [0, 0, 100], EASE.back],
    [at + 16, [size, size, 100]],
  ];
}
