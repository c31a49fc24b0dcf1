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
import type { Motion } from '../mapping/index.ts';
import { fileName, type ImageFile } from './image-file.ts';
import { motionKeys } from './motion.ts';

type Rectangle = { x: number; y: number; width: number; height: number };

/**
 * The area in pixels of the video layer's box; `background` (`#rrggbb`, opacity in percent) lies
 * below it.
 */
type Placed = { place: Rectangle; background?: { color: string; opacity: number } };

/**
 * The image from `seconds` of the layer's own time on; undefined: no image. Lists are ascending.
 */
type VideoFrame = { seconds: number; image: ImageFile | undefined };
type Played = Placed & { frames: readonly VideoFrame[] };
type Moved = Placed & { image: ImageFile; motion: Motion };

/** The content of a video layer: a sequence of images, or a single image that may move. */
export type LayerVideo = Played | Moved;

const ALL_TIME = 1_000_000;
const ALWAYS: Span = [-ALL_TIME, ALL_TIME];

/**
 * Replaces every video layer by a precomp with the same properties. The precomp has an image layer
 * for each image of the video, or a moving image. `videos` are by asset id; a layer without a video
 * shows nothing. Returns the images that are used.
 */
export function setVideos(lottie: Lottie, videos: ReadonlyMap<string, LayerVideo>): ImageFile[] {
  const writer = new VideoWriter(lottie);
  const boxes = boxesOf(lottie);
  const spans = spansOf(lottie, videos);
  const shownAssets = new Set<string>();
  const lists = [lottie, ...(lottie.assets ?? []).filter(isPrecomp)].map(({ layers }) => layers);
  for (const layer of lists.flat()) {
    const { ty, refId = '' } = layer;
    if (ty !== LAYER.video) continue;
    const video = videos.get(refId);
    shownAssets.add(refId);
    layer.ty = LAYER.precomp;
    Object.assign(layer, boxes.get(refId) ?? { w: lottie.w, h: lottie.h });
    if (video && 'image' in video) {
      // A single image has no time of its own: it moves in the time of the composition that
      // contains the layer.
      layer.st = 0;
      layer.sr = 1;
      delete layer.tm;
      layer.refId = writer.movingPrecomp(video, spans.get(layer) ?? [layer.ip, layer.op - 1]);
    } else layer.refId = writer.playing(refId, video);
  }
  lottie.assets = [
    ...(lottie.assets ?? []).filter((a) => isPrecomp(a) || !shownAssets.has(a.id)),
    ...writer.assets,
  ];
  return [...writer.images.values()];
}

/** The size of each file asset by id. An asset without a size is as large as the frame. */
function boxesOf(lottie: Lottie): Map<string, { w: number; h: number }> {
  const boxes = (lottie.assets ?? []).flatMap((a) =>
    isPrecomp(a) ? [] : [[a.id, { w: a.w || lottie.w, h: a.h || lottie.h }] as const],
  );
  return new Map(boxes);
}

type Span = [first: number, last: number];

/**
 * The first and the last moment of each layer with a moving image, in frames of its composition.
 */
