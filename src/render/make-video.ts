import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AudioOptions, audioRange, type Loudness, makeAudioTracks } from '../audio/index.ts';
import { assert, defined, orAbort, together } from '../base/index.ts';
import { type AssetPaths, type Composition, pathOfAsset } from '../compose/index.ts';
import { type OutputFacts, type TextTrack, type VideoStream, verifyVideo } from '../mux/index.ts';
import { FORMATS, type OutputSettings, type Range, type VideoFormat } from '../output/index.ts';
import type { Hardware, Rasterisers, RunLimits } from '../raster/index.ts';
import { drawSegments } from './draw-segments.ts';
import { drawStills, type StillOptions } from './draw-stills.ts';
import type { EncodedSegment, SegmentMaker } from './segment-maker.ts';
import type { SegmentStore } from './segment-store.ts';
import { checksumsOf, distinctTracks, joinOutput, planOutputs } from './video-file.ts';

export type RenderVideoRequest = {
  composition: Composition;
  /** Paths of the composition's files. */
  paths: AssetPaths;
  /** An empty folder that only this render uses. */
  folder: string;
  /** At least one; the first is drawn first. Outputs of one size and rate are drawn once. */
  outputs: readonly (OutputSettings & { path: string })[];
  /** Frames of the composition, counted from the in-point; default: all. */
  frames?: Range;
  /** Texts that viewers can choose, in the formats that have them. */
  texts?: readonly TextTrack[];
  /** Keeps segments and returns those that it has; without a store, all are drawn. */
  segments?: SegmentStore;
  /** Receives the parts of the first output, an MP4, while they are made. */
  stream?: VideoStream;
  /** Stills, drawn after the segments, so that the first segment does not wait for them. */
  stills?: readonly StillOptions[];
  /**
   * Receives the number of frames that are drawn so far, and the number of frames of all outputs.
   */
  onProgress?: (framesDone: number, frameCount: number) => void;
  /** Called when all segments are drawn, before the files are joined and verified. */
  onJoin?: () => void;
};

/** One attempt at a request. */
export type VideoJob = {
  request: RenderVideoRequest;
  range: Range;
  /** An empty folder that only this attempt uses. */
  folder: string;
  segments: SegmentStore | undefined;
  hardware: Hardware;
  /** Draws the segments. */
  maker: SegmentMaker;
  /** Draws the stills. */
  pool: Rasterisers;
  limits: (frameCount: number) => RunLimits;
  loudnessTargetLufs: number | undefined;
  onProgress: (framesDone: number, frameCount: number) => void;
  /** Collects the segments that were requested from the store. */
  used: EncodedSegment[];
};

export type MadeVideo = {
  /** In the order of the request's outputs. */
  outputs: OutputFacts[];
  /** Peak memory of the rasteriser that needed most; 0 when nothing was drawn. */
  peakRssBytes: number;
  /** The number of segments of all outputs. */
  segmentCount: number;
  /** Segments that the store already had. */
  reusedCount: number;
  /** The loudness of the audio; null without audio. */
  loudness: Loudness | null;
};

/** Draws the segments and stills of a request, makes its audio, joins both to files and verifies these. */
export async function makeVideo(
  job: VideoJob,
  signal: AbortSignal | undefined,
): Promise<MadeVideo> {
  const { request, range, folder, hardware } = job;
  const { composition, stream } = request;
  const plan = planOutputs(composition, range, request.outputs, hardware);
  const { passes, outputs } = plan;
  const [main] = outputs;
  assert(!stream || main?.format === 'mp4', 'only an MP4 can be played while it is made');
  stream?.begin({
    fps: main?.encoding.fps ?? 0,
    frameCounts: passes[0]?.ranges.map(({ count }) => count) ?? [],
    audioSamples: main?.track ? audioRange(range, composition.video.fps).sampleCount : 0,
  });
  const allAsked = Promise.withResolvers<void>();
  const segments = join(folder, 'segments');
  const [{ drawn: drawnSegments, audio, checksums }] = await together(
    signal,
    (stop) => drawAndJoin(job, plan, { segments, onAllAsked: allAsked.resolve }, stop),
    async (stop) => {
      if (!request.stills?.length) return;
      await orAbort(allAsked.promise, stop);
      const { pool, limits } = job;
      const resourceDir = join(segments, 'resources');
      const stills = { composition, folder, resourceDir, stills: request.stills, pool, limits };
      await drawStills(stills, stop);
    },
  );
  await rm(segments, { recursive: true });
  for (const path of audio?.paths ?? []) await rm(path);
  const facts: OutputFacts[] = [];
  for (const [index, output] of outputs.entries()) {
    const { path, format, codec, encoding, frameCount: count, track } = output;
    const expected = {
      ...encoding,
      format,
      codec,
      frameCount: count,
      audio: audio?.isSilent ? undefined : track?.codec,
      checksums: checksums[index],
      texts: textsOf(request, format),
    };
    facts.push(await verifyVideo(path, expected, signal));
  }
  const { peakRssBytes, segmentCount, reusedCount } = drawnSegments;
  const loudness = audio?.isSilent ? null : (audio?.loudness ?? null);
  return { outputs: facts, peakRssBytes, segmentCount, reusedCount, loudness };
}

