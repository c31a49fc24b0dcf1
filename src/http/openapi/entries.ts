import { z } from 'zod';
import { entryShapes } from '../../mapping/index.ts';

const { text, color, image, video, audio, font, number, checkbox, point, menu } = entryShapes;

const fontEntry = font.meta({
  id: 'FontEntry',
  description: 'A font file, or a font of the template',
});
const audioEntry = audio
  .unwrap()
  .extend({ transform: named('AudioTransform', audio.unwrap().shape.transform) })
  .nullable()
  .meta({ id: 'AudioEntry', description: 'An audio file; null is silence' });

/** The entries of a mapping. Requests are parsed by the kind of their editable. */
const mappingEntry = z
  .union([
    text
      .extend({ transform: named('TextTransform', text.shape.transform) })
      .meta({ id: 'TextEntry', description: 'The text of a text editable' }),
    color.meta({ id: 'ColorEntry', description: 'A color: 3, 6 or 8 hex digits, such as #0a7b83' }),
    image
      .extend({ transform: named('ImageTransform', image.shape.transform) })
      .meta({ id: 'ImageEntry', description: 'An image, and the part of it that is shown' }),
    video
      .extend({ transform: named('VideoTransform', video.shape.transform) })
      .meta({ id: 'VideoEntry', description: 'A video, or an image that moves' }),
    fontEntry,
    number.meta({ id: 'NumberEntry', description: 'The value of a number editable' }),
    checkbox.meta({ id: 'CheckboxEntry', description: 'Whether a checkbox editable is on' }),
    point.meta({
      id: 'PointEntry',
      description: 'A point in pixels, or in the units of its property',
    }),
    menu.meta({ id: 'MenuEntry', description: 'The label of an option, or its position from 1' }),
  ])
  .meta({
    id: 'MappingEntry',
    description: 'The content of an editable, in the form of its `input_type`',
  });

/** In responses only, instead of each other kind of entry. */
export const unreadableEntry = z
  .object({
    source: z.object({ remote_url: z.null() }),
    transform: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({
    id: 'UnreadableEntry',
    description: 'An entry whose URL cannot be decrypted: the encryption key is lost',
  });

/** The schemas of the values of a mapping's fields, by the name of the field. */
export const ENTRY_FIELDS: Record<string, z.ZodType> = {
  resources: mappingEntry,
  audio_tracks: audioEntry,
  font_changes: fontEntry,
};

/** Returns a schema with a name, so that the OpenAPI document describes it once. */
function named<T extends z.ZodType>(id: string, transform: z.ZodOptional<T>) {
  return transform.unwrap().meta({ id }).optional();
}
