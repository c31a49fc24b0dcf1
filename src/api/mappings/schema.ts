import { z } from 'zod';
import { mappingShape } from '../../mapping/index.ts';
import { faultSchema } from '../http/fault-schema.ts';

const { template_style_version_id: versionId, ...parts } = mappingShape.shape;

/** A mapping that is stored without a session may be partial. */
export const storedRequest = z
  .strictObject({
    template_style_version_id: versionId,
    ...parts,
    resources: parts.resources.optional(),
  })
  .meta({ description: 'The same as in a render session, but entries may be missing' });

/** The fields by which a request names its mapping; `requestedMapping` reads them. */
export const mappingFields = {
  mapping: mappingShape.optional(),
  mapping_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Instead of mapping: the id of a stored mapping, which is copied now' }),
  template_style_version_id: z.string().max(60).optional().meta({
    description:
      'Uses the mapping for another version: entries of editables that it does not have are left out',
  }),
};

const changes = z.record(z.string(), z.unknown()).optional();

export const patchRequest = z
  .strictObject({
    template_style_version_id: versionId.optional(),
    resources: changes,
    audio_tracks: changes,
    font_changes: changes,
    missing: z.literal('example').nullable().optional(),
  })
  .meta({ description: 'Entries to set, by name; null removes an entry' });

export const storedResponse = z.object({
  mapping: z.looseObject({
    id: z.string(),
    template_style_version_id: z.string(),
    resources: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string(),
  }),
});

export const mappingListResponse = z.object({
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

/** The result for an editable: how its text fits, or which part of its image is visible. */
export const fitEntry = z.object({
  font_scale: z.number().optional(),
  lines: z.int().optional(),
  overflow: z.boolean().optional(),
  word_broken: z.boolean().optional(),
  missing_glyphs: z.array(z.string()).optional(),
  fallback_fonts: z.array(z.string()).optional(),
  crop: z
    .object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
    .meta({
      description: 'The visible part, in pixels of the source after its orientation is applied',
    })
    .optional(),
});

export const warning = z.looseObject({ code: z.string(), message: z.string() });
export type MappingWarning = z.infer<typeof warning>;

export const validateRequest = z.strictObject(mappingFields);

export const validateResponse = z.object({
  valid: z.boolean(),
  errors: z.array(faultSchema),
  more_errors: z.int().optional().meta({ description: 'Number of faults after the first 100' }),
  warnings: z.array(warning),
  fit: z.record(z.string(), fitEntry),
});

export const fitReportQuery = z.strictObject({
  template_style_version_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'The version to check. Default: that of the mapping' }),
});

export const fitReportResponse = z.object({
  fit_report: validateResponse.extend({
    mapping_id: z.string(),
    template_style_version_id: z.string(),
    ignored_editables: z.array(z.string()).meta({
      description: 'Editables with an entry that this version does not have',
    }),
    missing_editables: z.array(z.string()).meta({
      description: 'Required editables of this version without an entry',
    }),
  }),
});
