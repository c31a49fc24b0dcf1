import { z } from 'zod';
import { mappingFields } from '../mappings/schema.ts';

export const STILL_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const;

/** Limit of the rasteriser for each side. */
export const MAX_PIXELS_A_SIDE = 8192;

export const stillRequest = z
  .strictObject({
    ...mappingFields,
    at: z.number().min(0).optional().meta({ description: 'Seconds from the start' }),
    stillcut: z.string().max(200).optional(),
    width: z.int().min(1).max(MAX_PIXELS_A_SIDE).optional(),
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  })
  .meta({ description: 'Exactly one of `at` and `stillcut`' });

export type StillRequest = z.infer<typeof stillRequest>;
