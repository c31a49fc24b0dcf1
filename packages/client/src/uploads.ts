import type { Api, CallOptions } from './api.ts';
import type { FileInput } from './file-input.ts';
import type { UploadProgress } from './multipart.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import type { Upload } from './types.ts';

const PATH = '/v2/uploads';

export type UploadOptions = CallOptions & {
  filename?: string | undefined;
  contentType?: string | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/** Uploaded media files. */
export type Uploads = ReturnType<typeof uploadsOf>;

export function uploadsOf(api: Api) {
  return {
    /** Uploads a media file. Mappings use it by its id (`upload_id`). */
    create: async (file: FileInput, options?: UploadOptions): Promise<Upload> =>
      (await api.upload(PATH, { ...options, file })).upload,

    get: async (id: string, options?: CallOptions): Promise<Upload> =>
      (await api.call('get', `${PATH}/{id}`, { ...options, id })).upload,

    list: ({ cursor, ...filter }: PageQuery = {}, options?: ListOptions): List<Upload> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.uploads, nextCursor: page.next_cursor };
      }),

    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id });
    },
  };
}
