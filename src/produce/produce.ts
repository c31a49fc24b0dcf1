import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, type Fault } from '../base/index.ts';
import {
  type AssetPaths,
  type AudioFit,
  type AudioSources,
  CAPTION_FONT_STYLES,
  type Composed,
  changedFonts,
  compose,
  filledAnimation,
  fitAudio,
  fitTexts,
  type ImageFile,
  imageScales,
  NO_AUDIO,
  placeAudio,
  placeholderNames,
  type SuppliedFont,
  type VideoRequirement,
  videoRequirements,
} from '../compose/index.ts';
import { fallbackFonts, openFontFile, stylesOf } from '../fonts/index.ts';
import { isPrecomp, type Lottie } from '../lottie/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import {
  type Crop,
  convertImage,
  type Fit,
  type FittedImage,
  FocalPoints,
  fitImage,
  type IngestedImage,
  ingestImageBytes,
  shownCrop,
} from '../media/image/index.ts';
import { VideoFocus } from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import type { FontFace } from '../text/index.ts';
import { missingWords, withCaptionCues } from './caption-files.ts';
import { decodeVideos } from './decode-videos.ts';
import { followEditables } from './follow-editables.ts';
import { type IngestedInputs, type LocatedInput, locateInputs } from './ingest-inputs.ts';
import { layOutVideos, unusedOptions, type VideoLayout } from './lay-out-videos.ts';
import { eachImage, type PlacedImage, placedImages } from './placed-images.ts';
import { trackFiles, withHeardTimes } from './speech/heard-times.ts';
import { digestOf, type Steps, stepsIn } from './steps.ts';
import { ingestTemplateAudio } from './template-audio.ts';

type Converted = { data: Uint8Array; image: FittedImage };

/** Converted images, as long as their template is in memory. Larger images are converted again each time. */
const conversions = new WeakMap<Uint8Array, Promise<Converted>>();

const MAX_KEPT_BYTES = 4 * 2 ** 20;

type Inputs = readonly (readonly [string, LocatedInput])[];

/** A composition, the paths of its files, and the report on each text and image by editable. */
export type Produced = Omit<Composed, 'fit' | 'warnings'> & {
  paths: AssetPaths;
  /** The composition's images by SHA-256: their sizes, and whether they are frames of a video. */
  images: ReadonlyMap<string, ShownImage>;
  warnings: { code: string; message: string }[];
  fit: Record<string, Composed['fit'][string] | { crop: Crop } | { audio: AudioFit }>;
};

export type ShownImage = { width: number; height: number; isFrame: boolean };

export type ProduceRequest = Partial<IngestedInputs> & {
  template: Template;
  mapping: ParsedMapping;
  /** The folder for the created files. */
  folder: string;
  /** Folders with the machine's fonts, for letters that the template's fonts lack. */
  fontFolders?: readonly string[];
  /** Frames that will be drawn, counted from the in-point; all frames when absent. */
  frames?: readonly number[];
  /** Shared with other requests for the same inputs. */
  focalPoints?: FocalPoints;
  /** Runs the steps that read media. Default: all steps run, with their files in `folder`. */
  steps?: Steps;
};

/**
 * Scales the images to the displayed size, decodes the needed frames of the videos, and compiles template and
 * mapping into a composition.
 */
export async function produce(request: ProduceRequest, signal?: AbortSignal): Promise<Produced> {
  const { template } = request;
  const mapping = await withCaptionCues(request.mapping, request);
  const prepared = await prepare({ ...request, mapping }, signal);
  const { inputs, steps, fonts, followed } = prepared;
  const shownImages = new Map<string, ShownImage>();
  const paths: Record<string, string> = {};
  const keep = ({ path, ...image }: ImageFile & { path: string }): ImageFile => {
    const { sha256, width, height } = image;
    paths[sha256] = path;
    shownImages.set(sha256, { width, height, isFrame: false });
    return image;
  };
  const editables = new Map<string, ImageFile>();
  await eachImage(prepared.images, async ({ image, editable, fit }) => {
    editables.set(editable, keep(await fitImageOnce(image, fit, steps)));
  });
  const ownImages = await templateImages(template, new Set(editables.keys()), steps);
  const assets = new Map([...ownImages].map(([id, image]) => [id, keep(image)]));
  const decoded = await decodeVideos({ ...prepared, template, mapping }, signal);
  for (const { sha256, width, height, isFrame } of decoded.images)
    shownImages.set(sha256, { width, height, isFrame });
  const audio = await ingestTemplateAudio(template, mapping, steps);
  const allPaths = { ...request.paths, ...paths, ...decoded.paths, ...audio.paths };
  const files = { tracks: trackFiles(inputs), assets: audio.assets, paths: allPaths };
  const audioSources: AudioSources = {
    ...(await withHeardTimes({ template, mapping }, files, steps, signal)),
    videos: decoded.audioSources,
  };
  const audioFit = fitAudio(template, mapping, audioSources);
  const media = { editables, assets, videos: decoded.videos };
  const composed = compose({
    template,
    mapping,
    images: media,
    ...fonts,
    audioSources,
    dependentValues: followed,
  });
  return {
    ...composed,
    images: shownImages,
    paths: allPaths,
    warnings: [
      ...missingWords(request.mapping, request),
      ...composed.warnings,
      ...audio.warnings,
      ...unusedOptions(decoded.placed),
      ...audioFit.warnings,
    ],
    fit: { ...composed.fit, ...(await cropsOf(prepared.images, decoded.placed)), ...audioFit.fit },
  };
}

