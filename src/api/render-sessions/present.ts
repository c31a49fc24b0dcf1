import { boundedFaults, type Fault } from '../../base/index.ts';
import type { OutputFile, RenderSession, SessionSummary } from '../../database/index.ts';
import { isoTime } from '../../system/index.ts';
import { type FileUrls, fileUrl } from '../http/signed-url.ts';
import { presentUpload } from './external-uploads.ts';

/** Errors of a session in a list. */
const MAX_LISTED_ERRORS = 10;

type Shown = Omit<SessionSummary, 'mappingId' | 'templateStyleVersionId'>;

/** A session as the interface document and API.md show it; file addresses are fresh. */
export function presentSession(context: FileUrls, session: RenderSession) {
  const { mapping } = session;
  const name = fileName(session.title);
  const isShown = hasFiles(session);
  return {
    ...presentState(context, session),
    mapping,
    audio_tracks: mapping['audio_tracks'] ?? {},
    font_changes: mapping['font_changes'] ?? {},
    source_uploads: session.sourceUploads,
    fonts: session.fonts,
    loudness: (isShown ? session.output['loudness'] : null) ?? null,
    outputs: isShown ? session.outputs.map((one) => presentOutput(context, one, name)) : [],
    warnings: session.warnings,
    fit: session.fit,
    external_uploads: session.externalUploads.map(presentUpload),
    timings: isShown ? session.timings : {},
    receipt: isShown ? presentReceipt(session.receipt) : null,
  };
}

/** A session in a list: without its mapping and what else may be large. */
export function presentSummary(context: FileUrls, session: SessionSummary) {
  const state = presentState(context, session);
  return {
    ...state,
    errors: state.errors.slice(0, MAX_LISTED_ERRORS),
    mapping_id: session.mappingId,
    template_style_version_id: session.templateStyleVersionId,
  };
}

function presentState(context: FileUrls, session: Shown) {
  const { etaMs, videoKey, posterKey } = session;
  const isShown = hasFiles(session);
  const output = isShown ? session.output : {};
  const measure = (key: string) => (typeof output[key] === 'number' ? output[key] : null);
  const urlOf = (key: string | null, download?: string) =>
    key === null || !isShown ? null : fileUrl(context, key, download);
  const download = `${fileName(session.title)}.${extensionOf(videoKey ?? '')}`;
  return {
    id: session.id,
    title: session.title,
    status: session.status,
    render_progress: session.progress,
    thumbnails: isShown ? session.thumbnails.map((key) => fileUrl(context, key)) : [],
    video_url: urlOf(videoKey, download),
    errors: boundedFaults(session.errors as Fault[]).faults,
    created_at: isoTime(session.createdAtMs),
    updated_at: isoTime(session.updatedAtMs),
    phase: phaseOf(session),
    queue_position: session.queuePosition,
    eta_seconds:
      etaMs === null ? null : Math.max(0, Math.ceil((etaMs - context.clock.nowMs()) / 1000)),
    duration: measure('duration'),
    width: measure('width'),
    height: measure('height'),
    fps: measure('fps'),
    poster_url: urlOf(posterKey),
    // An event of before there was HLS has none.
    hls_url: session.hlsKey ? fileUrl(context, session.hlsKey) : null,
    metadata: session.metadata,
    external_id: session.externalId,
    expires_at: session.expiresAtMs === null ? null : isoTime(session.expiresAtMs),
  };
}

/** What a preview has left behind is no result of a final that failed. */
function hasFiles({ status }: Shown): boolean {
  return status !== 'failed';
}

/** Earlier versions kept one digest for each name of a font. */
function presentReceipt(receipt: RenderSession['receipt']) {
  const { fonts } = receipt ?? {};
  if (typeof fonts !== 'object' || fonts === null || Array.isArray(fonts)) return receipt;
  const listed = Object.entries(fonts).map(([name, sha256]) => ({ name, sha256 }));
  return { ...receipt, fonts: listed };
}

function presentOutput(context: FileUrls, { key, ...facts }: OutputFile, name: string) {
  const { file } = facts;
  const number = file === 'video' ? '' : ` ${file.replace('video_', '')}`;
  return { ...facts, url: fileUrl(context, key, `${name}${number}.${extensionOf(key)}`) };
}

function extensionOf(key: string): string {
  return key.split('.').at(-1) ?? '';
}

/** A session is rendered before all of its files have arrived. */
function phaseOf({ phase, externalUploads }: Shown): string {
  const open = externalUploads.some(({ status }) =>
    ['pending', 'uploading', 'retrying'].includes(status),
  );
  return phase === 'done' && open ? 'delivering' : phase;
}

/** The title as a file's name, cut between characters. */
function fileName(title: string): string {
  const plain = title.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ');
  return [...plain.trim()].slice(0, 80).join('').trim() || 'video';
}
