import { z } from 'zod';

/** The result for an editable: how its text fits, or which part of its image is visible. */
export const fitSchema = z
  .object({
    font_scale: z.number().optional(),
    lines: z.int().optional(),
    overflow: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether the text is larger than its box, or the frame, a mask, a matte or the edge of a composition always hides a part of it',
      }),
    word_broken: z.boolean().optional(),
    missing_glyphs: z.array(z.string()).optional(),
    fallback_fonts: z.array(z.string()).optional(),
    font_replaced: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the fallback fonts draw all of the text' }),
    audio: z
      .object({
        speed: z.number().meta({ description: 'How much faster it plays: 1 is unchanged' }),
        cut_seconds: z.number().meta({ description: 'How much of its end is cut' }),
      })
      .meta({ id: 'AudioFit', description: 'How a speech fits the time that it has' })
      .optional(),
    crop: z
      .object({
        x: z.int().meta({ description: 'Left edge, in pixels' }),
        y: z.int().meta({ description: 'Upper edge, in pixels' }),
        width: z.int(),
        height: z.int(),
      })
      .meta({
        id: 'CropRectangle',
        description: 'The visible part, in pixels of the source after its orientation is applied',
      })
      .optional(),
  })
  .meta({ id: 'EditableFit', description: 'How a text fits, or which part of an image shows' });

/** How the text of a caption fits. */
export const captionFitSchema = z
  .object({
    start: z.number().meta({ description: 'Seconds of the video' }),
    end: z.number().meta({ description: 'Seconds of the video' }),
    font_scale: z.number().meta({ description: 'Size of the letters: 1 is that of the style' }),
    lines: z.int().meta({ description: 'Number of lines' }),
    overflow: z.boolean().meta({ description: 'Whether it is too long at the smallest size' }),
    word_broken: z.boolean(),
    missing_glyphs: z.array(z.string()).meta({ description: 'Characters that no font has' }),
  })
  .meta({ id: 'CaptionFit', description: 'How a caption fits its place' });

export type CaptionFit = z.infer<typeof captionFitSchema>;
