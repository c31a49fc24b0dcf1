import {
  exactFps,
  type FileAsset,
  frameCount,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  layerPath,
  precompOf,
  precompsById,
} from '../lottie/index.ts';
import type { ReportEntry } from '../template/index.ts';
import { levelKeys, loudestOf, type TemplateAudio } from '../template/index.ts';

/** More are a mistake of a generator, or an attack: each is mixed. */
const MAX_AUDIO_FILES = 1000;
/** Of the levels of all sounds. */
const MAX_LEVEL_KEYS = 500_000;
/** Outside of these nothing can be recognised. */
const SPEEDS = { min: 1 / 16, max: 16 };

/** Frames of a composition in frames of the outermost: `offset + scale * frame`; and when it shows. */
type TimeLine = { offset: number; scale: number; from: number; to: number };

/**
 * Where each sound is heard, through precomps and their time. `videos` are the names of video
 * editables. What cannot be placed is reported.
 */
export function placeAudio(
  lottie: Lottie,
  videos: ReadonlySet<string>,
): { audioSources: TemplateAudio[]; warnings: ReportEntry[] } {
  const precomps = precompsById(lottie);
  const assets = new Map(
    (lottie.assets ?? []).flatMap((a): [string, FileAsset][] => (isPrecomp(a) ? [] : [[a.id, a]])),
  );
  const audioSources: TemplateAudio[] = [];
  const warnings = new Map<string, ReportEntry>();
  const warn = (code: string, path: string, message: string, hint: string) => {
    if (warnings.size < MAX_AUDIO_FILES)
      warnings.set(path, { code, message, layer_path: path, hint });
  };
  let levels = MAX_LEVEL_KEYS;
  const take = (layer: Layer, path: string, outer: TimeLine) => {
    const isSpent = levels <= 0 || audioSources.length >= MAX_AUDIO_FILES;
    const audio = audioOf({ layer, path, outer, lottie, assets, videos, isSpent });
    if (!audio) return;
    levels -= audio.gain.length + keyCount(layer);
    if (layer.tm !== undefined) warn('sound_time_remap', path, ...REMAPPED);
    else if (audio.speed < SPEEDS.min || audio.speed > SPEEDS.max) {
      warn(
        'sound_speed',
        path,
        'The sound is stretched too far to be played; it is silent.',
        'Stretch it less.',
      );
    } else if (!isSpent) {
      if (loudestOf(audio.gain) === 0) warn('sound_silent', path, ...SILENT);
      audioSources.push(audio);
    } else
      warn(
        'sound_too_many',
        '',
        `Only the first ${audioSources.length} audio files are played.`,
        'Mix the audio before the export.',
      );
  };
  const enter = (layers: readonly Layer[], parent: string, outer: TimeLine) => {
    for (const layer of layers) {
      if (layer.hd === true) continue;
      const path = layerPath(parent, layer);
      const inner = precompOf(layer, precomps);
      if (!inner) take(layer, path, outer);
      else if (layer.tm === undefined) enter(inner.layers, path, innerTime(layer, outer));
      else if (hasAudio(inner.layers)) warn('sound_time_remap', path, ...REMAPPED);
    }
  };
  const hasAudio = (layers: readonly Layer[]): boolean =>
    layers.some(
      (layer) => layer.ty === LAYER.audio || hasAudio(precompOf(layer, precomps)?.layers ?? []),
    );
  const end = lottie.ip + frameCount(lottie);
  enter(lottie.layers, '', { offset: 0, scale: 1, from: lottie.ip, to: end });
  return { audioSources, warnings: [...warnings.values()] };
}

const REMAPPED = [
  'Time is remapped here, which sound does not follow; it is silent.',
  'Keep sound outside of what is remapped, or write the remapped sound to a file.',
] as const;
const SILENT = [
  'The level is 0 percent all the time, which is silence.',
  'Levels are percentages: 100 is as loud as the file. In decibels, give a value below 0.',
] as const;

/** When a layer shows, and how its own time runs. */
function innerTime(layer: Layer, outer: TimeLine, stretch = layer.sr ?? 1): TimeLine {
  const at = (frame: number) => outer.offset + outer.scale * frame;
  return {
    offset: at(layer.st ?? 0),
    scale: outer.scale * stretch,
    from: Math.max(outer.from, at(layer.ip)),
    to: Math.min(outer.to, at(layer.op)),
  };
}

type AudioLayer = {
  layer: Layer;
  path: string;
  outer: TimeLine;
  lottie: Lottie;
  assets: ReadonlyMap<string, FileAsset>;
  videos: ReadonlySet<string>;
  /** No level is worked out for what is not played. */
  isSpent: boolean;
};

function audioOf({
  layer,
  path,
  outer,
  lottie,
  assets,
  videos,
  isSpent,
}: AudioLayer): TemplateAudio | undefined {
  const asset = layer.refId === undefined ? undefined : assets.get(layer.refId);
  const isVideo = layer.ty === LAYER.video || (asset?.sid !== undefined && videos.has(asset.sid));
  if (!isVideo && layer.ty !== LAYER.audio) return undefined;
  const { offset, scale, from, to } = innerTime(layer, outer, stretchOf(layer));
  // Before its own beginning there is nothing to hear.
  const first = Math.max(from, offset);
  if (first >= to) return undefined;
  const fps = exactFps(lottie.fr);
  const seconds = (frame: number) => (frame - lottie.ip) / fps;
  return {
    kind: isVideo ? 'video' : 'audio',
    editable: isVideo ? asset?.sid : (layer.au?.sid ?? asset?.sid),
    assetId: asset?.id,
    path,
    startSeconds: seconds(first),
    endSeconds: seconds(to),
    trimStartSeconds: (first - offset) / scale / fps,
    speed: 1 / scale,
    gain: isSpent
      ? []
      : levelKeys(layer.au?.lv, (frame) => seconds(outer.offset + outer.scale * frame)),
  };
}

function keyCount({ au }: Layer): number {
  const k: unknown = au?.lv?.k;
  return Array.isArray(k) ? k.length : 0;
}

/**
 * Bodymovin writes sound as it is heard, from its in-point on, with its stretch in it, and tells of
 * the stretch all the same. Its assets are called `audio_0`, `audio_1`, ….
 */
function stretchOf(layer: Layer): number {
  const isRendered =
    layer.ty === LAYER.audio &&
    /^audio_\d+$/.test(layer.refId ?? '') &&
    layer.st === layer.ip &&
    layer.au?.lv === undefined;
  return isRendered ? 1 : (layer.sr ?? 1);
}
