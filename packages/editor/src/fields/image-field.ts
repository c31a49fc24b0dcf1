import { html, nothing } from 'lit';
import type { Entry, Source } from '../api/types.ts';
import { type Crop, cropOf, type Size, withCrop } from '../media/crop.ts';
import { turnedCrop } from '../media/crop-moves.ts';
import { bytesOf, isOwn, TooLarge } from '../media/file-bytes.ts';
import type { MediaFile } from '../media/media-file.ts';
import { thumbnailOf, turnImage } from '../media/page-image.ts';
import { FileRefusal } from '../media/prepare-file.ts';
import { icons } from '../stage/icons.ts';
import type { StringKey } from '../strings/index.ts';
import type { CropChange } from './crop-box.ts';
import './crop-editor.ts';
import type { EditorApi } from '../api/editor-api.ts';
import { defineElement } from './field-element.ts';
import { MediaField } from './media-field.ts';

/** Twice the width of the box that shows it. */
const MAX_SIDE = 960;

/** Larger files of the service are not read for a thumbnail. */
const MAX_READ_BYTES = 20_000_000;

/** An image for showing. `release` frees it. */
type Thumbnail = { src: string; release: () => void };

const NOTHING_TO_FREE = () => {};

/** Larger files are not read again from the service to turn them. */
const MAX_TURNED_BYTES = 256_000_000;
/** The width of the copy that the service makes of an image that the browser cannot turn. */
const COPY_WIDTH = 3840;

/** A field for an image: the file, how it fills its place, and quarter turns. */
export class ImageField extends MediaField {
  static override properties = {
    ...MediaField.properties,
    thumbnail: { state: true },
    seenSize: { state: true },
    isUnshown: { state: true },
  };

