import { z } from 'zod';

/** The mapping's own shape; its entries are checked against the template's editables. */
export const mappingSchema = z.strictObject({
  template_style_version_id: z.string(),
  resources: z.record(z.string(), z.unknown()),
  audio_tracks: z.record(z.string(), z.unknown()).optional(),
  font_changes: z.record(z.string(), z.unknown()).optional(),
  missing: z.literal('example').optional(),
});

export const createRequest = z.strictObject({
  title: z.string().min(1, 'Expected a title that is not empty').max(500),
  render: z.enum(['preview', 'final']).optional(),
  mapping: mappingSchema,
  metadata: z
    .record(z.string().max(100), z.string().max(2000))
    .refine((m) => Object.keys(m).length <= 50, 'Expected at most 50 entries')
    .optional(),
  external_id: z.string().min(1).max(200).optional(),
});

/** Fields of the contract that this version does not serve: refused by name rather than ignored. */
export const NOT_YET = [
  'mapping_id',
  'output',
  'external_uploads',
  'edit_token',
  'priority',
  'webhook_url',
];

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(300).optional(),
  status: z.string().max(40).optional(),
  external_id: z.string().max(200).optional(),
  template_style_version_id: z.string().max(60).optional(),
});

const fault = z.object({
  code: z.string(),
  message: z.string(),
  editable: z.string().optional(),
  url: z.string().optional(),
  hint: z.string().optional(),
  retryable: z.boolean(),
});

const session = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum([
    'draft',
    'preview_rendering',
    'preview_rendered',
    'final_rendering',
    'final_rendered',
    'failed',
    'canceled',
  ]),
  render_progress: z.int().min(0).max(100),
  thumbnails: z.array(z.string()),
  video_url: z.string().nullable(),
  errors: z.array(fault),
  created_at: z.string(),
  updated_at: z.string(),
  mapping: z.looseObject({
    id: z.string(),
    template_style_version_id: z.string(),
    resources: z.record(z.string(), z.unknown()),
  }),
  audio_tracks: z.record(z.string(), z.unknown()),
  font_changes: z.record(z.string(), z.unknown()),
  source_uploads: z.array(z.looseObject({ editable: z.string() })),
  fonts: z.array(z.looseObject({ name: z.string() })),
  phase: z.string(),
  duration: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  fps: z.number().nullable(),
  poster_url: z.string().nullable(),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  fit: z.record(z.string(), z.looseObject({ font_scale: z.number() })),
  metadata: z.record(z.string(), z.string()),
  external_id: z.string().nullable(),
  timings: z.record(z.string(), z.number()),
});

export const sessionResponse = z.object({ render_session: session });
export const listResponse = z.object({
  render_sessions: z.array(session),
  next_cursor: z.string().nullable(),
});
