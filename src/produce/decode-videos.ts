import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defined } from '../base/index.ts';
import type { AssetPaths, ImageFile, LayerVideo, VideoAudio } from '../compose/index.ts';
import { DEFAULT_VIDEO_OPTIONS } from '../mapping/index.ts';
import { decodeVideoInput, type IngestedVideo, ingestVideoBytes } from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import {
  type LayOutVideosRequest,
  layOutVideo,
  layOutVideos,
  type VideoLayout,
} from './lay-out-videos.ts';
import { digestOf, type Steps } from './steps.ts';

type DecodeVideosRequest = LayOutVideosRequest & { template: Pick<Template, 'videoFiles'> };

/** The content of video layers by asset id, and the audio of the mapping's videos by editable. */
export type DecodedVideos = {
  videos: Map<string, LayerVideo>;
  audioSources: Map<string, VideoAudio>;
  /** The paths of the decoded images. */
  paths: AssetPaths;
  placed: readonly VideoLayout[];
  images: readonly (ImageFile & { isFrame: boolean })[];
};

/** Decodes the images of all videos that the requirements name: the mapping's and the template's own. */
export async function decodeVideos(
  request: DecodeVideosRequest,
  signal?: AbortSignal,
): Promise<DecodedVideos> {
  const { steps } = request;
  const placed = await layOutVideos(request, signal);
  const templateVideos = await layOutTemplateVideos(request, placed, signal);
  const videos = new Map<string, LayerVideo>();
  const paths: Record<string, string> = {};
  for (const video of [...placed, ...templateVideos])
    videos.set(video.requirement.assetId, await decodeOne(video, steps, paths, signal));
  return { videos, audioSources: audioOf(placed), paths, placed, images: imagesOf(videos) };
}

/** The images of all videos. `isFrame`: one of several frames of a moving video, not a still image. */
function imagesOf(videos: ReadonlyMap<string, LayerVideo>): DecodedVideos['images'] {
  return [...videos.values()].flatMap((video) => {
    if ('image' in video) return [{ ...video.image, isFrame: false }];
    const frameImages = video.frames.flatMap(({ image }) => image ?? []);
    // A still image is shown as it is at all times.
    const isFrame = frameImages.some(({ sha256 }) => sha256 !== frameImages[0]?.sha256);
    return frameImages.map((image) => ({ ...image, isFrame }));
  });
}

/** Lays out the template's own video files for the requirements that no video of the mapping fills. */
async function layOutTemplateVideos(
  { template, requirements, focus, steps }: DecodeVideosRequest,
  placed: readonly VideoLayout[],
  signal: AbortSignal | undefined,
): Promise<VideoLayout[]> {
  const filledAssets = new Set(placed.map(({ requirement }) => requirement.assetId));
  const videos: VideoLayout[] = [];
  for (const requirement of requirements) {
    const file = template.videoFiles.get(requirement.assetId);
    if (!file || filledAssets.has(requirement.assetId)) continue;
    const { bytes, label } = file;
    const { facts, folder } = await steps.run(['own video', digestOf(bytes)], async (dir) => {
      const { path, ...video } = await ingestVideoBytes(bytes, join(dir, 'own'), label, signal);
      return { video, file: basename(path) };
    });
    const input = { ...facts.video, path: join(folder, 'own', facts.file) } as IngestedVideo;
    const source = { input, label };
    const options = DEFAULT_VIDEO_OPTIONS;
    videos.push(await layOutVideo({ source, requirement, options, focus, steps }, signal));
  }
  return videos;
}

type Decoded = {
  images: (ImageFile & { file: string })[];
  /** For each requested time the number of its image; null: no image. */
  shown: (number | null)[];
};

/** Adds the images to `paths`. */
async function decodeOne(
  placed: VideoLayout,
  steps: Steps,
  paths: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<LayerVideo> {
  const { requirement, options, place, background, motion, input } = placed;
  const { trimStartSeconds, endBehavior } = options;
  const { seconds } = requirement;
  const decodeOptions = { seconds, trimStartSeconds, place, ...(endBehavior && { endBehavior }) };
  const key = ['video', input.sha256, input.form, decodeOptions];
  const { facts, folder } = await steps.run(key, async (dir): Promise<Decoded> => {
    await mkdir(dir, { recursive: true });
    const files = await decodeVideoInput(placed, decodeOptions, dir, signal);
    const distinct = [
      ...new Map(files.flatMap((f) => (f ? [[f.sha256, f] as const] : []))).values(),
    ];
    const numbers = new Map(distinct.map(({ sha256 }, number) => [sha256, number]));
    return {
      images: distinct.map(({ path, ...image }) => ({ ...image, file: basename(path) })),
      shown: files.map((file) => (file ? (numbers.get(file.sha256) ?? null) : null)),
    };
  });
  const distinctImages = facts.images.map(({ file, ...image }): ImageFile => {
    paths[image.sha256] = join(folder, file);
    return image;
  });
  const images = facts.shown.map((number) =>
    number === null ? undefined : distinctImages[number],
  );
  const under = { place: place.place, ...defined({ background }) };
  const [image] = images;
  if (motion && image) return { ...under, image, motion };
  const frames = seconds.map((at, index) => ({ seconds: at, image: images[index] }));
  return { ...under, frames };
}

/** The audio of the customers' videos by editable. Muted videos, and those without audio, are left out. */
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
