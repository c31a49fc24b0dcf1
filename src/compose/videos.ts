import {
  exactFps,
  type FileAsset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  layerTimes,
  type PrecompAsset,
  type Property,
} from '../lottie/index.ts';
import type { PictureFile } from './image-file.ts';
import { type Motion, motionKeys } from './motion.ts';

type Rectangle = { x: number; y: number; width: number; height: number };

/** In pixels of a video layer's own box; a `background`, `#rrggbb` and in percent, lies under it. */
type Placed = { place: Rectangle; background?: { color: string; opacity: number } };

/** From these seconds of the layer's own time on; ascending; nothing without a picture. */
type FilmFrame = { seconds: number; picture: PictureFile | undefined };
type Played = Placed & { frames: readonly FilmFrame[] };
type Moved = Placed & { picture: PictureFile; motion: Motion };

/** What a video layer shows: pictures one after the other, or one that may move. */
export type Film = Played | Moved;

const ALL_TIME = 1_000_000;
const ALWAYS: Span = [-ALL_TIME, ALL_TIME];

/**
 * Turns every video layer into a precomp, so that all else about it stays as it is: in it a picture
 * layer for each picture of the film, or one that moves. `films` are by asset id; a layer without
 * one shows nothing. Gives the pictures that are used.
 */
export function setVideos(lottie: Lottie, films: ReadonlyMap<string, Film>): PictureFile[] {
  const writer = new FilmWriter(lottie);
  const boxes = boxesOf(lottie);
  const spans = spansOf(lottie, films);
  const shown = new Set<string>();
  const lists = [lottie, ...(lottie.assets ?? []).filter(isPrecomp)].map(({ layers }) => layers);
  for (const layer of lists.flat()) {
    const { ty, refId = '' } = layer;
    if (ty !== LAYER.video) continue;
    const film = films.get(refId);
    shown.add(refId);
    layer.ty = LAYER.precomp;
    Object.assign(layer, boxes.get(refId) ?? { w: lottie.w, h: lottie.h });
    if (film && 'picture' in film) {
      // A picture has no time of its own: it moves with the composition that the layer is in.
      layer.st = 0;
      layer.sr = 1;
      delete layer.tm;
      layer.refId = writer.moving(film, spans.get(layer) ?? [layer.ip, layer.op - 1]);
    } else layer.refId = writer.playing(refId, film);
  }
  lottie.assets = [
    ...(lottie.assets ?? []).filter((a) => isPrecomp(a) || !shown.has(a.id)),
    ...writer.assets,
  ];
  return [...writer.pictures.values()];
}

function boxesOf(lottie: Lottie): Map<string, { w: number; h: number }> {
  const boxes = (lottie.assets ?? []).flatMap((a) =>
    isPrecomp(a) ? [] : [[a.id, { w: a.w || lottie.w, h: a.h || lottie.h }] as const],
  );
  return new Map(boxes);
}

type Span = [first: number, last: number];

