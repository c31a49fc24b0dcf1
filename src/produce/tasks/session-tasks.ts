import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { assert, defined } from '../../base/index.ts';
import type { RenderSession, SessionPhase, SessionResult } from '../../database/index.ts';
import type { ParsedMapping } from '../../mapping/index.ts';
import { type RequestedOutputs, renderOutputs } from '../../output/index.ts';
import type { Hardware } from '../../raster/index.ts';
import { SegmentStore } from '../../render/index.ts';
import { captionOutputs, textTracks } from '../caption-outputs.ts';
import type { IngestedAssets, IngestedInputs } from '../ingest-inputs.ts';
import { produce } from '../produce.ts';
import { filesFolder, filesToRender, outputFiles, presentLoudness } from '../session-files.ts';
import { HlsPublisher } from './publish-hls.ts';
import { receiptOf } from './receipt.ts';
import { rendererOf, SHARE, type TaskContext } from './task-context.ts';
import type { TemplateRef } from './template-cache.ts';

const THUMBNAIL_WIDTH = 640;

export type RenderTask = IngestedInputs & {
  session: Pick<RenderSession, 'id' | 'mapping' | 'hlsKey' | 'attempt' | 'epoch'> &
    RequestedOutputs;
  mapping: ParsedMapping;
  version: TemplateRef;
  /** The work folder, which only this task uses. */
  folder: string;
  /** The folder of the segment store; null: all segments are drawn. */
  segmentFolder: string | null;
  /** Hardware encoders to use. */
  hardware: Hardware;
};

/**
 * Composes and renders a session, and publishes its files. Returns the fields of the session that
 * `finish` stores, such as the keys and digests of the files.
 */
export async function renderSession(
  task: RenderTask,
  context: TaskContext,
): Promise<SessionResult> {
  const { session, mapping, version, paths: inputPaths } = task;
  const ingested = usedInputs(task);
  const { folder, segmentFolder, hardware } = task;
  const started = performance.now();
  const { settings, store, signal, playlists } = context;
  const renderer = rendererOf(context, hardware);
  renderer.warm();
  const report = (phase: SessionPhase, percent: number) =>
    context.report({ name: 'progress', phase, percent });
  report('composing', SHARE.fetching);
  const { template, importerVersion } = await context.templates.open(version);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });

  const inputs = { template, mapping, ingested, paths: inputPaths };
  const { fontFolders } = settings;
  const { composition, captions, paths, fit, fonts, warnings } = await produce(
    { ...inputs, folder: join(folder, 'images'), fontFolders },
    signal,
  );
  const composed = performance.now();

  context.emit({ name: 'rendering' });
  report('rendering', SHARE.composing);
  const { width: fullWidth } = composition.video;
  const times = Object.values(template.stillcuts);
  const thumbnails = times.map(({ frame }, index) => ({
    frame,
    width: Math.min(THUMBNAIL_WIDTH, Math.round(fullWidth)),
    path: join(folder, `thumbnail_${String(index + 1).padStart(2, '0')}.jpg`),
    format: 'jpeg' as const,
  }));
  const poster = {
    frame: times[0]?.frame ?? 0,
    path: join(folder, 'poster.jpg'),
    format: 'jpeg' as const,
  };
  const prefix = filesFolder(session);
  const outputSettings = renderOutputs(session, composition.video);
  const toRender = filesToRender(outputSettings, folder, prefix);
  const segments =
    segmentFolder === null ? undefined : new SegmentStore(segmentFolder, context.claims);
  const [main] = toRender;
  const texts = textTracks(captions);
  const stream =
    main?.format === 'mp4'
      ? await HlsPublisher.open(session, { store, playlists }, texts)
      : undefined;
  const drawing = SHARE.rendering - SHARE.composing;
  const { outputs, loudness, segmentCount, reusedCount } = await renderer.renderVideo(
    {
      composition,
      paths,
      folder,
      outputs: toRender,
      stills: [...thumbnails, poster],
      texts,
      onProgress: (framesDone, count) =>
        report('rendering', SHARE.composing + (drawing * framesDone) / count),
      onJoin: () => report('assembling', SHARE.rendering),
      ...(segments && { segments }),
      ...(stream && { stream }),
    },
    signal,
  );
  await stream?.end();
  const madeCount = segmentCount - reusedCount;
  context.emit({ name: 'counted', what: 'segments', made: madeCount, cached: reusedCount });
  const rendered = performance.now();

  const publish = async (key: string, file: string) => {
    await store.put(key, file);
    return key;
  };
  const thumbnailKeys: string[] = [];
  for (const { path } of thumbnails)
    thumbnailKeys.push(await publish(`${prefix}/${basename(path)}`, path));
  const posterKey = await publish(`${prefix}/poster.jpg`, poster.path);
  for (const { key, path } of toRender) await publish(key, path);
  const { tracks, files: captionFiles } = captionOutputs(captions, prefix);
  for (const { key, bytes } of captionFiles) await store.putBytes(key, bytes);
  const files = outputFiles(toRender, outputs);
  const [video] = files;
  assert(video, 'a session has an output');
  return {
    phase: 'done',
    videoKey: video.key,
    posterKey,
    thumbnails: thumbnailKeys,
    fit,
    fonts,
    warnings,
    sourceUploads: sourceUploads(ingested),
    output: {
      width: video.width,
      height: video.height,
      fps: video.fps,
      frames: outputs[0]?.frameCount,
      duration: video.duration,
      bytes: video.bytes,
      loudness: presentLoudness(loudness),
      ...(tracks.length > 0 && { captions: tracks }),
    },
    outputs: files,
    frames: outputs.reduce((sum, { frameCount }) => sum + frameCount, 0),
    receipt: await receiptOf({
      mapping: session.mapping,
      template: { versionId: version.id, digest: version.digest, importerVersion },
      ingested,
      fonts,
      toRender,
      outputs: files,
      captions: captionFiles,
      hardware,
      loudnessTargetLufs: settings.loudnessTargetLufs,
    }),
    timings: {
      composing: seconds(composed - started),
      rendering: seconds(rendered - composed),
      assembling: seconds(performance.now() - rendered),
    },
  };
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/**
 * A customer's file in the public session, with its editable, the font that it replaces, or its
 * upload id.
 */
type SourceUpload = {
  editable?: string;
  font?: string;
  remote_url?: string;
  upload_id?: string;
  content_type: string;
  bytes: number;
  sha256: string;
  width?: number;
  height?: number;
  /** In seconds. */
  duration?: number;
};

/** The inputs without the files of captions whose cues were changed since. */
function usedInputs({ ingested, mapping: { captions = [] } }: RenderTask): IngestedAssets {
  const ownCues = new Set(
    captions.flatMap(({ pointer, source }) => ('cues' in source ? [pointer] : [])),
  );
  return Object.fromEntries(Object.entries(ingested).filter(([pointer]) => !ownCues.has(pointer)));
}

/** What is stored about each ingested file: its source, type, size, digest and dimensions. */
function sourceUploads(ingested: IngestedAssets): SourceUpload[] {
  return Object.values(ingested).map((input) => ({
    ...defined({ editable: input.editable }),
    ...(input.editable === undefined && input.fonts.length > 0 && { font: input.fonts.join(', ') }),
    ...input.source,
    content_type: input.contentType,
    bytes: input.bytes,
    sha256: input.sha256,
    ...('width' in input && { width: input.width, height: input.height }),
    ...('durationSeconds' in input && { duration: input.durationSeconds }),
  }));
}
