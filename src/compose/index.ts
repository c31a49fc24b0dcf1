/**
 * Template + mapping + assets → composition: a self-contained Lottie and its audio clips. Portable.
 */
export {
  type AudioClip,
  NO_SOUNDS,
  placeAudio,
  type SoundFile,
  type Sounds,
  type VideoSound,
} from './audio.ts';
export { type Composed, type Composition, compose, fitTexts } from './compose.ts';
export { type BroughtFont, changedFonts } from './font-library.ts';
export type { PictureFile } from './image-file.ts';
export { type Motion, motionMargin } from './motion.ts';
export { toSelfContained } from './self-contained.ts';
export { type VideoNeed, videoNeeds } from './video-needs.ts';
export type { Film } from './videos.ts';
