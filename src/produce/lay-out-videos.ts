import { AppError, type Fault, jsonPointer } from '../base/index.ts';
import {
  type Motion,
  motionMargin,
  type VideoRequirement,
  videoRequirements,
} from '../compose/index.ts';
import {
  type Color,
  DEFAULT_VIDEO_OPTIONS,
  entryOf,
  hexOf,
  type ParsedCrop,
  type ParsedMapping,
  type VideoOptions,
} from '../mapping/index.ts';
import {
  checkVideo,
  type IngestedVideo,
  placeVideo,
  type VideoCrop,
  type VideoPlace,
  type VideoSourceFile,
  videoFocus,
} from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import type { IngestedAssets } from './ingest-inputs.ts';

/** A film, the layers that show it, and where in them it lies. */
export type VideoLayout = VideoSourceFile & {
  requirement: VideoRequirement;
  options: VideoOptions;
  place: VideoPlace;
  /** Under it. */
  background?: SolidColor;
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
  mapping: ParsedMapping,
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
    const options = entryOf(mapping, editable, 'video') ?? DEFAULT_VIDEO_OPTIONS;
    const { trimStartSeconds, crop } = options;
    const details = { editable, ...(video.url !== undefined && { url: video.url }) };
    const source = { input: video, label: video.url ?? JSON.stringify(editable), details };
    try {
      checkVideo(source, {
        trimStartSeconds,
        ...(crop.strategy === 'manual' && { crop }),
      });
      placed.push(await layOutVideo(source, requirement, options, dir, signal));
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
  options: VideoOptions,
  dir: string,
  signal?: AbortSignal,
): Promise<VideoLayout> {
  const { input: video } = source;
  const { crop: wanted, motion, trimStartSeconds } = options;
  const isMoved = video.form === 'image' && motion.strategy !== 'none';
  const crop: VideoCrop =
    wanted.strategy === 'smart'
      ? {
          strategy: 'cover',
          ...(await videoFocus(source, requirement, trimStartSeconds, dir, signal)),
        }
      : wanted;
  const background = backgroundOf(wanted);
  const place = placeVideo(video, requirement, crop, requirement.scale, video.form === 'image');
  return {
    ...source,
    ...{ requirement, options },
    place: isMoved ? withMargin(video, place, crop, { motion, scale: requirement.scale }) : place,
    ...(background && { background }),
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
  return { ...placeVideo(video, box, filling, scale * SPARE, true), place };
}

/** A color as a Lottie solid has it: `#rrggbb`, and its opacity in percent. */
type SolidColor = { color: string; opacity: number };

function backgroundOf(crop: ParsedCrop): SolidColor | undefined {
  if (crop.strategy !== 'contain' || !crop.background) return undefined;
  const opaque: Color = { ...crop.background, alpha: 255 };
  return { color: `#${hexOf(opaque)}`, opacity: (100 * crop.background.alpha) / 255 };
}

/** What a transform asks for that its film does not have. */
export function unusedOptions(placed: readonly VideoLayout[]): { code: string; message: string }[] {
  return placed.flatMap(({ input: video, options, requirement }) => {
    const isImage = video.form === 'image';
    const useless = isImage
      ? ['trim_start_time', 'end_behavior', 'volume']
      : ['animate_strategy', 'animate_speed'];
    const given = useless.filter((option) => options.given.includes(option));
    if (given.length === 0 || (!isImage && options.motion.strategy === 'none')) return [];
    const name = JSON.stringify(requirement.editable ?? '');
    const what = isImage ? 'a still picture' : 'a video';
    const message = `${given.join(' and ')} of ${name} ${given.length > 1 ? 'have' : 'has'} no effect on ${what}.`;
    return [{ code: 'option_unused', message }];
  });
}
