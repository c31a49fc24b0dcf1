import { exactFps, frameCount, frameSeconds, type Layer, type Lottie } from '../../lottie/index.ts';
import { placesFinder, type ShownPlace } from './appearances.ts';
import type { Content } from './content.ts';

/** Where a content is at a time: its corners in pixels of the frame, clockwise from its top left. */
export type ContentPlace = { time: number; corners: [x: number, y: number][] };

const MAX_PLACES = 24;
/** Maximum number of places of all contents together. */
const MAX_ALL_PLACES = 20_000;
/** Further frames, in the middle of contents that show between the others. */
const MAX_MORE_FRAMES = 100;
const MAX_PIXELS = 100_000;

/** Returns samples of where each content is, in the order of time. */
export function placesOf(
  lottie: Lottie,
  layers: ReadonlyMap<Content, ReadonlySet<Layer>>,
): Map<Content, ContentPlace[]> {
  const owners = ownersOf(layers);
  const placesIn = placesFinder(lottie, new Set(owners.keys()));
  const fps = exactFps(lottie.fr);
  const places = new Map<Content, ContentPlace[]>();
  for (const frame of framesFor(lottie, [...layers.keys()])) {
    for (const [content, corners] of largestPlaces(placesIn(frame), owners)) {
      const place = { time: frameSeconds(frame, fps), corners: corners.map(rounded) };
      const list = places.get(content);
      if (list) list.push(place);
      else places.set(content, [place]);
    }
  }
  const most = Math.max(1, Math.min(MAX_PLACES, Math.floor(MAX_ALL_PLACES / places.size)));
  return new Map([...places].map(([content, list]) => [content, thinned(list, most)]));
}

/** The contents that each layer shows. A shape layer may have several colors. */
function ownersOf(
  layers: ReadonlyMap<Content, ReadonlySet<Layer>>,
): ReadonlyMap<Layer, readonly Content[]> {
  const owners = new Map<Layer, Content[]>();
  for (const [content, ownLayers] of layers) {
    for (const layer of ownLayers) {
      const contents = owners.get(layer);
      if (contents) contents.push(content);
      else owners.set(layer, [content]);
    }
  }
  return owners;
}

/** The corners of the layer that shows most of each content. */
function largestPlaces(
  shownPlaces: Iterable<ShownPlace>,
  owners: ReadonlyMap<Layer, readonly Content[]>,
): Map<Content, ShownPlace['corners']> {
  const largest = new Map<Content, ShownPlace>();
  for (const place of shownPlaces) {
    for (const content of owners.get(place.layer) ?? [])
      if (place.share > (largest.get(content)?.share ?? 0)) largest.set(content, place);
  }
  return new Map([...largest].map(([content, { corners }]) => [content, corners]));
}

/** Evenly spaced frames, and one for each content that shows only between two of them. */
function framesFor(lottie: Lottie, contents: readonly Content[]): number[] {
  const count = frameCount(lottie);
  const samples = Math.min(count, MAX_PLACES);
  const rows = Array.from({ length: samples }, (_, i) => Math.floor(((i + 0.5) * count) / samples));
  const fps = exactFps(lottie.fr);
  const frames = new Set(rows);
  for (const { start, end } of contents) {
    if (frames.size >= samples + MAX_MORE_FRAMES) break;
    const [first, last] = [Math.round(start * fps), Math.round(end * fps) - 1];
    if (last < first || rows.some((frame) => frame >= first && frame <= last)) continue;
    frames.add(Math.min(count - 1, Math.floor((first + last) / 2)));
  }
  return [...frames].sort((a, b) => a - b);
}

/** At most `most` places, without those that are equal to both neighbours. */
function thinned(places: readonly ContentPlace[], most: number): ContentPlace[] {
  const isSame = (a: ContentPlace | undefined, b: ContentPlace) =>
    a?.corners.every(([x, y], i) => x === b.corners[i]?.[0] && y === b.corners[i]?.[1]);
  const changing = places.filter(
    (place, i) => !(isSame(places[i - 1], place) && isSame(places[i + 1], place)),
  );
  if (changing.length <= most) return changing;
  return Array.from({ length: most }, (_, i) => {
    const at = most === 1 ? 0 : Math.round((i * (changing.length - 1)) / (most - 1));
    return changing[at] as ContentPlace;
  });
}

function rounded([x, y]: readonly [number, number]): [number, number] {
  const round = (value: number) =>
    Number.isFinite(value)
      ? Math.round(Math.min(MAX_PIXELS, Math.max(-MAX_PIXELS, value)) * 10) / 10
      : 0;
  return [round(x), round(y)];
}
