import { z } from 'zod';
import { pageQuery, searchText } from '../http/page.ts';

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
  .object({
    uploads: z.array(uploadSchema),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'UploadList' });

export const uploadListQuery = pageQuery.extend({
  kind: kind.optional().meta({ description: 'Only files of this kind' }),
  q: searchText.optional(),
});
