import { z } from 'zod';

export const fileUploadDoc = z
  .object({
    file: z
      .string()
      .meta({ format: 'binary', description: 'An image, a font, a video or an audio file' }),
  })
  .meta({ id: 'UploadCreate' });

export const uploadResponse = z
  .object({
    upload: z
      .object({
        id: z.string(),
        content_type: z.string(),
        bytes: z.int(),
        sha256: z.string(),
        width: z.int().optional(),
        height: z.int().optional(),
        duration: z.number().optional(),
        created_at: z.string(),
        expires_at: z.string(),
      })
      .meta({ id: 'Upload', description: 'An uploaded file' }),
  })
  .meta({ id: 'UploadResponse' });
