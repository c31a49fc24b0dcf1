import { z } from 'zod';
import { type Fault, type Wording, worded, wordingsOf } from '../base/index.ts';

/** The fields of a message and of its hint by which they are translated. See `say`. */
export const wordingFields = {
  message_id: z.string().optional().meta({ description: 'Names the sentence of `message`' }),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The values in `message`, by name' }),
  hint_id: z.string().optional().meta({ description: 'Names the sentence of `hint`' }),
  hint_params: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The values in `hint`, by name' }),
};

/**
 * A finding about a template that does not prevent its use, with the layer concerned. `start` and `end` are
 * missing without a layer, and in reports of older versions, as are the fields of its translation.
 */
export const reportEntrySchema = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    layer_path: z.string().nullable(),
    hint: z.string().nullable(),
    ...wordingFields,
    start: z.number().optional().meta({ description: 'When the layer shows first, in seconds' }),
    end: z.number().optional().meta({ description: 'When the layer shows last, in seconds' }),
  })
  .meta({ id: 'ReportEntry', description: 'An error or a warning of the import' });
export type ReportEntry = z.infer<typeof reportEntrySchema>;

/** A warning of the import before it is written to the report. */
export type ImportWarning = {
  code: string;
  message: Wording;
  layer_path: string | null;
  hint: Wording | null;
};

/** The fault as an entry of a report, with null for missing fields. */
export function toReportEntry(entry: Fault): ReportEntry {
  return reportEntryOf(toWarning(entry));
}

/** The fault as a warning of the import. */
export function toWarning(entry: Fault): ImportWarning {
  const { message, hint = null } = wordingsOf(entry);
  return { code: entry.code, message, layer_path: entry.layer_path ?? null, hint };
}

/** Returns a warning of the import as JSON. */
export function reportEntryOf({ code, message, layer_path, hint }: ImportWarning): ReportEntry {
  const { hint: hintText = null, ...fields } = worded(message, hint ?? undefined);
  return { code, ...fields, layer_path, hint: hintText };
}
