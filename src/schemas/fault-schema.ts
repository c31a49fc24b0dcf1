import { z } from 'zod';
import { wordingFields } from '../template/index.ts';

/** The JSON form of a limit of the account that a request exceeds. */
export const exceededLimitSchema = z
  .object({
    name: z.enum([
      'queued_sessions',
      'frames_per_day',
      'stored_bytes',
      'speech_characters_per_day',
      'transcription_seconds_per_day',
      'unfinished_batches',
      'edit_stored_bytes',
      'edit_speech_characters_per_day',
      'edit_transcription_seconds_per_day',
    ]),
    limit: z.number(),
    used: z.number(),
    requested: z
      .number()
      .optional()
      .meta({ description: 'The part of the limit that the request needs; absent: one' }),
    frees_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The earliest time at which the request may succeed; null: unknown' }),
  })
  .meta({ id: 'ExceededLimit', description: 'The limit of the account that the request exceeds' });

/** The JSON form of a fault in problems, checks and sessions. */
export const faultSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    ...wordingFields,
    pointer: z.string().optional(),
    editable: z.string().optional(),
    url: z.string().optional(),
    layer_path: z.string().optional(),
    hint: z.string().optional(),
    retryable: z.boolean(),
    limit: exceededLimitSchema.optional(),
  })
  .meta({ id: 'Fault', description: 'One error' });

/** A problem of a mapping that does not stop the render. */
export const warningSchema = z
  .looseObject({ code: z.string(), message: z.string(), ...wordingFields })
  .meta({ id: 'Warning', description: 'A problem that does not stop the render' });
export type Warning = z.infer<typeof warningSchema>;
