import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ErrorDetails, type Fault, jsonPointer } from '../base/index.ts';
import {
  type CheckedMapping,
  type Motion,
  motionMargin,
  solidColor,
  type VideoEntry,
  type VideoNeed,
  videoNeeds,
} from '../compose/index.ts';
import {
  checkFilmCrop,
  checkFilmTrim,
  decodeFilm,
  type FilmSource,
  type PinnedFilm,
  placeVideo,
  salientPoint,
  type VideoCrop,
  type VideoPlace,
} from '../media/index.ts';
import type { Template } from '../template/index.ts';
import type { Pinned } from './pin-inputs.ts';

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

/** At which a picture is looked at for what draws the eye. */
const LOOKED_AT_PIXELS = 320;

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
      checkFilm(source, transform, pointer);
      placed.push(await placeFilm(source, need, transform, dir, signal));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error;
      faults.push(...error.faults);
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

function checkFilm(source: FilmSource, transform: Transform, pointer: string): void {
  const at = (field: keyof Transform): FilmSource => {
    const details: ErrorDetails = { ...source.details, pointer: `${pointer}/${field}` };
    return { ...source, details };
  };
  checkFilmTrim(at('trim_start_time'), transform.trim_start_time ?? 0);
  if (transform.crop_strategy !== 'manual') return;
  checkFilmCrop(at('crop_width'), partOf(transform));
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
  const crop =
    crop_strategy === 'smart'
      ? await smartCrop(source, need, transform, dir, signal)
      : cropOf(transform);
  const place = placeVideo(film, need, crop, need.scale);
  return {
    ...source,
    ...{ need, transform },
    place: isMoved ? withMargin(film, place, crop, { motion, scale: need.scale }) : place,
    ...(background !== undefined && { background: solidColor(background) }),
    ...(isMoved && { motion }),
  };
}

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
  return { ...placeVideo(film, box, filling, scale), place };
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

/** Of a video the first picture that shows tells where to cut all of them. */
async function smartCrop(
  source: FilmSource,
  need: VideoNeed,
  { trim_start_time: trimStartSeconds = 0 }: Transform,
  dir: string,
  signal: AbortSignal | undefined,
): Promise<VideoCrop> {
  const { film } = source;
  const folder = await mkdtemp(join(dir, 'smart-'));
  try {
    const scale = Math.min(1, LOOKED_AT_PIXELS / Math.max(film.width, film.height));
    const place = placeVideo(film, film, { strategy: 'fill' }, scale);
    const wish = { seconds: [0], trimStartSeconds, place };
    const [picture] = await decodeFilm(source, wish, folder, signal);
    if (!picture) return { strategy: 'cover' };
    const { label, details } = source;
    const looked = { path: picture.path, label, ...(details && { details }) };
    return { strategy: 'cover', ...(await salientPoint(looked, need, signal)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
