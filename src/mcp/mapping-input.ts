import type { Mapping } from '@framepress/client';
import { z } from 'zod';

/** The service checks the content, because its errors name each fault and what would work. */
export const mappingInput = z
  .looseObject({ template_style_version_id: z.string().max(60) })
  .meta({ description: 'A mapping as described by read_template' });

export function mappingOf(input: z.infer<typeof mappingInput>): Mapping {
  return { resources: {}, ...input } as Mapping;
}

export const fault = z.looseObject({
  code: z.string(),
  message: z.string(),
  pointer: z.string().optional(),
  hint: z.string().optional(),
});

export const fitReport = {
  valid: z.boolean(),
  errors: z.array(fault),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  fit: z
    .record(z.string(), z.unknown())
    .meta({ description: 'How each text and image fits: font_scale, lines, overflow, crop' }),
};
