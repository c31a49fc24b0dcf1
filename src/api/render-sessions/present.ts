import { isoTime } from '../../base/index.ts';
import type { RenderSession } from '../../database/index.ts';
import { type FileUrls, fileUrl } from '../http/signed-url.ts';
import { presentUpload } from './external-uploads.ts';

/** A session as the interface document and API.md show it; file addresses are fresh. */
export function presentSession(context: FileUrls, session: RenderSession) {
  const { output, mapping } = session;
  const measure = (key: string) => (typeof output[key] === 'number' ? output[key] : null);
  return {
    id: session.id,
    title: session.title,
    status: session.status,
    render_progress: session.progress,
    thumbnails: session.thumbnails.map((key) => fileUrl(context, key)),
    video_url:
      session.videoKey === null
        ? null
        : fileUrl(context, session.videoKey, `${fileName(session.title)}.mp4`),
    errors: session.errors,
    created_at: isoTime(session.createdAtMs),
    updated_at: isoTime(session.updatedAtMs),
    mapping,
    audio_tracks: mapping['audio_tracks'] ?? {},
    font_changes: mapping['font_changes'] ?? {},
    source_uploads: session.sourceUploads,
    fonts: session.fonts,
    phase: phaseOf(session),
    duration: measure('duration'),
    width: measure('width'),
    height: measure('height'),
    fps: measure('fps'),
    loudness: output['loudness'] ?? null,
    poster_url: session.posterKey === null ? null : fileUrl(context, session.posterKey),
    // An event of before there was HLS has none.
    hls_url: session.hlsKey ? fileUrl(context, session.hlsKey) : null,
    warnings: session.warnings,
    fit: session.fit,
    external_uploads: session.externalUploads.map(presentUpload),
    metadata: session.metadata,
    external_id: session.externalId,
    timings: session.timings,
    expires_at: session.expiresAtMs === null ? null : isoTime(session.expiresAtMs),
  };
}

/** A session is rendered before all of its files have arrived. */
function phaseOf({ phase, externalUploads }: RenderSession): string {
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
