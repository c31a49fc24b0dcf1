import { z } from 'zod';
import { defined } from '../../base/index.ts';
import {
  type LatestVersion,
  type PublicContext,
  TEMPLATE_SHAPES,
  type TemplateOverview,
} from '../../database/index.ts';
import { pageQuery, searchText } from '../../http/index.ts';
import { wordingFields } from '../../schemas/index.ts';
import { isoTime } from '../../system/index.ts';
import { versionStatus, videoSeconds } from '../../templates/index.ts';

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

export const templateListQuery = pageQuery.extend({
  q: searchText.optional(),
  ready: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only templates with a ready version. `false`: only the others' }),
  shape: z
    .enum(TEMPLATE_SHAPES)
    .optional()
    .meta({ description: 'Only templates with a ready version of this shape' }),
});

const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    poster_url: z.string().nullable().meta({ description: 'A still of the newest ready version' }),
    demo_video_url: z.string().nullable(),
    latest_version: z
      .object({
        id: z.string(),
        status: versionStatus,
        error: z
          .object({
            code: z.string(),
            message: z.string(),
            hint: z.string().nullable(),
            ...wordingFields,
          })
          .meta({ id: 'FirstImportError', description: 'The first error of its import report' })
          .nullable(),
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
    sizes: z
      .array(z.object({ width: z.int(), height: z.int() }))
      .meta({ description: 'Different sizes of ready versions in pixels, the widest shape first' }),
    ready_version: z
      .object({
        id: z.string(),
        width: z.int().nullable(),
        height: z.int().nullable(),
        duration: z.number().nullable().meta({ description: 'Seconds' }),
        is_fillable: z.boolean().meta({ description: 'Whether it has editables' }),
      })
      .nullable()
      .meta({
        id: 'ReadyVersion',
        description: 'The newest ready version, which the poster and the demo video show',
      }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Template', description: 'A design in all its sizes and languages' });

export function presentTemplate(
  template: TemplateOverview,
  { file }: Pick<PublicContext, 'file'>,
): z.infer<typeof templateSchema> {
  const { readyVersion: ready, latestVersion } = template;
  const url = (key: string | null | undefined, at: string) =>
    key == null ? null : file({ key, at: [at] });
  return {
    id: template.id,
    name: template.name,
    poster_url: url(ready?.posterKey, 'poster_url'),
    demo_video_url: url(ready?.demoVideoKey, 'demo_video_url'),
    latest_version: latestVersion && { ...latestVersion, error: presentError(latestVersion.error) },
    style_count: template.styleCount,
    version_count: template.versionCount,
    languages: template.languages,
    sizes: template.sizes,
    ready_version: ready && {
      id: ready.id,
      width: ready.width,
      height: ready.height,
      duration: videoSeconds(ready),
      is_fillable: ready.isFillable,
    },
    created_at: isoTime(template.createdAtMs),
    updated_at: isoTime(template.updatedAtMs),
  };
}

/** Returns the public fields of the error of a template's newest version; null if it has none. */
function presentError(error: LatestVersion['error']) {
  if (!error) return null;
  const { code, message, message_id, params, hint = null, hint_id, hint_params } = error;
  return { code, message, hint, ...defined({ message_id, params, hint_id, hint_params }) };
}

export const templateResponse = z
  .object({ template: templateSchema })
  .meta({ id: 'TemplateResponse' });

export const templateListResponse = z
  .object({ templates: z.array(templateSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'TemplateList' });
