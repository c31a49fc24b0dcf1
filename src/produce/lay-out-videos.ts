import { AppError, type Fault, jsonPointer } from '../base/index.ts';
import { type Motion, motionMargin, type VideoNeed, videoNeeds } from '../compose/index.ts';
import { type CheckedMapping, solidColor, type VideoEntry } from '../mapping/index.ts';
import {
  checkFilm,
  type FilmSource,
  filmFocus,
  type PinnedFilm,
  placeVideo,
  type VideoCrop,
  type VideoPlace,
} from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import type { Pinned } from './ingest-inputs.ts';

type Transform = NonNullable<VideoEntry['transform']>;

/** A film, the layers that show it, and where in them it lies. */
export type PlacedFilm = FilmSource & {
  need: VideoNeed;
  transform: Transform;
  place: VideoPlace;
  /** Under it. */
  background?: ReturnType<typeof solidColor>;
  /** Of a still picture. */
  motion?: Motion;
};

/**
 * The films that a mapping brings for what shows in `frames` (counted from the in-point; all of
 * them when absent). Nothing is decoded but what `crop_strategy: "smart"` looks at, in `dir`. Throws an AppError
 * with a fault for each trim that leaves nothing and each crop that is outside of its film.
 */
export async function placeFilms(
  template: Template,
  mapping: CheckedMapping,
  pinned: Pinned,
  dir: string,
  { frames, signal }: { frames?: readonly number[]; signal?: AbortSignal } = {},
): Promise<PlacedFilm[]> {
  const films = givenFilms(pinned);
  const placed: PlacedFilm[] = [];
  const faults: Fault[] = [];
  for (const need of videoNeeds(template, frames)) {
    const { editable = '' } = need;
    const film = films.get(editable);
    if (!film) continue;
    const pointer = `/mapping${jsonPointer('resources', editable)}/transform`;
    const { transform = {} } = (mapping.resources[editable] ?? {}) as VideoEntry;
    const details = { editable, ...(film.url !== undefined && { url: film.url }) };
    const source = { film, label: film.url ?? JSON.stringify(editable), details };
    try {
      checkFilm(source, {
        trimStartSeconds: transform.trim_start_time ?? 0,
        ...(transform.crop_strategy === 'manual' && { crop: partOf(transform) }),
      });
      placed.push(await placeFilm(source, need, transform, dir, signal));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error;
      const trimPointer = `${pointer}/trim_start_time`;
      faults.push(
        ...error.faults.map((f) => ({
          ...f,
          editable,
          pointer: f.code === 'video_too_short' ? trimPointer : pointer,
        })),
      );
    }
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return placed;
}

function givenFilms(pinned: Pinned): Map<string, PinnedFilm> {
  const films = new Map<string, PinnedFilm>();
  for (const input of Object.values(pinned)) {
    if (input.kind === 'film' && input.editable !== undefined) films.set(input.editable, input);
  }
  return films;
}

/** Where a film lies in the layers that need it. */
export async function placeFilm(
  source: FilmSource,
  need: VideoNeed,
  transform: Transform,
  dir: string,
  signal?: AbortSignal,
): Promise<PlacedFilm> {
  const { film } = source;
  const { crop_strategy, background, animate_strategy = 'none' } = transform;
  const { animate_speed = 'moderate' } = transform;
  const motion = { strategy: animate_strategy, speed: animate_speed };
  const isMoved = film.form === 'picture' && animate_strategy !== 'none';
  const { trim_start_time = 0 } = transform;
  const crop: VideoCrop =
    crop_strategy === 'smart'
      ? { strategy: 'cover', ...(await filmFocus(source, need, trim_start_time, dir, signal)) }
      : cropOf(transform);
  const place = placeVideo(film, need, crop, need.scale, film.form === 'picture');
  return {
    ...source,
    ...{ need, transform },
    place: isMoved ? withMargin(film, place, crop, { motion, scale: need.scale }) : place,
    ...(background !== undefined && { background: solidColor(background) }),
    ...(isMoved && { motion }),
  };
}

/** Near its own size Skia snaps a picture to whole pixels, and what zooms would stop there: it is always shrunk. */
const SPARE = 1.02;

/** More of the picture, so that there is some where it moves to. */
function withMargin(
  film: PinnedFilm,
  { place }: VideoPlace,
  crop: VideoCrop,
  { motion, scale }: { motion: Motion; scale: number },
): VideoPlace {
  const margin = motionMargin(motion);
  const box = { width: place.width * margin.width, height: place.height * margin.height };
  const filling: VideoCrop = crop.strategy === 'contain' ? { strategy: 'cover' } : crop;
  return { ...placeVideo(film, box, filling, scale * SPARE, true), place };
}

function cropOf(transform: Transform): VideoCrop {
  const { crop_strategy: strategy = 'cover', focal_x: focalX, focal_y: focalY } = transform;
  if (strategy === 'manual') return { strategy, ...partOf(transform) };
  if (strategy === 'contain' || strategy === 'fill') return { strategy };
  return {
    strategy: 'cover',
    ...(focalX !== undefined && { focalX }),
    ...(focalY !== undefined && { focalY }),
  };
}

function partOf(transform: Transform) {
  const {
    crop_x: x = 0,
    crop_y: y = 0,
    crop_width: width = 1,
    crop_height: height = 1,
  } = transform;
  return { x, y, width, height };
}

/** What a transform asks for that its film does not have. */
export function unusedOptions(placed: readonly PlacedFilm[]): { code: string; message: string }[] {
  return placed.flatMap(({ film, transform, need }) => {
    const isPicture = film.form === 'picture';
    const { animate_strategy = 'none' } = transform;
    const options = isPicture
      ? (['trim_start_time', 'end_behavior', 'volume'] as const)
      : (['animate_strategy', 'animate_speed'] as const);
    const given = options.filter((option) => transform[option] !== undefined);
    if (given.length === 0 || (!isPicture && animate_strategy === 'none')) return [];
    const name = JSON.stringify(need.editable ?? '');
    const what = isPicture ? 'a still picture' : 'a video';
    const message = `${given.join(' and ')} of ${name} ${given.length > 1 ? 'have' : 'has'} no effect on ${what}.`;
    return [{ code: 'option_unused', message }];
  });
}
