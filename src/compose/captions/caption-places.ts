import {
  LAYER,
  type Layer,
  type Lottie,
  type Mask,
  precompOf,
  precompsById,
} from '../../lottie/index.ts';
import type { Template } from '../../template/index.ts';

/** The frames of a composition: frame `f` of the video is the frame `(f - offset) / scale` of it. */
export type CaptionTime = { offset: number; scale: number };

/** A layer of the animation in whose place captions are drawn. */
export type CaptionPlace = {
  layer: Layer;
  /** The layers among which it stands. */
  list: Layer[];
  /** Its entry in the template. */
  index: number;
  time: CaptionTime;
  /** Frames of the video: the first one in which it shows, and the one after the last. */
  from: number;
  to: number;
};

/** Maximum number of places: each has letters of its own. */
const MAX_PLACES = 50;

/**
 * Returns the places of captions, and of layers for captions in which none are drawn (`index` -1). A precomp that
 * shows captions at several times is copied for each, because they differ. Changes the document.
 */
export function separateCaptions(
  lottie: Lottie,
  { captions }: Pick<Template, 'captions'>,
  { isBurnt }: { isBurnt: boolean },
): CaptionPlace[] {
  if (!captions) return [];
  const precomps = precompsById(lottie);
  const leads = leadsToCaptions(precomps);
  const places: CaptionPlace[] = [];
  const visitedIds = new Set<string>();
  const enter = (list: Layer[], outer: Shown) => {
    for (const layer of list) {
      const ownTimes = within(layer, outer);
      if (layer.captions !== undefined)
        places.push({ layer, list, index: layer.captions, ...ownTimes });
      const inner = precompOf(layer, precomps);
      if (!inner || !leads(inner.layers)) continue;
      const isSeen = visitedIds.has(inner.id);
      if (isSeen && (!isBurnt || places.length >= MAX_PLACES)) continue;
      visitedIds.add(inner.id);
      enter(isSeen ? copied(layer, lottie, precomps) : inner.layers, inPrecomp(layer, ownTimes));
    }
  };
  enter(lottie.layers, { time: { offset: 0, scale: 1 }, from: lottie.ip, to: lottie.op });
  return places;
}

type Shown = Pick<CaptionPlace, 'time' | 'from' | 'to'>;

/** When a layer shows in a composition that shows like this. */
function within({ ip, op }: Layer, { time, from, to }: Shown): Shown {
  const inVideo = (frame: number) => time.offset + frame * time.scale;
  return { time, from: Math.max(from, inVideo(ip)), to: Math.min(to, inVideo(op)) };
}

/** When the layers of a precomp show; never, if their time is not that of the video or a multiple of it. */
function inPrecomp({ st = 0, sr = 1, tm, hd }: Layer, { time, from, to }: Shown): Shown {
  if (tm !== undefined || !(sr > 0) || hd === true)
    return { time: { offset: 0, scale: 1 }, from: 0, to: 0 };
  const { offset, scale } = time;
  return { time: { offset: offset + st * scale, scale: scale * sr }, from, to };
}

/** Returns a function that says whether layers, or those of their precomps, are places of captions. */
function leadsToCaptions(precomps: ReturnType<typeof precompsById>) {
  const cache = new Map<readonly Layer[], boolean>();
  const leads = (layers: readonly Layer[]): boolean => {
    const cached = cache.get(layers);
    if (cached !== undefined) return cached;
    const hasPlace = layers.some((layer) => {
      const inner = precompOf(layer, precomps);
      return layer.captions !== undefined || (inner !== undefined && leads(inner.layers));
    });
    cache.set(layers, hasPlace);
    return hasPlace;
  };
  return leads;
}

/** Lets a precomp layer show a copy of its precomp. Returns the layers of the copy. */
function copied(layer: Layer, lottie: Lottie, precomps: ReturnType<typeof precompsById>): Layer[] {
  const original = precomps.get(layer.refId ?? '');
  const id = freeId(`${layer.refId}:captions`, lottie);
  const copy = { ...structuredClone(original ?? { layers: [] }), id };
  lottie.assets = [...(lottie.assets ?? []), copy];
  precomps.set(id, copy);
  layer.refId = id;
  return copy.layers;
}

