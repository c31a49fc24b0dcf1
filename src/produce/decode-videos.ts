import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Film, type VideoSound, videoNeeds } from '../compose/index.ts';
import type { CheckedMapping } from '../mapping/index.ts';
import { decodeFilm, pinFilmBytes } from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import type { Pinned } from './ingest-inputs.ts';
import { type PlacedFilm, placeFilm, placeFilms } from './lay-out-videos.ts';

type ShootOptions = { frames?: readonly number[]; signal?: AbortSignal };

/** What video layers show, by asset id, and by editable what is heard of it. */
export type Shot = {
  films: Map<string, Film>;
  sounds: Map<string, VideoSound>;
  placed: readonly PlacedFilm[];
};

/** Decodes the pictures of all films that show in `frames`, the mapping's and the template's own, into `dir`. */
export async function shootFilms(
  template: Template,
  mapping: CheckedMapping,
  pinned: Pinned,
  dir: string,
  { frames, signal }: ShootOptions = {},
): Promise<Shot> {
  await mkdir(dir, { recursive: true });
  const options = { ...(frames && { frames }), ...(signal && { signal }) };
  const placed = await placeFilms(template, mapping, pinned, dir, options);
  const own = await ownFilms(template, placed, dir, options);
  const films = new Map<string, Film>();
  for (const film of [...placed, ...own]) {
    films.set(film.need.assetId, await shoot(film, dir, signal));
  }
  return { films, sounds: soundsOf(placed), placed };
}

async function ownFilms(
  template: Template,
  placed: readonly PlacedFilm[],
  dir: string,
  { frames, signal }: ShootOptions,
): Promise<PlacedFilm[]> {
  const given = new Set(placed.map(({ need }) => need.assetId));
  const films: PlacedFilm[] = [];
  for (const need of videoNeeds(template, frames)) {
    const own = template.films.get(need.assetId);
    if (!own || given.has(need.assetId)) continue;
    const film = await pinFilmBytes(own.bytes, join(dir, 'own'), own.label, signal);
    films.push(await placeFilm({ film, label: own.label }, need, {}, dir, signal));
  }
  return films;
}

async function shoot(placed: PlacedFilm, dir: string, signal?: AbortSignal): Promise<Film> {
  const { need, transform, place, background, motion } = placed;
  const { trim_start_time: trimStartSeconds = 0, end_behavior: endBehavior } = transform;
  const { seconds } = need;
  const wish = { seconds, trimStartSeconds, place, ...(endBehavior && { endBehavior }) };
  const pictures = await decodeFilm(placed, wish, dir, signal);
  const under = { place: place.place, ...(background !== undefined && { background }) };
  const [picture] = pictures;
  if (motion && picture) return { ...under, picture, motion };
  const frames = seconds.map((at, index) => ({ seconds: at, picture: pictures[index] }));
  return { ...under, frames };
}

function soundsOf(placed: readonly PlacedFilm[]): Map<string, VideoSound> {
  const sounds = new Map<string, VideoSound>();
  for (const { film, need, transform } of placed) {
    const { volume = 0, trim_start_time = 0, end_behavior = 'freeze' } = transform;
    if (film.form !== 'video' || !film.sound || volume === 0) continue;
    sounds.set(need.editable ?? '', {
      sha256: film.sha256,
      path: film.path,
      durationSeconds: film.durationSeconds,
      originSeconds: film.video.startSeconds,
      trimStartSeconds: trim_start_time,
      endBehavior: end_behavior,
      volume,
    });
  }
  return sounds;
}