/**
 * Does the work of `produce` without scaling images, decoding videos and mixing audio. Returns the fit of
 * texts and crops, and the faults of texts that cannot be laid out.
 */
export async function produceText(
  request: ProduceRequest,
  signal?: AbortSignal,
): Promise<Pick<Produced, 'fit' | 'captionFits' | 'warnings'> & { faults: Fault[] }> {
  const { template } = request;
  const mapping = await withCaptionCues(request.mapping, request);
  const prepared = await prepare({ ...request, mapping }, signal);
  const placed = await layOutVideos({ ...prepared, mapping }, signal);
  const { fonts, followed } = prepared;
  const { fit, captionFits, warnings, faults } = fitTexts(template, mapping, {
    ...fonts,
    dependentValues: followed,
  });
  const audioSources: AudioSources = { ...NO_AUDIO, tracks: trackFiles(prepared.inputs) };
  const audioFit = fitAudio(template, mapping, audioSources);
  return {
    fit: { ...fit, ...(await cropsOf(prepared.images, placed)), ...audioFit.fit },
    captionFits,
    warnings: [
      ...missingWords(request.mapping, request),
      ...warnings,
      ...unusedOptions(placed),
      ...audioFit.warnings,
    ],
    faults: [...faults, ...faultsOf(() => placeAudio(template, mapping, audioSources))],
  };
}

/**
 * Prepares what both `produce` and `produceText` need of a request: its input files, its fonts, the values of
 * expressions that depend on editables (`followed`), its images, the focus of its videos, and which frames of
 * its videos are shown.
 */
async function prepare(request: ProduceRequest, signal: AbortSignal | undefined) {
  const { template, mapping, ingested = {}, paths = {}, folder, frames, focalPoints } = request;
  const points = focalPoints ?? new FocalPoints();
  const steps = request.steps ?? stepsIn(folder);
  const inputs = locateInputs({ ingested, paths });
  const fonts = await fontsFor(request, inputs);
  const followed = await followEditables({ template, mapping, ...fonts });
  const hasFiles = template.lottie.assets?.some((asset) => !isPrecomp(asset));
  const lottie = hasFiles ? filledAnimation(template, mapping, followed) : template.lottie;
  const scales = lottie === template.lottie ? template.imageScales : scalesIn(lottie, template);
  const images = await placedImages({ template, mapping, inputs, scales, points, steps }, signal);
  const focus = new VideoFocus(points, folder);
  const requirements = requirementsOf(lottie, frames);
  return { inputs, fonts, followed, images, focus, steps, requirements };
}

/** Returns the scales of images in the filled animation. Images that it never shows keep theirs. */
function scalesIn(lottie: Lottie, template: Template): Template['imageScales'] {
  return new Map([...template.imageScales, ...imageScales(lottie)]);
}

/** The requirements of all frames, which most mappings do not change. */
const knownRequirements = new WeakMap<Lottie, readonly VideoRequirement[]>();

/** The requirements of the videos; those of all frames are cached. */
function requirementsOf(lottie: Lottie, frames: readonly number[] | undefined) {
  if (frames) return videoRequirements({ lottie }, frames);
  const requirements = knownRequirements.get(lottie) ?? videoRequirements({ lottie });
  knownRequirements.set(lottie, requirements);
  return requirements;
}

/**
 * Fits an image to its place, as a step whose result is used again. The editable's name is no part of the
 * step's key: equal places share a result.
 */
async function fitImageOnce(image: IngestedImage, fit: Fit, steps: Steps): Promise<FittedImage> {
  const { editable: _, ...place } = fit;
  const { facts, folder } = await steps.run(['image', image.sha256, place], async (dir) => {
    const { path, ...fitted } = await fitImage(image, fit, dir);
    return { ...fitted, file: basename(path) };
  });
  const { file, ...fitted } = facts;
  return { ...fitted, path: join(folder, file) };
}