/**
 * Draws the segments of all passes and makes the audio at the same time, then joins both to files. An error
 * of one stops the other.
 */
async function drawAndJoin(
  { request, range, folder, segments: store, maker, limits, used: usedSegments, ...job }: VideoJob,
  { passes, outputs }: ReturnType<typeof planOutputs>,
  { segments, onAllAsked }: { segments: string; onAllAsked: () => void },
  signal: AbortSignal | undefined,
) {
  const { composition, paths, stream } = request;
  const total = passes.reduce((sum, { timeline }) => sum + timeline.frameCount, 0);
  const tracks = distinctTracks(outputs);
  const { loudnessTargetLufs } = job;
  const audioOptions: AudioOptions = {
    paths,
    tracks,
    range: audioRange(range, composition.video.fps),
    ...defined({ targetLufs: loudnessTargetLufs }),
    ...(stream && { onFrames: (frames, isLast) => stream.audio(frames, isLast) }),
  };
  const segmentsJob = {
    composition,
    passes,
    folder: segments,
    maker,
    limits,
    store,
    used: usedSegments,
    onAllAsked,
    ...(stream && { onSegment: (path: string) => stream.segment(path) }),
  };
  const [drawnSegments, audio] = await together(
    signal,
    async (stop) => {
      await rm(segments, { recursive: true, force: true });
      await layOutFiles(composition.files, paths, segments);
      return drawSegments(segmentsJob, (frameCount) => job.onProgress(frameCount, total), stop);
    },
    async (stop) =>
      tracks.length > 0
        ? makeAudioTracks(composition.audio, folder, audioOptions, stop)
        : undefined,
  );
  request.onJoin?.();
  const checksums: (number[] | undefined)[] = [];
  for (const output of outputs) {
    const files = drawnSegments.paths.get(output.encoding) ?? [];
    const track = tracks.findIndex((candidate) => isDeepStrictEqual(candidate, output.track));
    // A stream has begun before it is known whether anything can be heard; a file has no silent track.
    const heard = audio?.isSilent ? undefined : audio?.paths[track];
    const texts = textsOf(request, output.format);
    await joinOutput({ ...output, segments: files, audio: heard, texts }, folder, signal);
    checksums.push(await checksumsOf(output, files, signal));
  }
  return { drawn: drawnSegments, audio, checksums };
}

/** Returns the texts of an output: none if its format has no place for them. */
function textsOf({ texts = [] }: RenderVideoRequest, format: VideoFormat): readonly TextTrack[] {
  return FORMATS[format].hasTexts ? texts : [];
}

/**
 * Puts a composition's files into `folder`/resources for a rasteriser, and returns that path. Files
 * are linked, or copied if the file system has no links.
 */
export async function layOutFiles(
  files: Composition['files'],
  paths: AssetPaths,
  folder: string,
): Promise<string> {
  const resourceDir = join(folder, 'resources');
  await mkdir(resourceDir, { recursive: true });
  for (const { digest, name } of files) {
    const from = pathOfAsset(paths, digest);
    const to = join(resourceDir, name);
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      await copyFile(from, to);
    });
  }
  return resourceDir;
}
