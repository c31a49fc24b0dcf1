import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { define } from '../components/define.ts';
import '../components/error-box.ts';
import { durationText } from '../components/format.ts';
import type { RowMapping } from './row-mapping.ts';

const TYPING_MS = 250;
const WIDTH = 640;

/** A frame of the video that a row becomes, drawn by the service while the row changes. */
class StudioRowPreview extends LitElement {
  static override properties = {
    app: { attribute: false },
    mapping: { attribute: false },
    row: { type: Number },
    duration: { type: Number },
    ratio: {},
    at: { state: true },
    url: { state: true },
    error: { state: true },
    isBusy: { state: true },
  };
  static override styles = [
    ...base,
    css`
      .frame {
        display: grid;
        place-items: center;
        width: 100%;
        max-height: 60vh;
        aspect-ratio: var(--ratio, 16 / 9);
        border-radius: 10px;
        background: var(--fp-raised);
        overflow: hidden;
      }
      img {
        width: 100%;
        height: 100%;
        object-fit: contain;
      }
      .busy img {
        opacity: 0.6;
      }
      .moment {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: 10px;
        min-height: 36px;
        margin-block-start: 8px;
      }
      .moment output {
        min-width: 4em;
        color: var(--fp-muted);
        font-size: 0.8125rem;
        text-align: end;
      }
      input[type='range'] {
        width: 100%;
        accent-color: var(--fp-accent);
      }
      [role='status'] {
        min-height: 1.5em;
        color: var(--fp-muted);
        font-size: 0.8125rem;
      }
    `,
  ];

  declare app: AppContext;
  declare mapping: RowMapping | undefined;
  declare row: number;
  /** Length of the video in seconds. */
  declare duration: number;
  /** `16 / 9` */
  declare ratio: string;
  declare at: number | undefined;
  declare url: string | undefined;
  declare error: unknown;
  declare isBusy: boolean;
  #drawn = '';
  #drawing: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.row = 1;
    this.duration = 0;
    this.ratio = '16 / 9';
    this.isBusy = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#drawing?.abort();
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = undefined;
    this.#drawn = '';
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('mapping') && !changed.has('at') && !changed.has('duration')) return;
    const { mapping } = this;
    const wanted = mapping ? JSON.stringify([mapping, this.#moment]) : '';
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    clearTimeout(this.#timer);
    if (mapping) this.#timer = setTimeout(() => void this.#draw(mapping), TYPING_MS);
  }

  override render() {
    const { app, url, row, isBusy } = this;
    const { t, lang } = app;
    return html`<div
        class="frame ${isBusy ? 'busy' : ''}"
        ${customProperties({ '--ratio': this.ratio })}
      >
        ${
          url
            ? html`<img src=${url} alt=${t('newBatch.previewAlt', { row })} />`
            : html`<span class="muted">${this.mapping ? nothing : t('newBatch.previewNone')}</span>`
        }
      </div>
      <div class="moment">
        <label for="at">${t('newBatch.moment')}</label>
        <input
          id="at"
          type="range"
          dir="ltr"
          min="0"
          max=${Math.max(0.1, this.duration)}
          step="0.1"
          .value=${String(this.#moment)}
          aria-valuetext=${durationText(this.#moment, lang)}
          @input=${(event: Event) => {
            this.at = Number((event.target as HTMLInputElement).value);
          }}
        />
        <output>${durationText(this.#moment, lang)}</output>
      </div>
      <div role="status">${isBusy ? t('newBatch.previewing') : nothing}</div>
      <studio-error-box .t=${t} .error=${this.error}></studio-error-box>`;
  }

  /** In the middle at first: the beginning of a template is often empty. */
  get #moment(): number {
    const last = Math.max(0, this.duration - 0.1);
    return Math.min(this.at ?? Math.round(this.duration * 5) / 10, last);
  }

  /** Draws the newest state. The last frame stays until the new one is there. */
  async #draw(mapping: RowMapping): Promise<void> {
    this.#drawing?.abort();
    const drawing = new AbortController();
    this.#drawing = drawing;
    const { signal } = drawing;
    this.isBusy = true;
    try {
      const at = Math.max(0, this.#moment);
      const body = { mapping, at, width: WIDTH, format: 'jpeg' };
      const { stills } = this.app.client;
      const blob = await stills.create(body as Parameters<typeof stills.create>[0], { signal });
      if (signal.aborted) return;
      if (this.url) URL.revokeObjectURL(this.url);
      this.url = URL.createObjectURL(blob);
      this.error = undefined;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    } finally {
      if (this.#drawing === drawing) this.isBusy = false;
    }
  }
}

define('studio-row-preview', StudioRowPreview);
