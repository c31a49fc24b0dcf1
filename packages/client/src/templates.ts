import type { Api, CallOptions } from './api.ts';
import { ImportFailedError } from './errors.ts';
import type { FileInput } from './file-input.ts';
import type { UploadProgress } from './multipart.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import { sleep } from './retry.ts';
import type { Template, TemplateStyle, TemplateStyleVersion } from './types.ts';
import { type Waitable, type WaitOptions, waitable, withTimeLimit } from './wait.ts';

const POLL_SECONDS = 20;
const POLL_PAUSE_MS = 300;

export type TemplateUploadOptions = CallOptions & {
  name?: string | undefined;
  language?: string | undefined;
  templateId?: string | undefined;
  templateStyleId?: string | undefined;
  filename?: string | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/** A version at the time of the request that returned it. */
export type UploadedTemplate = {
  readonly id: string;
  readonly version: TemplateStyleVersion;
  /** Resolves when the version can be rendered. Throws an `ImportFailedError` if it cannot. */
  wait(options?: WaitOptions<TemplateStyleVersion>): Promise<TemplateStyleVersion>;
};

export type PendingTemplate = Waitable<
  UploadedTemplate,
  TemplateStyleVersion,
  TemplateStyleVersion
>;

/** Templates and their styles. */
export type Templates = ReturnType<typeof templatesOf>;

export function templatesOf(api: Api) {
  const wait = (id: string, { onProgress, ...limits }: WaitOptions<TemplateStyleVersion> = {}) =>
    withTimeLimit(limits, `The import of ${id}`, async (signal) => {
      for (;;) {
        const version = (
          await api.call('get', '/v2/template_style_versions/{id}', {
            id,
            signal,
            waitSeconds: POLL_SECONDS,
          })
        ).template_style_version;
        onProgress?.(version);
        if (version.status === 'edit_ready') return version;
        if (version.status === 'failed') throw new ImportFailedError(version);
        await sleep(POLL_PAUSE_MS, signal);
      }
    });

  return {
    /** Uploads a package as a new version. Without ids it makes a new template. */
    upload: (
      file: FileInput,
      { name, language, templateId, templateStyleId, ...options }: TemplateUploadOptions = {},
    ): PendingTemplate =>
      waitable(
        api
          .upload('/v2/template_style_versions', {
            ...options,
            file,
            fields: {
              name,
              language,
              template_id: templateId,
              template_style_id: templateStyleId,
            },
          })
          .then(({ template_style_version: version }) => ({
            id: version.id,
            version,
            wait: (limits?: WaitOptions<TemplateStyleVersion>) => wait(version.id, limits),
          })),
      ),

    /** Resolves when a version can be rendered. Throws an `ImportFailedError` if it cannot. */
    wait,

    list: (
      { cursor, ...filter }: PageQuery & { q?: string | undefined } = {},
      options?: ListOptions,
    ): List<Template> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', '/v2/templates', { ...options, query });
        return { items: page.templates, nextCursor: page.next_cursor };
      }),

    get: async (id: string, options?: CallOptions): Promise<Template> =>
      (await api.call('get', '/v2/templates/{id}', { ...options, id })).template,

    styles: async (id: string, options?: CallOptions): Promise<TemplateStyle[]> =>
      (await api.call('get', '/v2/templates/{id}/styles', { ...options, id })).template_styles,

    rename: async (id: string, name: string, options?: CallOptions): Promise<Template> =>
      (await api.call('patch', '/v2/templates/{id}', { ...options, id, body: { name } })).template,

    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', '/v2/templates/{id}', { ...options, id });
    },

    renameStyle: async (id: string, name: string, options?: CallOptions): Promise<TemplateStyle> =>
      (await api.call('patch', '/v2/template_styles/{id}', { ...options, id, body: { name } }))
        .template_style,

    deleteStyle: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', '/v2/template_styles/{id}', { ...options, id });
    },
  };
}
