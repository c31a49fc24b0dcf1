import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetPaths, ImageFile, LayerVideo, VideoAudio } from '../compose/index.ts';
import { DEFAULT_VIDEO_OPTIONS } from '../mapping/index.ts';
import { decodeVideoInput, ingestVideoBytes } from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import {
  type LayOutVideosRequest,
  layOutVideo,
  layOutVideos,
  type VideoLayout,
} from './lay-out-videos.ts';

type DecodeVideosRequest = LayOutVideosRequest & {
  template: Pick<Template, 'videoFiles'>;
  /** The folder for the decoded images. */
  folder: string;
};

/** The content of video layers by asset id, and the audio of the mapping's videos by editable. */
export type DecodedVideos = {
  videos: Map<string, LayerVideo>;
  audioSources: Map<string, VideoAudio>;
  /** The paths of the decoded images. */
  paths: AssetPaths;
  placed: readonly VideoLayout[];
};

/** Decodes the images of all videos that the requirements name: the mapping's and the template's own. */
export async function decodeVideos(
  request: DecodeVideosRequest,
  signal?: AbortSignal,
): Promise<DecodedVideos> {
  const { folder } = request;
  await mkdir(folder, { recursive: true });
  const placed = await layOutVideos(request, signal);
  const own = await layOutTemplateVideos(request, placed, signal);
  const videos = new Map<string, LayerVideo>();
  const paths: Record<string, string> = {};
  for (const video of [...placed, ...own])
    videos.set(video.requirement.assetId, await decodeOne(video, folder, paths, signal));
  return { videos, audioSources: audioOf(placed), paths, placed };
}

async function layOutTemplateVideos(
  { template, requirements, focus, folder }: DecodeVideosRequest,
  placed: readonly VideoLayout[],
  signal: AbortSignal | undefined,
): Promise<VideoLayout[]> {
  const given = new Set(placed.map(({ requirement }) => requirement.assetId));
  const videos: VideoLayout[] = [];
  for (const requirement of requirements) {
    const own = template.videoFiles.get(requirement.assetId);
    if (!own || given.has(requirement.assetId)) continue;
    const input = await ingestVideoBytes(own.bytes, join(folder, 'own'), own.label, signal);
    const source = { input, label: own.label };
    const options = DEFAULT_VIDEO_OPTIONS;
    videos.push(await layOutVideo({ source, requirement, options, focus }, signal));
  }
  return videos;
}

/** Adds the images to `paths`. */
async function decodeOne(
  placed: VideoLayout,
  folder: string,
  paths: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<LayerVideo> {
  const { requirement, options, place, background, motion } = placed;
  const { trimStartSeconds, endBehavior } = options;
  const { seconds } = requirement;
  const decodeOptions = { seconds, trimStartSeconds, place, ...(endBehavior && { endBehavior }) };
  const decoded = await decodeVideoInput(placed, decodeOptions, folder, signal);
  const images = decoded.map((file): ImageFile | undefined => {
    if (!file) return undefined;
    const { path, ...image } = file;
    paths[image.sha256] = path;
    return image;
  });
  const under = { place: place.place, ...(background !== undefined && { background }) };
  const [image] = images;
  if (motion && image) return { ...under, image, motion };
  const frames = seconds.map((at, index) => ({ seconds: at, image: images[index] }));
  return { ...under, frames };
}

function audioOf(placed: readonly VideoLayout[]): Map<string, VideoAudio> {
  const audioSources = new Map<string, VideoAudio>();
  for (const { input: video, requirement, options } of placed) {
    const { volume, trimStartSeconds, endBehavior = 'freeze' } = options;
    if (video.form !== 'video' || !video.audio || volume === 0) continue;
    audioSources.set(requirement.editable ?? '', {
      sha256: video.sha256,
      durationSeconds: video.durationSeconds,
      originSeconds: video.video.startSeconds,
      trimStartSeconds,
      endBehavior,
      volume,
    });
  }
  return audioSources;
}
