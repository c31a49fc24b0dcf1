import {
  AppError,
  defined,
  type Fault,
  jsonPointer,
  quoted,
  say,
  type Worded,
  worded,
} from '../base/index.ts';
import { motionMargin, type VideoRequirement } from '../compose/index.ts';
import {
  type Color,
  DEFAULT_VIDEO_OPTIONS,
  entryOf,
  hexOf,
  type Motion,
  type ParsedCrop,
  type ParsedMapping,
  type VideoOptions,
} from '../mapping/index.ts';
import {
  checkVideo,
  type IngestedVideo,
  placeVideo,
  type VideoCrop,
  type VideoFocus,
  type VideoPlace,
  type VideoSourceFile,
} from '../media/video/index.ts';
import type { LocatedInput } from './ingest-inputs.ts';
import type { Steps } from './steps.ts';

/** A video, the layers that show it, and its place in them. */
export type VideoLayout = VideoSourceFile & {
  requirement: VideoRequirement;
  options: VideoOptions;
  place: VideoPlace;
  /** Drawn below the video. */
  background?: SolidColor;
  /** The motion of a still image. */
  motion?: Motion;
};

export type LayOutVideosRequest = {
  /** The template's requirements for the frames that are drawn. */
  requirements: readonly VideoRequirement[];
  mapping: ParsedMapping;
  /** The inputs by their pointers in the mapping. */
  inputs: readonly (readonly [string, LocatedInput])[];
  /** For `crop_strategy: "smart"`, which decodes a frame. */
  focus: VideoFocus;
  steps: Steps;
};

/**
 * Lays out the mapping's videos that the requirements name. Throws an AppError with a fault for each trim
 * that leaves no frame and each crop outside its video.
 */
export async function layOutVideos(
  { requirements, mapping, inputs, focus, steps }: LayOutVideosRequest,
  signal?: AbortSignal,
): Promise<VideoLayout[]> {
  const videos = mappedVideos(inputs);
  const placed: VideoLayout[] = [];
  const faults: Fault[] = [];
  for (const requirement of requirements) {
    const { editable = '' } = requirement;
    const video = videos.get(editable);
    if (!video) continue;
    const pointer = `/mapping${jsonPointer('resources', editable)}/transform`;
    const options = entryOf(mapping, editable, 'video') ?? DEFAULT_VIDEO_OPTIONS;
    const { trimStartSeconds, crop } = options;
    const details = { editable, ...defined({ url: video.url }) };
    const source = { input: video, label: video.url ?? JSON.stringify(editable), details };
    try {
      checkVideo(source, { trimStartSeconds, ...(crop.strategy === 'manual' && { crop }) });
      placed.push(await layOutVideo({ source, requirement, options, focus, steps }, signal));
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

/** The customer's videos by editable. */
function mappedVideos(inputs: LayOutVideosRequest['inputs']): Map<string, IngestedVideo> {
  const videos = new Map<string, IngestedVideo>();
  for (const [, input] of inputs) {
    if (input.kind === 'video' && input.editable !== undefined) videos.set(input.editable, input);
  }
  return videos;
}

type LayOutVideoRequest = {
  source: VideoSourceFile;
  requirement: VideoRequirement;
  options: VideoOptions;
  focus: VideoFocus;
  steps: Steps;
};

/** Lays out a video in the layers that need it. */
export async function layOutVideo(
  { source, requirement, options, focus, steps }: LayOutVideoRequest,
  signal?: AbortSignal,
): Promise<VideoLayout> {
  const { input: video } = source;
  const { crop: requestedCrop, motion, trimStartSeconds } = options;
  const isMoved = video.form === 'image' && motion.strategy !== 'none';
  const focusOf = async () => {
    const { width, height } = requirement;
    const key = ['video focus', video.sha256, width, height, trimStartSeconds];
    const find = () => focus.find(source, requirement, trimStartSeconds, signal);
    return (await steps.run(key, find)).facts;
  };
  const crop: VideoCrop =
    requestedCrop.strategy === 'smart'
      ? { strategy: 'cover', ...(await focusOf()) }
      : requestedCrop;
  const background = backgroundOf(requestedCrop);
  const place = placeVideo({
    source: video,
    box: requirement,
    crop,
    scale: requirement.scale,
    isEnlarged: video.form === 'image',
  });
  return {
    ...source,
    requirement,
    options,
    place: isMoved ? withMargin(video, place, crop, { motion, scale: requirement.scale }) : place,
    ...(background && { background }),
    ...(isMoved && { motion }),
  };
}

/** Skia snaps an image near its own size to whole pixels, where a zoom would stop. So the image is always shrunk. */
const SPARE = 1.02;

/** Takes a larger part of the image, so that a motion stays inside of it. */
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

/** A color as a Lottie solid has it: `#rrggbb`, and its opacity in percent. */
type SolidColor = { color: string; opacity: number };

/**
 * The color behind a video that does not fill its place, with its opacity in percent; undefined if there is
 * none.
 */
function backgroundOf(crop: ParsedCrop): SolidColor | undefined {
  if (crop.strategy !== 'contain' || !crop.background) return undefined;
  const opaque: Color = { ...crop.background, alpha: 255 };
  return { color: `#${hexOf(opaque)}`, opacity: (100 * crop.background.alpha) / 255 };
}

/** Warnings about options of a transform that have no effect on its input. */
export function unusedOptions(placed: readonly VideoLayout[]): (Worded & { code: string })[] {
  return placed.flatMap(({ input: video, options, requirement }) => {
    const isImage = video.form === 'image';
    const useless = isImage
      ? ['trim_start_time', 'end_behavior', 'volume']
      : ['animate_strategy', 'animate_speed'];
    const unusedNames = useless.filter((option) => options.given.includes(option));
    if (unusedNames.length === 0 || (!isImage && options.motion.strategy === 'none')) return [];
    const name = quoted(requirement.editable ?? '');
    const message = isImage
      ? say`These options of ${name} have no effect on a still image: ${unusedNames}.`
      : say`These options of ${name} have no effect on a video: ${unusedNames}.`;
    return [{ code: 'option_unused', ...worded(message) }];
  });
}
