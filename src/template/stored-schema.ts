import { z } from 'zod';
import { INPUT_TYPES } from './types.ts';

/* An import as JSON. Names come from outside, so lists of pairs take the place of objects that have names as keys. */

/** Raise this when the stored form changes. Versions in an older form are then imported again. */
export const FORMAT = 1;
export const MAGIC = 'framepress template';

const count = z.int().min(0);
const names = z.array(z.string());

const defaultTransform = z.strictObject({
  crop_strategy: z.enum(['cover', 'contain', 'fill', 'smart']).optional(),
  focal_x: z.number().optional(),
  focal_y: z.number().optional(),
  background: z.string().optional(),
});

const editable = z.strictObject({
  input_type: z.enum(INPUT_TYPES),
  label: z.string(),
  required: z.boolean(),
  stillcut: z.string(),
  start: z.number(),
  end: z.number(),
  example_text: z.string().optional(),
  example_value: z
    .union([z.number(), z.boolean(), z.string(), z.strictObject({ x: z.number(), y: z.number() })])
    .optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().positive().optional(),
  options: names.optional(),
  has_example: z.literal(false).optional(),
  fonts: names.optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  default_transform: defaultTransform.optional(),
  duration: z.number().optional(),
  volume: z.number().optional(),
  max_length: z.number().optional(),
  multiline: z.boolean().optional(),
  min_font_size: z.number().optional(),
  max_lines: z.number().optional(),
  max_width: z.number().optional(),
  box: z.strictObject({ width: z.number(), height: z.number() }).optional(),
  room: z.strictObject({ width: z.number(), height: z.number() }).optional(),
});

const reportEntry = z.strictObject({
  code: z.string(),
  message: z.string(),
  layer_path: z.string().nullable(),
  hint: z.string().nullable(),
  start: z.number().optional(),
  end: z.number().optional(),
});

const audioSource = z.strictObject({
  kind: z.enum(['audio', 'video']),
  editable: z.string().optional(),
  assetId: z.string().optional(),
  path: z.string(),
  startSeconds: z.number(),
  endSeconds: z.number(),
  trimStartSeconds: z.number(),
  speed: z.number().positive(),
  gain: z.array(z.tuple([z.number(), z.number(), z.number()])),
});

/** A file after the JSON, by its index among these files, and the asset that it belongs to. */
const image = z.strictObject({
  id: z.string(),
  file: count,
  label: z.string(),
  editable: z.string().optional(),
});

export const storedHeader = z.strictObject({
  importerVersion: count,
  name: z.string(),
  language: z.string(),
  editables: z.array(z.tuple([z.string(), editable])),
  stillcuts: z.array(
    z.tuple([z.string(), z.strictObject({ seconds: z.number().min(0), frame: count })]),
  ),
  images: z.array(image),
  videoFiles: z.array(image),
  audioSources: z.array(audioSource),
  audioFiles: z.array(image.omit({ editable: true })),
  imageScales: z.array(z.tuple([z.string(), z.number().positive()])),
  otherText: z.string(),
  fontFiles: z.array(z.strictObject({ file: count, label: z.string() })),
  /** `file` is an index into `fontFiles`; a file may hold several faces. */
  fonts: z.array(z.strictObject({ name: z.string(), file: count, face: z.string() })),
  fontNames: names,
  warnings: z.array(reportEntry),
  /** The length in bytes of each file after the JSON. */
  files: z.array(count),
  /** Checked separately, as a Lottie document. */
  lottie: z.unknown(),
  /** Missing without expressions, and in the form of older importers. */
  expressions: z
    .strictObject({ written: count, moving: count, dependent: count, random: count, failed: count })
    .optional(),
  /** Missing without expressions that depend on editables, and in the form of older importers. */
  rig: z
    .strictObject({
      /** Checked separately, as a Lottie document. */
      lottie: z.unknown(),
      dataFiles: z.array(z.tuple([z.string(), z.string()])),
    })
    .optional(),
});

/** The JSON before a stored template's files. */
export type StoredHeader = z.infer<typeof storedHeader>;
