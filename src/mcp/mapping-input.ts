import type { Mapping } from '@framepress/client';
import { z } from 'zod';
import { NAMING_FIELDS } from '../base/index.ts';

/** Returns the schema of the arguments of a tool, which refuses others and names the nearest. */
export function toolInput<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, NAMING_FIELDS);
}

/** An id of a resource. It becomes a part of a path, so other characters are not sent to the service. */
export const resourceId = z.string().regex(/^\w{1,60}$/, { error: 'Expected an id such as rs_…' });

/** The service checks the content, because its errors name each fault and what would work. */
export const mappingInput = z
  .looseObject({ template_style_version_id: resourceId })
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
