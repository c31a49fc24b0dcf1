import { z } from 'zod';
import type { StyleOverview } from '../../database/index.ts';
import { isoTime } from '../../system/index.ts';

const templateStyleSchema = z
  .object({
    id: z.string(),
    template_id: z.string(),
    name: z.string(),
    width: z
      .number()
      .nullable()
      .meta({ description: 'Of its newest ready version; null without one' }),
    height: z.number().nullable(),
    fps: z.number().nullable(),
    duration: z.number().nullable(),
    version_ids: z
      .record(z.string(), z.string())
      .meta({ description: 'The newest ready version of each language' }),
    created_at: z.string(),
  })
  .meta({ id: 'TemplateStyle', description: 'One size and length of a template' });

/** The size and length are those of its newest active version. */
export function presentStyle({
  versions,
  ...style
}: StyleOverview): z.infer<typeof templateStyleSchema> {
  const [newest] = versions;
  const { width = null, height = null, fps = null, frameCount = null } = newest ?? {};
  return {
    id: style.id,
    template_id: style.templateId,
    name: style.name,
    width,
    height,
    fps,
    duration: fps === null || frameCount === null ? null : frameCount / fps,
    version_ids: Object.fromEntries(versions.map(({ language, id }) => [language, id])),
    created_at: isoTime(style.createdAtMs),
  };
}

export const templateStyleResponse = z
  .object({ template_style: templateStyleSchema })
  .meta({ id: 'TemplateStyleResponse' });

export const templateStyleListResponse = z
  .object({ template_styles: z.array(templateStyleSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'TemplateStyleList' });
