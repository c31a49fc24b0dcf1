import { z } from 'zod';
import { optionsShape } from '../../batches/index.ts';
import { BATCH_STATUSES, ROW_STATES } from '../../database/index.ts';
import { exceededLimitSchema, faultSchema, pageQuery } from '../../http/index.ts';
import { warning } from '../../sessions/index.ts';

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

export const rowFault = faultSchema
  .extend({
    row: z.int().nullable().meta({ description: 'From 1; null for a fault of the whole file' }),
    column: z.string().nullable(),
  })
  .meta({ id: 'RowFault' });

const waitingFor = z
  .object({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    limit: exceededLimitSchema.optional(),
  })
  .meta({ id: 'BatchWaitingFor', description: 'A limit of the account, or full storage' });

export const batch = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(BATCH_STATUSES),
    paused_reason: z.enum(['user', 'invalid_rows', 'template_removed']).nullable(),
    waiting_for: waitingFor
      .nullable()
      .meta({ description: 'Why a running batch begins no further row; null: it does' }),
    template_style_version_id: z.string(),
    render: z.enum(['preview', 'final']),
    priority: z.enum(['normal', 'batch']),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    counts: z
      .object({
        total: z.int().meta({ description: 'All rows' }),
        invalid: z.int().meta({ description: 'Rows with faults, which are not rendered' }),
        waiting: z.int().meta({ description: 'Rows that are rendered later' }),
        rendering: z.int().meta({ description: 'Rows whose session waits or renders' }),
        rendered: z.int().meta({ description: 'Rows with a video' }),
        failed: z.int().meta({ description: 'Rows whose render has failed' }),
        canceled: z.int().meta({ description: 'Rows whose render was canceled' }),
      })
      .meta({ id: 'BatchCounts', description: 'Number of rows by state' }),
    progress: z.int().min(0).max(100),
    eta_seconds: z.int().nullable(),
    warnings: z
      .array(warning)
      .meta({
        description: 'Entries of a mapping of another version, and blank rows, that are left out',
      }),
    errors: z.array(rowFault),
    more_errors: z.int().optional().meta({ description: 'Number of faults after the first 100' }),
    created_at: z.string(),
    updated_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'Batch', description: 'Rows count from 1, without the header of CSV' });

const batchRow = z
  .object({
    row: z.int(),
    state: z.enum(ROW_STATES),
    external_id: z.string().nullable(),
    title: z.string(),
    render_session_id: z.string().nullable(),
    video_url: z.string().nullable(),
    progress: z.int().min(0).max(100),
    errors: z.array(rowFault),
    values: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .meta({ description: 'With `values=true`: the cells by column; null if they are too long' }),
  })
  .meta({ id: 'BatchRow' });

export const batchResponse = z.object({ batch }).meta({ id: 'BatchResponse' });
export const batchListResponse = z
  .object({ batches: z.array(batch), next_cursor: z.string().nullable() })
  .meta({ id: 'BatchList' });
export const rowListResponse = z
  .object({
    rows: z.array(batchRow),
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
  .object({ batch, rows: z.array(batchRow) })
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
