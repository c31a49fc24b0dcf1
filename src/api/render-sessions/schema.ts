import { z } from 'zod';
import { SESSION_STATUSES, UPLOAD_STATUSES } from '../../database/index.ts';
import { mappingShape as mapping } from '../../mapping/index.ts';
import { faultSchema } from '../http/fault-schema.ts';
import { pageQuery } from '../http/page.ts';
import { fitEntry, warning } from '../mappings/schema.ts';
import { webhookUrl } from '../webhook-endpoints/schema.ts';
import { externalUpload } from './external-uploads.ts';
import { outputRequest } from './output-settings.ts';

/** Text that is stored and returned unchanged: no lone surrogates, no U+0000 (ends a C string). */
const clean = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: 'text without lone surrogates and U+0000',
    });

export const MAX_UPLOADS = 20;
/** Maximum length of the metadata as JSON. Lists of sessions contain the metadata, too. */
const MAX_METADATA_CHARACTERS = 20_000;

/** A request contains either `mapping` or `mapping_id`. */
export const createRequest = z.strictObject({
  title: clean(500, 1),
  render: z.enum(['preview', 'final']).optional(),
  mapping: mapping.optional(),
  mapping_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Instead of mapping: the id of a stored mapping, which is copied now' }),
  output: outputRequest.optional().meta({
    description: 'The output, or a list of outputs of one render; the first is the main output',
  }),
  external_uploads: z.array(externalUpload).max(MAX_UPLOADS).optional(),
  edit_token: z.boolean().optional().meta({
    description: 'true: the response contains a token for this session only, for use in a browser',
  }),
  priority: z.enum(['normal', 'batch']).optional(),
  metadata: z
    .record(clean(100), clean(2000))
    .refine((metadata) => Object.keys(metadata).length <= 50, { error: 'at most 50 entries' })
    .refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA_CHARACTERS, {
      error: `at most ${MAX_METADATA_CHARACTERS} characters in total`,
    })
    .optional(),
  external_id: clean(200, 1).optional(),
  webhook_url: webhookUrl.optional().meta({
    description: 'Receives the events of this session, in addition to the webhook endpoints',
  }),
  webhook_secret: z.string().max(100).optional().meta({
    description:
      'Signs the requests to webhook_url. Default: a new secret, which the response contains',
  }),
});

export const editRequest = z.strictObject({
  title: createRequest.shape.title.optional(),
  mapping: mapping
    .extend({ id: z.string().optional() })
    .optional()
    .meta({ description: 'Replaces the whole mapping; only possible for a draft' }),
});

export const renderRequest = z.strictObject({ render: z.enum(['preview', 'final']) });

export type CreateRequest = z.infer<typeof createRequest>;

export const listQuery = pageQuery.extend({
  status: z.enum(SESSION_STATUSES).optional(),
  external_id: z.string().max(200).optional(),
  template_style_version_id: z.string().max(60).optional(),
  batch_id: z.string().max(60).optional(),
});

export const session = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(SESSION_STATUSES),
  render_progress: z.int().min(0).max(100),
  thumbnails: z.array(z.string()),
  video_url: z.string().nullable(),
  errors: z.array(faultSchema),
  created_at: z.string(),
  updated_at: z.string(),
  mapping: z.looseObject({
    id: z.string(),
    template_style_version_id: z.string(),
    resources: z.record(z.string(), z.unknown()),
  }),
  audio_tracks: z.record(z.string(), z.unknown()),
  font_changes: z.record(z.string(), z.unknown()),
  source_uploads: z.array(
    z.looseObject({
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
    }),
  ),
  fonts: z.array(
    z.object({
      name: z.string(),
      family: z.string(),
      from: z.enum(['template', 'font_changes', 'account', 'fallback']),
      digest: z.string(),
    }),
  ),
  phase: z.string(),
  queue_position: z.int().nullable().meta({
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
    .nullable()
    .meta({ description: 'Loudness of the finished audio (EBU R128); null without audio' }),
  outputs: z.array(
    z.object({
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
    }),
  ),
  poster_url: z.string().nullable(),
  hls_url: z.string().nullable().meta({
    description: 'HLS playlist. It can be played as soon as the first seconds are rendered.',
  }),
  warnings: z.array(warning),
  fit: z.record(z.string(), fitEntry),
  external_uploads: z.array(
    z.object({
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
    }),
  ),
  metadata: z.record(z.string(), z.string()),
  external_id: z.string().nullable(),
  batch_id: z
    .string()
    .nullable()
    // Stored answers of earlier versions have neither.
    .optional()
    .meta({ description: 'The batch that made the session; null for any other session' }),
  batch_row: z
    .int()
    .nullable()
    .optional()
    .meta({ description: 'The row of the batch, counted from 1' }),
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
            z.object({
              format: z.string(),
              codec: z.string(),
              width: z.int(),
              height: z.int(),
              fps: z.number(),
              quality: z.string(),
              encoder: z.string(),
            }),
          ),
        })
        .optional()
        .meta({ description: 'Missing in receipts of earlier versions of Framepress' }),
      engine: z.record(z.string(), z.union([z.string(), z.number()])),
      outputs: z.record(z.string(), z.string()),
    })
    .nullable()
    .meta({ description: 'SHA-256 of all inputs that determine the files, and of the files' }),
  expires_at: z.string().nullable(),
});

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
  .extend({ mapping_id: z.string(), template_style_version_id: z.string() })
  .meta({
    description: 'GET /v2/render_sessions/:id returns all fields. `errors` contains the first ten.',
  });

export const sessionResponse = z.object({ render_session: session });
export const createResponse = sessionResponse.extend({
  edit_token: z
    .string()
    .optional()
    .meta({ description: 'A token that reads and changes this session; returned only here' }),
  webhook_secret: z
    .string()
    .optional()
    .meta({ description: 'The new secret for webhook_url; returned only here' }),
});
export const sessionListResponse = z.object({
  render_sessions: z.array(summary),
  next_cursor: z.string().nullable(),
});
