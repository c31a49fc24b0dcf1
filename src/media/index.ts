/**
 * From outside bytes to files that can be relied on: guarded fetching, checks, pictures at the size
 * they are shown in, and the programs that are run. Files are kept under their SHA-256.
 */
export {
  type AddressPolicy,
  networkOf,
  parseAddressPolicy,
} from './address-policy.ts';
export { checkedUrl, guardedLookup } from './checked-url.ts';
export { digestOfFile } from './content-store.ts';
export type { Crop, CropStrategy } from './crop.ts';
export type { FramePicture, VideoSource } from './decode-span.ts';
export { FetchCache } from './fetch-cache.ts';
export {
  type FetchedFile,
  Fetcher,
  type FetcherOptions,
  type FetchOptions,
  type FileFetcher,
} from './fetcher.ts';
export {
  checkFilm,
  decodeFilm,
  type FilmSource,
  filmFocus,
} from './film-frames.ts';
export { convertImage, type Fit, type FittedImage, fitImage, shownCrop } from './fit-image.ts';
export { type FileOrigin, type FileToProbe, ingest } from './pin-file.ts';
export { type FilmFacts, type PinnedFilm, pinFilm, pinFilmBytes, probeFilm } from './pin-film.ts';
export { MOST_FONT_BYTES, type PinnedFont, pinFont, probeFont } from './pin-font.ts';
export { type PinnedImage, pinBytes, pinImage, probeImage } from './pin-image.ts';
export { type PinnedSound, pinSound, pinSoundBytes, probeSound } from './pin-sound.ts';
export { placeSize } from './place-size.ts';
export { type MediaFacts, probeMedia } from './probe.ts';
export { type ProbedFile, probeFile } from './probe-file.ts';
export type { SoundFacts, VideoFacts } from './probe-streams.ts';
export { killGroup, limited, spawnGroup } from './process-group.ts';
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