function spansOf(lottie: Lottie, videos: ReadonlyMap<string, LayerVideo>): Map<Layer, Span> {
  const moves = (layer: Layer) => {
    const video = layer.ty === LAYER.video ? videos.get(layer.refId ?? '') : undefined;
    return video !== undefined && 'image' in video && video.motion.strategy !== 'none';
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

class VideoWriter {
  readonly assets: (PrecompAsset | FileAsset)[] = [];
  readonly images = new Map<string, ImageFile>();
  readonly #ids: Set<string>;
  readonly #played = new Map<string, string>();
  readonly #fps: number;

  constructor(lottie: Lottie) {
    this.#ids = new Set((lottie.assets ?? []).map(({ id }) => id));
    this.#fps = exactFps(lottie.fr);
  }

  /** The precomp with the images of a video in order, each once. */
  playing(assetId: string, video: LayerVideo | undefined): string {
    const knownId = this.#played.get(assetId);
    if (knownId !== undefined) return knownId;
    const layers = video && 'frames' in video ? this.#frameLayers(video) : [];
    const id = this.#addPrecomp(`film:${assetId}`, layers);
    this.#played.set(assetId, id);
    return id;
  }

  /**
   * Returns the id of a precomp that shows the image with its motion over the span. The image stays within
   * its place.
   */
  movingPrecomp(video: Moved, [first, last]: Span): string {
    const { x, y, width, height } = video.place;
    const image = this.#imageLayer(video.image, video.place, ALWAYS);
    const keys = motionKeys(video.motion, { width, height }, video.image, [first, last]);
    const layer = { ...image, ks: { ...image.ks, ...keys } };
    if (x === 0 && y === 0)
      return this.#addPrecomp('video', [layer, ...groundLayers(video, ALWAYS)]);
    // A moving image is clipped to its own area, not to the box around it.
    const refId = this.#addPrecomp('video', [layer]);
    const [ip, op] = ALWAYS;
    const times = { ip, op, st: 0, sr: 1 };
    const ks = { p: still([x, y, 0]) };
    const inner: Layer = { ty: LAYER.precomp, refId, w: width, h: height, ...times, ks };
    return this.#addPrecomp('video', [inner, ...groundLayers(video, ALWAYS)]);
  }

  /** A layer for each run of frames with the same image, above the background. */
  #frameLayers(video: Played): Layer[] {
    const layers: Layer[] = [];
    for (const { from, to, image } of this.#runs(video)) {
      if (image) layers.push(this.#imageLayer(image, video.place, [from, to]));
    }
    const [first, last] = [layers[0], layers.at(-1)];
    return first && last ? [...layers, ...groundLayers(video, [first.ip, last.op])] : [];
  }

  /**
   * Merges equal images. An image changes in the middle between two moments, where rounding affects
   * neither.
   */
  *#runs({ frames }: Played) {
    let from = -ALL_TIME;
    for (const [index, { seconds, image }] of frames.entries()) {
      const next = frames[index + 1];
      if (next && next.image?.sha256 === image?.sha256) continue;
      const to = next ? ((seconds + next.seconds) / 2) * this.#fps : ALL_TIME;
      yield { from, to, image };
      from = to;
    }
  }

  /** A layer that shows the image, scaled to its place, over the span (in frames). */
  #imageLayer(image: ImageFile, place: Rectangle, [ip, op]: Span): Layer {
    const { x, y, width, height } = place;
    const scale = [(100 * width) / image.width, (100 * height) / image.height, 100];
    const ks = { o: still(100), r: still(0), p: still([x, y, 0]), a: still([0, 0, 0]) };
    const refId = this.#fileAsset(image);
    return { ty: LAYER.image, refId, ip, op, st: 0, sr: 1, ks: { ...ks, s: still(scale) } };
  }

  /** Returns the id of the image's asset. The same image gets only one asset. */
  #fileAsset(image: ImageFile): string {
    const id = `frame:${image.sha256}`;
    if (!this.images.has(id)) {
      this.images.set(id, image);
      const { width: w, height: h } = image;
      this.assets.push({ id, w, h, u: '', p: fileName(image), e: 0 });
    }
    return id;
  }

  /** Adds a precomp and returns its id, which has a number behind it if the wanted id is in use. */
  #addPrecomp(wantedId: string, layers: Layer[]): string {
    let id = wantedId;
    for (let n = 2; this.#ids.has(id); n++) id = `${wantedId}:${n}`;
    this.#ids.add(id);
    this.assets.push({ id, layers: layers.map((layer, i) => ({ ...layer, ind: i + 1 })) });
    return id;
  }
}

/** The solid behind an image that does not fill its box, as a list of one or none. */
function groundLayers({ place, background }: LayerVideo, [ip, op]: Span): Layer[] {
  if (background === undefined) return [];
  const { color, opacity } = background;
  // The area is centered in its box.
  const size = { sw: place.width + 2 * place.x, sh: place.height + 2 * place.y };
  const ks = { o: still(opacity) };
  return [{ ty: LAYER.solid, sc: color, ...size, ip, op, st: 0, sr: 1, ks }];
}

function still<T>(k: T): Property<T> {
  return { a: 0, k };
}
