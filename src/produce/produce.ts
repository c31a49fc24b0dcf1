import { AppError, type Fault } from '../base/index.ts';
import {
  type AudioFile,
  type AudioSources,
  type BroughtFont,
  type Composed,
  changedFonts,
  compose,
  fitTexts,
  type ImageFile,
  NO_AUDIO,
  placeAudio,
} from '../compose/index.ts';
import { fallbackFonts, openFontFile, stylesOf } from '../fonts/index.ts';
import { entryOf, hexOf, type ParsedCrop, type ParsedMapping } from '../mapping/index.ts';
import {
  type Crop,
  type CropStrategy,
  type Fit,
  fitImage,
  placeSize,
  shownCrop,
} from '../media/image/index.ts';
import type { Template } from '../template/index.ts';
import { decodeVideos } from './decode-videos.ts';
import type { IngestedAssets } from './ingest-inputs.ts';
import { layOutVideos, unusedOptions, type VideoLayout } from './lay-out-videos.ts';
import { ingestTemplateAudio } from './template-audio.ts';
import { templateImages } from './template-images.ts';

/** A composition, and by editable what became of its text or its picture. */
export type Produced = Omit<Composed, 'fit' | 'warnings'> & {
  warnings: { code: string; message: string }[];
  fit: Record<string, Composed['fit'][string] | { crop: Crop }>;
};

/**
 * Scales the pictures to where they are shown, decodes what shows of the videos, and compiles
 * template and mapping into a composition, in which `frames` (counted from the in-point; all of
 * them when absent) can be drawn.
 */
export async function produce(
  template: Template,
  mapping: ParsedMapping,
  ingested: IngestedAssets,
  folder: string,
  fontFolders: readonly string[],
  { frames, signal }: { frames?: readonly number[]; signal?: AbortSignal } = {},
): Promise<Produced> {
  const editables = new Map<string, ImageFile>();
  await eachImage(placedImages(template, mapping, ingested), async ({ image, editable, fit }) => {
    editables.set(editable, await fitImage(image, fit, folder));
  });
  const assets = await templateImages(template, new Set(editables.keys()), folder);
  const decoded = await decodeVideos(template, mapping, ingested, folder, {
    ...(frames && { frames }),
    ...(signal && { signal }),
  });
  const own = await ingestTemplateAudio(template, mapping, folder);
  const audioSources: AudioSources = {
    tracks: tracksOf(ingested),
    assets: own.assets,
    videos: decoded.audioSources,
  };
  const images = { editables, assets, videos: decoded.videos };
  const { brought, fallbacks } = await fontsFor(template, mapping, ingested, fontFolders);
  const composed = compose(template, mapping, images, fallbacks, brought, audioSources);
  return {
    ...composed,
    warnings: [...composed.warnings, ...own.warnings, ...unusedOptions(decoded.placed)],
    fit: { ...composed.fit, ...(await cropsOf(template, mapping, ingested, decoded.placed)) },
  };
}

/**
 * `produce` without its pictures and sounds: how all of it fits, and what is wrong with the texts that
 * cannot be set. `folder` is for what is looked at on the way.
 */
export async function produceText(
  template: Template,
  mapping: ParsedMapping,
  ingested: IngestedAssets,
  folder: string,
  fontFolders: readonly string[],
): Promise<Pick<Produced, 'fit' | 'warnings'> & { faults: Fault[] }> {
  const placed = await layOutVideos(template, mapping, ingested, folder);
  const { brought, fallbacks } = await fontsFor(template, mapping, ingested, fontFolders);
  const { fit, warnings, faults } = fitTexts(template, mapping, fallbacks, brought);
  const audioSources: AudioSources = { ...NO_AUDIO, tracks: tracksOf(ingested) };
  return {
    fit: { ...fit, ...(await cropsOf(template, mapping, ingested, placed)) },
    warnings: [...warnings, ...unusedOptions(placed)],
    faults: [...faults, ...faultsOf(() => placeAudio(template, mapping, audioSources))],
  };
}

