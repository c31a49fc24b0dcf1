import { z } from 'zod';
import { pageQuery, searchText } from '../../http/index.ts';
import { INPUT_TYPES } from '../../template/index.ts';

const versionStatus = z.enum(['processing', 'demo_rendering', 'edit_ready', 'failed']);

const editable = z
  .object({
    input_type: z.enum(INPUT_TYPES),
    label: z.string(),
    required: z.boolean(),
    stillcut: z.string(),
    start: z.number(),
    end: z.number(),
    example_text: z.string().optional(),
    example_value: z
      .union([
        z.number(),
        z.boolean(),
        z.string(),
        z
          .object({
            x: z.number().describe('Pixels from the left.'),
            y: z.number().describe('Pixels from the top.'),
          })
          .meta({ id: 'Point' }),
      ])
      .optional()
      .meta({ description: 'The value in the template of a number, checkbox, point or menu' }),
    min: z.number().optional().meta({ description: 'Smallest value of a number' }),
    max: z.number().optional().meta({ description: 'Largest value of a number' }),
    step: z.number().optional().meta({ description: 'Step of the slider of a number' }),
    options: z.array(z.string()).optional().meta({ description: 'The options of a menu' }),
    has_example: z
      .literal(false)
      .optional()
      .meta({
        description:
          'false: the package has no example file, so an entry is required even with missing: example',
      }),
    example_url: z
      .string()
      .optional()
      .meta({
        description:
          'The image, video or audio file of the package that the editable shows or plays',
      }),
    fonts: z.array(z.string()).optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    default_transform: z
      .object({
        crop_strategy: z.enum(['cover', 'contain', 'fill', 'smart']).optional(),
        focal_x: z.number().optional(),
        focal_y: z.number().optional(),
        background: z.string().optional(),
      })
      .optional()
      .meta({ description: 'How an image or video fills its area if a mapping does not say it' }),
    duration: z
      .number()
      .optional()
      .meta({ description: 'How long an audio or video editable plays, in seconds' }),
    volume: z
      .number()
      .optional()
      .meta({ description: 'Volume of an audio editable: 1 is unchanged' }),
    max_length: z.int().optional(),
    multiline: z.boolean().optional(),
    min_font_size: z.number().optional(),
    max_lines: z.int().optional(),
    max_width: z.number().optional(),
    box: z.object({ width: z.number(), height: z.number() }).optional(),
    room: z.object({ width: z.number(), height: z.number() }).optional(),
  })
  .meta({ id: 'Editable', description: 'A part of the template that a mapping can fill' });

const reportEntry = z
  .object({
    code: z.string(),
    message: z.string(),
    layer_path: z.string().nullable(),
    hint: z.string().nullable(),
    start: z.number().optional().meta({ description: 'When the layer shows first, in seconds' }),
    end: z.number().optional().meta({ description: 'When the layer shows last, in seconds' }),
  })
  .meta({ id: 'ReportEntry', description: 'An error or a warning of the import' });

const finding = z
  .object({
    code: z.string(),
    message: z.string().meta({ description: 'The message of the first warning' }),
    count: z.int(),
    layer_paths: z.array(z.string()).meta({ description: 'The first ten layers' }),
    hint: z.string().nullable(),
    start: z.number().optional().meta({ description: 'When the first layer shows, in seconds' }),
    end: z.number().optional().meta({ description: 'When the last layer ends, in seconds' }),
    differs_from: z
      .enum(['players', 'design'])
      .nullable()
      .meta({
        description:
          '`players`: the video looks different from Lottie players. `design`: Lottie players differ from the design too. `null`: the warning is not about the look',
      }),
    viewer: z.string().meta({ description: 'The effect on the video' }),
    remedies: z
      .object({ after_effects: z.string(), figma: z.string(), lottie_creator: z.string() })
      .meta({ description: 'How to mend it in the tool of the designer' }),
  })
  .meta({ id: 'Finding', description: 'Equal warnings of the import, with advice' });

export const specsResponse = z
  .object({
    style_version: z
      .object({
        id: z.string(),
        editables: z.record(z.string(), editable),
        fonts: z.array(z.string()),
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

const versionFacts = {
  id: z.string(),
  status: versionStatus,
  template_id: z.string(),
  template_style_id: z.string(),
  language: z.string(),
  name: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  fps: z.number().nullable(),
  duration: z.number().nullable(),
};

const versionFiles = {
  stillcuts: z.record(z.string(), z.string()),
  demo_video_url: z.string().nullable(),
};

const times = { created_at: z.string(), updated_at: z.string() };

const versionSchema = z
  .object({
    ...versionFacts,
    editables: z.record(z.string(), editable),
    fonts: z.array(z.string()),
    ...versionFiles,
    report: z.object({
      errors: z.array(reportEntry),
      warnings: z.array(reportEntry),
      findings: z
        .array(finding)
        .optional()
        .meta({ description: 'The warnings in groups. Events do not contain them.' }),
    }),
    ...times,
  })
  .meta({
    id: 'TemplateStyleVersion',
    description: 'A package that was uploaded: a template style in one language',
  });

export const versionResponse = z
  .object({ template_style_version: versionSchema })
  .meta({ id: 'TemplateStyleVersionResponse' });

const versionSummarySchema = z
  .object({
    ...versionFacts,
    ...versionFiles,
    error_count: z.int().meta({ description: 'Number of errors in the report' }),
    warning_count: z.int().meta({ description: 'Number of warnings in the report' }),
    ...times,
  })
  .meta({ id: 'TemplateStyleVersionSummary', description: 'A version in a list' });

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
