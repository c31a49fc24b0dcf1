import { z } from 'zod';
import { batchRowSchema, batchSchema, optionsShape, rowFaultSchema } from '../../batches/index.ts';
import { BATCH_STATUSES, ROW_STATES } from '../../database/index.ts';
import { pageQuery } from '../../http/index.ts';
import { isCharset } from '../../rows/index.ts';
import { warningSchema } from '../../schemas/index.ts';

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
      'Rows in a file (XLSX, CSV or JSON lines) are sent with its content type and the options in the query, or as multipart/form-data with the parts options and file.',
  });

export const batchMultipart = z
  .object({
    options: z
      .string()
      .meta({
        description:
          'The options as JSON, also sheet, locale, charset and delimiter; before the file',
      }),
    file: z.string().meta({ format: 'binary', description: 'XLSX, CSV or JSON lines' }),
  })
  .meta({ id: 'BatchUpload' });

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const MAX_LOCALE_CHARACTERS = 35;

/** Whether a text is a language tag (BCP 47). */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** How a file with rows is read. */
export const tableOptions = z.object({
  sheet: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({
      description:
        'Of XLSX: the name of the sheet, or its number from 1. Default: the first visible',
    }),
  locale: z
    .string()
    .max(MAX_LOCALE_CHARACTERS)
    .refine(isLocale, { error: 'a language tag, such as de' })
    .optional()
    .meta({
      description:
        'Of XLSX: the language in which numbers and dates are written, such as de. Default: 1,234.5 and 2026-03-01',
    }),
  charset: z
    .string()
    .max(40)
    .refine(isCharset, { error: 'an encoding, such as windows-1250 or shift_jis' })
    .optional()
    .meta({ description: 'Of CSV. Default: UTF-8 or, if it is not, windows-1252' }),
  delimiter: z
    .enum([',', ';', '\t', 'tab'])
    .optional()
    .meta({ description: 'Of CSV. Default: detected in the first line' }),
});
export type TableOptions = z.infer<typeof tableOptions>;

const MAX_TABLE_ROWS = 10_000;

/** Options of reading a table without a batch, beside those of the table. */
export const tableReadOptions = z.strictObject({
  limit: z.int().min(1).max(MAX_TABLE_ROWS).default(100),
});

export const tableMultipart = z
  .object({
    options: z
      .string()
      .optional()
      .meta({
        description:
          'JSON with sheet, locale, charset, delimiter, and limit: rows of the answer, at most 10,000 (default: 100); before the file',
      }),
    file: z.string().meta({ format: 'binary', description: 'XLSX or CSV' }),
  })
  .meta({ id: 'TableUpload' });

export const tableResponse = z
  .object({
    table: z
      .object({
        sheets: z
          .array(z.object({ name: z.string(), is_hidden: z.boolean() }))
          .meta({ description: 'Of XLSX; else empty' }),
        sheet: z.string().nullable().meta({ description: 'The sheet that was read' }),
        charset: z.string().nullable().meta({ description: 'Of CSV' }),
        delimiter: z.string().nullable().meta({ description: 'Of CSV' }),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.string())).meta({ description: 'Cells in the order of columns' }),
        is_complete: z.boolean().meta({ description: 'false: the file has more rows' }),
        warnings: z.array(warningSchema),
        errors: z.array(rowFaultSchema).meta({ description: 'The first 100 rows with faults' }),
      })
      .meta({ id: 'Table' }),
  })
  .meta({ id: 'TableResponse' });

/** Options of a body that is XLSX, CSV or JSON lines. */
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
  ...tableOptions.shape,
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
