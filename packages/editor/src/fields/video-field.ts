import { html, nothing } from 'lit';
import type { Entry, Upload } from '../api/types.ts';
import type { Size } from '../media/crop.ts';
import { bytesOf, isOwn } from '../media/file-bytes.ts';
import type { MediaFile } from '../media/media-file.ts';
import { type DrawAt, readFrame, type Strip } from '../media/read-strip.ts';
import { percentText, secondsText } from '../media/time-text.ts';
import { trimOf } from '../media/trim.ts';
import type { StringKey } from '../strings/index.ts';
import { defineElement } from './field-element.ts';
import './filmstrip.ts';
import { entryOf, ImageField } from './image-field.ts';
import { startInput } from './start-input.ts';
import './trim-bar.ts';
import type { TrimChange } from './trim-bar.ts';

const ENDS: readonly (readonly [string, StringKey])[] = [
  ['freeze', 'video.end_freeze'],
  ['loop', 'video.end_loop'],
  ['hide', 'video.end_hide'],
];
const MOTIONS: readonly (readonly [string, StringKey])[] = [
  ['none', 'video.motion_none'],
  ['zoom-in', 'video.motion_zoom_in'],
  ['zoom-out', 'video.motion_zoom_out'],
  ['slide-to-left', 'video.motion_slide_left'],
  ['slide-to-right', 'video.motion_slide_right'],
  ['slide-to-top', 'video.motion_slide_top'],
  ['slide-to-bottom', 'video.motion_slide_bottom'],
];
const SPEEDS: readonly (readonly [string, StringKey])[] = [
  ['slow', 'video.speed_slow'],
  ['moderate', 'video.speed_moderate'],
  ['fast', 'video.speed_fast'],
];
const IMAGE_NAME = /\.(avif|bmp|jpe?g|png|svg|tiff?|webp)$/i;
/** Larger files are not read for their filmstrip. */
const MAX_READ_BYTES = 100_000_000;
/** Widths of images that the service draws: ten stand in the strip. */
const STRIP_WIDTH = 160;
const POSTER_WIDTH = 960;
/** Options that only videos have, and options that only images have. */
const OF_VIDEO = ['trim_strategy', 'trim_start_time', 'end_behavior', 'volume'];
const OF_IMAGE = ['animate_strategy', 'animate_speed'];

