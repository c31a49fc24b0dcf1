import {
  type Appearance,
  apply,
  inverse,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type Mask,
  type Matrix,
  numberAt,
} from '../../lottie/index.ts';
import { windingAt } from './outline.ts';
import type { Outlines } from './outlines.ts';
import { CLEAR, fadeSample, over, type Sample, sampleOf } from './sample.ts';
import { shapesAt } from './shapes.ts';

type Place = { frame: number; x: number; y: number };

/** Effects that only hold values for expressions. */
const CONTROL =
  /^(?:Pseudo\/|ADBE (?:Slider|Angle|Color|Point|Point3D|Checkbox|Layer|Dropdown) Control)/;

/** Lottie's numbers of effects that leave each pixel at its place: colors, shadows and blurs. */
const STILL = new Set([20, 21, 22, 23, 24, 25, 29]);

/** Pixels that a point may lie outside of a composition. */
const TOLERANCE = 2;
/** Less of a point cannot be seen. */
const MIN_SHOWN = 0.1;
/** Maximum depth of mattes of mattes, and of compositions in mattes. */
const MAX_DEPTH = 8;
/** The work for a layer at a point, in corners of outlines. */
const STEPS = 150;

type Siblings = Map<Layer, Appearance>;

/** One frame: which points of a layer its masks, mattes and compositions let show. */
export class Scene {
  readonly #lottie: Lottie;
  readonly #sizes: ReadonlyMap<string, { w?: number; h?: number }>;
  readonly #outlines: Outlines;
  readonly #compositions = new Map<Appearance | undefined, Siblings>();
  readonly #inverses = new Map<Appearance, Matrix | undefined>();

  constructor(lottie: Lottie, appearances: readonly Appearance[], outlines: Outlines) {
    this.#lottie = lottie;
    this.#sizes = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
    this.#outlines = outlines;
    for (const appearance of appearances) {
      const siblings: Siblings = this.#compositions.get(appearance.outer) ?? new Map();
      this.#compositions.set(appearance.outer, siblings.set(appearance.layer, appearance));
    }
  }

  /** Whether the search has become too long for its document. */
  get isExhausted(): boolean {
    return this.#outlines.isExhausted;
  }

  /** Whether nothing can hide an area of a layer: it is in all compositions, without masks and mattes. */
  isFree(appearance: Appearance, corners: readonly (readonly [number, number])[]): boolean {
    const { w, h } = this.#lottie;
    const places = corners.map(([x, y]) => apply(appearance.matrix, x, y));
    if (!places.every(([x, y]) => isInside(x, w) && isInside(y, h))) return false;
    for (let at: Appearance | undefined = appearance; at; at = at.outer) {
      const { tt, masksProperties, w: width = w, h: height = h } = at.layer;
      if ((tt ?? 0) !== 0 || (masksProperties ?? []).length > 0) return false;
      const inward = this.#inverse(at);
      if (!inward) return false;
      if (at === appearance) continue;
      const inner = places.map(([x, y]) => apply(inward, x, y));
      if (!inner.every(([x, y]) => isInside(x, width) && isInside(y, height))) return false;
    }
    return true;
  }

  /**
   * Whether a point of the frame that belongs to a layer is seen. A point counts as seen where this is not
   * known: behind images, gradients, and effects that move pixels.
   */
  isSeen(appearance: Appearance, x: number, y: number): boolean {
    const { w, h } = this.#lottie;
    if (!isInside(x, w) || !isInside(y, h)) return false;
    let share = 1;
    for (let at: Appearance | undefined = appearance; at; at = at.outer) {
      this.#outlines.count(STEPS);
      if (effectsOf(at.layer) === 'moves' || at.layer.ddd === 1) return true;
      const inward = this.#inverse(at);
      if (!inward) return false;
      const [ownX, ownY] = apply(inward, x, y);
      if (at !== appearance) {
        const { w: width = w, h: height = h } = at.layer;
        if (!isInside(ownX, width) || !isInside(ownY, height)) return false;
      }
      const place = { frame: at.frame, x: ownX, y: ownY };
      share *= maskedAt(at.layer, place, this.#outlines) ?? 1;
      if (share >= MIN_SHOWN) share *= this.#matteAt(at, x, y, 0) ?? 1;
      if (share < MIN_SHOWN) return false;
    }
    return true;
  }

  /**
   * The cached inverse of an appearance's matrix, from the frame to the layer; undefined if the layer has
   * no area.
   */
  #inverse(appearance: Appearance): Matrix | undefined {
    if (!this.#inverses.has(appearance)) this.#inverses.set(appearance, inverse(appearance.matrix));
    return this.#inverses.get(appearance);
  }

  /** How much the matte of a layer lets through at a point; undefined if it is not known. */
  #matteAt({ layer, list, outer }: Appearance, x: number, y: number, depth: number) {
    const mode = layer.tt ?? 0;
    if (mode < 1 || mode > 4) return 1;
    this.#outlines.count(list.length);
    const source =
      layer.tp === undefined
        ? list[list.indexOf(layer) - 1]
        : list.find(({ ind }) => ind === layer.tp);
    if (!source) return 1;
    const innerAppearance = this.#compositions.get(outer)?.get(source);
    const sample = innerAppearance ? this.#sampleAt(innerAppearance, x, y, depth) : CLEAR;
    if (!sample) return undefined;
    const value = mode < 3 ? sample.alpha : sample.luma;
    return mode % 2 === 0 ? 1 - value : value;
  }

