/**
 * The parts of the Lottie format (https://lottie.github.io/lottie-spec/) that Framepress reads or
 * writes. Files contain more; fields that are not listed here are preserved.
 */
/**
 * A path. `v`: its vertices; `i` and `o`: the tangents into and out of each vertex, relative to it; `c`: whether
 * it is closed.
 */
export type Bezier = { i: number[][]; o: number[][]; v: number[][]; c?: boolean };

export type Easing = { x: number | number[]; y: number | number[] };

export type Keyframe<T> = {
  t: number;
  s?: T;
  /** End value in files before 5.5; later files use the next keyframe's `s`. */
  e?: T;
  i?: Easing;
  o?: Easing;
  to?: number[];
  ti?: number[];
  /** 1: hold until the next keyframe. */
  h?: number;
};

/** A value or keyframes; `sid` binds it to a slot, `x` is an After Effects expression. */
export type Property<T> = {
  a?: number;
  k: T | Keyframe<T>[];
  sid?: string;
  x?: string;
  /** The number of an expression that depends on an editable; see `DependentExpressions`. An extension of Framepress. */
  xn?: number;
  ix?: number;
};
export type ScalarProperty = Property<number>;
export type VectorProperty = Property<number[]>;
export type ShapeProperty = Property<Bezier>;

/** A position with separate properties for each dimension. */
export type SplitPosition = {
  s: true | 1;
  x: ScalarProperty;
  y: ScalarProperty;
  z?: ScalarProperty;
};

export type Transform = {
  a?: VectorProperty;
  p?: VectorProperty | SplitPosition;
  s?: VectorProperty;
  r?: ScalarProperty;
  rx?: ScalarProperty;
  ry?: ScalarProperty;
  rz?: ScalarProperty;
  or?: VectorProperty;
  o?: ScalarProperty;
  sk?: ScalarProperty;
  sa?: ScalarProperty;
};

/** A text document: the style and the text of a text layer from a keyframe on. */
export type TextDocument = {
  /** Name (`fName`) of the font in `fonts.list`. */
  f?: string;
  /** Size in composition pixels. */
  s?: number;
  t?: string;
  /** Justification: 0 left, 1 right, 2 center, 3–6 justify with last line left, right, center, full. */
  j?: number;
  /** Tracking in thousandths of an em. */
  tr?: number;
  /** Line height in pixels. */
  lh?: number;
  /** Baseline shift in pixels. */
  ls?: number;
  /** Fill and stroke colors, 0–1. */
  fc?: number[];
  sc?: number[];
  sw?: number;
  /** Skottie: line join of the stroke: 1 miter, 2 round, 3 bevel. */
  lj?: number;
  /** Whether the stroke is drawn over the fill. */
  of?: boolean;
  /** Caps: 1 all caps, 2 small caps. */
  ca?: number;
  /** Box size and position; without them the text is point text. */
  sz?: number[];
  ps?: number[];
  /**
   * Skottie: resize policy, smallest and largest size, maximum number of lines, vertical
   * justification.
   */
  rs?: number;
  mf?: number;
  xf?: number;
  xl?: number;
  vj?: number;
};

export type TextData = {
  d: { k: { s: TextDocument; t: number }[]; sid?: string; x?: string };
  a?: TextAnimator[];
  m?: { g?: number; a?: VectorProperty };
  p?: Record<string, unknown>;
};

export type TextAnimator = {
  nm?: string;
  s?: Record<string, unknown>;
  a?: Record<string, unknown>;
};

export type Mask = {
  /** `a` add, `s` subtract, `i` intersect, `l` lighten, `d` darken, `f` difference, `n` none. */
  mode?: string;
  /** The path. */
  pt?: ShapeProperty;
  /** Opacity in percent. */
  o?: ScalarProperty;
  /** Expansion in pixels; negative: reduced. */
  x?: ScalarProperty;
  /** Feather in pixels. */
  f?: VectorProperty;
  inv?: boolean;
  nm?: string;
};

