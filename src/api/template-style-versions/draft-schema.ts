import { z } from 'zod';
import { MAX_PIXELS_A_SIDE } from '../stills/schema.ts';

const REASONS = [
  ...(['small', 'decoration', 'background', 'never_shows', 'moment'] as const),
  ...(['covers_little', 'no_letters', 'no_room', 'name_too_long'] as const),
] as const;
const MAX_FILES = 100;

const settingsSchema = z
  .looseObject({})
  .meta({ id: 'TemplateSettings', description: 'The content of a template.json' });

const target = z.union([z.string(), z.object({ asset: z.string() })]);

const contentSchema = z
  .object({
    id: z.string().meta({ description: 'A name of the content within the draft' }),
    type: z.enum([
      ...(['text', 'image', 'video', 'color'] as const),
      ...(['number', 'checkbox', 'point', 'menu'] as const),
    ]),
    path: z.string().meta({ description: 'The path of its first layer' }),
    name: z.string().nullable().meta({ description: 'The name of its layer' }),
    targets: z.array(target).meta({ description: 'The targets for an editable in the settings' }),
    sample: z.string().meta({ description: 'The text, the size in pixels, or the color' }),
    start: z.number().meta({ description: 'When it shows first, in seconds' }),
    end: z.number().meta({ description: 'When it shows last; 0: it never shows' }),
    share: z.number().meta({ description: 'The largest part of the frame that it covers' }),
    editable: z.string().nullable().meta({ description: 'The editable in the settings' }),
    left_out: z.string().nullable().meta({ description: 'Why it is not proposed' }),
    left_out_code: z.enum(REASONS).nullable(),
    has_file: z.boolean().meta({ description: 'Whether the package contains its file' }),
    file_name: z.string().nullable().meta({ description: 'The file that the animation names' }),
    places: z
      .array(
        z.object({
          time: z.number().meta({ description: 'Seconds' }),
          corners: z.array(z.array(z.number())).meta({ description: 'x and y in pixels' }),
        }),
      )
      .meta({ description: 'Where it is in the frame, at some times' }),
    font: z.string().nullable().meta({ description: 'The font of a text' }),
    suggested: z
      .looseObject({})
      .meta({ description: 'More fields for its editable, such as `box`, `min` and `max`' }),
  })
  .meta({ id: 'TemplateContent', description: 'A part of a package that can be made editable' });

export const draftResponse = z
  .object({
    template_draft: z
      .object({
        template_style_version_id: z.string(),
        template_id: z.string(),
        template_style_id: z.string(),
        language: z.string(),
        width: z.int(),
        height: z.int(),
        fps: z.number(),
        duration: z.number().meta({ description: 'In seconds' }),
        is_proposal: z
          .boolean()
          .meta({ description: 'Whether the settings are proposed, and not those of the package' }),
        settings: settingsSchema,
        contents: z.array(contentSchema),
        more_contents: z.int().meta({ description: 'The number of contents that are not listed' }),
        fonts: z.array(
          z.object({
            name: z.string(),
            family: z.string(),
            style: z.string().optional(),
            is_missing: z.boolean().meta({ description: 'Whether the package lacks its file' }),
            replaced_by: z.string().nullable(),
          }),
        ),
        stillcuts: z.record(z.string(), z.number()),
      })
      .meta({ id: 'TemplateDraft', description: 'Settings that make a package editable' }),
  })
  .meta({ id: 'TemplateDraftResponse' });

const settingsField = z
  .record(z.string(), z.unknown(), 'an object, as template.json has it,')
  .meta({ description: 'The content of template.json' });

const filesField = z
  .array(z.strictObject({ path: z.string().min(1).max(1000), upload_id: z.string().max(100) }))
  .max(MAX_FILES)
  .optional();

export const draftStillRequest = z
  .strictObject({
    settings: settingsField,
    files: filesField.meta({
      description:
        'Uploads that the package has in this frame. A file of the same path is replaced.',
    }),
    resources: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Entries as in a mapping. Examples replace missing entries.' }),
    at: z.number().min(0).meta({ description: 'Seconds from the start' }),
    width: z.int().min(1).max(MAX_PIXELS_A_SIDE).optional(),
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  })
  .meta({
    id: 'TemplateDraftStill',
    examples: [
      {
        settings: {
          version: 1,
          editables: { name: { type: 'text', label: 'Name', targets: ['Name'] } },
        },
        resources: { name: { source: { text: 'Ana' } } },
        at: 1.5,
        width: 640,
        format: 'webp',
      },
    ],
  });

export const newVersionRequest = z
  .strictObject({
    settings: settingsField,
    files: filesField.meta({
      description: 'Uploads to put into the package. A file of the same path is replaced.',
    }),
    name: z
      .string()
      .max(200)
      .refine((text) => !text.includes('\0'), 'text without U+0000')
      .optional()
      .meta({ description: 'The name of the new version. Default: the name of the old version.' }),
  })
  .meta({
    id: 'TemplateStyleVersionFromSettings',
    examples: [
      {
        settings: {
          version: 1,
          editables: { logo: { type: 'image', label: 'Logo', targets: [{ asset: 'image_0' }] } },
        },
        files: [{ path: 'images/logo.png', upload_id: 'up_9WzQk4TvRm2NpYbH' }],
      },
    ],
  });
