import { z } from 'zod';
import type { Editables } from '../template/index.ts';

export const text = z.strictObject({
  source: z.strictObject({ text: z.string() }),
  transform: z
    .strictObject({
      fit: z.enum(['shrink', 'none']).optional(),
      min_font_size: z.number().positive().max(10_000).optional(),
      max_lines: z.int().min(1).max(1000).optional(),
      align: z.enum(['left', 'center', 'right']).optional(),
      color: z.string().optional(),
    })
    .optional(),
});

export const color = z.strictObject({
  source: z.union([z.strictObject({ color: z.string() }), z.strictObject({ text: z.string() })]),
  transform: z.strictObject({}).optional(),
});

/** Of a picture, in pixels: beyond any that is taken. */
const MAX_SIDE = 100_000_000;

/** A file by its address, or one that was uploaded: exactly one of the two. */
const sourceOfFile = { remote_url: z.string().optional(), upload_id: z.string().optional() };
const onlyOne = (source: object) =>
  Object.values(source).filter((v) => v !== undefined).length === 1;

/** For JSON Schema, which does not see refinements. */
const ONE_PROPERTY = { minProperties: 1, maxProperties: 1 };

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
  source: z
    .strictObject(sourceOfFile)
    .refine(onlyOne, 'one of "remote_url" and "upload_id"')
    .meta(ONE_PROPERTY),
  transform: z.strictObject(crop).optional(),
});

/** A clip, or a picture in its place: what it is shows only when it is there, so either may say all. */
export const video = z.strictObject({
  source: image.shape.source,
  transform: z
    .strictObject({
      trim_strategy: z.literal('manual').optional(),
      /** Seconds into the clip. */
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

/** `null`, or a `source` of `null`, is silence. */
export const audio = z.union([
  z.null(),
  z.strictObject({
    source: z.union([
      z.null(),
      z
        .strictObject(sourceOfFile)
        .refine(onlyOne, 'Expected one of "remote_url" and "upload_id"')
        .meta(ONE_PROPERTY),
    ]),
    transform: z
      .strictObject({
        trim_strategy: z.literal('manual').optional(),
        /** Seconds into the file. */
        trim_start_time: z.number().min(0).max(86_400).optional(),
        volume: z.number().min(0).max(1).optional(),
        /** Seconds. */
        fade_in: z.number().min(0).max(86_400).optional(),
        fade_out: z.number().min(0).max(86_400).optional(),
        loop: z.boolean().optional(),
      })
      .optional(),
  }),
]);

export type TextEntry = z.infer<typeof text>;
export type ColorEntry = z.infer<typeof color>;
export type ImageEntry = z.infer<typeof image>;
export type VideoEntry = z.infer<typeof video>;
export type FontEntry = z.infer<typeof font>;
export type AudioEntry = z.infer<typeof audio>;
export type ResourceEntry = TextEntry | ColorEntry | ImageEntry | VideoEntry | FontEntry;

/** What fills a template: entries by editable name; `missing: "example"` leaves the rest as designed. */
export type Mapping = {
  resources: Record<string, unknown>;
  /** By the name of a font of the animation. */
  font_changes?: Record<string, unknown> | undefined;
  /** By the name of an audio editable. */
  audio_tracks?: Record<string, unknown> | undefined;
  missing?: 'example' | undefined;
};

/** A mapping that `checkMapping` found no fault in. */
export type CheckedMapping = {
  resources: Record<string, ResourceEntry>;
  font_changes?: Record<string, FontEntry> | undefined;
  audio_tracks?: Record<string, AudioEntry> | undefined;
  missing?: 'example' | undefined;
};

/** What a mapping is checked against: a template's editables, and the names of its fonts. */
export type MappingSpec = { editables: Editables; fonts: readonly string[] };

/** A file by its address, or by the id of its upload. */
export type FileSource = { remote_url: string } | { upload_id: string };

/** The file that an entry brings, if it brings one. */
export function fileSource(entry: Pick<ResourceEntry, 'source'>): FileSource | undefined {
  const { remote_url, upload_id } = entry.source as z.infer<typeof image>['source'];
  if (remote_url !== undefined) return { remote_url };
  return upload_id === undefined ? undefined : { upload_id };
}

export function colorOf(entry: ColorEntry): string {
  return 'color' in entry.source ? entry.source.color : entry.source.text;
}