function freeId(wantedId: string, { assets = [] }: Lottie): string {
  const usedIds = new Set(assets.map(({ id }) => id));
  let id = wantedId;
  for (let n = 2; usedIds.has(id); n++) id = `${wantedId}:${n}`;
  return id;
}

/** Room around the area in which letters, boxes and shadows may stand, in sizes of the area. */
const MARGIN = 1;

type Area = { left: number; top: number; width: number; height: number };

/**
 * Replaces the layer of a place by a null with its transform, and by a precomp with its look: matte, masks,
 * effects, opacity and blending. Returns the layers of the precomp, which is empty, and the place of its area.
 * Without an area, nothing is drawn in the place.
 */
export function openPlace(
  { layer, list }: CaptionPlace,
  lottie: Lottie,
  area: Area | undefined,
): { layers: Layer[]; area: Area } {
  const at = list.indexOf(layer);
  const nextIndex = list.reduce((most, { ind: other = 0 }) => Math.max(most, other), 0) + 1;
  const { ks = {}, ip, op, ind = nextIndex, parent, nm, ddd, ao } = layer;
  const { o, ...transform } = ks;
  const named = { ...(nm !== undefined && { nm }), ...(ddd !== undefined && { ddd }) };
  const mover: Layer = {
    ty: LAYER.null,
    ind,
    ip,
    op,
    st: 0,
    sr: 1,
    ks: transform,
    ...named,
    ...(parent !== undefined && { parent }),
    ...(ao !== undefined && { ao }),
  };
  const isSource = layer.td === 1;
  // A matte without letters hides all.
  if (!area && !isSource) {
    list[at] = mover;
    return { layers: [], area: NO_AREA };
  }
  const { left, top, width, height } = area ?? NO_AREA;
  const room = Math.max(width, height) * MARGIN;
  const shift = [room - left, room - top] as const;
  const id = freeId('captions', lottie);
  const layers: Layer[] = [];
  lottie.assets = [...(lottie.assets ?? []), { id, layers }];
  const ownIndex = ind === nextIndex ? nextIndex + 1 : nextIndex;
  const { t: _text, captions: _mark, ao: _orient, ...look } = layer;
  list[at] = {
    ...look,
    ty: LAYER.precomp,
    refId: id,
    ind: ownIndex,
    parent: ind,
    st: 0,
    sr: 1,
    w: Math.ceil(width + 2 * room),
    h: Math.ceil(height + 2 * room),
    ks: {
      o: o ?? { a: 0, k: 100 },
      r: { a: 0, k: 0 },
      p: { a: 0, k: [-shift[0], -shift[1], 0] },
      a: { a: 0, k: [0, 0, 0] },
      s: { a: 0, k: [100, 100, 100] },
    },
    ...(layer.masksProperties && {
      masksProperties: layer.masksProperties.map((mask) => movedMask(mask, shift)),
    }),
  };
  for (const other of list) if (other.tp === ind) other.tp = ownIndex;
  // A matte stands directly above the layer that it hides, so the null stands at the end.
  list.push(mover);
  return { layers, area: { left: room, top: room, width, height } };
}

const NO_AREA: Area = { left: 0, top: 0, width: 1, height: 1 };

/** The mask of a layer whose content has moved by `shift`. */
function movedMask(mask: Mask, [dx, dy]: readonly [number, number]): Mask {
  const { pt } = mask;
  if (!pt) return mask;
  const shifted = <T>(value: T): T => {
    const path = value as { v?: unknown } | null;
    if (typeof path !== 'object' || path === null || !Array.isArray(path.v)) return value;
    const v = (path.v as number[][]).map(([x = 0, y = 0]) => [x + dx, y + dy]);
    return { ...path, v } as T;
  };
  const inList = (list: unknown) => (Array.isArray(list) ? list.map(shifted) : shifted(list));
  const keys: unknown = pt.k;
  const isMoving = Array.isArray(keys) && 's' in Object(keys[0]);
  const k = isMoving
    ? (keys as { s?: unknown; e?: unknown }[]).map((key) => ({
        ...key,
        ...('s' in key && { s: inList(key.s) }),
        ...('e' in key && { e: inList(key.e) }),
      }))
    : inList(keys);
  return { ...mask, pt: { ...pt, k: k as never } };
}
