import {
  allLayers,
  type FileAsset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type PlacedLayer,
} from '../lottie/index.ts';
import { footageName } from './audio-tracks.ts';
import type { TemplateJson } from './template-json.ts';

const VIDEO_FILE = /\.(?:mp4|m4v|mov|qt|webm|mkv|avi|mpe?g|m2v|ts|mts|m2ts|flv|wmv|ogv|3gp|mxf)$/i;
const VIDEO_DATA = /^data:video\//i;

/** Whether the package brings the file of an asset. */
export type HasFile = (asset: FileAsset) => boolean;

type Shown = PlacedLayer & { asset: FileAsset };

/**
 * Turns all image layers that show a video into video layers (`ty` 9). A layer shows a video if template.json
 * says so, or if a name or file has the extension of a video. A layer that shows the same asset as a video
 * layer also becomes a video layer.
 */
export function markVideos(lottie: Lottie, json: TemplateJson): void {
  const shownImages = shownFiles(lottie);
  const isDeclared = declaredVideos(json);
  const videoFiles = new Set(
    shownImages
      .filter((s) => s.layer.ty === LAYER.video || isVideo(s.layer, s.asset) || isDeclared(s))
      .map(({ asset }) => asset.id),
  );
  for (const { layer, asset } of shownImages) {
    if (!videoFiles.has(asset.id)) continue;
    asset.w ||= lottie.w;
    asset.h ||= lottie.h;
    if (layer.ty === LAYER.video) continue;
    layer.ty = LAYER.video;
    // A still has no time of its own. The video that replaces it starts when the layer shows.
    if (layer.tm === undefined && !isVideoFile(asset)) layer.st = layer.ip;
  }
}

/** Returns whether template.json declares a layer as a video, by the editable's name or by a target. */
function declaredVideos(json: TemplateJson): (shownImage: Shown) => boolean {
  const videoFiles = Object.entries(json.editables ?? {}).filter(
    ([, { type }]) => type === 'video',
  );
  const names = new Set(videoFiles.map(([name]) => name));
  const targets = new Set(
    videoFiles.flatMap(([, { targets: places = [] }]) =>
      places.map((place) =>
        typeof place === 'string' ? place : 'asset' in place ? assetKey(place.asset) : '',
      ),
    ),
  );
  return ({ layer, path, asset: { nm = '', id, sid = '' }, asset }) =>
    [path, nm, assetKey(id)].some((place) => targets.has(place)) ||
    [sid, videoName(layer, asset) ?? ''].some((name) => names.has(name));
}

function assetKey(id: string): string {
  return `asset:${id}`;
}

/**
 * All layers that show an image or a video, with their assets; an asset of several layers comes several
 * times.
 */
function shownFiles(lottie: Lottie): Shown[] {
  const assets = new Map(
    (lottie.assets ?? []).flatMap((a): [string, FileAsset][] => (isPrecomp(a) ? [] : [[a.id, a]])),
  );
  return allLayers(lottie).flatMap((placed) => {
    const { ty, refId } = placed.layer;
    const asset = refId === undefined ? undefined : assets.get(refId);
    return asset && (ty === LAYER.image || ty === LAYER.video) ? [{ ...placed, asset }] : [];
  });
}

function isVideo(layer: Layer, asset: FileAsset): boolean {
  const name = videoName(layer, asset);
  return (
    isVideoFile(asset) || (name !== undefined && (VIDEO_FILE.test(name) || NUMBERED.test(name)))
  );
}

function isVideoFile({ p = '' }: FileAsset): boolean {
  return p.length > 1000
    ? VIDEO_DATA.test(p.slice(0, 20))
    : VIDEO_FILE.test(p) || VIDEO_DATA.test(p);
}

const NUMBERED = /^video_\d+$/;

/**
 * The first numbered name (`video_1`) of the layer or its asset, else the name of a file in the user's
 * folder.
 */
function videoName(layer: Layer, asset: FileAsset): string | undefined {
  const numbered = [layer.nm, asset.nm, asset.id].find((name) => NUMBERED.test(name ?? ''));
  return numbered ?? footageName(layer, asset);
}

/**
 * Returns the name of the editable of a video layer, such as `video_1` or `(Footage)/USER/clip.mp4`. If the
 * package has no file for the layer, the layer is an editable under any name. Other videos belong to the
 * template.
 */
export function videoFileName(
  layer: Layer,
  asset: FileAsset,
  hasFile: HasFile,
): string | undefined {
  const name = videoName(layer, asset);
  if (name !== undefined || hasFile(asset)) return name;
  return [layer.nm, asset.nm, asset.p, asset.id].find(
    (other) => other !== undefined && other !== '' && other.length < 200,
  );
}
