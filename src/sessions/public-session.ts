import { z } from 'zod';
import { boundedFaults } from '../base/index.ts';
import { captionNameEnds } from '../captions/index.ts';
import {
  captionFilesOf,
  type OutputFile,
  type PublicContext,
  type RenderSession,
  SESSION_STATUSES,
  type SessionSummary,
} from '../database/index.ts';
import { faultSchema, fitSchema, warningSchema } from '../schemas/index.ts';
import { isoTime, isoTimeOrNull } from '../system/index.ts';
import { deliverySchema, presentDelivery } from './public-delivery.ts';

/** A render session as the API and its events show it. */
export const sessionSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    template_style_version_id: z.string(),
    render: z
      .enum(['preview', 'final'])
      .nullable()
      .meta({ description: 'The render that was started last; null for a draft' }),
    priority: z.enum(['normal', 'batch']),
    preview: z
      .object({ width: z.int().optional(), quality: z.string().optional() })
      .meta({ id: 'SessionPreview' })
      .nullable()
      .meta({ description: 'The output of the preview where it differs from that of the final' }),
    missing_editables: z
      .array(z.string())
      .meta({
        description: 'Required editables of a draft without an entry. The start needs them.',
      }),
    status: z.enum(SESSION_STATUSES),
    render_progress: z.int().min(0).max(100),
    thumbnails: z.array(z.string()),
    video_url: z.string().nullable(),
    errors: z.array(faultSchema),
    created_at: z.string(),
    created_by: z
      .object({ id: z.string(), name: z.string() })
      .meta({ id: 'Maker', description: 'A person of the studio or a client' })
      .nullable()
      .meta({
        description: 'Who created it; null for sessions of earlier versions, and for edit tokens',
      }),
    updated_at: z.string(),
    started_at: z
      .string()
      .nullable()
      .meta({ description: 'When the last render was requested; null for a draft' }),
    ended_at: z
      .string()
      .nullable()
      .meta({
        description:
          'When the last render ended; null before that, and for renders of earlier versions',
      }),
    revision: z
      .int()
      .optional()
      .meta({ description: 'Grows with each change of title, mapping or output; also in `ETag`' }),
    mapping: z
      .looseObject({
        id: z.string(),
        template_style_version_id: z.string(),
        resources: z.record(z.string(), z.unknown()),
      })
      .meta({ id: 'SessionMapping' }),
    audio_tracks: z.record(z.string(), z.unknown()),
    font_changes: z.record(z.string(), z.unknown()),
    source_uploads: z.array(
      z
        .looseObject({
          editable: z.string().optional(),
          font: z
            .string()
            .meta({ description: 'Instead of `editable`: the entry of font_changes' })
            .optional(),
          remote_url: z
            .string()
            .nullable()
            .meta({ description: '`null` when its encryption key is lost' })
            .optional(),
          upload_id: z.string().optional(),
          content_type: z.string(),
          bytes: z.int(),
          sha256: z.string(),
        })
        .meta({ id: 'SourceUpload', description: 'A fetched file' }),
    ),
    fonts: z.array(
      z
        .object({
          name: z.string().meta({ description: 'The name in the template' }),
          family: z.string(),
          from: z
            .enum(['template', 'font_changes', 'account', 'fallback'])
            .meta({ description: 'Where the font comes from' }),
          digest: z.string().meta({ description: 'SHA-256 of the font' }),
        })
        .meta({ id: 'SessionFont', description: 'A font that the video uses' }),
    ),
    phase: z.string(),
    queue_position: z
      .int()
      .nullable()
      .meta({
        description:
          'Position among the sessions of the account: 1 renders next; null when not waiting',
      }),
    eta_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Estimated seconds until the render ends; null while unknown' }),
    duration: z.number().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    fps: z.number().nullable(),
    loudness: z
      .object({
        integrated_lufs: z.number().nullable(),
        range_lu: z.number().nullable(),
        true_peak_dbtp: z.number().nullable(),
        limited: z.boolean(),
      })
      .meta({ id: 'Loudness' })
      .nullable()
      .meta({ description: 'Loudness of the finished audio (EBU R128); null without audio' }),
    outputs: z.array(
      z
        .object({
          file: z.string().meta({ description: 'The name in external_uploads: video, video_2 …' }),
          format: z.string(),
          codec: z.string(),
          width: z.int(),
          height: z.int(),
          fps: z.number(),
          duration: z.number(),
          bytes: z.int(),
          sha256: z.string(),
          url: z.string(),
        })
        .meta({ id: 'OutputFile' }),
    ),
    captions: z
      .array(
        z
          .object({
            language: z
              .string()
              .nullable()
              .meta({ description: 'The language of the mapping; null: it has none' }),
            is_burnt: z.boolean().meta({ description: 'Whether the video shows these captions' }),
            webvtt_url: z.string(),
            srt_url: z.string(),
          })
          .meta({
            id: 'SessionCaptions',
            description: 'Files with the captions of a track, as the video has them',
          }),
      )
      .meta({ description: 'The captions of the finished render, in the order of the mapping' }),
    poster_url: z.string().nullable(),
    hls_url: z
      .string()
      .nullable()
      .meta({
        description: 'HLS playlist. It can be played as soon as the first seconds are rendered.',
      }),
    warnings: z.array(warningSchema),
    fit: z.record(z.string(), fitSchema),
    external_uploads: z.array(deliverySchema),
    metadata: z.record(z.string(), z.string()),
    external_id: z.string().nullable(),
    batch_id: z
      .string()
      .nullable()
      .meta({ description: 'The batch that made the session; null for any other session' }),
    batch_row: z.int().nullable().meta({ description: 'The row of the batch, counted from 1' }),
    timings: z.record(z.string(), z.number()),
    receipt: z
      .object({
        template: z.object({
          template_style_version_id: z.string(),
          sha256: z.string(),
          importer_version: z
            .int()
            .optional()
            .meta({ description: 'Version of the importer. Not in receipts of earlier versions' }),
        }),
        mapping: z.string().meta({ description: 'SHA-256 of the mapping' }),
        media: z
          .record(z.string(), z.string())
          .meta({ description: 'SHA-256 of each file, by its place in the mapping' }),
        fonts: z.array(z.object({ name: z.string(), sha256: z.string() })),
        settings: z
          .object({
            loudness_target_lufs: z.number().nullable(),
            outputs: z.record(
              z.string(),
              z
                .object({
                  format: z.string(),
                  codec: z.string(),
                  width: z.int(),
                  height: z.int(),
                  fps: z.number(),
                  quality: z.string(),
                  encoder: z.string(),
                })
                .meta({ id: 'ReceiptOutput' }),
            ),
          })
          .optional()
          .meta({ description: 'Missing in receipts of earlier versions of Framepress' }),
        engine: z.record(z.string(), z.union([z.string(), z.number()])),
        outputs: z.record(z.string(), z.string()).meta({ description: 'SHA-256 of each file' }),
      })
      .meta({ id: 'Receipt' })
      .nullable()
      .meta({ description: 'SHA-256 of all inputs that determine the files, and of the files' }),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'RenderSession', description: 'A mapping and its renders' });

