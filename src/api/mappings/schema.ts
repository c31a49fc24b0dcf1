import { z } from 'zod';
import { mappingShape } from '../../mapping/index.ts';
import { faultSchema } from '../http/fault-schema.ts';

const { template_style_version_id: versionId, ...parts } = mappingShape.shape;

/** One that is kept by itself may be partial. */
export const storedRequest = z
  .strictObject({
    template_style_version_id: versionId,
    ...parts,
    resources: parts.resources.optional(),
  })
  .meta({ description: 'As in a render session, but entries may be missing' });

const changes = z.record(z.string(), z.unknown()).optional();

export const patchRequest = z
  .strictObject({
    template_style_version_id: versionId.optional(),
    resources: changes,
    audio_tracks: changes,
    font_changes: changes,
    missing: z.literal('example').nullable().optional(),
  })
  .meta({ description: 'Entries to be set, by name; null takes one out' });

export const storedResponse = z.object({
  mapping: z.looseObject({
    id: z.string(),
    template_style_version_id: z.string(),
    resources: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string(),
  }),
});

export const listResponse = z.object({
  mappings: z.array(
    z.object({
      id: z.string(),
      template_style_version_id: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** What became of an editable: how its text fits, or which part of its image is shown. */
export const fitEntry = z.object({
  font_scale: z.number().optional(),
  lines: z.int().optional(),
  overflow: z.boolean().optional(),
  word_broken: z.boolean().optional(),
  missing_glyphs: z.array(z.string()).optional(),
  fallback_fonts: z.array(z.string()).optional(),
  crop: z
    .object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
    .meta({ description: 'In pixels of the upright source' })
    .optional(),
});

export const warning = z.looseObject({ code: z.string(), message: z.string() });

/** Only what can be checked at all; the faults of the mapping itself are in the answer. */
export const validateRequest = z.strictObject({
  mapping: z.looseObject({ template_style_version_id: z.string() }),
});

export const validateResponse = z.object({
  valid: z.boolean(),
  errors: z.array(faultSchema),
  more_errors: z.int().optional().meta({ description: 'Faults beyond the first hundred' }),
  warnings: z.array(warning),
  fit: z.record(z.string(), fitEntry),
});
