import { z } from 'zod';
import type { Upload } from '../../database/index.ts';
import { pageQuery, searchText } from '../../http/index.ts';
import { extensionOf } from '../../media/probe/index.ts';
import { type FileUrls, fileUrl } from '../../storage/index.ts';
import { isoTime } from '../../system/index.ts';

const kind = z.enum(['image', 'video', 'audio', 'font', 'captions']);

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

export function presentUpload(upload: Upload, context: FileUrls): z.infer<typeof uploadSchema> {
  const { width, height, duration } = upload;
  return {
    id: upload.id,
    filename: upload.filename,
    kind: upload.kind,
    content_type: upload.contentType,
    bytes: upload.bytes,
    sha256: upload.sha256,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
    url: fileUrl(context, upload.storageKey, downloadName(upload)),
    created_at: isoTime(upload.createdAtMs),
    expires_at: isoTime(upload.expiresAtMs),
  };
}

/** The key under which the file of an upload is stored. */
export function keyOf(id: string): string {
  return `uploads/${id}`;
}

/** Returns the name under which a browser saves the file. Its extension is that of its content. */
function downloadName({ filename, id, contentType }: Upload): string {
  const extension = extensionOf(contentType) ?? 'bin';
  const stem = (filename ?? '')
    .replace(/\.[^.]*$/, '')
    .slice(0, 100)
    .toWellFormed();
  return `${stem || id}.${extension}`;
}

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
    .transform((width) => WIDTHS.find((step) => step >= width) ?? width)
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
