import { z } from 'zod';
import type { ListedMapping, StoredMapping } from '../../database/index.ts';
import { mappingShape } from '../../mapping/index.ts';
import { captionFitSchema, faultSchema, fitSchema, warningSchema } from '../../schemas/index.ts';
import { mappingFields } from '../../sessions/index.ts';
import { isoTime } from '../../system/index.ts';

const { template_style_version_id: versionId, ...parts } = mappingShape.shape;

const EXAMPLE = {
  template_style_version_id: 'tsv_9WzQk4TvRm2NpYbH',
  resources: { name: { source: { text: 'Ana' } } },
};

/** A mapping that is stored without a session may be partial. */
export const storedRequest = z
  .strictObject({
    template_style_version_id: versionId,
    ...parts,
    resources: parts.resources.optional(),
  })
  .meta({
    id: 'MappingCreate',
    description: 'The same as in a render session, but entries may be missing',
    examples: [EXAMPLE],
  });

const storedMapping = z
  .looseObject({
    id: z.string(),
    template_style_version_id: z.string(),
    resources: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'StoredMapping', description: 'A mapping that does not belong to a session' });

export function presentMapping(mapping: StoredMapping): z.infer<typeof storedMapping> {
  const { id, createdAtMs, updatedAtMs } = mapping;
  const body = mapping.body as {
    template_style_version_id: string;
    resources: Record<string, unknown>;
  };
  return { id, ...body, created_at: isoTime(createdAtMs), updated_at: isoTime(updatedAtMs) };
}

/** A mapping in a list: without its content, which may be as large as a request body. */
const mappingSummary = z
  .object({
    id: z.string(),
    template_style_version_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'StoredMappingSummary' });

export function presentListedMapping(mapping: ListedMapping): z.infer<typeof mappingSummary> {
  return {
    id: mapping.id,
    template_style_version_id: mapping.templateStyleVersionId,
    created_at: isoTime(mapping.createdAtMs),
    updated_at: isoTime(mapping.updatedAtMs),
  };
}

export const storedResponse = z.object({ mapping: storedMapping }).meta({ id: 'MappingResponse' });

export const mappingListResponse = z
  .object({ mappings: z.array(mappingSummary), next_cursor: z.string().nullable() })
  .meta({ id: 'MappingList' });

export const validateRequest = z
  .strictObject(mappingFields)
  .meta({ id: 'MappingValidate', examples: [{ mapping: EXAMPLE }] });

export const validateResponse = z
  .object({
    valid: z.boolean(),
    errors: z.array(faultSchema),
    more_errors: z.int().optional().meta({ description: 'Number of faults after the first 100' }),
    warnings: z.array(warningSchema),
    fit: z.record(z.string(), fitSchema),
    caption_fits: z
      .array(captionFitSchema)
      .optional()
      .meta({ description: 'How each caption fits that is drawn into the video' }),
  })
  .meta({ id: 'MappingValidation', description: 'The result of a check' });

export const fitReportQuery = z.strictObject({
  template_style_version_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'The version to check. Default: that of the mapping' }),
});

export const fitReportResponse = z
  .object({
    fit_report: validateResponse
      .extend({
        mapping_id: z.string(),
        template_style_version_id: z.string(),
        ignored_editables: z
          .array(z.string())
          .meta({ description: 'Editables with an entry that this version does not have' }),
        missing_editables: z
          .array(z.string())
          .meta({ description: 'Required editables of this version without an entry' }),
      })
      .meta({ id: 'FitReport', description: 'How a mapping fits a version' }),
  })
  .meta({ id: 'FitReportResponse' });
