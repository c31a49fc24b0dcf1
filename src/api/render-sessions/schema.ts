import { z } from 'zod';
import { SESSION_STATUSES, UPLOAD_STATUSES } from '../../database/index.ts';
import { faultSchema } from '../../http/index.ts';
import { warning } from '../../sessions/index.ts';
import { fitEntry } from '../mappings/schema.ts';

export const session = z
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
    updated_at: z.string(),
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
          name: z.string(),
          family: z.string(),
          from: z.enum(['template', 'font_changes', 'account', 'fallback']),
          digest: z.string(),
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
    poster_url: z.string().nullable(),
    hls_url: z
      .string()
      .nullable()
      .meta({
        description: 'HLS playlist. It can be played as soon as the first seconds are rendered.',
      }),
    warnings: z.array(warning),
    fit: z.record(z.string(), fitEntry),
    external_uploads: z.array(
      z
        .object({
          id: z.string(),
          to: z.string(),
          file: z.string(),
          render: z.enum(['preview', 'final']).nullable(),
          status: z.enum(UPLOAD_STATUSES),
          attempts: z.int(),
          next_attempt_at: z.string().nullable(),
          remote_id: z.string().nullable(),
          bytes: z.int().nullable(),
          md5: z.string().nullable(),
          version: z.string().nullable(),
          error: faultSchema.nullable(),
          ended_at: z.string().nullable(),
        })
        .meta({ id: 'ExternalUpload', description: 'The delivery of a file to a store' }),
    ),
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
        mapping: z.string(),
        media: z.record(z.string(), z.string()),
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
        outputs: z.record(z.string(), z.string()),
      })
      .meta({ id: 'Receipt' })
      .nullable()
      .meta({ description: 'SHA-256 of all inputs that determine the files, and of the files' }),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'RenderSession', description: 'A mapping and its renders' });

/** A session in a list: without the mapping and other fields that may be large. */
const summary = session
  .omit({
    mapping: true,
    audio_tracks: true,
    font_changes: true,
    source_uploads: true,
    fonts: true,
    loudness: true,
    outputs: true,
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

export const sessionResponse = z
  .object({ render_session: session })
  .meta({ id: 'RenderSessionResponse' });
export const createResponse = sessionResponse
  .extend({
    edit_token: z
      .string()
      .optional()
      .meta({ description: 'A token that reads and changes this session; returned only here' }),
    webhook_secret: z
      .string()
      .optional()
      .meta({ description: 'The new secret for webhook_url; returned only here' }),
  })
  .meta({ id: 'RenderSessionCreated' });
export const editTokenResponse = z
  .object({
    edit_token: z
      .string()
      .meta({ description: 'A token that reads and changes this session; returned only here' }),
    expires_at: z.string(),
  })
  .meta({ id: 'EditToken' });
export const sessionListResponse = z
  .object({ render_sessions: z.array(summary), next_cursor: z.string().nullable() })
  .meta({ id: 'RenderSessionList' });
