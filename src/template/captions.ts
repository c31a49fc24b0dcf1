import { z } from 'zod';
import { captionPosition, captionStyle } from './caption-style.ts';

/** How a caption appears or goes, and for how long. */
export const captionMotion = z.strictObject({
  animation: z.enum(['fade', 'rise', 'pop']),
  seconds: z.number().min(0).max(5).meta({ description: 'Its length in seconds' }),
});
export type CaptionMotion = z.infer<typeof captionMotion>;

export const captionAlign = z.enum(['left', 'center', 'right']);

const area = z.strictObject({
  left: z.number(),
  top: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});
export type CaptionArea = z.infer<typeof area>;

/** A layer in whose place captions are drawn. */
const captionLayer = z.strictObject({
  /**
   * In pixels of the layer: its text box; for text without a box the free area around its origin, which is the
   * first baseline of the sample.
   */
  area,
  isPoint: z.boolean(),
  position: captionPosition,
  /** Its largest scale while it rests. */
  scale: z.number().positive(),
});
export type CaptionLayer = z.infer<typeof captionLayer>;

const settings = {
  lines: z.int().min(1).optional(),
  align: captionAlign.optional(),
  position: captionPosition.optional(),
  style: captionStyle.optional(),
  in: captionMotion.optional(),
  out: captionMotion.optional(),
};

/** The captions of a version, for forms and for programs. */
export const captionsSchema = z
  .strictObject({
    layer: z
      .string()
      .nullable()
      .meta({
        description:
          'The path of the layer that they replace; null: they are in front of all layers',
      }),
    box: z
      .strictObject({
        x: z.number().meta({ description: 'Left edge in pixels' }),
        y: z.number().meta({ description: 'Upper edge in pixels' }),
        width: z.number(),
        height: z.number(),
      })
      .nullable()
      .meta({ description: 'Their area, in pixels of the video; null: that of the style' }),
    ...settings,
  })
  .meta({ id: 'TemplateCaptions', description: 'How a template shows captions' });
export type PublicCaptions = z.infer<typeof captionsSchema>;

/** How a template shows the captions of mappings. */
export const templateCaptions = z.strictObject({
  /** `captions` of a layer of the animation is its place in this list; the captions are drawn in all of them. */
  layers: z.array(captionLayer),
  /** Without layers: the area in pixels of the video. */
  box: area.optional(),
  /** Without layers and a box: what stays free at the edges, in pixels. */
  safeArea: z.strictObject({ sides: z.number(), top: z.number(), bottom: z.number() }).optional(),
  ...settings,
  description: captionsSchema,
});
export type TemplateCaptions = z.infer<typeof templateCaptions>;
