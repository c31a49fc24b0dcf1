import { defined } from '../../base/index.ts';
import {
  type Effect,
  LAYER,
  type Layer,
  type Lottie,
  type PrecompAsset,
  precompOf,
  precompsById,
  type Transform,
} from '../../lottie/index.ts';
import type { GlyphSet } from '../../text/index.ts';
import { multiplyOpacities } from '../opacity.ts';

/** Effects that paint a whole layer in their own colors. */
const PAINTING = /^ADBE (Fill|Ramp)$/;
/** Matte modes by alpha and by luma; in the inverted modes a text is a hole. */
const SHOWING: ReadonlySet<number | undefined> = new Set([1, 3]);

/**
 * Keeps the colors of emoji where their text is the matte of a gradient or an image, or where an
 * effect fills the text. A copy of the layer with only the emoji is placed above, and blanks
 * replace them in the text. A matte that is a precomp keeps its emoji below the copy.
 */
export function keepLetterColors(lottie: Lottie, glyphs: GlyphSet): void {
  if (glyphs.assets().length === 0) return;
  const precomps = precompsById(lottie);
  const copies = new Copies(precomps, glyphs);
  const visitedPrecomps = new Set<PrecompAsset>();
  // Inner precomps first, so that copies are complete.
  const enter = (layers: Layer[]): Layer[] => {
    for (const layer of layers) {
      const inner = precompOf(layer, precomps);
      if (!inner || visitedPrecomps.has(inner)) continue;
      visitedPrecomps.add(inner);
      inner.layers = enter(inner.layers);
    }
    return withColors(layers, copies);
  };
  lottie.layers = enter(lottie.layers);
  if (copies.assets.length > 0) lottie.assets = [...(lottie.assets ?? []), ...copies.assets];
}

/**
 * Adds a copy with the color letters above each layer that has such letters, and removes these letters from
 * the layer. Returns the same array if no layer has any.
 */
function withColors(layers: Layer[], copies: Copies): Layer[] {
  if (!layers.some((layer) => copies.colorsOf(layer))) return layers;
  const mattes = mattesOf(layers);
  const above = new Map<Layer, Layer>();
  const below = new Map<Layer, Layer>();
  let next = layers.reduce((max, { ind = 0 }) => Math.max(max, ind), 0) + 1;
  /**
   * Places the copy above `place`, because a matte without `tp` must stay directly above its layer.
   */
  const add = (place: Layer, layer: Layer, changes: Partial<Layer>) => {
    const copy = copies.colorsOf(layer);
    if (!copy) return;
    const { td: _matte, hd: _hidden, ef = [], ...otherFields } = copy;
    const keptEffects = ef.filter((effect) => !isPainting(effect));
    above.set(place, {
      ...otherFields,
      ...(keptEffects.length > 0 && { ef: keptEffects }),
      ...changes,
      ind: next++,
    });
    below.set(layer, copies.othersOf(layer));
  };
  for (const layer of layers) {
    if (layer.td === 1 || layer.hd === true || !layer.ef?.some(isPainting)) continue;
    const matte = mattes.get(layer);
    const named = layer.tp === undefined && matte?.ind !== undefined ? { tp: matte.ind } : {};
    add((layer.tp === undefined && matte) || layer, layer, named);
  }
  for (const [matte, users] of usersOf(mattes)) {
    const lowest = users.at(-1);
    if (!lowest || !users.every(({ tt, td }) => SHOWING.has(tt) && td !== 1)) continue;
    add(lowest.tp === undefined ? matte : lowest, matte, {
      ip: Math.max(matte.ip, Math.min(...users.map(({ ip }) => ip))),
      op: Math.min(matte.op, Math.max(...users.map(({ op }) => op))),
      ks: { ...matte.ks, ...opacityOf(matte, lowest) },
      ...defined({ bm: lowest.bm }),
    });
  }
  return layers.flatMap((layer) => {
    const copy = above.get(layer);
    return [...(copy ? [copy] : []), below.get(layer) ?? layer];
  });
}

function isPainting({ en, mn = '' }: Effect): boolean {
  return en !== 0 && PAINTING.test(mn);
}

/** The opacity that a matte and its layer have together; empty if neither has one. */
function opacityOf({ ks: matte }: Layer, { ks: layerTransform }: Layer): Pick<Transform, 'o'> {
  const o = multiplyOpacities(matte?.o, layerTransform?.o);
  return o ? { o } : {};
}

