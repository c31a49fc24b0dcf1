import { boundedFaults, type Fault } from '../../base/index.ts';
import { isoTime } from '../../system/index.ts';
import type { ExternalUpload } from '../sessions/external-upload.ts';
import type { OutputFile, RenderSession, SessionSummary } from '../sessions/render-session.ts';
import type { PublicContext } from './public-context.ts';

/** Errors of a session in a list. */
const MAX_LISTED_ERRORS = 10;
/** Missing editables of a session in a list. */
const MAX_LISTED_EDITABLES = 100;

type State = Omit<SessionSummary, 'mappingId'>;

/** A session as the API and its events show it. */
export function publicSession(session: RenderSession, context: PublicContext) {
  const { mapping } = session;
  const hasFiles = showsFiles(session);
  return {
    ...publicState(session, context),
    revision: session.revision,
    mapping,
    audio_tracks: mapping['audio_tracks'] ?? {},
    font_changes: mapping['font_changes'] ?? {},
    source_uploads: session.sourceUploads,
    fonts: session.fonts,
    loudness: (hasFiles ? session.output['loudness'] : null) ?? null,
    outputs: hasFiles ? publicOutputs(session, context) : [],
    warnings: session.warnings,
    fit: session.fit,
    external_uploads: session.externalUploads.map(publicUpload),
    timings: hasFiles ? session.timings : {},
    receipt: hasFiles ? publicReceipt(session.receipt) : null,
  };
}

/** A session in a list: without its mapping and other large fields. */
export function publicSummary(session: SessionSummary, context: PublicContext) {
  const state = publicState(session, context);
  return {
    ...state,
    errors: state.errors.slice(0, MAX_LISTED_ERRORS),
    missing_editables: state.missing_editables.slice(0, MAX_LISTED_EDITABLES),
    mapping_id: session.mappingId,
  };
}

function publicUpload(upload: ExternalUpload) {
  const timeOf = (ms: number | null) => (ms === null ? null : isoTime(ms));
  return {
    id: upload.id,
    to: upload.to,
    file: upload.file,
    render: upload.render,
    status: upload.status,
    attempts: upload.attempts,
    next_attempt_at: timeOf(upload.nextAttemptAtMs),
    remote_id: upload.remoteId,
    bytes: upload.bytes,
    md5: upload.md5,
    version: upload.version,
    error: upload.error,
    ended_at: timeOf(upload.endedAtMs),
  };
}

function publicState(session: State, { file, nowMs }: PublicContext) {
  const { etaMs, videoKey, posterKey, hlsKey } = session;
  const hasFiles = showsFiles(session);
  const output = hasFiles ? session.output : {};
  const numberOf = (key: string) => (typeof output[key] === 'number' ? output[key] : null);
  const downloadName = `${fileName(session.title)}.${extensionOf(videoKey ?? '')}`;
  return {
    id: session.id,
    title: session.title,
    template_style_version_id: session.templateStyleVersionId,
    render: session.render,
    priority: session.priority,
    preview: session.preview,
    missing_editables: session.missingEditables,
    status: session.status,
    render_progress: session.progress,
    thumbnails: hasFiles
      ? session.thumbnails.map((key, index) => file({ key, at: ['thumbnails', index] }))
      : [],
    video_url:
      videoKey === null || !hasFiles
        ? null
        : file({ key: videoKey, at: ['video_url'], downloadName }),
    errors: boundedFaults(session.errors as Fault[]).faults,
    created_at: isoTime(session.createdAtMs),
    updated_at: isoTime(session.updatedAtMs),
    phase: phaseOf(session),
    queue_position: session.queuePosition,
    eta_seconds: etaMs === null ? null : Math.max(0, Math.ceil((etaMs - nowMs) / 1000)),
    duration: numberOf('duration'),
    width: numberOf('width'),
    height: numberOf('height'),
    fps: numberOf('fps'),
    poster_url:
      posterKey === null || !hasFiles ? null : file({ key: posterKey, at: ['poster_url'] }),
    // Events of versions without HLS have no key.
    hls_url: hlsKey ? file({ key: hlsKey, at: ['hls_url'] }) : null,
    metadata: session.metadata,
    external_id: session.externalId,
    // Events of earlier versions have neither.
    batch_id: session.batchId ?? null,
    batch_row: session.batchRow ?? null,
    expires_at: session.expiresAtMs === null ? null : isoTime(session.expiresAtMs),
  };
}

/** A final that failed does not show the files of its preview. */
function showsFiles({ status }: State): boolean {
  return status !== 'failed';
}

/** Earlier versions stored fonts as an object with one digest for each name. */
function publicReceipt(receipt: RenderSession['receipt']) {
  const { fonts } = receipt ?? {};
  if (typeof fonts !== 'object' || fonts === null || Array.isArray(fonts)) return receipt;
  const listed = Object.entries(fonts).map(([name, sha256]) => ({ name, sha256 }));
  return { ...receipt, fonts: listed };
}

function publicOutputs({ title, outputs }: RenderSession, context: PublicContext) {
  const name = fileName(title);
  return outputs.map(({ key, ...facts }: OutputFile, index) => {
    const number = facts.file === 'video' ? '' : ` ${facts.file.replace('video_', '')}`;
    const downloadName = `${name}${number}.${extensionOf(key)}`;
    return { ...facts, url: context.file({ key, at: ['outputs', index, 'url'], downloadName }) };
  });
}

function extensionOf(key: string): string {
  return key.split('.').at(-1) ?? '';
}

/** A rendered session is still delivering until all of its uploads have ended. */
function phaseOf({ phase, externalUploads }: State): string {
  const isDelivering = externalUploads.some(({ status }) =>
    ['pending', 'uploading', 'retrying'].includes(status),
  );
  return phase === 'done' && isDelivering ? 'delivering' : phase;
}

/** The title as a file name, cut between characters. */
function fileName(title: string): string {
  const plain = title.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ');
  return [...plain.trim()].slice(0, 80).join('').trim() || 'video';
}
