import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, toAppError } from '../base/index.ts';
import type { CheckedMapping } from '../compose/index.ts';
import type {
  RenderSession,
  SessionPhase,
  SessionResult,
  TemplateVersion,
} from '../database/index.ts';
import { outputSettings, presentLoudness, SegmentStore } from '../render/index.ts';
import type { Editables } from '../template/index.ts';
import { pinAccountFonts } from './account-fonts.ts';
import { type Pinned, pinInputs } from './pin-inputs.ts';
import { pinSources } from './pin-sources.ts';
import { produce } from './produce.ts';
import { HlsPublisher, hlsFolder } from './publish-hls.ts';
import { sourceUploads } from './source-uploads.ts';
import type { Workshop } from './workshop.ts';

/** Where in a session's 0–100 each phase ends. */
const SHARE = { fetching: 8, composing: 10, rendering: 97 } as const;
const THUMBNAIL_WIDTH = 640;

export type Report = (phase: SessionPhase, percent: number) => void;

/** Fetches the session's media into its work folder, where they stay until the session ends. */
export async function fetchMedia(
  session: RenderSession,
  shop: Workshop,
  report: Report,
  signal: AbortSignal,
): Promise<Pinned> {
  report('fetching', 0);
  const version = await versionOf(session, shop);
  const folder = join(shop.workFolder, session.id, 'media');
  const pinned = await pinInputs(
    {
      editables: version.editables as Editables,
      mapping: mappingOf(session),
      sources: pinSources(shop, session.accountId),
      folder,
      onProgress: (share) => report('fetching', SHARE.fetching * share),
    },
    signal,
  );
  const template = await shop.templates.get(version);
  return { ...pinned, ...(await pinAccountFonts(template, session.accountId, shop, folder)) };
}

/** Composes and renders the session, and publishes its files. What it returns is all that `finish` needs. */
export async function renderSession(
  session: RenderSession,
  pinned: Pinned,
  shop: Workshop,
  report: Report,
  signal: AbortSignal,
): Promise<SessionResult> {
  const started = performance.now();
  const template = await shop.templates.get(await versionOf(session, shop));
  const folder = join(shop.workFolder, session.id, 'render');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });

  report('composing', SHARE.fetching);
  const { composition, fit, fonts, warnings } = await produce(
    template,
    mappingOf(session),
    pinned,
    join(folder, 'pictures'),
    shop.fontFolders,
    { signal },
  );
  const composed = performance.now();

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
  await shop.renderer.renderStills(composition, folder, [...thumbnails, poster], signal);
  const path = join(folder, 'video.mp4');
  const segments = segmentsOf(session, shop);
  const stream = await HlsPublisher.open(session, shop);
  const quality = session.render === 'final' ? 'high' : 'standard';
  const settings = outputSettings({ format: 'mp4' }, composition.video, quality, '/output');
  const { outputs, loudness } = await shop.renderer.renderVideo(
    composition,
    folder,
    { outputs: [{ ...settings, path }], ...(segments && { segments }), stream },
    (done, count) =>
      report('rendering', SHARE.composing + ((SHARE.rendering - SHARE.composing) * done) / count),
    signal,
  );
  await stream.end();
  const [video] = outputs;
  assert(video, 'each output has its facts');
  const rendered = performance.now();

  report('assembling', SHARE.rendering);
  const publish = async (name: string, file: string) => {
    const key = `sessions/${session.id}/${name}`;
    await shop.store.put(key, file);
    return key;
  };
  const thumbnailKeys: string[] = [];
  for (const { path: file } of thumbnails)
    thumbnailKeys.push(await publish(file.split('/').at(-1) ?? '', file));
  const posterKey = await publish('poster.jpg', poster.path);
  const videoKey = await publish('video.mp4', path);
  return {
    phase: 'done',
    videoKey,
    posterKey,
    thumbnails: thumbnailKeys,
    fit,
    fonts,
    warnings,
    sourceUploads: sourceUploads(pinned),
    output: {
      width: video.width,
      height: video.height,
      fps: composition.video.fps,
      frames: video.frameCount,
      duration: video.frameCount / composition.video.fps,
      bytes: video.bytes,
      loudness: presentLoudness(loudness),
    },
    timings: {
      composing: seconds(composed - started),
      rendering: seconds(rendered - composed),
      assembling: seconds(performance.now() - rendered),
    },
  };
}

/** Ends a session that cannot succeed, with every fault told. */
export async function failSession(
  session: RenderSession,
  error: unknown,
  shop: Workshop,
): Promise<void> {
  const told = toAppError(error);
  shop.log.warn(
    { sessionId: session.id, code: told.code, err: told.code === 'internal' ? error : told.cause },
    told.message,
  );
  await shop.db.renderSessions.finish(session.id, 'failed', {
    errors: [...told.faults],
    phase: 'done',
  });
}

/** Of a session that has ended, leaves what it is to keep; also after a crash amid this. */
export async function cleanUp(id: string, shop: Workshop): Promise<void> {
  await rm(join(shop.workFolder, id), { recursive: true, force: true });
  const session = await shop.db.renderSessions.find(id);
  // It was removed meanwhile, and may have published a file after its files were.
  if (!session) await shop.store.removePrefix(`sessions/${id}`);
  else if (session.hlsKey === null) await shop.store.removePrefix(hlsFolder(id));
}

/** Where a session's segments are taken from and kept; never among those of another account. */
function segmentsOf(session: RenderSession, shop: Workshop): SegmentStore | undefined {
  if (shop.reuseSegments === 'off') return undefined;
  const folder =
    shop.reuseSegments === 'account'
      ? join(shop.segmentFolder, session.accountId)
      : join(shop.workFolder, session.id, 'segments');
  return new SegmentStore(folder);
}

async function versionOf(session: RenderSession, shop: Workshop): Promise<TemplateVersion> {
  const version = await shop.db.templateVersions.find(session.templateStyleVersionId);
  assert(version, `session ${session.id} has no template version`);
  return version;
}

function mappingOf(session: RenderSession): CheckedMapping {
  // It passed checkMapping when the session was created.
  return session.mapping as unknown as CheckedMapping;
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}
