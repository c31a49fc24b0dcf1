import {
  type Layer,
  type Matrix,
  multiply,
  type PrecompAsset,
  type Shape,
} from '../../lottie/index.ts';
import type { Paint } from '../font/color-table.ts';
import type { FontFace } from '../font/font-face.ts';
import type { Cluster } from '../shape.ts';
import { type Fill, fillContours } from './color-fill.ts';
import { type Contour, checkDetail, contoursOf, placeOf, pointsOf } from './outline.ts';

/** Longer than any animation, whatever the start time of the layer that shows the glyph. */
const ALWAYS = { ip: -1_000_000, op: 1_000_000, st: 0, sr: 1 };
const STILL: NonNullable<Layer['ks']> = {
  o: { a: 0, k: 100 },
  r: { a: 0, k: 0 },
  p: { a: 0, k: [0, 0, 0] },
  a: { a: 0, k: [0, 0, 0] },
  s: { a: 0, k: [100, 100, 100] },
};
/** The most detailed flags, with coats of arms, have 50,000. */
const MAX_POINTS = 250_000;
/** The cost of a precomp, counted as points. */
const PRECOMP = 50;
/** Larger than any glyph at size 100: the area that a paint without an outline fills. */
const EVERYWHERE = 1000;
/** The size of a precomp's window. The origin is moved to its middle. */
const WINDOW = 2 * EVERYWHERE;

/**
 * COLR's numbers of the blend modes, mapped to Lottie's. The Porter-Duff modes are built with
 * mattes.
 */
const BLEND_MODES: ReadonlyMap<number, number> = new Map([
  [12, 16],
  [13, 2],
  [14, 3],
  [15, 4],
  [16, 5],
  [17, 6],
  [18, 7],
  [19, 8],
  [20, 9],
  [21, 10],
  [22, 11],
  [23, 1],
  [24, 12],
  [25, 13],
  [26, 14],
  [27, 15],
]);

/**
 * The `data` of a character that players draw instead of a letter (`t: 1`), and the precomps that
 * it uses.
 */
export type ColorGlyph = { data: { refId: string }; assets: PrecompAsset[]; points: number };

/**
 * A part of a color glyph, from the bottom up: a filled outline, or layers (the first is the
 * topmost).
 */
type Piece = { shape: Shape } | { layers: Layer[] };

/**
 * A cluster of color glyphs as Lottie vector shapes, sharp at every size. `id` names its precomp.
 * Undefined if no glyph has color.
 */
export function colorGlyphOf(cluster: Cluster, id: string): ColorGlyph | undefined {
  const { face, glyphs } = cluster;
  const { colors } = face;
  if (!colors || !glyphs.some((glyph) => colors.paint(glyph.id))) return undefined;
  const drawing = new Drawing(face, id);
  const layers = drawing.layersOf(
    glyphs.flatMap((glyph) => {
      const paint = colors.paint(glyph.id) ?? inBlack(glyph.id);
      return drawing.piecesOf(paint, placeOf(face, glyph));
    }),
  );
  // Skottie and lottie-web read a glyph's data as a precomp layer.
  const data = { refId: id, ...ALWAYS, ks: STILL };
  return { data, assets: [...drawing.assets, { id, layers }], points: drawing.points };
}

function inBlack(glyph: number): Paint {
  return { kind: 'glyph', glyph, paint: { kind: 'solid', color: [0, 0, 0, 1] } };
}

class Drawing {
  readonly assets: PrecompAsset[] = [];
  readonly #face: FontFace;
  readonly #id: string;
  points = 0;

  constructor(face: FontFace, id: string) {
    this.#face = face;
    this.#id = id;
  }

  /**
   * Converts a paint and the paints in it. `place` is the transform from the paint's units. Throws when all
   * glyphs together have too many parts.
   */
  piecesOf(paint: Paint, place: Matrix): Piece[] {
    // Paints without outlines count, too: nested composites are drawn twice at every level.
    this.#count('stops' in paint ? paint.stops.length : 1);
    switch (paint.kind) {
      case 'layers':
        return paint.layers.flatMap((layer) => this.piecesOf(layer, place));
      case 'transform':
        return this.piecesOf(paint.paint, multiply(place, paint.by));
      case 'glyph':
        return this.#glyphPieces(paint.glyph, paint.paint, place);
      case 'composite':
        return this.#compositePieces(paint, place);
      case 'solid':
      case 'linear':
      case 'radial':
        return [{ shape: fillContours([everywhere()], paint, place) }];
    }
  }

  /**
   * A fill that Lottie has is drawn directly; any other paint becomes a matte with the glyph's outlines.
   */
  #glyphPieces(glyph: number, paint: Paint, place: Matrix): Piece[] {
    const contours = contoursOf(this.#face, glyph, place);
    this.#count(pointsOf(contours));
    if (contours.length === 0) return [];
    const fill = fillOf(paint, place);
    if (fill) return [{ shape: fillContours(contours, fill.paint, fill.place) }];
    const outline = fillContours(contours, { kind: 'solid', color: [0, 0, 0, 1] }, place);
    return this.#matte(this.piecesOf(paint, place), [{ shape: outline }], 'in');
  }

