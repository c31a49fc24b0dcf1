/**
 * From outside bytes to files that can be relied on: guarded fetching, checks, pictures at the size
 * they are shown in, and the programs that are run. Files are kept under their SHA-256.
 */
export {
  type AddressPolicy,
  parseAddressPolicy,
} from './address-policy.ts';
export type { FramePicture, VideoSource } from './decode-span.ts';
export type { FetchedFile } from './download.ts';
export { Fetcher, type FetcherOptions } from './fetcher.ts';
export {
  checkFilmCrop,
  checkFilmTrim,
  decodeFilm,
  type FilmSource,
} from './film-frames.ts';
export {
  type Crop,
  convertImage,
  coverCrop,
  type Fit,
  type FittedImage,
  fitImage,
} from './fit-image.ts';
export { salientPoint } from './moving-picture.ts';
export type { FileOrigin } from './pin-file.ts';
export { type FilmFacts, type PinnedFilm, pinFilm, pinFilmBytes } from './pin-film.ts';
export { type PinnedFont, pinFont } from './pin-font.ts';
export { type PinnedImage, pinBytes, pinImage } from './pin-image.ts';
export { type PinnedSound, pinSound, pinSoundBytes } from './pin-sound.ts';
export { type MediaFacts, probeMedia } from './probe.ts';
export { type ProbedFile, probeFile } from './probe-file.ts';
export type { SoundFacts, VideoFacts } from './probe-streams.ts';
export {
  type ProgramOptions,
  type RunningProgram,
  type RunProgramOptions,
  runProgram,
  startProgram,
} from './program.ts';
export type { MediaType } from './sniff.ts';
export {
  decodeSound,
  SAMPLE_BYTES,
  SAMPLE_RATE,
  type SoundSource,
  type SoundSpan,
} from './sound-decoder.ts';
export { placeVideo, type VideoCrop, type VideoPlace } from './video-place.ts';