/** The first and the last moment of the layers with a moving picture, in their composition's frames. */
function spansOf(lottie: Lottie, films: ReadonlyMap<string, Film>): Map<Layer, Span> {
  const moves = (layer: Layer) => {
    const film = layer.ty === LAYER.video ? films.get(layer.refId ?? '') : undefined;
    return film !== undefined && 'picture' in film && film.motion.strategy !== 'none';
  };
  const frames = Array.from({ length: Math.max(1, Math.ceil(lottie.op - lottie.ip)) }, (_, i) => i);
  const spans = [...layerTimes(lottie, moves, frames)].map(([layer, times]): [Layer, Span] => [
    layer,
    times.reduce<Span>(
      ([first, last], { outer }) => [Math.min(first, outer), Math.max(last, outer)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ),
  ]);
  return new Map(spans);
}

class FilmWriter {
  readonly assets: (PrecompAsset | FileAsset)[] = [];
  readonly pictures = new Map<string, PictureFile>();
  readonly #ids: Set<string>;
  readonly #played = new Map<string, string>();
  readonly #fps: number;

  constructor(lottie: Lottie) {
    this.#ids = new Set((lottie.assets ?? []).map(({ id }) => id));
    this.#fps = exactFps(lottie.fr);
  }

  /** The precomp of a film's pictures one after the other, each once. */
  playing(assetId: string, film: Film | undefined): string {
    const known = this.#played.get(assetId);
    if (known !== undefined) return known;
    const layers = film && 'frames' in film ? this.#frameLayers(film) : [];
    const id = this.#precomp(`film:${assetId}`, layers);
    this.#played.set(assetId, id);
    return id;
  }

  moving(film: Moved, [first, last]: Span): string {
    const { x, y, width, height } = film.place;
    const picture = this.#picture(film.picture, film.place, ALWAYS);
    const keys = motionKeys(film.motion, { width, height }, film.picture, [first, last]);
    const layer = { ...picture, ks: { ...picture.ks, ...keys } };
    if (x === 0 && y === 0) return this.#precomp('film', [layer, ...ground(film, ALWAYS)]);
    // What moves is cut off at its own place, not at that of the box around it.
    const refId = this.#precomp('film', [layer]);
    const [ip, op] = ALWAYS;
    const times = { ip, op, st: 0, sr: 1 };
    const ks = { p: still([x, y, 0]) };
    const inner: Layer = { ty: LAYER.precomp, refId, w: width, h: height, ...times, ks };
    return this.#precomp('film', [inner, ...ground(film, ALWAYS)]);
  }

  #frameLayers(film: Played): Layer[] {
    const layers: Layer[] = [];
    for (const { from, to, picture } of this.#runs(film)) {
      if (picture) layers.push(this.#picture(picture, film.place, [from, to]));
    }
    const [first, last] = [layers[0], layers.at(-1)];
    return first && last ? [...layers, ...ground(film, [first.ip, last.op])] : [];
  }

  /** Between two moments the change lies in the middle, where rounding reaches neither of them. */
  *#runs({ frames }: Played) {
    let from = -ALL_TIME;
    for (const [index, { seconds, picture }] of frames.entries()) {
      const next = frames[index + 1];
      if (next && next.picture?.sha256 === picture?.sha256) continue;
      const to = next ? ((seconds + next.seconds) / 2) * this.#fps : ALL_TIME;
      yield { from, to, picture };
      from = to;
    }
  }

  #picture(picture: PictureFile, place: Rectangle, [ip, op]: Span): Layer {
    const { x, y, width, height } = place;
    const scale = [(100 * width) / picture.width, (100 * height) / picture.height, 100];
    const ks = { o: still(100), r: still(0), p: still([x, y, 0]), a: still([0, 0, 0]) };
    const refId = this.#file(picture);
    return { ty: LAYER.image, refId, ip, op, st: 0, sr: 1, ks: { ...ks, s: still(scale) } };
  }

  #file(picture: PictureFile): string {
    const id = `frame:${picture.sha256}`;
    if (!this.pictures.has(id)) {
      this.pictures.set(id, picture);
      const { width: w, height: h } = picture;
      this.assets.push({ id, w, h, u: '', p: fileName(picture), e: 0 });
    }
    return id;
  }

  #precomp(wanted: string, layers: Layer[]): string {
    let id = wanted;
    for (let n = 2; this.#ids.has(id); n++) id = `${wanted}:${n}`;
    this.#ids.add(id);
    this.assets.push({ id, layers: layers.map((layer, i) => ({ ...layer, ind: i + 1 })) });
    return id;
  }
}

function ground({ place, background }: Film, [ip, op]: Span): Layer[] {
  if (background === undefined) return [];
  const { color, opacity } = background;
  // The place is in the middle of its box.
  const size = { sw: place.width + 2 * place.x, sh: place.height + 2 * place.y };
  const ks = { o: still(opacity) };
  return [{ ty: LAYER.solid, sc: color, ...size, ip, op, st: 0, sr: 1, ks }];
}

/** The name under which the rasteriser finds a picture. */
export function fileName({ sha256, path }: PictureFile): string {
  return `${sha256}${/\.[a-z0-9]+$/.exec(path)?.[0] ?? ''}`;
}

function still<T>(k: T): Property<T> {
  return { a: 0, k };
}
