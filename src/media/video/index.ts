/**
 * Videos: probing, checks, and decoding to the frames that a video layer shows.
 */
export { checkFilm, decodeFilm, type FilmSource, filmFocus } from './decode-video.ts';
export {
  type FilmFacts,
  type PinnedFilm,
  pinFilm,
  pinFilmBytes,
  probeFilm,
} from './ingest-video.ts';
export { probeMedia } from './probe.ts';
export { placeVideo, type VideoCrop, type VideoPlace } from './video-place.ts';
