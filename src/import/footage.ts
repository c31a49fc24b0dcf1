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
 * Makes video layers (`ty` 9) of all image layers that show a video: by template.json, by a name or
 * a file with a video's extension. A layer that shows the file of a video layer is one, too.
 */
export function markVideos(lottie: Lottie, json: TemplateJson): void {
  const shown = images(lottie);
  const isDeclared = declaredVideos(json);
  const videoFiles = new Set(
    shown
      .filter((s) => s.layer.ty === LAYER.video || isVideo(s.layer, s.asset) || isDeclared(s))
      .map(({ asset }) => asset.id),
  );
  for (const { layer, asset } of shown) {
    if (!videoFiles.has(asset.id)) continue;
    asset.w ||= lottie.w;
    asset.h ||= lottie.h;
    if (layer.ty === LAYER.video) continue;
    layer.ty = LAYER.video;
    // A still's own time means nothing; what takes its place begins when it does.
    if (layer.tm === undefined && !isVideoFile(asset)) layer.st = layer.ip;
  }
}

/** What template.json calls a video, by the editable's name or by what it names as its target. */
function declaredVideos(json: TemplateJson): (shown: Shown) => boolean {
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

function images(lottie: Lottie): Shown[] {
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

function videoName(layer: Layer, asset: FileAsset): string | undefined {
  const numbered = [layer.nm, asset.nm, asset.id].find((name) => NUMBERED.test(name ?? ''));
  return numbered ?? footageName(layer, asset);
}

/**
 * The editable that a video layer stands for: `video_1`, `(Footage)/USER/clip.mp4`. One whose file
 * the package does not bring is to be filled, whatever its name; any other is footage of the template.
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
