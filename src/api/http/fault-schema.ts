import { z } from 'zod';

/** The JSON form of a fault in problems, checks and sessions. */
export const faultSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    pointer: z.string().optional(),
    editable: z.string().optional(),
    url: z.string().optional(),
    layer_path: z.string().optional(),
    hint: z.string().optional(),
    retryable: z.boolean(),
  })
  .meta({ id: 'Fault', description: 'One error' });
