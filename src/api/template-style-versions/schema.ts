import { z } from 'zod';
import { pageQuery, searchText } from '../../http/index.ts';
import { captionsSchema, editableSchema } from '../../template/index.ts';
import { versionSchema, versionStatus, versionSummarySchema } from '../../templates/index.ts';

export const specsResponse = z
  .object({
    style_version: z
      .object({
        id: z.string(),
        editables: z.record(z.string(), editableSchema),
        fonts: z.array(z.string()),
        captions: captionsSchema.nullable(),
        package_fonts: z
          .array(z.string())
          .optional()
          .meta({
            description:
              'The fonts whose files the package contains. The service replaces the others. Missing for versions of an older import.',
          }),
      })
      .meta({ id: 'StyleVersionSpecs' }),
    limits: z.object({
      upload_bytes: z.int().meta({ description: 'Maximum size of an uploaded file' }),
    }),
  })
  .meta({ id: 'SpecsResponse' });

/** JSON Schema 2020-12. */
export const schemaResponse = z
  .looseObject({ $schema: z.string(), properties: z.looseObject({}) })
  .meta({ id: 'MappingSchema', description: 'A JSON Schema (2020-12)' });

export const versionResponse = z
  .object({ template_style_version: versionSchema })
  .meta({ id: 'TemplateStyleVersionResponse' });

export const versionListResponse = z
  .object({
    template_style_versions: z.array(versionSummarySchema),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'TemplateStyleVersionList' });

export const versionListQuery = pageQuery.extend({
  template_id: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only versions of this template' }),
  template_style_id: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only versions of this style' }),
  language: z.string().max(100).optional(),
  status: versionStatus.optional().meta({ description: 'Only versions with this status' }),
  q: searchText.optional(),
});

function packagePart(what: string) {
  return z
    .string()
    .min(1)
    .max(1000)
    .refine((text) => !text.includes('\0'), 'text without U+0000')
    .meta({ description: `Of a dotLottie: the ${what}, instead of the package's own choice` });
}

/** The text parts of the upload. The package is the part `file`. */
export const uploadFields = z.strictObject({
  template_id: z.string().optional(),
  template_style_id: z.string().optional(),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')
    .default('en'),
  name: z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'), 'text without U+0000')
    .default(''),
  animation: packagePart('animation to import').optional(),
  theme: packagePart('theme to apply').optional(),
});

export const packageUploadDoc = z
  .object({
    file: z.string().meta({ format: 'binary', description: 'A .lottie, .zip or .json package' }),
    ...uploadFields.shape,
  })
  .meta({ id: 'TemplateStyleVersionCreate' });
