/**
 * Template + mapping + pinned media → composition. Pure: no I/O, no clock, no chance.
 */
export {
  type AudioClip,
  NO_SOUNDS,
  placeAudio,
  type SoundFile,
  type Sounds,
  type VideoSound,
} from './audio.ts';
export { solidColor } from './check-video.ts';
export {
  type Composed,
  type Composition,
  compose,
  fitTexts,
  type Pictures,
} from './compose.ts';
export type {
  CheckedMapping,
  FileSource,
  ImageEntry,
  Mapping,
  MappingSpec,
  ResourceEntry,
  VideoEntry,
} from './entries.ts';
export { type BroughtFont, changedFonts } from './font-library.ts';
export { checkMapping, mappingFaults, misplacedEntry } from './mapping.ts';
export { mappingSchema } from './mapping-schema.ts';
export { type Motion, motionMargin } from './motion.ts';
export { listNames, nearest } from './nearest.ts';
export type { PictureFile } from './picture-file.ts';
export { toSelfContained } from './self-contained.ts';
export { type VideoNeed, videoNeeds } from './video-needs.ts';
export type { Film } from './videos.ts';
export { type WantedFile, wantedFiles } from './wanted-files.ts';
