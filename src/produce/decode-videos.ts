import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LayerVideo, type VideoAudio, videoRequirements } from '../compose/index.ts';
import { DEFAULT_VIDEO_OPTIONS, type ParsedMapping } from '../mapping/index.ts';
import { decodeVideoInput, ingestVideoBytes } from '../media/video/index.ts';
import type { Template } from '../template/index.ts';
import type { IngestedAssets } from './ingest-inputs.ts';
import { layOutVideo, layOutVideos, type VideoLayout } from './lay-out-videos.ts';

type DecodeVideosOptions = { frames?: readonly number[]; signal?: AbortSignal };

/** What video layers show, by asset id, and by editable what is heard of it. */
export type DecodedVideos = {
  videos: Map<string, LayerVideo>;
  audioSources: Map<string, VideoAudio>;
  placed: readonly VideoLayout[];
};

/** Decodes the pictures of all films that show in `frames`, the mapping's and the template's own, into `dir`. */
export async function decodeVideos(
  template: Template,
  mapping: ParsedMapping,
  ingested: IngestedAssets,
  dir: string,
  { frames, signal }: DecodeVideosOptions = {},
): Promise<DecodedVideos> {
  await mkdir(dir, { recursive: true });
  const options = { ...(frames && { frames }), ...(signal && { signal }) };
  const placed = await layOutVideos(template, mapping, ingested, dir, options);
  const own = await decodeTemplateVideos(template, placed, dir, options);
  const videos = new Map<string, LayerVideo>();
  for (const video of [...placed, ...own]) {
    videos.set(video.requirement.assetId, await decodeOne(video, dir, signal));
  }
  return { videos, audioSources: audioOf(placed), placed };
}

async function decodeTemplateVideos(
  template: Template,
  placed: readonly VideoLayout[],
  dir: string,
  { frames, signal }: DecodeVideosOptions,
): Promise<VideoLayout[]> {
  const given = new Set(placed.map(({ requirement }) => requirement.assetId));
  const videos: VideoLayout[] = [];
  for (const requirement of videoRequirements(template, frames)) {
    const own = template.videoFiles.get(requirement.assetId);
    if (!own || given.has(requirement.assetId)) continue;
    const video = await ingestVideoBytes(own.bytes, join(dir, 'own'), own.label, signal);
    videos.push(
      await layOutVideo(
        { input: video, label: own.label },
        requirement,
        DEFAULT_VIDEO_OPTIONS,
        dir,
        signal,
      ),
    );
  }
  return videos;
}

async function decodeOne(
  placed: VideoLayout,
  dir: string,
  signal?: AbortSignal,
): Promise<LayerVideo> {
  const { requirement, options, place, background, motion } = placed;
  const { trimStartSeconds, endBehavior } = options;
  const { seconds } = requirement;
  const decodeOptions = { seconds, trimStartSeconds, place, ...(endBehavior && { endBehavior }) };
  const images = await decodeVideoInput(placed, decodeOptions, dir, signal);
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
      path: video.path,
      durationSeconds: video.durationSeconds,
      originSeconds: video.video.startSeconds,
      trimStartSeconds,
      endBehavior,
      volume,
    });
  }
  return audioSources;
}