function faultsOf(work: () => unknown): readonly Fault[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults;
  }
}

/** What shows of each picture and film, in whole pixels of it. */
async function cropsOf(
  template: Template,
  mapping: ParsedMapping,
  ingested: IngestedAssets,
  videos: readonly VideoLayout[],
): Promise<Record<string, { crop: Crop }>> {
  const crops: Record<string, { crop: Crop }> = {};
  await eachImage(placedImages(template, mapping, ingested), async ({ image, editable, fit }) => {
    crops[editable] = { crop: await shownCrop(image, fit) };
  });
  for (const { requirement, place } of videos) {
    const { x, y, width, height } = place.region;
    const crop = { x: Math.round(x), y: Math.round(y) };
    crops[requirement.editable ?? ''] = {
      crop: { ...crop, width: Math.round(width), height: Math.round(height) },
    };
  }
  return crops;
}

async function fontsFor(
  template: Template,
  mapping: ParsedMapping,
  ingested: IngestedAssets,
  fontFolders: readonly string[],
) {
  const brought: BroughtFont[] = [];
  for (const [pointer, input] of Object.entries(ingested)) {
    if (input.kind !== 'font') continue;
    brought.push({ fonts: input.fonts, faces: await openFontFile(input, input.url ?? pointer) });
  }
  const fallbacks = await fallbackFonts(textOf(template, mapping), fontFolders, {
    language: template.language,
    // What a font that is brought lacks is to look like that font.
    styles: [
      ...changedFonts(template.lottie, brought).map(({ face }) => face),
      ...stylesOf(template),
    ],
  });
  return { brought, fallbacks };
}

/** The pictures that a mapping brings, with the place that each is to fill. */
function placedImages(template: Template, mapping: ParsedMapping, ingested: IngestedAssets) {
  return Object.entries(ingested).flatMap(([pointer, image]) => {
    const { kind, editable } = image;
    if (kind !== 'image' || editable === undefined) return [];
    const { width = 0, height = 0 } = template.editables[editable] ?? {};
    const { crop } = entryOf(mapping, editable, 'image') ?? {};
    const fit: Fit = {
      ...placeSize({ width, height }, template.imageScales.get(editable) ?? 1),
      editable,
      ...(crop ? strategyOf(crop) : { strategy: 'cover' }),
    };
    return [{ image, editable, fit, pointer }];
  });
}

type Placed = ReturnType<typeof placedImages>[number];

/** Every crop that is wrong is told, with its pointer in the request. */
async function eachImage(
  images: readonly Placed[],
  work: (image: Placed) => Promise<void>,
): Promise<void> {
  const faults: Fault[] = [];
  for (const image of images) {
    try {
      await work(image);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'crop_invalid') throw error;
      const pointer = `/mapping${image.pointer}/transform`;
      faults.push(...error.faults.map((f) => ({ ...f, pointer })));
    }
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
}

function strategyOf(crop: ParsedCrop): CropStrategy {
  const { strategy } = crop;
  if (strategy === 'manual') {
    const { x, y, width, height } = crop;
    return { strategy, crop: { x, y, width, height } };
  }
  if (strategy !== 'contain') return crop;
  return { strategy, ...(crop.background && { background: hexOf(crop.background) }) };
}

function tracksOf(ingested: IngestedAssets): Map<string, AudioFile> {
  const tracks = new Map<string, AudioFile>();
  for (const input of Object.values(ingested)) {
    if (input.kind === 'audio' && input.editable !== undefined) tracks.set(input.editable, input);
  }
  return tracks;
}

function textOf(template: Template, mapping: ParsedMapping): string {
  const own = Object.values(template.editables).map((e) => e.example_text ?? '');
  const given = Object.values(mapping.entries).map((e) => (e.kind === 'text' ? e.text : ''));
  return [...own, ...given, template.otherText].join('\n');
}
