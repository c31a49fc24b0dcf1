import { z } from 'zod';
import { mappingShape } from '../mapping/index.ts';
import { createRequest } from '../sessions/index.ts';

const { title, external_id, metadata, output, external_uploads } = createRequest.shape;
const MAX_COLUMN_NAMES = 1000;

/** The mapping of all rows: entries may be missing, because the rows have them. */
const baseMapping = mappingShape
  .partial({ template_style_version_id: true, resources: true })
  .meta({
    id: 'BatchMapping',
    description: 'Entries for all rows; those of a row take precedence',
  });

/** The fields of a batch beside its rows. */
export const optionsShape = z.strictObject({
  template_style_version_id: z.string().max(60).optional(),
  columns: z
    .record(z.string().max(500), z.string().max(500).nullable())
    .refine((columns) => Object.keys(columns).length <= MAX_COLUMN_NAMES, {
      error: `at most ${MAX_COLUMN_NAMES} columns`,
    })
    .optional()
    .meta({ description: 'What a column of another name contains; null ignores the column' }),
  mapping: baseMapping.optional(),
  mapping_id: createRequest.shape.mapping_id,
  title: title.optional(),
  render: z.enum(['preview', 'final']).optional().meta({ description: 'Default: final' }),
  output,
  external_uploads,
  metadata,
  external_id,
  priority: createRequest.shape.priority.meta({ description: 'Default: batch' }),
  invalid_rows: z
    .enum(['stop', 'skip'])
    .optional()
    .meta({ description: 'stop (default): a batch with invalid rows pauses after its check' }),
  start: z.boolean().optional().meta({ description: 'false: the batch pauses after its check' }),
});
export type BatchOptions = z.infer<typeof optionsShape>;