  /** Adds to the points of the drawing; throws `font_invalid` beyond the limit. */
  #count(points: number): void {
    this.points += points;
    checkDetail(this.points, MAX_POINTS, this.#face);
  }

  /** Blend modes and mattes of Lottie replace the composite modes of COLR; `mode` is COLR's number. */
  #compositePieces(
    { mode, source, backdrop }: Paint & { kind: 'composite' },
    place: Matrix,
  ): Piece[] {
    const above = () => this.piecesOf(source, place);
    const below = () => this.piecesOf(backdrop, place);
    const blend = BLEND_MODES.get(mode);
    if (blend !== undefined) return [...below(), { layers: [this.#group(above(), { bm: blend })] }];
    switch (mode) {
      case 0: // Clear
        return [];
      case 1:
        return above();
      case 2:
        return below();
      case 4: // Destination over
        return [...above(), ...below()];
      case 5: // Source in. Fonts write the opacity of a group as a backdrop of one color.
        if (backdrop.kind === 'solid')
          return [{ layers: [this.#group(above(), { opacity: backdrop.color[3] * 100 })] }];
        return this.#matte(above(), below(), 'in');
      case 6:
        return this.#matte(below(), above(), 'in');
      case 7:
        return this.#matte(above(), below(), 'out');
      case 8:
        return this.#matte(below(), above(), 'out');
      case 9: // Source atop
        return [...below(), ...this.#matte(above(), below(), 'in')];
      case 10:
        return [...above(), ...this.#matte(below(), above(), 'in')];
      case 11: // Xor
        return [...this.#matte(above(), below(), 'out'), ...this.#matte(below(), above(), 'out')];
      default:
        return [...below(), ...above()];
    }
  }

  /** Draws `pieces` where `by` covers it (`in`), or where `by` does not cover it (`out`). */
  #matte(pieces: Piece[], by: Piece[], where: 'in' | 'out'): Piece[] {
    const matte = { ...this.#group(by), td: 1 };
    return [{ layers: [matte, { ...this.#group(pieces), tt: where === 'in' ? 1 : 2 }] }];
  }

  /** Groups pieces into one layer. */
  #group(pieces: readonly Piece[], { bm = 0, opacity = 100 } = {}): Layer {
    this.#count(PRECOMP);
    const ks = { ...STILL, o: { a: 0, k: opacity }, p: { a: 0, k: [-EVERYWHERE, -EVERYWHERE, 0] } };
    const refId = `${this.#id} ${this.assets.length + 1}`;
    const asset: PrecompAsset = { id: refId, layers: [] };
    this.assets.push(asset);
    const movedTransform = { ...STILL, p: { a: 0, k: [EVERYWHERE, EVERYWHERE, 0] } };
    asset.layers = [...this.layersOf(pieces)];
    const root = asset.layers.length + 1;
    // Players clip precomps to their window, so the origin stands in its middle.
    for (const layer of asset.layers) if (layer.parent === undefined) layer.parent = root;
    asset.layers.push({ ty: 3, ind: root, ...ALWAYS, ks: movedTransform });
    return { ty: 0, refId, w: WINDOW, h: WINDOW, bm, ...ALWAYS, ks };
  }

  /**
   * The layers for pieces. Neighbouring outlines share a layer. Layers are numbered, because
   * players need numbers for mattes.
   */
  layersOf(pieces: readonly Piece[]): Layer[] {
    const layers: Layer[] = [];
    let open: Shape[] | undefined;
    for (const piece of pieces) {
      if ('layers' in piece) {
        layers.unshift(...piece.layers);
        open = undefined;
      } else if (open) open.unshift(piece.shape);
      else {
        open = [piece.shape];
        layers.unshift({ ty: 4, bm: 0, ...ALWAYS, ks: STILL, shapes: open });
      }
    }
    return layers.map((layer, index) => ({ ...layer, ind: index + 1 }));
  }
}

/**
 * The fill of a glyph's paint without its transformations; undefined if the paint is not a single
 * fill.
 */
function fillOf(paint: Paint, place: Matrix): { paint: Fill; place: Matrix } | undefined {
  if (paint.kind === 'transform') return fillOf(paint.paint, multiply(place, paint.by));
  if (paint.kind === 'solid' || paint.kind === 'linear' || paint.kind === 'radial')
    return { paint, place };
  return undefined;
}

/** A square that covers every glyph, for a paint without outlines. */
function everywhere(): Contour {
  const far = EVERYWHERE;
  const none = Array.from({ length: 4 }, () => [0, 0]);
  const v = [
    [-far, -far],
    [far, -far],
    [far, far],
    [-far, far],
  ];
  return { i: none, o: none, v, c: true };
}
