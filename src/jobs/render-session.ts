import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, assert, toAppError } from '../base/index.ts';
import type { CheckedMapping } from '../compose/index.ts';
import {
  RENDERING,
  type RenderSession,
  type SessionPhase,
  type SessionResult,
  type TemplateVersion,
} from '../database/index.ts';
import { type Pinned, produce, tryInputs } from '../produce/index.ts';
import { presentLoudness, SegmentStore } from '../render/index.ts';
import type { Editables } from '../template/index.ts';
import { pinAccountFonts } from './account-fonts.ts';
import { keepInputs, keptInputs } from './kept-inputs.ts';
import { outputFiles, plannedOutputs } from './outputs.ts';
import { pinSources } from './pin-sources.ts';
import { filesPrefix, HlsPublisher, hlsFolder } from './publish-hls.ts';
import { receiptOf } from './receipt.ts';
import { sourceUploads } from './source-uploads.ts';
import type { Workshop } from './workshop.ts';

/** Where in a session's 0–100 each phase ends. */
export const RENDERED_PERCENT = 97;
const SHARE = { fetching: 8, composing: 10, rendering: RENDERED_PERCENT } as const;
const THUMBNAIL_WIDTH = 640;

export type Report = (phase: SessionPhase, percent: number) => void;

/**
 * Fetches the session's media and keeps them for as long as it may be rendered again. What an
 * earlier render of it has kept is not fetched any more.
 */
export async function fetchMedia(
  session: RenderSession,
  shop: Workshop,
  report: Report,
  signal: AbortSignal,
): Promise<Pinned> {
  report('fetching', 0);
  const kept = await keptInputs(session, shop, signal);
  if (kept.isComplete) return kept.pinned;
  const version = await versionOf(session, shop);
  const folder = join(shop.workFolder, session.id, 'media');
  const { pinned, faults } = await tryInputs(
    {
      editables: version.editables as Editables,
      mapping: mappingOf(session),
      sources: pinSources(shop, session.accountId),
      folder,
      known: kept.pinned,
      onProgress: (share) => report('fetching', SHARE.fetching * share),
    },
    signal,
  );
  const template = await shop.templates.get(version);
  const fonts = await pinAccountFonts(template, session.accountId, shop, folder);
  const all = await keepInputs(session, { ...pinned, ...fonts }, faults.length === 0, shop);
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return all;
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
  const version = await versionOf(session, shop);
  const template = await shop.templates.get(version);
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
  const prefix = filesPrefix(session.id, session.render ?? 'preview');
  const planned = plannedOutputs(session, composition.video, folder, prefix);
  const segments = segmentsOf(session, shop);
  const [main] = planned;
  const stream = main?.format === 'mp4' ? await HlsPublisher.open(session, shop) : undefined;
  const { outputs, loudness } = await shop.renderer.renderVideo(
    composition,
    folder,
    {
      outputs: planned,
      onJoin: () => report('assembling', SHARE.rendering),
      ...(segments && { segments }),
      ...(stream && { stream }),
    },
    (done, count) =>
      report('rendering', SHARE.composing + ((SHARE.rendering - SHARE.composing) * done) / count),
    signal,
  );
  await stream?.end();
  const rendered = performance.now();

  const publish = async (key: string, file: string) => {
    await shop.store.put(key, file);
    return key;
  };
  const thumbnailKeys: string[] = [];
  for (const { path } of thumbnails)
    thumbnailKeys.push(await publish(`${prefix}/${basename(path)}`, path));
  const posterKey = await publish(`${prefix}/poster.jpg`, poster.path);
  for (const { key, path } of planned) await publish(key, path);
  const files = outputFiles(planned, outputs);
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
    sourceUploads: sourceUploads(pinned),
    output: {
      width: video.width,
      height: video.height,
      fps: video.fps,
      frames: outputs[0]?.frameCount,
      duration: video.duration,
      bytes: video.bytes,
      loudness: presentLoudness(loudness),
    },
    outputs: files,
    receipt: await receiptOf(session, version, pinned, fonts, planned, files, shop),
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
  const end = { errors: [...told.faults], phase: 'done' as const };
  await shop.db.renderSessions.finish(session.id, 'failed', end, session.starts);
}

/**
 * Removes what nobody needs when a render has ended; segments outlive a failure, so that a retry
 * draws only what is missing.
 */
export async function cleanUp(
  { id }: Pick<RenderSession, 'id'>,
  { workFolder, segmentFolder }: Workshop,
  isRendered: boolean,
): Promise<void> {
  await rm(join(workFolder, id), { recursive: true, force: true });
  if (isRendered) await rm(join(segmentFolder, id), { recursive: true, force: true });
}

/** Also after a crash amid this: of a session that has ended, what nothing names any more. */
export async function removeLeft(id: string, shop: Pick<Workshop, 'db' | 'store'>): Promise<void> {
  const session = await shop.db.renderSessions.find(id);
  // It was removed meanwhile, and may have stored a file after its files were.
  if (!session) return shop.store.removePrefix(`sessions/${id}`);
  // Another render of it has begun.
  if (RENDERING.includes(session.status)) return;
  const { render, status, hlsKey, videoKey } = session;
  if (render === null) return;
  const prefix = filesPrefix(id, render);
  // What it has published without having come to its end. A preview's stays beside its final's.
  if (!status.endsWith('_rendered') && !videoKey?.startsWith(`${prefix}/`)) {
    await shop.store.removePrefix(prefix);
  } else if (!hlsKey?.startsWith(`${prefix}/`))
    await shop.store.removePrefix(hlsFolder(id, render));
}

/** Where a session's segments are taken from and kept; never among those of another account. */
function segmentsOf(session: RenderSession, shop: Workshop): SegmentStore | undefined {
  if (shop.reuseSegments === 'off') return undefined;
  const { accountId, id } = session;
  const name = shop.reuseSegments === 'account' ? accountId : id;
  return new SegmentStore(join(shop.segmentFolder, name));
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