/** A session in a list: without the mapping and other fields that may be large. */
export const sessionSummarySchema = sessionSchema
  .omit({
    started_at: true,
    ended_at: true,
    mapping: true,
    audio_tracks: true,
    font_changes: true,
    source_uploads: true,
    fonts: true,
    loudness: true,
    outputs: true,
    captions: true,
    warnings: true,
    fit: true,
    external_uploads: true,
    timings: true,
    receipt: true,
  })
  .extend({ mapping_id: z.string() })
  .meta({
    id: 'RenderSessionSummary',
    description:
      'GET /v2/render_sessions/:id returns all fields. `errors` contains the first ten, `missing_editables` the first hundred.',
  });

export type PublicSession = z.infer<typeof sessionSchema>;
export type PublicSessionSummary = z.infer<typeof sessionSummarySchema>;

/** Errors of a session in a list. */
const MAX_LISTED_ERRORS = 10;
/** Missing editables of a session in a list. */
const MAX_LISTED_EDITABLES = 100;

type State = Omit<SessionSummary, 'mappingId'>;
type StoredMapping = PublicSession['mapping'] &
  Partial<Pick<PublicSession, 'audio_tracks' | 'font_changes'>>;

/** Returns the public form of a session. `context.file` gives the address of each file. */
export function presentSession(session: RenderSession, context: PublicContext): PublicSession {
  const mapping = session.mapping as StoredMapping;
  const hasFiles = showsFiles(session);
  return {
    ...presentState(session, context),
    // Events of earlier versions have neither.
    started_at: isoTimeOrNull(session.queuedAtMs ?? null),
    ended_at: isoTimeOrNull(session.endedAtMs ?? null),
    revision: session.revision,
    mapping,
    audio_tracks: mapping.audio_tracks ?? {},
    font_changes: mapping.font_changes ?? {},
    source_uploads: session.sourceUploads as PublicSession['source_uploads'],
    fonts: session.fonts as PublicSession['fonts'],
    loudness: ((hasFiles ? session.output['loudness'] : null) ?? null) as PublicSession['loudness'],
    outputs: hasFiles ? presentOutputs(session, context) : [],
    captions: hasFiles ? presentCaptions(session, context) : [],
    warnings: session.warnings as PublicSession['warnings'],
    fit: session.fit as PublicSession['fit'],
    external_uploads: session.deliveries.map(presentDelivery),
    timings: hasFiles ? session.timings : {},
    receipt: hasFiles ? presentReceipt(session.receipt) : null,
  };
}

