import { AppError, type Fault, jsonPointer } from '../base/index.ts';
import {
  type Motion,
  motionMargin,
  type VideoRequirement,
  videoRequirements,
} from '../compose/index.ts';
import { type CheckedMapping, solidColor, type VideoEntry } from '../mapping/index.ts';
import {
  checkTrimAndCrop,
  type IngestedVideo,
  placeVideo,
  type VideoCrop,
  type VideoPlace,
  type VideoSourceFile,
  videoFocus,
} from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import type { IngestedAssets } from './ingest-inputs.ts';

type Transform = NonNullable<VideoEntry['transform']>;

/** A film, the layers that show it, and where in them it lies. */
export type VideoLayout = VideoSourceFile & {
  requirement: VideoRequirement;
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
export async function layOutVideos(
  template: Template,
  mapping: CheckedMapping,
  ingested: IngestedAssets,
  dir: string,
  { frames, signal }: { frames?: readonly number[]; signal?: AbortSignal } = {},
): Promise<VideoLayout[]> {
  const videos = mappedVideos(ingested);
  const placed: VideoLayout[] = [];
  const faults: Fault[] = [];
  for (const requirement of videoRequirements(template, frames)) {
    const { editable = '' } = requirement;
    const video = videos.get(editable);
    if (!video) continue;
    const pointer = `/mapping${jsonPointer('resources', editable)}/transform`;
    const { transform = {} } = (mapping.resources[editable] ?? {}) as VideoEntry;
    const details = { editable, ...(video.url !== undefined && { url: video.url }) };
    const source = { input: video, label: video.url ?? JSON.stringify(editable), details };
    try {
      checkTrimAndCrop(source, {
        trimStartSeconds: transform.trim_start_time ?? 0,
        ...(transform.crop_strategy === 'manual' && { crop: partOf(transform) }),
      });
      placed.push(await layOutVideo(source, requirement, transform, dir, signal));
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

function mappedVideos(ingested: IngestedAssets): Map<string, IngestedVideo> {
  const videos = new Map<string, IngestedVideo>();
  for (const input of Object.values(ingested)) {
    if (input.kind === 'video' && input.editable !== undefined) videos.set(input.editable, input);
  }
  return videos;
}

/** Where a film lies in the layers that need it. */
export async function layOutVideo(
  source: VideoSourceFile,
  requirement: VideoRequirement,
  transform: Transform,
  dir: string,
  signal?: AbortSignal,
): Promise<VideoLayout> {
  const { input: video } = source;
  const { crop_strategy, background, animate_strategy = 'none' } = transform;
  const { animate_speed = 'moderate' } = transform;
  const motion = { strategy: animate_strategy, speed: animate_speed };
  const isMoved = video.form === 'image' && animate_strategy !== 'none';
  const { trim_start_time = 0 } = transform;
  const crop: VideoCrop =
    crop_strategy === 'smart'
      ? {
          strategy: 'cover',
          ...(await videoFocus({
            source,
            box: requirement,
            trimStartSeconds: trim_start_time,
            dir,
            signal,
          })),
        }
      : cropOf(transform);
  const place = placeVideo({
    source: video,
    box: requirement,
    crop,
    scale: requirement.scale,
    isEnlarged: video.form === 'image',
  });
  return {
    ...source,
    ...{ requirement, transform },
    place: isMoved ? withMargin(video, place, crop, { motion, scale: requirement.scale }) : place,
    ...(background !== undefined && { background: solidColor(background) }),
    ...(isMoved && { motion }),
  };
}

/** Near its own size Skia snaps a picture to whole pixels, and what zooms would stop there: it is always shrunk. */
const SPARE = 1.02;

/** More of the picture, so that there is some where it moves to. */
function withMargin(
  video: IngestedVideo,
  { place }: VideoPlace,
  crop: VideoCrop,
  { motion, scale }: { motion: Motion; scale: number },
): VideoPlace {
  const margin = motionMargin(motion);
  const box = { width: place.width * margin.width, height: place.height * margin.height };
  const filling: VideoCrop = crop.strategy === 'contain' ? { strategy: 'cover' } : crop;
  return {
    ...placeVideo({ source: video, box, crop: filling, scale: scale * SPARE, isEnlarged: true }),
    place,
  };
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
export function unusedOptions(placed: readonly VideoLayout[]): { code: string; message: string }[] {
  return placed.flatMap(({ input: video, transform, requirement }) => {
    const isImage = video.form === 'image';
    const { animate_strategy = 'none' } = transform;
    const options = isImage
      ? (['trim_start_time', 'end_behavior', 'volume'] as const)
      : (['animate_strategy', 'animate_speed'] as const);
    const given = options.filter((option) => transform[option] !== undefined);
    if (given.length === 0 || (!isImage && animate_strategy === 'none')) return [];
    const name = JSON.stringify(requirement.editable ?? '');
    const what = isImage ? 'a still picture' : 'a video';
    const message = `${given.join(' and ')} of ${name} ${given.length > 1 ? 'have' : 'has'} no effect on ${what}.`;
    return [{ code: 'option_unused', message }];
  });
}
