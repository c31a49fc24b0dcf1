import { z } from 'zod';

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

export const templateStyleResponse = z
  .object({ template_style: templateStyleSchema })
  .meta({ id: 'TemplateStyleResponse' });

export const templateStyleListResponse = z
  .object({ template_styles: z.array(templateStyleSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'TemplateStyleList' });