/** Returns a session as lists show it: without its mapping, and with its first errors and missing editables. */
export function presentSummary(
  session: SessionSummary,
  context: PublicContext,
): PublicSessionSummary {
  const state = presentState(session, context);
  return {
    ...state,
    errors: state.errors.slice(0, MAX_LISTED_ERRORS),
    missing_editables: state.missing_editables.slice(0, MAX_LISTED_EDITABLES),
    mapping_id: session.mappingId,
  };
}

/** Returns the fields that a session and its summary have in common. */
function presentState(session: State, { file, nowMs }: PublicContext) {
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
    errors: boundedFaults(session.errors).faults,
    created_at: isoTime(session.createdAtMs),
    created_by: session.createdBy ?? null,
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
    expires_at: isoTimeOrNull(session.expiresAtMs),
  };
}

/** A final that failed does not show the files of its preview. */
function showsFiles({ status }: State): boolean {
  return status !== 'failed';
}

/** Earlier versions stored fonts as an object with one digest for each name. */
function presentReceipt(receipt: RenderSession['receipt']): PublicSession['receipt'] {
  type Receipt = PublicSession['receipt'];
  const { fonts } = receipt ?? {};
  if (typeof fonts !== 'object' || fonts === null || Array.isArray(fonts))
    return receipt as Receipt;
  const listed = Object.entries(fonts).map(([name, sha256]) => ({ name, sha256 }));
  return { ...receipt, fonts: listed } as Receipt;
}

/** Returns the outputs with their addresses and names for a download. */
function presentOutputs({ title, outputs }: RenderSession, context: PublicContext) {
  const name = fileName(title);
  return outputs.map(({ key, ...facts }: OutputFile, index) => {
    const number = facts.file === 'video' ? '' : ` ${facts.file.replace('video_', '')}`;
    const downloadName = `${name}${number}.${extensionOf(key)}`;
    return { ...facts, url: context.file({ key, at: ['outputs', index, 'url'], downloadName }) };
  });
}

/** Returns the captions with the addresses of their files, which are named as players expect: `Ana.de.vtt`. */
function presentCaptions(
  session: RenderSession,
  { file }: PublicContext,
): PublicSession['captions'] {
  const name = fileName(session.title);
  const tracks = captionFilesOf(session);
  const ends = captionNameEnds(tracks.map(({ language }) => language));
  return tracks.map(({ language, isBurnt, vttKey, srtKey }, index) => {
    const trackName = `${name}${ends[index] ?? ''}`;
    const urlOf = (key: string, field: string) =>
      file({
        key,
        at: ['captions', index, field],
        downloadName: `${trackName}.${extensionOf(key)}`,
      });
    return {
      language,
      is_burnt: isBurnt,
      webvtt_url: urlOf(vttKey, 'webvtt_url'),
      srt_url: urlOf(srtKey, 'srt_url'),
    };
  });
}

/** Returns the extension of a storage key, without the dot. */
function extensionOf(key: string): string {
  return key.split('.').at(-1) ?? '';
}

/** A rendered session is still delivering until all of its uploads have ended. */
function phaseOf({ phase, deliveries }: State): string {
  const isDelivering = deliveries.some(({ status }) =>
    ['pending', 'uploading', 'retrying'].includes(status),
  );
  return phase === 'done' && isDelivering ? 'delivering' : phase;
}

/** Returns a title as the name of a file, without an extension. It is cut between characters. */
export function fileName(title: string): string {
  const plain = title.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ');
  return [...plain.trim()].slice(0, 80).join('').trim() || 'video';
}