export type Effect = { ty: number; nm?: string; mn?: string; en?: number; ef?: EffectValue[] };
export type EffectValue = {
  ty?: number;
  nm?: string;
  mn?: string;
  v?: Property<number | number[]>;
};

/** A layer style; its parts are properties. */
export type LayerStyle = { ty: number; nm?: string; [key: string]: unknown };

/** A shape element of type `ty` (`gr`, `sh`, `rc`, `el`, `sr`, `fl`, `st`, `gf`, `gs`, `tr`, …). */
export type Shape = {
  ty: string;
  nm?: string;
  hd?: boolean;
  it?: Shape[];
  ks?: ShapeProperty;
  c?: VectorProperty;
  o?: ScalarProperty;
  cl?: string;
  [key: string]: unknown;
};

/** Layer types (`ty`). */
export const LAYER = {
  precomp: 0,
  solid: 1,
  image: 2,
  null: 3,
  shape: 4,
  text: 5,
  audio: 6,
  video: 9,
  camera: 13,
  /** A file with data for expressions. */
  data: 15,
} as const;

export type Layer = {
  ty: number;
  nm?: string;
  ind?: number;
  parent?: number;
  refId?: string;
  ip: number;
  op: number;
  st?: number;
  /** Time stretch. */
  sr?: number;
  ks?: Transform;
  ao?: number;
  ddd?: number;
  bm?: number;
  hd?: boolean;
  /** Matte mode of this layer, whether it is a matte source, and the source's index. */
  tt?: number;
  td?: number;
  tp?: number;
  masksProperties?: Mask[];
  hasMask?: boolean;
  ef?: Effect[];
  sy?: LayerStyle[];
  /** Precomp: size and time remap in seconds. */
  w?: number;
  h?: number;
  tm?: ScalarProperty;
  /** Solid: size and `#rrggbb`. */
  sw?: number;
  sh?: number;
  sc?: string;
  shapes?: Shape[];
  t?: TextData;
  cl?: string;
  /** A text in whose place captions are drawn: its place in their list. An extension of Framepress. */
  captions?: number;
  /**
   * Audio: level in percent, left and right. `sid` is an extension of Framepress: the editable that
   * fills the layer.
   */
  au?: { lv?: Property<number | number[]>; sid?: string };
};

export type PrecompAsset = {
  id: string;
  nm?: string;
  layers: Layer[];
  fr?: number;
  w?: number;
  h?: number;
};
export type FileAsset = {
  id: string;
  nm?: string;
  w?: number;
  h?: number;
  /** Folder and file name, or a data URI in `p` with `e: 1`. */
  u?: string;
  p?: string;
  e?: number;
  t?: string;
  sid?: string;
};
export type Asset = PrecompAsset | FileAsset;

export type Font = {
  fName: string;
  fFamily: string;
  fStyle?: string;
  fWeight?: string;
  fClass?: string;
  fPath?: string;
  ascent?: number;
  origin?: number;
  /** The editable that it is bound to; an extension of the format. */
  sid?: string;
};

/** A glyph: outlines at size 100, or (`t: 1`) a precomp that is drawn instead. */
export type Char = {
  ch: string;
  fFamily: string;
  style: string;
  size: number;
  w: number;
  t?: number;
  data: { shapes?: Shape[]; refId?: string; [key: string]: unknown };
};

/** A slot's value has the type of the bound property; for a text or an image see the spec. */
export type Slots = Record<string, { p: unknown; t?: number }>;

/** A Lottie document that has passed `parseLottie`. */
export type Lottie = {
  v?: string;
  nm?: string;
  fr: number;
  ip: number;
  op: number;
  w: number;
  h: number;
  ddd?: number;
  layers: Layer[];
  assets?: Asset[];
  fonts?: { list: Font[] };
  chars?: Char[];
  slots?: Slots;
  markers?: { tm?: number; cm?: string; dr?: number }[];
  meta?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
};

export function isPrecomp(asset: Asset): asset is PrecompAsset {
  return 'layers' in asset && Array.isArray(asset.layers);
}
