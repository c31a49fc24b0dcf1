import { z } from 'zod';

/** The styles of captions that are built in. */
export const CAPTION_STYLES = ['plain', 'box', 'outline', 'word-highlight', 'word-pop'] as const;

const styleName = z.enum(CAPTION_STYLES);
const color = z.string().max(40).describe('3, 6 or 8 hex digits, such as #0a7b83.');

/** Where captions stand in their area. */
export const captionPosition = z.enum(['top', 'middle', 'bottom']);

const style = z
  .strictObject({
    name: styleName,
    font: z
      .string()
      .max(200)
      .optional()
      .describe('A font of the template, or the family of a font of the account.'),
    color: color.optional(),
    background: color.optional(),
    highlight: color.optional(),
    size: z
      .number()
      .min(1)
      .max(20)
      .optional()
      .describe('The size of the text, in percent of the shorter side of the video.'),
    position: captionPosition.optional(),
  })
  .meta({ id: 'CaptionStyle', description: 'A built-in style with other values' });

/** The style of captions, in a mapping and in template.json. */
export const captionStyle = z.union(
  [styleName, style],
  'the name of a style, or an object with it',
);
export type CaptionStyle = z.infer<typeof captionStyle>;
