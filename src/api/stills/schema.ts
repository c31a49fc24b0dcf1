import { z } from 'zod';
import { mappingFields } from '../../sessions/index.ts';

export const STILL_TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

/** Enough to look at a session; a larger still needs the right to render it. */
const MAX_LINK_PIXELS = 1280;

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
  .meta({
    id: 'StillCreate',
    description: 'Exactly one of `at` and `stillcut`',
    examples: [
      {
        mapping: {
          template_style_version_id: 'tsv_9WzQk4TvRm2NpYbH',
          resources: { name: { source: { text: 'Ana' } } },
        },
        at: 1.5,
        width: 640,
        format: 'webp',
      },
    ],
  });

export type StillRequest = z.infer<typeof stillRequest>;

/** The still of a session's stored mapping, as a link has it. */
export const sessionStillQuery = z.strictObject({
  at: z.coerce.number().min(0).default(0).meta({ description: 'Seconds from the start' }),
  width: z.coerce.number().int().min(1).max(MAX_LINK_PIXELS).default(MAX_LINK_PIXELS),
  format: z.enum(['png', 'jpeg', 'webp']).default('jpeg'),
  template_style_version_id: z
    .string()
    .optional()
    .meta({ description: 'Another version of the same template, for another size or language' }),
});
