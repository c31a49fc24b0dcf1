import { AppError } from '../base/index.ts';
import {
  type FileAsset,
  fixTextAnimators,
  isPrecomp,
  LAYER,
  type Lottie,
} from '../lottie/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import { type Template, targetsOf } from '../template/index.ts';
import type { FontFace } from '../text/index.ts';
import { NO_AUDIO, placeAudio } from './audio.ts';
import type { AudioClip, AudioSources } from './audio-clip.ts';
import { burntTrack } from './captions/add-captions.ts';
import { separateCaptions } from './captions/caption-places.ts';
import { unbindControls } from './controls.ts';
import { type DependentValues, NO_DEPENDENT_VALUES } from './dependent-values.ts';
import { fillLayers } from './fill-layers.ts';
import { fileName, type ImageFile } from './image-file.ts';
import { addPlaceholders } from './placeholders.ts';
import { setColors } from './set-colors.ts';
import { libraryOf, type SuppliedFont } from './texts/font-library.ts';
import { setTexts, type TextResult } from './texts/texts.ts';
import { type LayerVideo, setVideos } from './videos.ts';

/**
 * A video as plain JSON: an ordinary Lottie with text as outlines, the images and audio files that it needs, and its
 * dimensions (pixels, frames per second). It names files by SHA-256 and knows no disk: an `AssetPaths` table says where
 * the files lie. It knows nothing of templates or mappings either.
 */
export type Composition = {
  lottie: Lottie;
  /** `name` is the file's name in the Lottie: its digest and its extension. */
  files: { digest: string; kind: 'image'; name: string }[];
  audio: AudioClip[];
  video: { width: number; height: number; fps: number; frameCount: number };
};

export type Images = {
  /** The customer's images, by editable name. */
  editables: ReadonlyMap<string, ImageFile>;
  /** The template's own images, by asset id. */
  assets: ReadonlyMap<string, ImageFile>;
  /** The content of video layers, by asset id. */
  videos?: ReadonlyMap<string, LayerVideo>;
};

export type Composed = { composition: Composition } & Omit<TextResult, 'faults'>;

type ComposeInputs = {
  template: Template;
  mapping: ParsedMapping;
  images: Images;
  fallbacks: readonly FontFace[];
  suppliedFonts?: readonly SuppliedFont[] | undefined;
  audioSources?: AudioSources | undefined;
  /** The result of `follow`; without it, properties keep the values of the import. */
  dependentValues?: DependentValues | undefined;
};

/**
 * Compiles a mapping into a template. Pure: the same inputs give the same bytes. An editable
 * without an entry keeps the template's own content. `fallbacks` are the fonts that replace missing
 * glyphs of the template's own fonts, in this order. `suppliedFonts` are the fonts in the mapping's
 * files. Throws an AppError with all faults of the texts.
 */
export function compose({
  template,
  mapping,
  images,
  fallbacks,
  suppliedFonts = [],
  audioSources = NO_AUDIO,
  dependentValues = NO_DEPENDENT_VALUES,
}: ComposeInputs): Composed {
  const lottie = structuredClone(template.lottie);
  const isBurnt = burntTrack(mapping) !== undefined;
  const places = separateCaptions(lottie, template, { isBurnt });
  setColors(lottie, mapping);
  const { written, warnings } = fillLayers(lottie, template, mapping, dependentValues);
  const fonts = libraryOf({ template, lottie, mapping, suppliedFonts, fallbacks });
  const hasFonts = fonts.match(undefined) !== undefined;
  const names = addPlaceholders(lottie, template, mapping, { hasFonts });
  const { faults, ...text } = setTexts(lottie, template, mapping, {
    fonts,
    written,
    names,
    places,
  });
  if (faults.length > 0) throw AppError.fromFaults(faults);
  fixTextAnimators(lottie);
  const files = setImages(lottie, images);
  removeAudio(lottie);
  unbind(lottie);
  if (hasControls(template)) unbindControls(lottie);
  // lottie-web reads glyphs differently in files of older exporters.
  lottie.v = '5.9.0';
  return {
    composition: {
      lottie,
      files,
      audio: placeAudio(template, mapping, audioSources, dependentValues),
      video: template.video,
    },
    ...text,
    warnings: [...text.warnings, ...warnings],
  };
}

/** Lays out the texts alone: the fit of valid texts, and the faults of the others. */
export function fitTexts(
  template: Template,
  mapping: ParsedMapping,
  {
    fallbacks = [],
    suppliedFonts = [],
    dependentValues = NO_DEPENDENT_VALUES,
  }: Partial<Pick<ComposeInputs, 'fallbacks' | 'suppliedFonts' | 'dependentValues'>> = {},
): Omit<TextResult, 'captions' | 'fonts'> {
  const lottie = structuredClone(template.lottie);
  const isBurnt = burntTrack(mapping) !== undefined;
  const places = separateCaptions(lottie, template, { isBurnt });
  const filled = fillLayers(lottie, template, mapping, dependentValues);
  const fonts = libraryOf({ template, lottie, mapping, suppliedFonts, fallbacks });
  const { written } = filled;
  const { warnings, ...result } = setTexts(lottie, template, mapping, { fonts, written, places });
  return { ...result, warnings: [...warnings, ...filled.warnings] };
}

/**
 * Sets the file of each image asset. Assets without a file lose their path, so that the rasteriser
 * never opens it.
 */
function setImages(lottie: Lottie, images: Images): Composition['files'] {
  const files = new Map<string, Composition['files'][number]>();
  for (const asset of lottie.assets ?? []) {
    if (isPrecomp(asset)) continue;
    const image = images.editables.get(asset.sid ?? '') ?? images.assets.get(asset.id);
    setAssetFile(asset, image);
    if (!image) continue;
    files.set(fileName(image), fileOf(image));
  }
  for (const image of setVideos(lottie, images.videos ?? new Map())) {
    files.set(fileName(image), fileOf(image));
  }
  return [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fileOf(image: ImageFile): Composition['files'][number] {
  return { digest: image.sha256, kind: 'image', name: fileName(image) };
}

/**
 * Lets an asset show a file of the composition, or nothing. Its own size stays if it has one: it is the
 * layer's size.
 */
function setAssetFile(asset: FileAsset, image: ImageFile | undefined): void {
  asset.u = '';
  asset.e = 0;
  asset.p = image ? fileName(image) : '';
  if (image && !asset.w) asset.w = image.width;
  if (image && !asset.h) asset.h = image.height;
}

/** Removes audio layers: audio is mixed separately and must not change the drawn frames. */
function removeAudio(lottie: Lottie): void {
  const lists = [lottie, ...(lottie.assets ?? []).filter(isPrecomp)];
  for (const list of lists) list.layers = list.layers.filter(({ ty }) => ty !== LAYER.audio);
}

/** Searching all properties for controls takes time. */
function hasControls({ editables }: Template): boolean {
  const types: string[] = ['number', 'checkbox', 'point', 'menu'];
  return Object.values(editables).some(({ input_type: type }) => types.includes(type));
}

/** Removes the editables' names, so that the result is a plain Lottie. */
function unbind(lottie: Lottie): void {
  for (const target of targetsOf(lottie)) {
    if (target.type === 'text') delete target.layer.t?.d.sid;
    else if (target.type === 'color' && 'property' in target) delete target.property.sid;
  }
  for (const asset of lottie.assets ?? []) if (!isPrecomp(asset)) delete asset.sid;
  for (const font of lottie.fonts?.list ?? []) delete font.sid;
}
