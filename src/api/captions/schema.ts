import { z } from 'zod';
import { cueListOf } from '../../captions/index.ts';
import { captionCueShape, type ParsedCaptionTrack } from '../../mapping/index.ts';
import { type Warning, warningSchema } from '../../schemas/index.ts';
import { mappingFields } from '../../sessions/index.ts';

const captionsWithCues = z
  .object({
    language: z.string().nullable().meta({ description: 'A language tag; null: not known' }),
    is_burnt: z.boolean().meta({ description: 'Whether the video shows the captions' }),
    from: z
      .string()
      .optional()
      .meta({ description: 'The editable, "voice" or "mix" whose words they are' }),
    is_edited: z.boolean().meta({ description: 'Whether somebody has changed the cues' }),
    cues: z.array(captionCueShape),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'CaptionsWithCues', description: 'Captions in one language, with their cues' });

export const captionsResponse = z
  .object({ captions: z.array(captionsWithCues) })
  .meta({ id: 'CaptionsResponse' });

export const captionsRequest = z.strictObject(mappingFields).meta({ id: 'CaptionsRequest' });

export const captionsEdit = z
  .strictObject({
    captions: z
      .array(
        z
          .looseObject({ cues: z.array(captionCueShape).max(5000) })
          .meta({ id: 'EditedCaptions', description: 'The fields of an answer may be sent back' }),
      )
      .min(1)
      .max(10),
  })
  .meta({
    id: 'CaptionsEdit',
    description: 'As many captions as the session has, in the same order',
    examples: [{ captions: [{ cues: [{ start: 0.5, end: 2.5, text: 'Happy birthday, Ana!' }] }] }],
  });

/** Returns captions as answers have them. */
export function presentCaptions(
  list: readonly { track: ParsedCaptionTrack; warnings: readonly unknown[] }[],
): z.infer<typeof captionsResponse> {
  return {
    captions: list.map(({ track, warnings }) => {
      const { source, language = null, isBurnt, from, isEdited = false } = track;
      const cues = 'cues' in source ? source.cues : [];
      return {
        language,
        is_burnt: isBurnt,
        ...(from !== undefined && { from }),
        is_edited: isEdited,
        cues: cueListOf(cues) as z.infer<typeof captionCueShape>[],
        warnings: warnings as Warning[],
      };
    }),
  };
}
