import { z } from 'zod';

/** All kinds of editables. The last four are controls. */
export const INPUT_TYPES = [
  ...(['text', 'color', 'image', 'video', 'audio', 'font'] as const),
  ...(['number', 'checkbox', 'point', 'menu'] as const),
] as const;

/** The fields of a mapping's `transform` for which a template can set defaults. */
const defaultTransform = z.strictObject({
  crop_strategy: z.enum(['cover', 'contain', 'fill', 'smart']).optional(),
  focal_x: z.number().optional(),
  focal_y: z.number().optional(),
  background: z.string().optional(),
});
export type DefaultTransform = z.infer<typeof defaultTransform>;

/**
 * An editable as `/specs` describes it; sizes in composition pixels, times in seconds. `example_url` is added
 * when it is shown.
 */
export const editableSchema = z
  .strictObject({
    input_type: z.enum(INPUT_TYPES),
    label: z.string().meta({ description: 'A name for people' }),
    help: z.string().exactOptional().meta({ description: 'A sentence for the people who fill it' }),
    group: z
      .string()
      .exactOptional()
      .meta({ description: 'The heading under which a form lists it, such as a scene' }),
    required: z.boolean().meta({ description: 'Whether a render needs an entry' }),
    stillcut: z.string(),
    start: z.number(),
    end: z.number(),
    example_text: z.string().exactOptional(),
    example_value: z
      .union([
        z.number(),
        z.boolean(),
        z.string(),
        z
          .strictObject({
            x: z.number().describe('Pixels from the left.'),
            y: z.number().describe('Pixels from the top.'),
          })
          .meta({ id: 'Point' }),
      ])
      .exactOptional()
      .meta({ description: 'The value in the template of a number, checkbox, point or menu' }),
    min: z.number().exactOptional().meta({ description: 'Smallest value of a number' }),
    max: z.number().exactOptional().meta({ description: 'Largest value of a number' }),
    step: z.number().exactOptional().meta({ description: 'Step of the slider of a number' }),
    options: z.array(z.string()).exactOptional().meta({ description: 'The options of a menu' }),
    has_example: z
      .literal(false)
      .exactOptional()
      .meta({
        description:
          'false: the package has no example file, so an entry is required even with missing: example',
      }),
    example_url: z
      .string()
      .exactOptional()
      .meta({
        description:
          'The image, video or audio file of the package that the editable shows or plays',
      }),
    fonts: z.array(z.string()).meta({ description: 'Fonts of the text' }).exactOptional(),
    width: z.int().exactOptional(),
    height: z.int().exactOptional(),
    default_transform: defaultTransform
      .exactOptional()
      .meta({ description: 'How an image or video fills its area if a mapping does not say it' }),
    duration: z
      .number()
      .exactOptional()
      .meta({ description: 'How long an audio or video editable plays, in seconds' }),
    volume: z
      .number()
      .exactOptional()
      .meta({ description: 'Volume of an audio editable: 1 is unchanged' }),
    duck: z
      .number()
      .exactOptional()
      .meta({
        description: 'How far an audio editable takes other audio down while it is heard, in dB',
      }),
    max_length: z.int().exactOptional(),
    multiline: z
      .boolean()
      .meta({ description: 'Whether the text may have several lines' })
      .exactOptional(),
    min_font_size: z.number().exactOptional(),
    max_lines: z.int().exactOptional(),
    max_width: z.number().exactOptional(),
    box: z
      .strictObject({ width: z.number(), height: z.number() })
      .meta({ description: 'Size of the text box, in pixels of the template' })
      .exactOptional(),
    room: z.strictObject({ width: z.number(), height: z.number() }).exactOptional(),
  })
  .meta({ id: 'Editable', description: 'A part of the template that a mapping can fill' });

export const storedEditable = editableSchema
  .omit({ example_url: true })
  .extend({ step: z.number().positive().exactOptional() });
export type Editable = z.infer<typeof storedEditable>;
export type Editables = Record<string, Editable>;
