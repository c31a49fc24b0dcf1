import { css, html, LitElement, nothing } from 'lit';
import { controls, inherited } from '../look/index.ts';
import { type Crop, type CropStrategy, isSoft, type Size, shownPart } from '../media/crop.ts';
import { largestPart, moveFocus, movePart, zoomOf, zoomTo } from '../media/crop-moves.ts';
import { percentText } from '../media/time-text.ts';
import { icons } from '../stage/icons.ts';
import type { StringKey, Translate } from '../strings/index.ts';
import './crop-box.ts';
import type { CropChange } from './crop-box.ts';
import { defineElement } from './field-element.ts';
import { mediaStyles } from './media-styles.ts';

const STRATEGIES: readonly (readonly [CropStrategy, StringKey])[] = [
  ['cover', 'image.cover'],
  ['smart', 'image.smart'],
  ['contain', 'image.contain'],
  ['manual', 'image.manual'],
  ['fill', 'image.fill'],
];
const DEFAULT_BACKGROUND = '#ffffff';
const STEPS = 200;

/** Chooses how an image or a video fills its place. It fires `crop-change`, `image-size` and `image-failed`. */
class CropEditor extends LitElement {
  static override properties = {
    src: {},
    file: { attribute: false },
    place: { attribute: false },
    crop: { attribute: false },
    label: {},
    disabled: { type: Boolean },
    isBare: { type: Boolean },
    isFolded: { type: Boolean },
    isOpen: { state: true },
    t: { attribute: false },
    lang: {},
  };
  static override styles = [
    inherited,
    controls,
    mediaStyles,
    css`
      :host {
        display: grid;
        gap: 10px;
        min-width: 0;
      }
      input[type='color'] {
        width: 44px;
        height: 32px;
        padding: 2px;
        border: 1px solid var(--fp-field-line);
        border-radius: var(--fp-radius);
        background: none;
      }
      p {
        margin: 0;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      dialog {
        inline-size: min(960px, calc(100vw - 24px));
        max-block-size: calc(100dvh - 24px);
        margin: auto;
        padding: 16px 20px 20px;
        border: 1px solid var(--fp-line);
        border-radius: 12px;
        background: var(--fp-surface);
        box-shadow: 0 16px 48px rgb(0 0 0 / 30%);
        color: inherit;
        --crop-height: max(160px, min(58dvh, 620px));
      }
      dialog::backdrop {
        background: rgb(10 12 18 / 60%);
      }
      dialog[open] {
        display: grid;
        gap: 10px;
      }
      h2 {
        margin: 0;
        font-size: 1.0625rem;
        font-weight: 650;
      }
      .large {
        border-radius: var(--fp-radius);
        background: var(--fp-raised);
      }
      .done {
        justify-self: end;
      }
      button svg {
        inline-size: 16px;
        block-size: 16px;
        fill: none;
        stroke: currentColor;
        stroke-width: 2;
      }
    `,
  ];

  /** The image; without it the crop is shown in an empty frame of the file's shape. */
  declare src: string | undefined;
  declare file: Size | undefined;
  declare place: Size;
  declare crop: Crop;
  declare label: string;
  declare disabled: boolean;
  /** Only the image is shown. */
  declare isBare: boolean;
  /** The image is shown only in the large view. Opening it fires `crop-open`. */
  declare isFolded: boolean;
  /** The large view is open. */
  declare isOpen: boolean;
  declare t: Translate;
  declare lang: string;

  constructor() {
    super();
    this.disabled = false;
    this.isBare = false;
    this.isFolded = false;
    this.isOpen = false;
  }

  protected override render(): unknown {
    return html`${this.isFolded ? nothing : this.#renderBox()}
    ${this.isBare ? nothing : this.#renderActions()}`;
  }

