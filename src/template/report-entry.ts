import { z } from 'zod';
import type { Fault } from '../base/index.ts';

/**
 * A finding about a template that does not prevent its use, with the layer concerned. `start` and `end` are
 * missing without a layer, and in reports of older versions.
 */
export const reportEntrySchema = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    layer_path: z.string().nullable(),
    hint: z.string().nullable(),
    start: z.number().optional().meta({ description: 'When the layer shows first, in seconds' }),
    end: z.number().optional().meta({ description: 'When the layer shows last, in seconds' }),
  })
  .meta({ id: 'ReportEntry', description: 'An error or a warning of the import' });
export type ReportEntry = z.infer<typeof reportEntrySchema>;

/** The fault as an entry of a report, with null for missing fields. */
export function toReportEntry(entry: Fault): ReportEntry {
  return {
    code: entry.code,
    message: entry.message,
    layer_path: entry.layer_path ?? null,
    hint: entry.hint ?? null,
  };
}