  /**
   * What one layer shows at a point of the frame, with masks, matte and opacity; undefined if that is not
   * known. `x` and `y` are in pixels of the frame.
   */
  #sampleAt(at: Appearance, x: number, y: number, depth: number): Sample | undefined {
    const { layer, frame } = at;
    this.#outlines.count(STEPS);
    if (this.#outlines.isExhausted) return undefined;
    if (depth > MAX_DEPTH || layer.ddd === 1 || effectsOf(layer) !== 'none') return undefined;
    const inward = this.#inverse(at);
    if (!inward) return CLEAR;
    const [ownX, ownY] = apply(inward, x, y);
    const place = { frame, x: ownX, y: ownY };
    const masked = maskedAt(layer, place, this.#outlines);
    const matte = this.#matteAt(at, x, y, depth + 1);
    const opacity = numberAt(layer.ks?.o, frame, 100) / 100;
    const share = (masked ?? 1) * (matte ?? 1) * opacity;
    const sample = share <= 0 ? CLEAR : this.#contentAt(at, place, [x, y], depth);
    const isKnown = (masked !== undefined && matte !== undefined) || sample === CLEAR;
    return isKnown ? fadeSample(sample, share) : undefined;
  }

  /** As `#sampleAt`, without masks, matte and opacity. `place` is in the layer's own pixels. */
  #contentAt(
    at: Appearance,
    place: { frame: number; x: number; y: number },
    [x, y]: readonly [number, number],
    depth: number,
  ): Sample | undefined {
    const { layer } = at;
    if (layer.ty === LAYER.shape) return shapesAt(layer.shapes ?? [], place, this.#outlines);
    if (layer.ty === LAYER.text) return undefined;
    const { w = 0, h = 0 } = this.#sizeOf(layer);
    if (!isInside(place.x, w) || !isInside(place.y, h)) return CLEAR;
    if (layer.ty === LAYER.solid) return sampleOf(channelsOf(layer.sc), 1);
    // Images may have transparent parts.
    if (layer.ty !== LAYER.precomp) return undefined;
    let sample: Sample | undefined = CLEAR;
    for (const [inner, innerAppearance] of this.#compositions.get(at) ?? []) {
      if (inner.td === 1) continue;
      sample = over(sample, () => this.#sampleAt(innerAppearance, x, y, depth + 1));
      if (!sample) return undefined;
    }
    return sample;
  }

  /** The size of a layer's content; empty if it is not known. */
  #sizeOf({ ty, refId, sw, sh, w, h }: Layer): { w?: number | undefined; h?: number | undefined } {
    if (ty === LAYER.solid) return { w: sw, h: sh };
    const asset = this.#sizes.get(refId ?? '');
    if (ty !== LAYER.precomp || !asset || !isPrecomp(asset as never)) return asset ?? {};
    return { w: w ?? asset.w ?? this.#lottie.w, h: h ?? asset.h ?? this.#lottie.h };
  }
}

function isInside(place: number, size: number): boolean {
  return place >= -TOLERANCE && place <= size + TOLERANCE;
}

/** The channels of `#rrggbb` from 0 to 1; black for another text. */
function channelsOf(color = '#000000'): number[] {
  const value = Number.parseInt(color.slice(1, 7), 16) || 0;
  return [value >> 16, (value >> 8) & 255, value & 255].map((channel) => channel / 255);
}

/** Whether the effects of a layer change nothing, only its colors and edges, or where its pixels are. */
function effectsOf({ ef = [] }: Layer): 'none' | 'colors' | 'moves' {
  let changeKind: 'none' | 'colors' = 'none';
  for (const effect of Array.isArray(ef) ? ef : []) {
    if (!effect || effect.en === 0 || CONTROL.test(effect.mn ?? '') || effect.ty < 5) continue;
    if (!STILL.has(effect.ty)) return 'moves';
    changeKind = 'colors';
  }
  return changeKind;
}

/**
 * Returns how much of a point of a layer its masks let through, from 0 to 1; undefined if a path
 * cannot be read. Soft edges count as hard.
 */
function maskedAt(layer: Layer, place: Place, outlines: Outlines): number | undefined {
  if (layer.hasMask === false) return 1;
  let share: number | undefined;
  outlines.count(layer.masksProperties?.length ?? 0);
  for (const mask of layer.masksProperties ?? []) {
    if (!mask?.pt || mask.mode === 'n') continue;
    const path = outlines.ofPath(mask.pt, place.frame);
    if (!path) return undefined;
    // Open paths mask nothing.
    if (!path.isClosed) continue;
    const isInside = windingAt(path.outline, place.x, place.y) !== 0;
    const maskOpacity = isInside === (mask.inv !== true) ? opacityOf(mask, place.frame) : 0;
    share = joined(share, maskOpacity, mask.mode);
  }
  return share ?? 1;
}

function opacityOf({ o }: Mask, frame: number): number {
  return Math.min(1, Math.max(0, numberAt(o, frame, 100) / 100));
}

/** Adds a mask to those before it. The first mask of a layer adds to nothing, or takes from everything. */
function joined(
  opacity: number | undefined,
  maskOpacity: number,
  mode: string | undefined,
): number {
  if (mode === 's') return (opacity ?? 1) * (1 - maskOpacity);
  if (mode === 'i') return (opacity ?? 1) * maskOpacity;
  if (mode === 'f') return Math.abs((opacity ?? 0) - maskOpacity);
  return 1 - (1 - (opacity ?? 0)) * (1 - maskOpacity);
}
