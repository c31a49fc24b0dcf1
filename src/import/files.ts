import { basename } from 'node:path';
import { fault, quoted, say } from '../base/index.ts';
import { allLayers, type FileAsset, isPrecomp, LAYER, type Lottie } from '../lottie/index.ts';
import {
  type AudioBytes,
  type ImportWarning,
  type TemplateAudio,
  type TemplateImage,
  toWarning,
} from '../template/index.ts';
import { findPath, plainPath } from './file-names.ts';
import type { TemplatePackage } from './template-package.ts';

/**
 * Returns the files of the images and videos that layers show, by asset id, and a report entry for each
 * missing file.
 */
export function collectImages(
  lottie: Lottie,
  source: TemplatePackage,
  fileOf: FileOf,
): {
  images: Map<string, TemplateImage>;
  videoFiles: Map<string, TemplateImage>;
  missing: ImportWarning[];
} {
  const images = new Map<string, TemplateImage>();
  const videoFiles = new Map<string, TemplateImage>();
  const missing: ImportWarning[] = [];
  const places = shownPlaces(lottie);
  for (const asset of lottie.assets ?? []) {
    const place = places.get(asset.id);
    if (isPrecomp(asset) || !place) continue;
    const bytes = fileOf(asset);
    const [list, what] = place.isVideo ? [videoFiles, 'video'] : [images, 'image'];
    const label = `the ${what} ${asset.nm ?? asset.p?.slice(0, 80) ?? asset.id}`;
    if (bytes) list.set(asset.id, { bytes, label, editable: asset.sid });
    else {
      const name = quoted(`${asset.u ?? ''}${asset.p ?? ''}`.slice(0, 200));
      const message = place.isVideo
        ? say`Expected the video ${name} of asset ${asset.id} in ${source.label} but it is missing. Its place shows its name.`
        : say`Expected the image ${name} of asset ${asset.id} in ${source.label} but it is missing. Its place shows its name.`;
      const hint = hintFor(source.files.size > 0, asset.sid !== undefined);
      const { path: layerPath } = place;
      missing.push(toWarning(fault('lottie_asset_missing', message, { layerPath, hint })));
    }
  }
  return { images, videoFiles, missing };
}

/** Returns what to do about a missing file. An editable one may also stay missing. */
function hintFor(hasFolder: boolean, isEditable: boolean): string {
  if (isEditable)
    return hasFolder
      ? 'Put it into images/ of the package, or export with files embedded.'
      : 'Upload a .zip that contains the .json and its folder images/, or export with files embedded.';
  return hasFolder
    ? 'Put it into images/ of the package, or export with files embedded. Or make it editable, so that each video brings its own.'
    : 'Upload a .zip that contains the .json and its folder images/, or export with files embedded. Or make it editable, so that each video brings its own.';
}

/** Returns the first layer that shows each asset. */
function shownPlaces(lottie: Lottie): Map<string, { path: string; isVideo: boolean }> {
  const places = new Map<string, { path: string; isVideo: boolean }>();
  for (const { layer, path } of allLayers(lottie)) {
    const isVideo = layer.ty === LAYER.video;
    if ((layer.ty !== LAYER.image && !isVideo) || layer.refId === undefined) continue;
    if (!places.has(layer.refId)) places.set(layer.refId, { path, isVideo });
  }
  return places;
}

/**
 * Returns the template's own audio files that are played, by asset id, and a report entry for each missing
 * file.
 */
export function collectAudio(
  lottie: Lottie,
  audioSources: readonly TemplateAudio[],
  source: TemplatePackage,
  fileOf: FileOf,
): { audioFiles: Map<string, AudioBytes>; missingAudioWarnings: ImportWarning[] } {
  const audioFiles = new Map<string, AudioBytes>();
  const missingAudioWarnings: ImportWarning[] = [];
  const paths = new Map(audioSources.map(({ assetId, path }) => [assetId, path]));
  for (const asset of lottie.assets ?? []) {
    const path = paths.get(asset.id);
    if (isPrecomp(asset) || path === undefined) continue;
    const bytes = fileOf(asset);
    const name = asset.nm ?? `${asset.u ?? ''}${asset.p ?? ''}`.slice(0, 80);
    if (bytes) audioFiles.set(asset.id, { bytes, label: `the audio file ${name}` });
    else missingAudioWarnings.push(missingAudio(name, path, source.label));
  }
  return { audioFiles, missingAudioWarnings };
}

function missingAudio(name: string, layerPath: string, label: string): ImportWarning {
  const message = say`Expected the audio file ${quoted(name)} in ${label} but it is missing. Its layer is silent.`;
  const hint = 'Put it into images/ or audio/ of the package, or export with files embedded.';
  return toWarning(fault('lottie_asset_missing', message, { layerPath, hint }));
}

/** Finds the bytes of an asset, embedded in the animation or in a file of the package. */
export type FileOf = (asset: FileAsset) => Uint8Array | undefined;

/** Returns a `FileOf` for a package. It decodes an embedded file once, even if many assets use it. */
export function fileFinder(source: TemplatePackage): FileOf {
  const decoded = new Map<string, Uint8Array | undefined>();
  return (asset) => {
    const { p = '' } = asset;
    if (!p.startsWith('data:')) return findInPackage(asset, source);
    if (!decoded.has(p)) decoded.set(p, decodeDataUri(p));
    return decoded.get(p);
  };
}

/**
 * Returns the bytes of a data URI; undefined if the text is no data URI or is escaped wrongly. Text that is
 * not base64 counts as Latin-1.
 */
export function decodeDataUri(text: string): Uint8Array | undefined {
  const match = /^data:[\w/+.;=-]*?(;base64)?,/.exec(text.slice(0, 200));
  if (!match) return undefined;
  const body = text.slice(match[0].length);
  if (match[1]) return Buffer.from(body, 'base64');
  try {
    return Buffer.from(decodeURIComponent(body), 'latin1');
  } catch {
    return undefined;
  }
}

/** Searches the places where exporters put files, the most exact first; undefined if none has the file. */
function findInPackage(
  { p = '', u = '' }: FileAsset,
  { files, base }: TemplatePackage,
): Uint8Array | undefined {
  if (p === '') return undefined;
  const name = p.replaceAll('\\', '/');
  const places = [
    `${base}${u}/${name}`,
    `${u}/${name}`,
    `${base}images/${name}`,
    `${base}i/${name}`,
    `${base}${name}`,
    // dotLottie 1 and 2.
    `audio/${name}`,
    `u/${name}`,
    `${base}videos/${name}`,
    // The designer's own folder.
    ...['images', 'i', 'audio', 'u', 'videos'].map(
      (folder) => `${base}${folder}/${basename(name)}`,
    ),
  ];
  const path = findPath(files, places.map(plainPath));
  return path === undefined ? undefined : files.get(path);
}

const MAX_DATA_FILES = 20;
const MAX_DATA_BYTES = 2_000_000;

/** Returns the JSON files that data layers (type 15) bring, by their name, for expressions. */
export function collectData(lottie: Lottie, fileOf: FileOf): Map<string, string> {
  const dataFiles = new Map<string, string>();
  for (const asset of lottie.assets ?? []) {
    if (isPrecomp(asset) || !asset.p?.toLowerCase().endsWith('.json')) continue;
    const bytes = fileOf(asset);
    if (!bytes || bytes.byteLength > MAX_DATA_BYTES || dataFiles.size >= MAX_DATA_FILES) continue;
    dataFiles.set(`${asset.u ?? ''}${asset.p}`, new TextDecoder().decode(bytes));
  }
  return dataFiles;
}
