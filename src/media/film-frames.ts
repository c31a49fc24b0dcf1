import { AppError, type ErrorDetails } from '../base/index.ts';
import type { FramePicture } from './decode-span.ts';
import { cropPicture, decodeAnimation } from './moving-picture.ts';
import type { PinnedFilm } from './pin-film.ts';
import {
  checkTrim,
  decodeVideo,
  type EndBehavior,
  pictureNumber,
  sourceTime,
} from './video-frames.ts';
import type { VideoPlace } from './video-place.ts';

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
    const picture = await cropPicture(source, place, dir, signal);
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

/** Throws `video_too_short` for a film that is over before it begins to play. */
export function checkFilmTrim({ film, label, details }: FilmSource, trimStartSeconds: number) {
  if (film.form === 'picture') return;
  checkTrim({ label, ...(details && { details }) }, trimStartSeconds, film.durationSeconds);
}

/** Throws `crop_invalid` unless a part lies inside of a film's pictures. */
export function checkFilmCrop(
  { film, label, details }: FilmSource,
  part: { x: number; y: number; width: number; height: number },
): void {
  const { x, y, width, height } = part;
  if (x + width <= film.width && y + height <= film.height) return;
  throw new AppError(
    'crop_invalid',
    `Expected a crop inside of the ${film.width}×${film.height} pixels of ${label} but received ${width}×${height} pixels at ${x}, ${y}.`,
    {
      ...details,
      hint: `crop_x and crop_width may add up to ${film.width}, crop_y and crop_height to ${film.height}; pixels are counted after the picture was turned upright.`,
    },
  );
}