/** The matte of each layer: the layer above, unless `tp` names another. */
function mattesOf(layers: readonly Layer[]): Map<Layer, Layer> {
  const byIndex = new Map(layers.map((layer) => [layer.ind, layer]));
  const pairs = layers.flatMap((layer, index): [Layer, Layer][] => {
    const matte = layer.tp === undefined ? layers[index - 1] : byIndex.get(layer.tp);
    return layer.tt && layer.hd !== true && matte ? [[layer, matte]] : [];
  });
  return new Map(pairs);
}

/** The layers that use each matte, from the top down. */
function usersOf(mattes: ReadonlyMap<Layer, Layer>): Map<Layer, Layer[]> {
  const users = new Map<Layer, Layer[]>();
  for (const [layer, matte] of mattes) {
    const knownUsers = users.get(matte);
    if (knownUsers) knownUsers.push(layer);
    else users.set(matte, [layer]);
  }
  return users;
}

/** Copies of layers that show only color letters, with their precomps. */
class Copies {
  readonly assets: PrecompAsset[] = [];
  readonly #precomps: ReadonlyMap<string, PrecompAsset>;
  readonly #glyphs: GlyphSet;
  /** The id of each precomp's copy; undefined if it has no color letters. */
  readonly #copied = new Map<string, string | undefined>();

  constructor(precomps: ReadonlyMap<string, PrecompAsset>, glyphs: GlyphSet) {
    this.#precomps = precomps;
    this.#glyphs = glyphs;
  }

  /** A copy with only the color letters; undefined if there are none. */
  colorsOf(layer: Layer): Layer | undefined {
    if (layer.ty === LAYER.text) return this.#layerWithPart(layer, 'colors');
    const inner = precompOf(layer, this.#precomps);
    const refId = inner && this.#precompCopy(inner);
    return refId === undefined ? undefined : { ...layer, refId };
  }

  othersOf(layer: Layer): Layer {
    return this.#layerWithPart(layer, 'others') ?? layer;
  }

  /** The layer with only its color letters or only its others; undefined if it has no color letters. */
  #layerWithPart(layer: Layer, which: 'colors' | 'others'): Layer | undefined {
    const { t: text } = layer;
    if (layer.ty !== LAYER.text || !text) return undefined;
    const parts = text.d.k.map(({ s }) => s && this.#glyphs.splitByColor(s.f, s.t ?? ''));
    if (parts.every((part) => part === undefined)) return undefined;
    const k = text.d.k.map((key, index) => {
      const part = parts[index]?.[which] ?? (which === 'colors' ? '' : key.s?.t);
      return key.s && part !== undefined ? { ...key, s: { ...key.s, t: part } } : key;
    });
    return { ...layer, t: { ...text, d: { ...text.d, k } } };
  }

  /**
   * The id of a copy of the precomp that shows only the color letters in it; undefined if it has none. Each
   * precomp is copied once.
   */
  #precompCopy({ id, layers, ...otherFields }: PrecompAsset): string | undefined {
    if (this.#copied.has(id)) return this.#copied.get(id);
    const copies = layers.map((layer) => this.colorsOf(layer));
    const copyId = copies.some((copy) => copy !== undefined) ? this.#freeId(id) : undefined;
    this.#copied.set(id, copyId);
    if (copyId === undefined) return undefined;
    const keptLayers = layers.map((layer, index) =>
      structuredClone(copies[index] ?? (layer.td === 1 ? layer : asNull(layer))),
    );
    this.assets.push({ ...otherFields, id: copyId, layers: keptLayers });
    return copyId;
  }

  #freeId(id: string): string {
    let free = `${id} colors`;
    while (this.#precomps.has(free)) free += '*';
    return free;
  }
}

/** A null with the layer's transform, for layers that have it as a parent. */
function asNull({ ind, parent, ks, ip, op, st, sr, ao, ddd }: Layer): Layer {
  const transformFields = Object.entries({ ind, parent, ks, st, sr, ao, ddd });
  const definedFields = Object.fromEntries(
    transformFields.filter(([, value]) => value !== undefined),
  );
  return { ty: LAYER.null, ip, op, ...definedFields };
}
