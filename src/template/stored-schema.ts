import { z } from 'zod';
import { templateCaptions } from './captions.ts';
import { storedEditable } from './editable.ts';
import { reportEntrySchema } from './report-entry.ts';

/* An import as JSON. Names come from outside, so lists of pairs take the place of objects that have names as keys. */

/** Raise this when the stored form changes. Versions in an older form are then imported again. */
export const FORMAT = 1;
export const MAGIC = 'framepress template';

const count = z.int().min(0);
const names = z.array(z.string());

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
  editables: z.array(z.tuple([z.string(), storedEditable])),
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
  warnings: z.array(reportEntrySchema),
  /** The length in bytes of each file after the JSON. */
  files: z.array(count),
  /** Checked separately, as a Lottie document. */
  lottie: z.unknown(),
  /** Missing if the template does not say how captions show, and in the form of older importers. */
  captions: templateCaptions.optional(),
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
