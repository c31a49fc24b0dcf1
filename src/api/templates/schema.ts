import { z } from 'zod';
import { pageQuery, searchText } from '../../http/index.ts';

const MAX_NAME_CHARACTERS = 200;

/** The body of a `PATCH` of a template, a style or a version. */
export const renameRequest = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(MAX_NAME_CHARACTERS)
      .refine((text) => !text.includes('\0'), 'text without U+0000'),
  })
  .meta({ id: 'Rename', examples: [{ name: 'Birthday' }] });

export const templateListQuery = pageQuery.extend({ q: searchText.optional() });

const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    poster_url: z.string().nullable().meta({ description: 'A still of the newest ready version' }),
    demo_video_url: z.string().nullable(),
    latest_version: z
      .object({
        id: z.string(),
        status: z.enum(['processing', 'demo_rendering', 'edit_ready', 'failed']),
        error: z
          .object({ code: z.string(), message: z.string(), hint: z.string().nullable() })
          .nullable()
          .meta({ description: 'The first error of its import report' }),
      })
      .nullable()
      .meta({
        id: 'LatestVersion',
        description: 'The version that was uploaded last, also if its import failed',
      }),
    style_count: z.int(),
    version_count: z.int(),
    languages: z
      .array(z.string())
      .meta({ description: 'Languages in which at least one style has a ready version' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Template', description: 'A design in all its sizes and languages' });

export const templateResponse = z
  .object({ template: templateSchema })
  .meta({ id: 'TemplateResponse' });

export const templateListResponse = z
  .object({ templates: z.array(templateSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'TemplateList' });