  declare protected thumbnail: Thumbnail | undefined;
  /** The size of a file that the service did not probe. */
  declare protected seenSize: Size | undefined;
  declare protected isUnshown: boolean;
  protected readonly kind: 'image' | 'video' = 'image';
  /** Quarter turns of the file that is being sent. */
  #turns = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.showThumbnail(undefined);
  }

  protected override fileChanged(file: MediaFile | undefined, signal: AbortSignal): void {
    this.seenSize = undefined;
    this.isUnshown = false;
    // The image before has another shape.
    this.showThumbnail(undefined);
    if (file) void this.#makeThumbnail(file, signal);
  }

  /** Shows an image of the file. `isUnshown`: neither the page nor the service can draw it. */
  async #makeThumbnail(file: MediaFile, signal: AbortSignal): Promise<void> {
    const thumbnailImage = await thumbnail(file, this.context.api, signal).catch(() => undefined);
    if (signal.aborted) return thumbnailImage?.release();
    this.isUnshown = thumbnailImage === undefined;
    this.showThumbnail(thumbnailImage);
  }

  /** Replaces the image that is shown, and frees the former one. */
  protected showThumbnail(next: Thumbnail | undefined): void {
    this.thumbnail?.release();
    this.thumbnail = next;
  }

  /** The size of the place in pixels of the video, at least 1×1. */
  protected get place(): Size {
    const { width = 1, height = 1 } = this.editable;
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  /** The template's defaults for a transform. */
  protected get defaults(): Record<string, unknown> {
    return this.editable.default_transform ?? {};
  }

  protected cropOf(transform?: Readonly<Record<string, unknown>>): Crop {
    return cropOf(transform, this.defaults);
  }

  /** How a file fills its place stays, except for a rectangle in the file before. */
  protected override entryFor(source: Record<string, string>): Entry {
    const { transform } = this.entry ?? {};
    const crop = this.cropOf(transform);
    const isKept = crop.strategy !== 'manual' && crop.strategy !== 'cover';
    return entryOf(source, withCrop(transform, isKept ? crop : this.cropOf(), this.defaults));
  }

  protected override renderMedia(): unknown {
    const { file } = this;
    if (!file) return nothing;
    return html`${this.renderCrop(file)}
      <p class="name"><bdi>${file.isExample ? this.t('field.example') : file.name}</bdi></p>`;
  }

  protected renderCrop(file: MediaFile, isFolded = false): unknown {
    const src = this.thumbnail?.src;
    const { t, lang } = this.context;
    return html`${this.isUnshown ? html`<p class="hint">${this.t('file.no_preview')}</p>` : nothing}
      <framepress-crop-editor
        .src=${this.isUnshown ? undefined : src}
        .file=${file.size ?? this.seenSize}
        .place=${this.place}
        .crop=${this.cropOf(this.entry?.transform)}
        .label=${this.editable.label}
        ?disabled=${this.disabled || file.isExample}
        .isBare=${file.isExample}
        .isFolded=${isFolded}
        .t=${t}
        .lang=${lang}
        @crop-change=${this.#changeCrop}
        @image-size=${this.#keepSeenSize}
        @image-failed=${() => {
          this.isUnshown = true;
        }}
        @crop-open=${this.cropOpened}
        >${this.disabled || file.isExample || isFolded ? nothing : this.renderTurn()}</framepress-crop-editor
      >`;
  }

  /** Is called when the large view of the crop is opened. */
  protected cropOpened(): void {}

  protected renderTurn(): unknown {
    return html`<div class="sources" role="group" aria-label=${this.t('image.turn')}>
      ${this.#renderTurnButton(3, 'image.turn_left', icons.undo)}
      ${this.#renderTurnButton(1, 'image.turn_right', icons.redo)}
    </div>`;
  }

  #renderTurnButton(quarterTurns: number, key: StringKey, icon: unknown): unknown {
    const label = this.t(key);
    return html`<button
      class="small"
      aria-label=${label}
      title=${label}
      @click=${() => this.#turn(quarterTurns)}
    >
      ${icon}
    </button>`;
  }

  #keepSeenSize(event: CustomEvent<Size>): void {
    const { width, height } = event.detail;
    // A thumbnail of an upload is smaller than the upload.
    if (!this.file?.upload && width > 0) this.seenSize = { width, height };
  }

  /**
   * Changes the crop of the entry, and keeps its other options. A speed without a movement is left
   * out.
   */
  #changeCrop(event: CustomEvent<CropChange>): void {
    const { crop, isCommitted } = event.detail;
    if (!this.entry?.source) return;
    const {
      animate_strategy: motion,
      animate_speed: speed,
      ...otherOptions
    } = this.entry.transform ?? {};
    // An image with its own crop cannot move.
    const moves = crop.strategy !== 'manual' && motion !== undefined;
    const others = { ...otherOptions, ...(moves && { animate_strategy: motion }) };
    const paced = moves && speed !== undefined ? { ...others, animate_speed: speed } : others;
    this.change(entryOf(this.entry.source, withCrop(paced, crop, this.defaults)), isCommitted);
  }

  /** Sends the file again, turned clockwise. A mapping itself cannot turn an image. */
  async #turn(quarterTurns: number): Promise<void> {
    const { file } = this;
    if (!file || this.disabled) return;
    // A click while the turned file is being sent turns it once more.
    const turns = (this.#turns + quarterTurns) % 4;
    this.#turns = turns;
    if (turns === 0) return this.cancelSending();
    let crop = this.cropOf(this.entry?.transform);
    for (let turn = 0; turn < turns; turn++) crop = turnedCrop(crop);
    const entryFor = (source: Record<string, string>) =>
      entryOf(source, withCrop(this.entry?.transform, crop, this.defaults));
    await this.sendMade(file.name, () => this.#turnedFile(file, turns), entryFor);
    if (this.#turns === turns) this.#turns = 0;
  }

  /**
   * Returns the file turned clockwise. Throws a `FileRefusal` if it is too large or the browser
   * cannot draw it, unless a copy of the service can be turned.
   */
  async #turnedFile(file: MediaFile, quarterTurns: number): Promise<File> {
    const { api } = this.context;
    const original = await bytesOf(file, api, undefined, MAX_TURNED_BYTES).catch(
      (error: unknown) => {
        if (error instanceof TooLarge) return undefined;
        throw error;
      },
    );
    let turned = original ? await turnImage(original, quarterTurns) : 'too large';
    const id = file.upload?.id;
    // Browsers cannot read HEIC or TIFF. The service makes a copy that they can.
    if (!(turned instanceof Blob) && id !== undefined) {
      const copy = await api.thumbnail(id, { width: COPY_WIDTH });
      const isPhoto = /hei[cf]/.test(file.upload?.content_type ?? '');
      turned = await turnImage(copy, quarterTurns, isPhoto ? 'image/jpeg' : 'image/png');
    }
    if (turned instanceof Blob) return new File([turned], file.name, { type: turned.type });
    throw new FileRefusal(turned === 'too large' ? 'image.turn_too_large' : 'image.turn_format');
  }
}

/** Returns an entry, without an empty transform. */
export function entryOf(source: Source, transform: Record<string, unknown>): Entry {
  const isEmpty = Object.keys(transform).length === 0;
  return {
    source,
    ...(!isEmpty && { transform: transform as NonNullable<Entry>['transform'] & object }),
  };
}

/**
 * Returns an image of a file for showing: made from the file in the page, or by the service if the
 * browser cannot read it or it is too large for the page. Undefined if neither can show it.
 */
async function thumbnail(
  file: MediaFile,
  api: EditorApi,
  signal: AbortSignal,
): Promise<Thumbnail | undefined> {
  // A page may show images of other servers although it may not read them.
  if (!file.blob && !isOwn(file, api)) return { src: file.url, release: NOTHING_TO_FREE };
  const bytes = file.upload?.bytes ?? 0;
  if (file.blob || bytes <= MAX_READ_BYTES) {
    const read = await bytesOf(file, api, signal, MAX_READ_BYTES).catch(() => undefined);
    signal.throwIfAborted();
    const smallImage = read && (await thumbnailOf(read, MAX_SIDE));
    if (smallImage) return thumbnailFrom(smallImage);
  }
  if (!file.upload) return undefined;
  return thumbnailFrom(await api.thumbnail(file.upload.id, { width: MAX_SIDE }, { signal }));
}

/** Returns an image with an address of the page. The caller must release it. */
function thumbnailFrom(blob: Blob): Thumbnail {
  const src = URL.createObjectURL(blob);
  return { src, release: () => URL.revokeObjectURL(src) };
}

defineElement('framepress-image-field', ImageField);
