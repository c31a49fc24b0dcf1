import { z } from 'zod';
import { captionStyle } from '../template/index.ts';

const seconds = z.number().min(0).max(86_400);

const word = z
  .strictObject({ start: seconds, end: seconds, text: z.string() })
  .meta({ id: 'CaptionWord', description: 'A word of a cue, as it is in its text' });

const cue = z
  .strictObject({
    start: seconds.describe('Seconds from the start of the video.'),
    end: seconds.describe('Seconds from the start of the video.'),
    text: z.string().describe('The text; \\n begins a new line.'),
    words: z.array(word).max(500).optional(),
  })
  .meta({ id: 'CaptionCue', description: 'A text and the time at which it shows' });

const source = z
  .strictObject({
    cues: z.array(cue).max(5000).optional(),
    text: z
      .string()
      .optional()
      .describe('The content of a file: SRT, WebVTT, ASS or a JSON list of cues.'),
    remote_url: z.string().optional(),
    upload_id: z.string().optional(),
  })
  .refine(
    (fields) => Object.values(fields).filter((value) => value !== undefined).length === 1,
    'one of "cues", "text", "remote_url" and "upload_id"',
  )
  .meta({ minProperties: 1, maxProperties: 1 });

const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

const track = z
  .strictObject({
    source,
    of: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('A video or audio editable: the times are those of its file.'),
    language: z.string().max(35).regex(LANGUAGE, 'a language tag such as en or pt-BR').optional(),
    burn: z
      .boolean()
      .optional()
      .describe('Whether the captions are drawn into the video. By default, only the first are.'),
    style: captionStyle.optional(),
  })
  .meta({ id: 'CaptionTrack', description: 'Captions in one language' });

/** Languages of the captions of a video. */
const MAX_CAPTION_TRACKS = 10;

/** Captions, or a list of them in several languages. */
export const captionsShape = z
  .union([track, z.array(track).min(1).max(MAX_CAPTION_TRACKS)], 'captions, or a list of them')
  .meta({ id: 'Captions', description: 'Captions of the video; a list has several languages' });

export type RawCaptionTrack = z.infer<typeof track>;
