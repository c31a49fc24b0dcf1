import { defined } from '../base/index.ts';
import {
  allLayers,
  type FileAsset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
} from '../lottie/index.ts';
import type { TemplateJson } from './template-json.ts';

const MAX_NAME_LENGTH = 200;
/** The name of the editable that template.json's `audio` becomes. */
const BACKGROUND = 'background';

/**
 * Returns the name of the editable in the names of an image or audio layer, such as
 * `(Footage)/USER/photo.png`.
 */
export function footageName(layer: Layer, asset: FileAsset | undefined): string | undefined {
  // An embedded file is not joined: each layer that shows it would make a copy.
  const { u = '', p = '' } = asset ?? {};
  const file = asset && u.length + p.length < MAX_NAME_LENGTH ? `${u}${p}` : undefined;
  return [layer.nm, asset?.nm, file, asset?.id].find(
    (name): name is string =>
      typeof name === 'string' &&
      name.length < MAX_NAME_LENGTH &&
      /^(\(Footage\)\/)?USER\/./.test(name),
  );
}

/** Returns the name of the editable in the names of an audio layer, such as `a_01` or `USER/music.mp3`. */
export function trackName(layer: Layer, asset: FileAsset | undefined): string | undefined {
  return layer.nm !== undefined && /^a_\d+$/.test(layer.nm) ? layer.nm : footageName(layer, asset);
}

/**
 * Adds the audio layers that template.json requests: its `audio`, and a track of full length for each audio
 * editable that no layer of the animation names.
 */
export function addTracks(lottie: Lottie, json: TemplateJson): void {
  const knownNames = new Set<string | undefined>();
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  for (const { layer } of allLayers(lottie)) {
    if (layer.ty !== LAYER.audio) continue;
    if (typeof layer.au !== 'object' || layer.au === null) delete layer.au;
    // Only the import writes slot ids on layers, so one in the file is removed.
    else delete layer.au.sid;
    const asset = layer.refId === undefined ? undefined : assets.get(layer.refId);
    const file = asset && !isPrecomp(asset) ? asset : undefined;
    knownNames.add(file?.sid ?? trackName(layer, file));
  }
  if (json.audio !== undefined) {
    const id = `template.json: ${json.audio}`;
    lottie.assets = [...(lottie.assets ?? []), { id, u: '', p: json.audio }];
    knownNames.add(BACKGROUND);
    addTrack(lottie, BACKGROUND, id);
  }
  for (const [name, { type, targets }] of Object.entries(json.editables ?? {})) {
    if (type === 'audio' && !targets && !knownNames.has(name)) addTrack(lottie, name);
  }
}

/**
 * Adds an audio layer over the whole animation that is bound to the editable; without `refId` it is silent
 * until it is filled.
 */
function addTrack(lottie: Lottie, name: string, refId?: string): void {
  const { ip, op } = lottie;
  const layer: Layer = { ty: LAYER.audio, nm: name, ip, op, st: ip, sr: 1, au: { sid: name } };
  lottie.layers.push({ ...layer, ...defined({ refId }) });
}
