import type { ErrorDetails } from '../../base/index.ts';
import { type Crop, checkCrop, decoding, fitImage, salientPoint } from '../image/index.ts';
import { decodeAnimation } from './animated-image.ts';
import type { FramePicture } from './decode-span.ts';
import type { PinnedFilm } from './ingest-video.ts';
import {
  checkTrim,
  decodeVideo,
  type EndBehavior,
  pictureNumber,
  sourceTime,
} from './video-frames.ts';
import { placeVideo, type Size, type VideoPlace } from './video-place.ts';

/** A film and what errors call it. */
export type FilmSource = { film: PinnedFilm; label: string; details?: ErrorDetails };

export type FilmWish = {
  /** Of the placeholder's own time, ascending; 0 is where the film begins to play. */
  seconds: readonly number[];
  trimStartSeconds: number;
  /** As the file says when absent: a GIF or WebP repeats itself, a video stays on its last picture. */
  endBehavior?: EndBehavior;
  place: VideoPlace;
};

/**
 * The pictures that a film shows at the wanted times, one for each, kept in `dir`; undefined where
 * nothing shows. Throws what `decodeVideo` does.
 */
export async function decodeFilm(
  { film, label, details }: FilmSource,
  wish: FilmWish,
  dir: string,
  signal?: AbortSignal,
): Promise<(FramePicture | undefined)[]> {
  const { place, seconds } = wish;
  const source = { path: film.path, label, ...(details && { details }) };
  if (film.form === 'picture') {
    const fit = { ...place.picture, ...cutOf(place.region, film), editable: label };
    const picture = await fitImage(film, fit, dir, signal);
    return seconds.map(() => picture);
  }
  const wanted = { ...wish, ...endOf(film, wish) };
  if (film.form === 'video') {
    const { contentType, video } = film;
    return decodeVideo({ ...source, contentType, video }, wanted, dir, signal);
  }
  checkTrim(source, wish.trimStartSeconds, film.durationSeconds);
  const numbers = seconds.map((s) => {
    const time = sourceTime(s, film.durationSeconds, wanted);
    return time === undefined ? undefined : pictureNumber(film.starts, time);
  });
  const needed = [...new Set(numbers.filter((n) => n !== undefined))].sort((a, b) => a - b);
  const pictures = await decodeAnimation({ ...source, ...film }, needed, place, dir, signal);
  return numbers.map((n) => (n === undefined ? undefined : pictures.get(n)));
}

function endOf(film: PinnedFilm, { endBehavior }: FilmWish) {
  if (endBehavior !== undefined) return { endBehavior };
  const loop = film.form === 'video' ? film.loop : film.form === 'animation' ? film : undefined;
  if (!loop) return { endBehavior: 'freeze' } as const;
  return { endBehavior: 'loop', ...(loop.plays !== undefined && { plays: loop.plays }) } as const;
}

/** A whole picture is stretched by no more than rounding, or as it was asked for. */
function cutOf({ x, y, width, height }: Crop, film: Size) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const crop = {
    x: left,
    y: top,
    width: Math.max(1, Math.min(film.width - left, Math.round(width))),
    height: Math.max(1, Math.min(film.height - top, Math.round(height))),
  };
  const isWhole = crop.width === film.width && crop.height === film.height;
  return isWhole ? ({ strategy: 'fill' } as const) : ({ strategy: 'manual', crop } as const);
}

/**
 * Throws `video_too_short` for a film that is over before it begins to play, and `crop_invalid` for
 * a crop that is not inside of its pictures.
 */
export function checkFilm(
  { film, label, details }: FilmSource,
  { trimStartSeconds, crop }: { trimStartSeconds: number; crop?: Crop },
): void {
  if (film.form !== 'picture') {
    checkTrim({ label, ...(details && { details }) }, trimStartSeconds, film.durationSeconds);
  }
  if (crop) checkCrop(crop, film, label);
}

/** Of the picture that is looked at for what draws the eye. */
const LOOKED_AT_PIXELS = 320;

/**
 * Around which point, 0–1 from the left and the top, a film is best cut to the shape of a box; of a
 * video the first picture that shows tells it for all of them.
 */
export async function filmFocus(
  source: FilmSource,
  box: Size,
  trimStartSeconds: number,
  dir: string,
  signal?: AbortSignal,
): Promise<{ focalX: number; focalY: number }> {
  const { film, label, details = {} } = source;
  const scale = Math.min(1, LOOKED_AT_PIXELS / Math.max(film.width, film.height));
  const place = placeVideo(film, film, { strategy: 'fill' }, scale);
  const wish = { seconds: [0], trimStartSeconds, place };
  const [picture] = await decodeFilm(source, wish, dir, signal);
  if (!picture) return { focalX: 0.5, focalY: 0.5 };
  return decoding(label, details, signal, () => salientPoint(picture.path, picture, box));
}