/** Runs `work` and returns the faults of an AppError, or none. Other errors are thrown. */
function faultsOf(work: () => unknown): readonly Fault[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults;
  }
}

/** The visible part of each image and video, in whole pixels of its file. */
async function cropsOf(
  images: readonly PlacedImage[],
  videos: readonly VideoLayout[],
): Promise<Record<string, { crop: Crop }>> {
  const crops: Record<string, { crop: Crop }> = {};
  await eachImage(images, async ({ image, editable, fit }) => {
    crops[editable] = { crop: shownCrop(image, fit) };
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

/** Opens the fonts that the mapping supplies, and the fallback fonts for all texts that may show. */
export async function fontsFor(
  { template, mapping, fontFolders = [] }: ProduceRequest,
  inputs: Inputs,
) {
  const suppliedFonts: SuppliedFont[] = [];
  for (const [pointer, input] of inputs) {
    if (input.kind !== 'font') continue;
    suppliedFonts.push({
      fonts: input.fonts,
      faces: await openFontFile(input, input.url ?? pointer),
    });
  }
  const fallbacks = await fallbackFonts(textOf(template, mapping), fontFolders, {
    language: template.language,
    // A fallback font should look like the font whose letters it replaces.
    styles: [
      ...changedFonts(template.lottie, suppliedFonts).map(({ face }) => face),
      ...stylesOf(template),
    ],
  });
  const captionFonts = await captionFallbacks(template, mapping, fontFolders);
  return {
    suppliedFonts,
    fallbacks: captionFonts.length > 0 ? distinctFaces([...fallbacks, ...captionFonts]) : fallbacks,
  };
}

/** The fonts of the captions that are burnt in, in the form of their language. */
async function captionFallbacks(
  template: Template,
  { captions = [] }: ParsedMapping,
  fontFolders: readonly string[],
): Promise<FontFace[]> {
  const burnt = captions.find(({ isBurnt }) => isBurnt);
  if (!burnt || !('cues' in burnt.source)) return [];
  const text = burnt.source.cues.map((cue) => cue.text).join('\n');
  const language = burnt.language ?? template.language;
  return fallbackFonts(text, fontFolders, { language, styles: CAPTION_FONT_STYLES });
}

function distinctFaces(faces: readonly FontFace[]): FontFace[] {
  return [...new Map(faces.map((face) => [face.key, face])).values()];
}

/**
 * All texts whose characters need a font: samples, texts of the mapping, names of placeholders and texts that no
 * editable changes.
 */
function textOf(template: Template, mapping: ParsedMapping): string {
  const exampleTexts = Object.values(template.editables).map((e) => e.example_text ?? '');
  const mappingTexts = Object.values(mapping.entries).map((e) => (e.kind === 'text' ? e.text : ''));
  const names = placeholderNames(template);
  return [...exampleTexts, ...mappingTexts, ...names, template.otherText].join('\n');
}

/** Converts the template's images, except those of the editables in `replaced`; by asset id. */
async function templateImages(
  template: Template,
  replaced: ReadonlySet<string>,
  steps: Steps,
): Promise<Map<string, FittedImage>> {
  const images = new Map<string, FittedImage>();
  for (const [id, { bytes, label, editable }] of template.images) {
    if (replaced.has(editable ?? '')) continue;
    const { facts, folder } = await steps.run(['own image', digestOf(bytes)], async (dir) => {
      await mkdir(dir, { recursive: true });
      const { path, ...image } = await templateImage(bytes, label, dir);
      return { ...image, file: basename(path) };
    });
    const { file, ...image } = facts;
    images.set(id, { ...image, path: join(folder, file) });
  }
  return images;
}

/**
 * Converts a sample image of the template into a file in the folder. A small result is kept while the
 * template is in memory; a failed conversion is tried again.
 */
async function templateImage(
  bytes: Uint8Array,
  label: string,
  folder: string,
): Promise<FittedImage> {
  const earlier = await conversions.get(bytes)?.catch(() => undefined);
  if (earlier) {
    const path = join(folder, basename(earlier.image.path));
    await writeFile(path, earlier.data);
    return { ...earlier.image, path };
  }
  const work = convertSample(bytes, label, folder);
  conversions.set(bytes, work);
  const { data, image } = await work;
  if (data.length > MAX_KEPT_BYTES) conversions.delete(bytes);
  return image;
}

/** Writes the image into the folder, and also returns its bytes, to cache them. */
async function convertSample(bytes: Uint8Array, label: string, folder: string): Promise<Converted> {
  const source = await ingestImageBytes({ bytes, dir: join(folder, 'own'), what: label });
  const image = await convertImage(source, folder, label);
  await rm(source.path);
  return { data: await readFile(image.path), image };
}
