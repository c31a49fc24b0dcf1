import { type ByteProgress, FramepressError, NetworkError } from '@framepress/client';
import { html, nothing, type PropertyValues } from 'lit';
import type { Entry, Upload } from '../api/types.ts';
import { controls, inherited } from '../look/index.ts';
import type { MediaKind } from '../media/file-type.ts';
import {
  fileKey,
  fileOf,
  type MediaFile,
  rememberUpload,
  webAddress,
} from '../media/media-file.ts';
import { FileRefusal, FileTooLarge, prepareFile } from '../media/prepare-file.ts';
import { bytesText } from '../media/time-text.ts';
import { type StringKey, type Translate, translateFault } from '../strings/index.ts';
import { FieldElement } from './field-element.ts';
import { fieldStyles } from './field-styles.ts';
import { mediaStyles } from './media-styles.ts';

/** A file that is being sent. */
type Sending = { name: string; sent: number; total: number; phase: 'preparing' | 'sending' };
type Problem = { text: string; file?: File };

/** Without it, phones turn their photos into JPEG, which all browsers can show. */
const HEIC = 'image/heic,image/heif,.heic,.heif';
const ACCEPTED: Record<MediaKind, string> = {
  image: 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff,image/svg+xml',
  video: 'video/*,image/jpeg,image/png,image/webp,image/avif,image/gif,image/svg+xml,.mkv,.mxf',
  audio: 'audio/*,video/mp4,video/quicktime,.flac,.opus,.aiff,.caf',
  font: '.ttf,.otf,.woff,.woff2,.ttc,font/ttf,font/otf,font/woff,font/woff2',
};

/** A field whose entry names a file, which can be chosen, dropped, pasted, recorded or addressed. */
export abstract class MediaField extends FieldElement {
  static override styles = [inherited, controls, fieldStyles, mediaStyles];
  static override properties = {
    ...FieldElement.properties,
    file: { state: true },
    sending: { state: true },
    problem: { state: true },
    said: { state: true },
    isOver: { state: true },
  };

  /** The file of the entry, once it is known. */
  declare protected file: MediaFile | undefined;
  declare private sending: Sending | undefined;
  declare private problem: Problem | undefined;
  /** The last event in words, for screen readers. */
  declare private said: string;
  declare private isOver: boolean;

  protected abstract readonly kind: MediaKind;
  #work: AbortController | undefined;
  #reading: AbortController | undefined;
  #key: string | undefined;