/** A field for a video: the file, its trim on a filmstrip, its crop, volume and end. An image fits, too. */
class VideoField extends ImageField {
  static override properties = {
    ...ImageField.properties,
    src: { state: true },
    strip: { state: true },
    isUnplayable: { state: true },
  };
  protected override readonly kind = 'video';
  declare private src: string | undefined;
  /** Length and size as the browser reads them. */
  declare private strip: Strip | undefined;
  declare private isUnplayable: boolean;
  #poster: AbortController | undefined;
  /** Draws the upload on the service, for browsers that lack its codec. */
  #drawAt: ((width: number) => DrawAt) | undefined;
  #drawStrip: DrawAt | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#setSource(undefined);
    this.#poster?.abort();
  }

  /**
   * An image in the place of a video is shown as in an image field. For a video, the crop shows a
   * frame that is read when the crop is opened.
   */
  protected override fileChanged(file: MediaFile | undefined, signal: AbortSignal): void {
    this.strip = undefined;
    this.isUnplayable = false;
    this.#poster?.abort();
    const { api } = this.context;
    const id = file?.upload?.id;
    this.#drawAt =
      id === undefined
        ? undefined
        : (width) => (at, stop) => api.thumbnail(id, { width, at }, { signal: stop });
    this.#drawStrip = this.#drawAt?.(STRIP_WIDTH);
    if (!file || isImage(file)) {
      this.#setSource(undefined);
      super.fileChanged(file, signal);
      return;
    }
    super.fileChanged(undefined, signal);
    this.#setSource(undefined);
    void this.#openVideo(file, signal);
  }

  /**
   * Shows a video. A page of another origin may read files of the service, but not always play
   * them: then it plays a copy in memory.
   */
  async #openVideo(file: MediaFile, signal: AbortSignal): Promise<void> {
    const { api } = this.context;
    const isElsewhere = URL.parse(api.fileUrl(file.url))?.origin !== location.origin;
    const read =
      file.blob ??
      (isOwn(file, api) && isElsewhere
        ? await bytesOf(file, api, signal, MAX_READ_BYTES).catch(() => undefined)
        : undefined);
    if (!signal.aborted) this.#setSource(read ? URL.createObjectURL(read) : file.url);
  }

  /** Plays another address, and frees a copy in memory. */
  #setSource(src: string | undefined): void {
    if (this.src?.startsWith('blob:')) URL.revokeObjectURL(this.src);
    this.src = src;
  }

  /**
   * Keeps the options that a file of this kind has. A trim belongs to the file before and is
   * dropped.
   */
  protected override entryFor(source: Record<string, string>, upload?: Upload): Entry {
    const { transform } = super.entryFor(source) ?? {};
    const isStill = upload?.kind === 'image';
    const dropped = new Set([
      ...(isStill ? OF_VIDEO : OF_IMAGE),
      'trim_start_time',
      'trim_strategy',
    ]);
    const otherOptions = Object.entries(transform ?? {}).filter(([name]) => !dropped.has(name));
    return entryOf(source, Object.fromEntries(otherOptions));
  }

  protected override renderMedia(): unknown {
    const { file } = this;
    if (!file) return nothing;
    if (isImage(file)) return html`${super.renderMedia()}${this.#renderMotion()}`;
    const isFixed = this.disabled || file.isExample;
    return html`${this.#renderTrim(file, isFixed)}
      <p class="name"><bdi>${file.isExample ? this.t('field.example') : file.name}</bdi></p>
      ${
        isFixed
          ? nothing
          : html`${this.#renderOptions()}
              ${this.renderCrop({ ...file, ...this.#sizeOf(file) }, true)}`
      }`;
  }

  /** The size of the file: of the service, else as the browser has seen it. */
  #sizeOf(file: MediaFile): { size?: Size } {
    const size = file.size ?? this.strip?.size;
    return size ? { size } : {};
  }

  /**
   * The filmstrip with the part that is played, or only an input for the start if its length is
   * unknown.
   */
  #renderTrim(file: MediaFile, isFixed: boolean): unknown {
    const fileSeconds = file.seconds ?? this.strip?.seconds;
    const { t, lang } = this.context;
    const note =
      this.isUnplayable && !this.#drawAt
        ? html`<p class="hint" role="status">${t('file.no_preview')}</p>`
        : nothing;
    if (this.isUnplayable && fileSeconds === undefined) {
      return isFixed
        ? note
        : html`${note}${startInput(this.#start, t, (start) => this.#setStart(start, true))}`;
    }
    return html`${note}
      <framepress-trim-bar
        .start=${this.#start}
        .fileSeconds=${fileSeconds ?? 1}
        .placeSeconds=${this.editable.duration}
        .label=${t('video.part')}
        .disabled=${isFixed || fileSeconds === undefined}
        .t=${t}
        .lang=${lang}
        @trim-change=${({ detail }: CustomEvent<TrimChange>) => this.#setStart(detail.start, detail.isCommitted)}
      >
        <framepress-filmstrip
          .src=${this.isUnplayable ? undefined : this.src}
          .draw=${this.isUnplayable ? this.#drawStrip : undefined}
          .seconds=${fileSeconds}
          @strip-open=${(event: CustomEvent<Strip>) => {
            this.strip = event.detail;
          }}
          @strip-failed=${() => {
            this.isUnplayable = true;
          }}
        ></framepress-filmstrip>
      </framepress-trim-bar>`;
  }

  /** The start of the part that is played, in seconds of the file. */
  get #start(): number {
    const { trim_start_time: start } = this.entry?.transform ?? {};
    return typeof start === 'number' ? start : 0;
  }

  #renderOptions(): unknown {
    const { volume = 0, end_behavior: end = 'freeze' } = this.entry?.transform ?? {};
    const { lang } = this.context;
    const setVolume = (event: Event, isCommitted: boolean) => {
      const value = Number((event.target as HTMLInputElement).value) / 100;
      this.#setOptions({ volume: value === 0 ? undefined : value }, isCommitted);
    };
    return html`<div class="rows">
      <label for="volume">${this.t('video.volume')}</label>
      <input
        id="volume"
        type="range"
        min="0"
        max="100"
        aria-valuetext=${percentText(Number(volume), lang)}
        .value=${String(Math.round(Number(volume) * 100))}
        @input=${(event: Event) => setVolume(event, false)}
        @change=${(event: Event) => setVolume(event, true)}
      />
      <output for="volume">${percentText(Number(volume), lang)}</output>
      <label for="end">${this.t('video.end')}</label>
      ${this.#renderSelect('end', String(end), ENDS, (value) =>
        this.#setOptions({ end_behavior: value === 'freeze' ? undefined : value }),
      )}
    </div>`;
  }

  /** The movement of an image. A manual crop has none. */
  #renderMotion(): unknown {
    if (this.disabled || !this.entry?.source) return nothing;
    const { animate_strategy: motion = 'none', animate_speed: speed = 'moderate' } =
      this.entry.transform ?? {};
    const isManual = this.cropOf(this.entry.transform).strategy === 'manual';
    return html`<div class="rows">
      <label for="motion">${this.t('video.motion')}</label>
      ${this.#renderSelect(
        'motion',
        String(motion),
        // A manual crop has no movement.
        isManual ? MOTIONS.slice(0, 1) : MOTIONS,
        (value) =>
          this.#setOptions({
            animate_strategy: value === 'none' ? undefined : value,
            ...(value === 'none' && { animate_speed: undefined }),
          }),
      )}
      ${
        motion === 'none'
          ? nothing
          : html`<label for="speed">${this.t('video.speed')}</label>
              ${this.#renderSelect('speed', String(speed), SPEEDS, (value) =>
                this.#setOptions({ animate_speed: value === 'moderate' ? undefined : value }),
              )}`
      }
    </div>`;
  }

  #renderSelect(
    id: string,
    chosen: string,
    options: readonly (readonly [string, StringKey])[],
    choose: (value: string) => void,
  ): unknown {
    return html`<select
      id=${id}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
    >
      ${options.map(
        ([value, key]) =>
          html`<option value=${value} ?selected=${value === chosen}>${this.t(key)}</option>`,
      )}
    </select>`;
  }

  /** Sets the start of the file in seconds. 0 is the default, so that it needs no trim. */
  #setStart(start: number, isCommitted: boolean): void {
    const trim =
      start === 0
        ? { trim_strategy: undefined, trim_start_time: undefined }
        : { trim_strategy: 'manual', trim_start_time: start };
    this.#setOptions(trim, isCommitted);
  }

  /**
   * Changes options of the entry; undefined removes one. An entry without a source has no options.
   */
  #setOptions(options: Record<string, unknown>, isCommitted = true): void {
    if (!this.entry?.source) return;
    const allOptions = { ...this.entry.transform, ...options };
    const setOptions = Object.entries(allOptions).filter(([, value]) => value !== undefined);
    this.change(entryOf(this.entry.source, Object.fromEntries(setOptions)), isCommitted);
  }

  /** The crop shows the first image that plays. It is read when it is wanted. */
  protected override cropOpened(): void {
    if (this.file && !isImage(this.file)) void this.#readPoster();
  }

  async #readPoster(): Promise<void> {
    this.#poster?.abort();
    const { src } = this;
    if (!src) return;
    this.#poster = new AbortController();
    const { signal } = this.#poster;
    const drawAt = this.#drawAt?.(POSTER_WIDTH);
    const read: DrawAt | undefined = this.isUnplayable
      ? drawAt
      : (start, stop) => readFrame(src, start, stop);
    const frame = await read?.(this.#start, signal).catch(() => undefined);
    if (signal.aborted) return;
    this.isUnshown = frame === undefined;
    const url = frame && URL.createObjectURL(frame);
    this.showThumbnail(url ? { src: url, release: () => URL.revokeObjectURL(url) } : undefined);
  }

  protected override renderNotes(): unknown {
    const { file } = this;
    const fileSeconds = file?.seconds ?? this.strip?.seconds;
    if (!file || isImage(file) || file.isExample || fileSeconds === undefined) {
      return super.renderNotes();
    }
    const trim = trimOf(this.#start, { fileSeconds, placeSeconds: this.editable.duration });
    // A tenth of a second is not seen.
    const note =
      trim.missing > 0.1
        ? html`<p class="hint">
            ${this.t('video.short', { seconds: secondsText(trim.missing, this.context.lang) })}
          </p>`
        : nothing;
    return html`${super.renderNotes()}${note}`;
  }
}

/** Whether the file is a still image. A GIF is treated as a video. */
function isImage({ upload, name }: MediaFile): boolean {
  return upload
    ? upload.kind === 'image' && upload.content_type !== 'image/gif'
    : IMAGE_NAME.test(name);
}

defineElement('framepress-video-field', VideoField);
