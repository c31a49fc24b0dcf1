import { z } from 'zod';
import { batchRowSchema, batchSchema, optionsShape } from '../../batches/index.ts';
import { BATCH_STATUSES, ROW_STATES } from '../../database/index.ts';
import { pageQuery } from '../../http/index.ts';

const rowValues = z.record(z.string(), z.unknown());

/** Documents the JSON body. Rows are read as a stream and not parsed with this schema. */
export const batchCreateRequest = optionsShape
  .extend({
    template_style_version_id: z.string().max(60),
    rows: z.array(rowValues).meta({ description: '1 to 100,000 rows: cells by column' }),
  })
  .meta({
    id: 'BatchCreate',
    examples: [
      {
        template_style_version_id: 'tsv_9WzQk4TvRm2NpYbH',
        mapping: { missing: 'example' },
        rows: [
          { name: 'Ana', photo: 'https://example.com/ana.jpg', external_id: 'order-42' },
          { name: 'Ben', photo: 'https://example.com/ben.jpg', external_id: 'order-43' },
        ],
      },
    ],
    description:
      'Rows as CSV or JSON lines are sent as text/csv or application/x-ndjson with the options in the query, or as multipart/form-data with the parts options and file.',
  });

export const batchMultipart = z
  .object({
    options: z.string().meta({ description: 'The options as JSON; before the file' }),
    file: z.string().meta({ format: 'binary', description: 'CSV or JSON lines' }),
  })
  .meta({ id: 'BatchUpload' });

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Options of a body that is CSV or JSON lines. */
export const batchQuery = z.strictObject({
  template_style_version_id: optionsShape.shape.template_style_version_id.meta({
    description: 'The version that all rows fill, unless a row names its own',
  }),
  mapping_id: optionsShape.shape.mapping_id,
  title: optionsShape.shape.title,
  render: optionsShape.shape.render,
  invalid_rows: optionsShape.shape.invalid_rows,
  start: flag.optional().meta({ description: 'false: the batch pauses after its check' }),
  external_id: optionsShape.shape.external_id,
  priority: optionsShape.shape.priority,
  delimiter: z
    .enum([',', ';', '\t', 'tab'])
    .optional()
    .meta({ description: 'Of CSV. Default: detected in the first line' }),
});

export const batchListQuery = pageQuery.extend({
  status: z
    .array(z.enum(BATCH_STATUSES))
    .min(1)
    .max(BATCH_STATUSES.length)
    .optional()
    .meta({ description: 'One or more statuses, separated by commas' }),
  external_id: optionsShape.shape.external_id,
});

export const batchResponse = z.object({ batch: batchSchema }).meta({ id: 'BatchResponse' });
export const batchListResponse = z
  .object({ batches: z.array(batchSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'BatchList' });
export const rowListResponse = z
  .object({
    rows: z.array(batchRowSchema),
    next_cursor: z.string().nullable(),
    columns: optionsShape.shape.columns.meta({
      description:
        'With `values=true`: the columns that the request of the batch renamed or ignored',
    }),
    mapping: optionsShape.shape.mapping.meta({
      description: 'With `values=true`: the entries for all rows',
    }),
  })
  .meta({ id: 'BatchRowList' });
export const manifestResponse = z
  .object({ batch: batchSchema, rows: z.array(batchRowSchema) })
  .meta({ id: 'BatchManifest' });

export const rowsQuery = pageQuery.extend({
  state: z.enum(ROW_STATES).optional().meta({ description: 'Only rows in this state' }),
  values: flag
    .optional()
    .meta({ description: 'true: also the cells. Needs the scope batch:write' }),
});
export const manifestQuery = z.strictObject({ format: z.enum(['json', 'csv']).default('json') });
export const deleteQuery = z.strictObject({
  sessions: flag.optional().meta({ description: 'true: the sessions are removed as well' }),
});

const MAX_RETRIED = 1000;
export const retryRequest = z
  .strictObject({
    rows: z
      .array(z.strictObject({ row: z.int().min(1), values: rowValues.optional() }))
      .min(1)
      .max(MAX_RETRIED)
      .optional()
      .meta({ description: 'Default: all failed rows. Values replace cells by column' }),
  })
  .meta({ id: 'BatchRetry', examples: [{ rows: [{ row: 3, values: { name: 'Ana' } }] }] });
