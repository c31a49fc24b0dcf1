import {
  type ByteProgress,
  type Framepress,
  FramepressError,
  type TemplateStyleVersion,
  type TemplateUploadOptions,
} from '@framepress/client';
import type { AppContext } from '../app-context.ts';
import { bytesText } from '../components/format.ts';
import type { Upload } from '../upload.ts';

export type UploadState =
  | { step: 'uploading'; bytes: number; total: number }
  | { step: 'importing' }
  | { step: 'drawing' }
  | { step: 'unanswered' }
  | { step: 'ready'; version: TemplateStyleVersion }
  | { step: 'refused'; version: TemplateStyleVersion }
  | { step: 'failed'; error: unknown };

export type UploadTarget = Pick<
  TemplateUploadOptions,
  'templateId' | 'templateStyleId' | 'language'
>;

/** The longest pause between two reads of an import that cannot be read. */
const MAX_PAUSE_MS = 10_000;
const WAIT_SECONDS = 20;
const PACKAGE = /\.(lottie|zip|json)$/i;

/**
 * Returns in words why a file cannot be a package, by its name and size. Undefined: it may be one.
 */
export function packageFault(
  { name, size }: File,
  { t, lang, session }: Pick<AppContext, 't' | 'lang' | 'session'>,
): string | undefined {
  if (!PACKAGE.test(name)) return t('upload.fault.type', { name });
  if (size === 0) return t('upload.fault.empty', { name });
  if (size <= session.maxUploadBytes) return undefined;
  return t('upload.fault.size', { name, max: bytesText(session.maxUploadBytes, lang) });
}

/** One package while it is sent, imported and drawn. */
export class UploadTask {
  readonly file: File;
  state: UploadState;
  versionId: string | undefined;
  readonly #abort = new AbortController();
  readonly #changed: (task: UploadTask) => void;
  #run: (() => Promise<void>) | undefined;

  constructor(file: File, changed: (task: UploadTask) => void) {
    this.file = file;
    this.state = { step: 'uploading', bytes: 0, total: file.size };
    this.#changed = changed;
  }

  get isRunning(): boolean {
    return ['uploading', 'importing', 'drawing', 'unanswered'].includes(this.state.step);
  }

  get isCanceled(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Stops the upload. What the service has received in part is dropped there. */
  cancel(): void {
    this.#abort.abort();
  }

  /**
   * Sends a package and waits for its import. Does not throw: `state` has the error. `again`
   * repeats it.
   */
  run(client: Framepress, upload: Upload, target: UploadTarget = {}): Promise<void> {
    this.#run = () => this.#attempt(client, upload, target);
    return this.#run();
  }

  /** Goes on after a failure: sends the file again, unless the service has it. */
  async again(): Promise<void> {
    await this.#run?.();
  }

  /**
   * Sends the file, unless the service has it since an earlier attempt. Then waits for its import.
   */
  async #attempt(client: Framepress, upload: Upload, target: UploadTarget): Promise<void> {
    const { signal } = this.#abort;
    this.#setState({ step: 'uploading', bytes: 0, total: this.file.size });
    try {
      if (this.versionId !== undefined)
        return await this.#follow(client, await client.versions.get(this.versionId, { signal }));
      const { file } = this;
      // Without a name, the service takes that of the template.json, the animation or the file.
      const fields = { ...target };
      const onProgress = ({ bytes, total = file.size }: ByteProgress) =>
        this.#setState({ step: 'uploading', bytes, total });
      const { version } = await upload(file, fields, ({ templates }, options) =>
        templates.upload(file, { ...options, ...fields, signal, onProgress }),
      );
      this.versionId = version.id;
      await this.#follow(client, version);
    } catch (error) {
      if (!signal.aborted) this.#setState({ step: 'failed', error });
    }
  }

  /**
   * Reads the version until its import has ended. Throws after 20 failures in a row, or at one that
   * cannot pass.
   */
  async #follow(client: Framepress, first: TemplateStyleVersion): Promise<void> {
    const { signal } = this.#abort;
    let version = first;
    for (let failures = 0; ; ) {
      if (version.status === 'edit_ready') return this.#setState({ step: 'ready', version });
      if (version.status === 'failed') return this.#setState({ step: 'refused', version });
      this.#setState({ step: version.status === 'processing' ? 'importing' : 'drawing' });
      try {
        const answer = await client.raw('get', '/v2/template_style_versions/{id}', {
          id: version.id,
          waitSeconds: WAIT_SECONDS,
          signal,
        });
        version = answer.template_style_version;
        failures = 0;
      } catch (error) {
        if (!(error instanceof FramepressError) || !error.retryable || ++failures > 20) throw error;
        this.#setState({ step: 'unanswered' });
        const pauseMs = Math.min(MAX_PAUSE_MS, 500 * 2 ** failures);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** Sets the state, and reports it unless the task was canceled. */
  #setState(state: UploadState): void {
    this.state = state;
    if (!this.isCanceled) this.#changed(this);
  }
}
