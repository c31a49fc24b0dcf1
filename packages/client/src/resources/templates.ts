import type { Api, CallOptions } from '../api.ts';
import { ImportFailedError } from '../errors.ts';
import type { ByteProgress, FileInput } from '../files.ts';
import type { TemplateStyle, TemplateStyleVersion } from '../types.ts';
import { poll, type Waitable, type WaitOptions, waitable } from '../wait.ts';
import { type Resource, resourceOf } from './resource.ts';

const VERSIONS = '/v2/template_style_versions';
const POLL_SECONDS = 20;

export type TemplateUploadOptions = CallOptions & {
  name?: string | undefined;
  language?: string | undefined;
  templateId?: string | undefined;
  templateStyleId?: string | undefined;
  /** Of a dotLottie: the animation to import, instead of the package's own choice. */
  animation?: string | undefined;
  /** Of a dotLottie: the theme to apply, instead of the package's own choice. */
  theme?: string | undefined;
  filename?: string | undefined;
  onProgress?: ((progress: ByteProgress) => void) | undefined;
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

/** `ready`: only templates with a ready version, or only the others. `shape`: that of a ready version. */
export type TemplateFilter = {
  q?: string | undefined;
  ready?: 'true' | 'false' | undefined;
  shape?: 'landscape' | 'square' | 'portrait' | undefined;
};

/** Templates and their styles. */
export type Templates = Omit<Resource<'/v2/templates', 'template', TemplateFilter>, 'create'> & {
  /** Uploads a package as a new version. Without ids it makes a new template. */
  upload(file: FileInput, options?: TemplateUploadOptions): PendingTemplate;
  /** Resolves when a version can be rendered. Throws an `ImportFailedError` if it cannot. */
  wait(
    versionId: string,
    options?: WaitOptions<TemplateStyleVersion>,
  ): Promise<TemplateStyleVersion>;
  styles(id: string, options?: CallOptions): Promise<TemplateStyle[]>;
  updateStyle: Resource<'/v2/template_styles', 'template_style'>['update'];
  deleteStyle(id: string, options?: CallOptions): Promise<void>;
};

/** Returns the calls for templates, with the upload of versions. */
export function templatesOf(api: Api): Templates {
  const styles = resourceOf(api, '/v2/template_styles', 'template_style');

  const wait: Templates['wait'] = (id, options) =>
    poll(
      `The import of ${id}`,
      options,
      async (signal) => {
        const waitOptions = { signal, waitSeconds: POLL_SECONDS };
        return (await api.get(`${VERSIONS}/{id}`, id, waitOptions)).template_style_version;
      },
      (version) => {
        if (version.status === 'failed') throw new ImportFailedError(version);
        return version.status === 'edit_ready';
      },
    );

  return {
    ...resourceOf(api, '/v2/templates', 'template'),
    upload: (file, options = {}) => {
      const fields = {
        name: options.name,
        language: options.language,
        animation: options.animation,
        theme: options.theme,
        template_id: options.templateId,
        template_style_id: options.templateStyleId,
      };
      return waitable(
        api
          .upload(VERSIONS, { ...options, file, fields })
          .then(({ template_style_version: version }) => ({
            id: version.id,
            version,
            wait: (limits) => wait(version.id, limits),
          })),
      );
    },
    wait,
    styles: async (id, options) =>
      (await api.get('/v2/templates/{id}/styles', id, options)).template_styles,
    updateStyle: styles.update,
    deleteStyle: styles.delete,
  };
}