  /** The image with its part: small in the form, or with a label as the large view. */
  #renderBox(label?: string): unknown {
    const { src, crop } = this;
    if (!src && !this.file) return nothing;
    return html`<framepress-crop-box
      class=${label === undefined ? 'small' : 'large'}
      label=${label ?? nothing}
      .src=${src ?? ''}
      .file=${this.file ?? this.place}
      .place=${this.place}
      .crop=${crop}
      ?disabled=${this.disabled || !this.file}
      @crop-change=${(event: CustomEvent<CropChange>) => this.#emit(event.detail.crop, event.detail.isCommitted)}
      @image-size=${this.#repeatEvent}
      @image-failed=${this.#repeatEvent}
    ></framepress-crop-box>`;
  }

  /** The button of the large view, which has room for a panorama. */
  #renderActions(): unknown {
    const { t, label } = this;
    const heading = t('image.crop_of', { label });
    return html`<div class="actions">
        <button class="crop" aria-label=${heading} ?disabled=${this.disabled} @click=${this.#open}>
          ${icons.crop} ${t('video.crop')}
        </button>
        <slot></slot>
      </div>
      <dialog
        aria-labelledby="heading"
        @close=${() => {
          this.isOpen = false;
        }}
      >
        ${
          this.isOpen
            ? html`<h2 id="heading">${heading}</h2>
                ${this.#renderBox(heading)}
                <p class="hint">${t('image.crop_hint')}</p>
                ${this.#renderControls()}
                <button class="primary done" @click=${() => this.renderRoot.querySelector('dialog')?.close()}>
                  ${t('image.crop_done')}
                </button>`
            : nothing
        }
      </dialog>`;
  }

  #open(): void {
    this.isOpen = true;
    this.renderRoot.querySelector('dialog')?.showModal();
    this.dispatchEvent(new CustomEvent('crop-open'));
  }

  #renderControls(): unknown {
    const { crop, t } = this;
    return html`<div class="rows" role="group" aria-label=${t('image.crop_of', { label: this.label })}>
        <label for="strategy">${t('image.fit')}</label>
        <select id="strategy" ?disabled=${this.disabled} @change=${this.#chooseStrategy}>
          ${STRATEGIES.map(
            ([strategy, key]) =>
              html`<option
                value=${strategy}
                ?selected=${strategy === crop.strategy}
                ?disabled=${strategy === 'manual' && !this.file}
              >
                ${t(key)}
              </option>`,
          )}
        </select>
        ${this.#renderOptions()}
      </div>
      ${this.#renderNote()}`;
  }

  #renderOptions(): unknown {
    const { crop } = this;
    if (crop.strategy === 'contain') return this.#renderBackground(crop.background);
    if (crop.strategy !== 'cover' && crop.strategy !== 'manual') return nothing;
    return html`${this.#renderPosition('x')}${this.#renderPosition('y')}${
      this.file ? this.#renderZoom(this.file) : nothing
    }`;
  }

  /** A slider for the position along an axis: 0 is the left or the top. */
  #renderPosition(axis: 'x' | 'y'): unknown {
    const { crop, t } = this;
    // Without its size, a focal point can still be chosen.
    const file = this.file ?? { width: 1e6, height: 1e6 };
    const side = axis === 'x' ? 'width' : 'height';
    const part = shownPart(file, this.place, crop);
    const room = file[side] - part[side];
    const isFree = this.file ? room > 0 : crop.strategy === 'cover';
    const share =
      !this.file && crop.strategy === 'cover'
        ? crop[axis === 'x' ? 'focalX' : 'focalY']
        : room > 0
          ? part[axis] / room
          : 0.5;
    const spoken = t(axis === 'x' ? 'image.from_left' : 'image.from_top', {
      share: percentText(share, this.lang),
    });
    return html`<label for=${axis}>${t(axis === 'x' ? 'image.across' : 'image.down')}</label>
      <input
        id=${axis}
        type="range"
        dir="ltr"
        min="0"
        max=${STEPS}
        aria-valuetext=${spoken}
        ?disabled=${this.disabled || !isFree}
        .value=${String(Math.round(share * STEPS))}
        @input=${(event: Event) => this.#moveTo(axis, numberOf(event) / STEPS, false)}
        @change=${(event: Event) => this.#moveTo(axis, numberOf(event) / STEPS, true)}
      />
      <output for=${axis}>${percentText(share, this.lang)}</output>`;
  }

  /**
   * The zoom of a crop, which makes it an own crop. The slider grows with the part: on its right, the part is the
   * largest.
   */
  #renderZoom(file: Size): unknown {
    const { t, place } = this;
    const part = shownPart(file, place, this.crop);
    const { width, height } = part;
    const emit = (event: Event, isCommitted: boolean) => {
      const zoom = numberOf(event) / STEPS;
      this.#emit({ strategy: 'manual', ...zoomTo(part, 1 - zoom, { file, place }) }, isCommitted);
    };
    return html`<label for="zoom">${t('image.zoom')}</label>
      <input
        id="zoom"
        type="range"
        min="0"
        max=${STEPS}
        aria-valuetext=${t('image.part', { width, height })}
        ?disabled=${this.disabled}
        .value=${String(Math.round((1 - zoomOf(part, { file, place })) * STEPS))}
        @input=${(event: Event) => emit(event, false)}
        @change=${(event: Event) => emit(event, true)}
      />
      <output for="zoom" dir="ltr">${width}×${height}</output>`;
  }

  /** The background around a contained image. Undefined: the crop has none. */
  #renderBackground(background: string | undefined): unknown {
    const { t } = this;
    const choose = (value: string | undefined, isCommitted: boolean) =>
      this.#emit(
        { strategy: 'contain', ...(value !== undefined && { background: value }) },
        isCommitted,
      );
    return html`<label class="check wide">
        <input
          type="checkbox"
          ?disabled=${this.disabled}
          .checked=${background !== undefined}
          @change=${(event: Event) =>
            choose(
              (event.target as HTMLInputElement).checked ? DEFAULT_BACKGROUND : undefined,
              true,
            )}
        />
        ${t('image.has_background')}
      </label>
      ${
        background === undefined
          ? nothing
          : html`<label for="background">${t('image.background')}</label>
              <input
                id="background"
                class="wide"
                type="color"
                ?disabled=${this.disabled}
                .value=${sixDigits(background)}
                @input=${(event: Event) => choose((event.target as HTMLInputElement).value, false)}
                @change=${(event: Event) => choose((event.target as HTMLInputElement).value, true)}
              />`
      }`;
  }

  #renderNote(): unknown {
    const { crop, file, place, t } = this;
    if (crop.strategy === 'smart') return html`<p class="hint">${t('image.smart_note')}</p>`;
    const isUnsharp = file !== undefined && crop.strategy !== 'fill' && isSoft(file, place, crop);
    return isUnsharp ? html`<p class="hint">${t('image.soft')}</p>` : nothing;
  }

  /** Changes to another kind of crop with its start values. */
  #chooseStrategy(event: Event): void {
    const strategy = (event.target as HTMLSelectElement).value as CropStrategy;
    if (strategy === 'cover') this.#emit({ strategy, focalX: 0.5, focalY: 0.5 }, true);
    else if (strategy !== 'manual') this.#emit({ strategy }, true);
    else if (this.file) {
      const { crop, file, place } = this;
      // The part that is shown now stays.
      const part =
        crop.strategy === 'cover' ? shownPart(file, place, crop) : largestPart(file, place);
      this.#emit({ strategy, ...part }, true);
    }
  }

  /**
   * Moves the crop along an axis to a share from 0 to 1. Without the file's size, only the focal
   * point of a cover crop can be moved.
   */
  #moveTo(axis: 'x' | 'y', share: number, isCommitted: boolean): void {
    const { crop, file, place } = this;
    if (crop.strategy === 'cover' && !file) {
      this.#emit({ ...crop, [axis === 'x' ? 'focalX' : 'focalY']: share }, isCommitted);
      return;
    }
    if (!file) return;
    const part = shownPart(file, place, crop);
    const side = axis === 'x' ? 'width' : 'height';
    const by = { x: 0, y: 0, [axis]: share * (file[side] - part[side]) - part[axis] };
    if (crop.strategy === 'cover') this.#emit(moveFocus(crop, part, by, file), isCommitted);
    else this.#emit({ strategy: 'manual', ...movePart(part, by, file) }, isCommitted);
  }

  #emit(crop: Crop, isCommitted: boolean): void {
    const detail: CropChange = { crop, isCommitted };
    this.dispatchEvent(new CustomEvent('crop-change', { detail }));
  }

  /** Dispatches an event of the crop box again, because it does not leave the shadow tree. */
  #repeatEvent(event: CustomEvent): void {
    this.dispatchEvent(new CustomEvent(event.type, { detail: event.detail }));
  }
}

function numberOf(event: Event): number {
  return Number((event.target as HTMLInputElement).value);
}

/** A color input knows only six digits. */
function sixDigits(color: string): string {
  const digits = color.replace('#', '').toLowerCase();
  if (!/^([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return '#000000';
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits.slice(0, 6)}`;
}

defineElement('framepress-crop-editor', CropEditor);
