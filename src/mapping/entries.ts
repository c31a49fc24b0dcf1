import { z } from 'zod';
import { type Editables, MAX_CONTROL_VALUE } from '../template/index.ts';
import { captionsShape } from './captions-shape.ts';

/** The JSON of a mapping without its entries, which depend on the template's editables. */
export const mappingShape = z
  .strictObject({
    template_style_version_id: z.string(),
    resources: z.record(z.string(), z.unknown()),
    audio_tracks: z.record(z.string(), z.unknown()).optional(),
    font_changes: z.record(z.string(), z.unknown()).optional(),
    captions: captionsShape.optional(),
    missing: z.literal('example').optional(),
  })
  .meta({
    id: 'Mapping',
    description: 'Entries by editable name; the specs of the version list the editables',
  });

export const text = z.strictObject({
  source: z.strictObject({ text: z.string() }),
  transform: z
    .strictObject({
      fit: z.enum(['shrink', 'none']).optional(),
      min_font_size: z.number().positive().max(10_000).optional(),
      max_lines: z.int().min(1).max(1000).optional(),
      align: z.enum(['left', 'center', 'right', 'start', 'end']).optional(),
      color: z.string().optional(),
    })
    .optional(),
});

export const color = z.strictObject({
  source: z.union([z.strictObject({ color: z.string() }), z.strictObject({ text: z.string() })]),
  transform: z.strictObject({}).optional(),
});

const amount = z.number().min(-MAX_CONTROL_VALUE).max(MAX_CONTROL_VALUE);
const noTransform = z.strictObject({}).optional();

export const number = z.strictObject({
  source: z.strictObject({
    number: amount.describe('In the unit of the property, such as percent, degrees or pixels.'),
  }),
  transform: noTransform,
});

export const checkbox = z.strictObject({
  source: z.strictObject({ checkbox: z.boolean() }),
  transform: noTransform,
});

export const point = z.strictObject({
  source: z.strictObject({
    point: z.strictObject({
      x: amount.describe('Pixels from the left edge of the layer or composition.'),
      y: amount.describe('Pixels from the top edge of the layer or composition.'),
    }),
  }),
  transform: noTransform,
});

/** The label of an option, or its position from 1. */
export const menu = z.strictObject({
  source: z.strictObject({
    menu: z.union([z.string(), z.int().min(1).max(100)], 'a label or a position'),
  }),
  transform: noTransform,
});

/** In pixels. Larger than any image that can be read. */
const MAX_SIDE = 100_000_000;

/** A file by its address or by its upload. Exactly one of the two must be given. */
const sourceOfFile = { remote_url: z.string().optional(), upload_id: z.string().optional() };
const onlyOne = (source: object) =>
  Object.values(source).filter((v) => v !== undefined).length === 1;

/** For JSON Schema, which has no refinements. */
const ONE_PROPERTY = { minProperties: 1, maxProperties: 1 };

const fileSource = z
  .strictObject(sourceOfFile)
  .refine(onlyOne, 'one of "remote_url" and "upload_id"')
  .meta(ONE_PROPERTY);

const crop = {
  crop_strategy: z.enum(['cover', 'contain', 'fill', 'manual', 'smart']).optional(),
  focal_x: z.number().min(0).max(1).optional(),
  focal_y: z.number().min(0).max(1).optional(),
  background: z.string().optional(),
  crop_x: z.int().min(0).max(MAX_SIDE).optional(),
  crop_y: z.int().min(0).max(MAX_SIDE).optional(),
  crop_width: z.int().min(1).max(MAX_SIDE).optional(),
  crop_height: z.int().min(1).max(MAX_SIDE).optional(),
};

export const image = z.strictObject({
  source: fileSource,
  transform: z.strictObject(crop).optional(),
});

/**
 * A video editable accepts a video or an image. The kind is known only after the file is fetched, so the
 * options of both are allowed.
 */
export const video = z.strictObject({
  source: fileSource,
  transform: z
    .strictObject({
      trim_strategy: z.literal('manual').optional(),
      /** In seconds of the file. */
      trim_start_time: z.number().min(0).max(86_400).optional(),
      end_behavior: z.enum(['freeze', 'loop', 'hide']).optional(),
      volume: z.number().min(0).max(1).optional(),
      ...crop,
      animate_strategy: z
        .enum([
          ...(['none', 'slide-to-left', 'slide-to-right', 'slide-to-top'] as const),
          ...(['slide-to-bottom', 'zoom-in', 'zoom-out'] as const),
        ])
        .optional(),
      animate_speed: z.enum(['slow', 'moderate', 'fast']).optional(),
    })
    .optional(),
});

export const font = z.strictObject({
  source: z
    .strictObject({ ...sourceOfFile, font_name: z.string().optional() })
    .refine(onlyOne, 'one of "remote_url", "upload_id" and "font_name"')
    .meta(ONE_PROPERTY),
});

const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

/** A text that is spoken. */
const speech = z.strictObject({
  text: z
    .string()
    .describe('At most 5,000 characters. {name} is the text of an editable, {{ a brace.'),
  voice: z.string().min(1).max(100).optional().describe('A voice of the speech server.'),
  language: z.string().max(35).regex(LANGUAGE, 'a language tag such as en or pt-BR').optional(),
  speed: z.number().min(0.5).max(2).optional().describe('1 is the usual speed of the voice.'),
});

export type RawSpeech = z.infer<typeof speech>;

const audioSource = z
  .strictObject({ ...sourceOfFile, speech: speech.optional() })
  .refine(onlyOne, 'one of "remote_url", "upload_id" and "speech"')
  .meta(ONE_PROPERTY);

/** `null`, or a `source` of `null`, is silence. */
export const audio = z
  .strictObject({
    source: audioSource.nullable(),
    transform: z
      .strictObject({
        trim_strategy: z.literal('manual').optional(),
        /** In seconds of the file. */
        trim_start_time: z.number().min(0).max(86_400).optional(),
        volume: z.number().min(0).max(1).optional(),
        /** In seconds. */
        fade_in: z.number().min(0).max(86_400).optional(),
        fade_out: z.number().min(0).max(86_400).optional(),
        loop: z.boolean().optional(),
        fit: z
          .enum(['speed', 'cut'])
          .optional()
          .describe('When it is longer than its place: "speed" plays it up to 1.15 times faster.'),
        duck: z
          .number()
          .min(0)
          .max(40)
          .optional()
          .describe('How far other audio goes down while this one speaks, in dB.'),
        start: z
          .number()
          .min(0)
          .max(86_400)
          .optional()
          .describe('When the track "voice" begins, in seconds of the video.'),
      })
      .optional(),
  })
  .nullable();

/** The JSON of an entry, by the kind of its editable. */
export const entryShapes = {
  text,
  color,
  image,
  video,
  audio,
  font,
  number,
  checkbox,
  point,
  menu,
};

/** A template's editables and the names of its fonts: a mapping is parsed against them. */
export type MappingSpec = { editables: Editables; fonts: readonly string[] };

/** A file by its address, or by the id of its upload. */
export type FileSource = { remote_url: string } | { upload_id: string };
