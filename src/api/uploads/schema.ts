import { z } from 'zod';
import { pageQuery, searchText } from '../../http/index.ts';

const kind = z.enum(['image', 'video', 'audio', 'font']);

export const fileUploadDoc = z
  .object({
    file: z
      .string()
      .meta({ format: 'binary', description: 'An image, a font, a video or an audio file' }),
  })
  .meta({ id: 'UploadCreate' });

const uploadSchema = z
  .object({
    id: z.string(),
    filename: z.string().nullable(),
    kind,
    content_type: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    duration: z.number().optional(),
    url: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'Upload', description: 'An uploaded file' });

export const uploadResponse = z.object({ upload: uploadSchema }).meta({ id: 'UploadResponse' });

export const uploadListResponse = z
  .object({ uploads: z.array(uploadSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'UploadList' });

/** Widths of thumbnails. Others are rounded up, so that a file has few copies. */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920, 2560, 3840] as const;
const MAX_SECONDS = 24 * 3600;

export const thumbnailQuery = z.strictObject({
  width: z.coerce
    .number()
    .int()
    .min(1)
    .max(WIDTHS[WIDTHS.length - 1] ?? 0)
    .default(480)
    .transform((width) => WIDTHS.find((one) => one >= width) ?? width)
    .meta({ description: 'The width in pixels. It is rounded up to one of a few widths.' }),
  at: z.coerce
    .number()
    .min(0)
    .max(MAX_SECONDS)
    .default(0)
    .transform((seconds) => Math.round(seconds * 100) / 100)
    .meta({ description: 'The time in a video, in seconds. After its end: the last image.' }),
});

export const uploadListQuery = pageQuery.extend({
  kind: kind.optional().meta({ description: 'Only files of this kind' }),
  q: searchText.optional(),
});