  constructor() {
    super();
    this.said = '';
    this.isOver = false;
    this.addEventListener('paste', (event) => this.#paste(event));
    this.addEventListener('dragover', (event) => this.#dragOver(event));
    this.addEventListener('dragleave', () => {
      this.isOver = false;
    });
    this.addEventListener('drop', (event) => this.#drop(event));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#work?.abort();
    this.#reading?.abort();
    this.#key = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /**
   * Reads the file of the entry when it is another one. Other options of the entry do not read it
   * again.
   */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.context === undefined || this.editable === undefined) return;
    const key = fileKey(this.entry, this.editable);
    if (key !== this.#key) void this.#readFile(key);
  }

  /** Reads the file of the entry. A newer call, or a field that is removed, aborts this one. */
  async #readFile(key: string): Promise<void> {
    this.#key = key;
    this.problem = undefined;
    this.#reading?.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    try {
      const file = await fileOf(this.entry, this.editable, this.context.api, signal);
      if (signal.aborted) return;
      this.file = file;
      this.fileChanged(file, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.file = undefined;
      this.problem = { text: problemText(error, key, this.context) };
    }
  }

  /** Is called when the field shows another file, or none. */
  protected fileChanged(_file: MediaFile | undefined, _signal: AbortSignal): void {}

  /** Returns the entry for a new file. Options that depend on the file before are left out. */
  protected abstract entryFor(source: Record<string, string>, upload?: Upload): Entry;

  /** Sends a file that was chosen, and makes it the file of the entry. */
  protected send(file: File): Promise<void> {
    const make = () => prepareFile(file, this.kind, this.context.api.maxUploadBytes);
    return this.sendMade(file.name, make, this.entryFor.bind(this), file);
  }

  /**
   * Sends the file that `make` makes, and makes it the file of the entry. A newer call aborts this
   * one. After a failure that may pass, the person can send `originalFile` again.
   */
  protected async sendMade(
    name: string,
    make: () => Promise<File>,
    entryFor: (source: Record<string, string>, upload: Upload) => Entry,
    originalFile?: File,
  ): Promise<void> {
    if (this.disabled) return;
    this.#work?.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.problem = undefined;
    this.sending = { name, sent: 0, total: 0, phase: 'preparing' };
    this.said = this.t('file.preparing', { name });
    try {
      const preparedFile = await make();
      signal.throwIfAborted();
      const onProgress = ({ bytes: sent, total = preparedFile.size }: ByteProgress) => {
        this.sending = { name, sent, total, phase: 'sending' };
      };
      const upload = await this.context.api.upload(preparedFile, { signal, onProgress });
      signal.throwIfAborted();
      this.#checkKind(upload, name);
      rememberUpload(upload, preparedFile);
      this.said = this.t('file.done', { name });
      this.change(entryFor({ upload_id: upload.id }, upload));
    } catch (error) {
      if (signal.aborted) return;
      this.said = '';
      const retry = originalFile && mayTryAgain(error) ? { file: originalFile } : {};
      this.problem = { text: problemText(error, name, this.context), ...retry };
    } finally {
      if (this.#work?.signal === signal) this.sending = undefined;
    }
  }

  /** Stops what is being sent. */
  protected cancelSending(): void {
    this.#work?.abort();
    this.sending = undefined;
    this.said = this.t('file.canceled');
  }

  /**
   * Throws a `FileRefusal` if the field cannot use the upload. A video field takes images, an audio
   * field the track of a video.
   */
  #checkKind({ kind }: Upload, name: string): void {
    const isRight =
      kind === this.kind ||
      (this.kind === 'video' && kind === 'image') ||
      (this.kind === 'audio' && kind === 'video');
    if (!isRight) throw new FileRefusal(`file.not_${this.kind}`, { name });
  }

  /** Makes a web address the file of the entry. The service loads it when it renders. */
  protected useAddress(text: string): void {
    const url = webAddress(text);
    this.problem = url === undefined ? { text: this.t('file.address_invalid') } : undefined;
    if (url !== undefined && !this.disabled) this.change(this.entryFor({ remote_url: url }));
  }

  /** Asks the page for a file. Nothing changes if none is chosen. */
  async #askLibrary(): Promise<void> {
    try {
      const chosen = await this.context.askMediaLibrary?.(this.kind);
      if (chosen) this.useAddress(chosen.url);
    } catch {
      this.problem = { text: this.t('file.library_failed') };
    }
  }

  /** Sends a pasted file. Pasted text goes to the control with the focus. */
  #paste(event: ClipboardEvent): void {
    const [file] = event.clipboardData?.files ?? [];
    if (!file || this.disabled) return;
    event.preventDefault();
    void this.send(file);
  }

  /** Without `preventDefault`, the browser would open the file. */
  #dragOver(event: DragEvent): void {
    if (this.disabled || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.isOver = true;
  }

