/**
 * Template + mapping + assets → composition: a self-contained Lottie and its audio clips. Portable.
 */
export { type AssetPaths, pathOfAsset } from './asset-paths.ts';
export { NO_AUDIO, placeAudio } from './audio.ts';
export {
  type AudioClip,
  type AudioFile,
  type AudioSources,
  rateOf,
  type VideoAudio,
} from './audio-clip.ts';
export { type AudioFit, fitAudio } from './audio-fit.ts';
export { CAPTION_FONT_STYLES } from './captions/caption-look.ts';
export { cuesOfEditable, type PlayedFile } from './captions/editable-cues.ts';
export { leftOutWarnings, type ShownCaptions } from './captions/shown-captions.ts';
export { type Composed, type Composition, compose, fitTexts } from './compose.ts';
export type { DependentValues } from './dependent-values.ts';
export {
  affectsDependents,
  type BakeDependents,
  evaluateDependents,
} from './evaluate-dependents.ts';
export { filledAnimation } from './fill-layers.ts';
export {
  fileWordsInVideo,
  type HeardAudio,
  heardEditable,
  heardMix,
  wordsInVideo,
} from './heard-audio.ts';
export type { ImageFile } from './image-file.ts';
export { motionMargin } from './motion.ts';
export { placeholderNames } from './placeholders.ts';
export { type Place, placesAt } from './places.ts';
export { forPlayers, toSelfContained } from './self-contained.ts';
export { changedFonts, libraryOf, type SuppliedFont } from './texts/font-library.ts';
export type { MeasuredText, MeasureText } from './texts/measure-texts.ts';
export { imageScales, type VideoRequirement, videoRequirements } from './video-needs.ts';
export type { LayerVideo } from './videos.ts';
