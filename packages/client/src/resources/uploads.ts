import type { Api, CallOptions } from '../api.ts';
import type { ByteProgress, FileInput } from '../files.ts';
import type { Upload } from '../types.ts';
import { type Resource, resourceOf } from './resource.ts';

const PATH = '/v2/uploads';

export type UploadOptions = CallOptions & {
  filename?: string | undefined;
  contentType?: string | undefined;
  onProgress?: ((progress: ByteProgress) => void) | undefined;
};

/** Uploaded media files. */
export type Uploads = Omit<Resource<typeof PATH, 'upload'>, 'create' | 'update'> & {
  /** Uploads a media file. Mappings use it by its id (`upload_id`). */
  create(file: FileInput, options?: UploadOptions): Promise<Upload>;
};

/** Returns the calls for uploaded media. */
export function uploadsOf(api: Api): Uploads {
  return {
    ...resourceOf(api, PATH, 'upload'),
    create: async (file, options) => (await api.upload(PATH, { ...options, file })).upload,
  };
}