  /** Takes the first file, or the address that was dragged from another page. */
  #drop(event: DragEvent): void {
    this.isOver = false;
    if (this.disabled || !event.dataTransfer) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    const address = event.dataTransfer.getData('text/uri-list').split(/\r?\n/)[0];
    if (files[0]) void this.send(files[0]);
    else if (address) this.useAddress(address);
  }

  #sendChosen(event: Event): void {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) void this.send(file);
    // The same file can be chosen again.
    input.value = '';
  }

  #openInput(id: string): void {
    this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.click();
  }

  protected override renderControl(): unknown {
    return html`<div class="media" ?data-over=${this.isOver} aria-describedby="notes">
      ${this.renderMedia()} ${this.sending ? this.#renderSending(this.sending) : nothing}
      ${this.disabled ? nothing : this.renderSources()}
      <p class="visually-hidden" role="status">${this.said}</p>
    </div>`;
  }

  /** The file, with the controls that belong to it. */
  protected abstract renderMedia(): unknown;

  protected get chooseKey(): StringKey {
    return this.entry?.source ? 'file.replace' : 'file.choose';
  }

  protected renderSources(): unknown {
    const { kind } = this;
    const isPhone = matchMedia('(pointer: coarse)').matches;
    const isSeen = kind === 'image' || kind === 'video';
    const hasCamera = isSeen && isPhone;
    const camera = kind === 'video' ? 'file.camera_video' : 'file.camera_photo';
    return html`<div class="sources">
        <button data-first aria-describedby="label" @click=${() => this.#openInput('choose')}>
          ${this.t(this.chooseKey)}
        </button>
        ${
          hasCamera
            ? html`<button @click=${() => this.#openInput('camera')}>${this.t(camera)}</button>`
            : nothing
        }
        ${
          this.context.askMediaLibrary
            ? html`<button @click=${() => this.#askLibrary()}>${this.t('file.library')}</button>`
            : nothing
        }
        <span class="hint drop-hint">${this.t('file.drop')}</span>
      </div>
      <input
        id="choose"
        type="file"
        hidden
        accept=${isPhone || !isSeen ? ACCEPTED[kind] : `${ACCEPTED[kind]},${HEIC}`}
        aria-label=${this.t('file.choose')}
        @change=${this.#sendChosen}
      />
      <input
        id="camera"
        type="file"
        hidden
        accept="${kind}/*"
        capture="environment"
        aria-label=${this.t(camera)}
        @change=${this.#sendChosen}
      />
      <details class="address">
        <summary>${this.t('file.address')}</summary>
        <form @submit=${this.#submitAddress}>
          <input
            type="url"
            dir="ltr"
            autocomplete="off"
            placeholder="https://"
            aria-label=${this.t('file.address_of', { label: this.editable.label })}
            .value=${this.entry?.source?.['remote_url'] ?? ''}
          />
          <button>${this.t('file.use_address')}</button>
        </form>
      </details>`;
  }

  #submitAddress(event: SubmitEvent): void {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector('input');
    this.useAddress(input?.value ?? '');
  }

  /** The progress of an upload. Its length is unknown before and after the bytes are sent. */
  #renderSending({ name, sent, total, phase }: Sending): unknown {
    const { lang } = this.context;
    const isSent = phase === 'sending' && sent >= total;
    const text =
      phase === 'preparing'
        ? this.t('file.preparing', { name })
        : isSent
          ? this.t('file.checking', { name })
          : this.t('file.sending', {
              name,
              sent: bytesText(sent, lang),
              total: bytesText(total, lang),
            });
    const share = total > 0 ? sent / total : 0;
    return html`<div class="sending">
      <span class="hint" id="sending" dir="auto">${text}</span>
      ${
        phase === 'sending' && !isSent
          ? html`<progress max="1" .value=${share} aria-labelledby="sending"></progress>`
          : html`<progress aria-labelledby="sending"></progress>`
      }
      <button class="small" @click=${() => this.cancelSending()}>${this.t('file.cancel')}</button>
    </div>`;
  }

  protected override renderNotes(): unknown {
    if (!this.problem) return nothing;
    const { text, file } = this.problem;
    return html`<p class="fault" role="alert">${text}</p>
      ${
        file
          ? html`<button class="small" @click=${() => this.send(file)}>
              ${this.t('file.try_again')}
            </button>`
          : nothing
      }`;
  }
}

/** Returns in plain words why a file was not accepted. */
function problemText(
  error: unknown,
  name: string,
  { t, lang }: { t: Translate; lang: string },
): string {
  if (error instanceof FileRefusal) return t(error.key, error.values);
  if (error instanceof FileTooLarge) {
    const { bytes, max } = error.values;
    const sizes = { size: bytesText(bytes, lang), max: bytesText(max, lang) };
    return t('file.over_limit', { name, ...sizes });
  }
  if (error instanceof NetworkError) return t('file.offline', { name });
  if (!(error instanceof FramepressError)) {
    const message = error instanceof Error ? error.message : String(error);
    return t('file.failed', { name, message });
  }
  // The service knows its limit, and says it.
  const reasons = error.errors.map((fault) => {
    const { message, hint } = translateFault(fault, t);
    return hint ? `${message} ${hint}` : message;
  });
  const details = reasons.join(' ') || error.message;
  if (error.status === 413) return `${t('file.too_large', { name })} ${details}`;
  if (error.status === 404 || error.code === 'upload_unknown') return t('file.gone');
  if (error.code === 'asset_corrupt') return t('file.damaged', { name });
  return t('file.failed', { name, message: details });
}

/** Returns whether sending the same file again may succeed. */
function mayTryAgain(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  const isLater = (status: number) => status >= 500 || status === 429 || status === 401;
  return error instanceof FramepressError && isLater(error.status);
}
