import type { Destination, RenderSession, TemplateStyleVersion } from '@framepress/client';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base, define } from '../components/base.ts';
import { formActions } from '../components/dialog.ts';
import '../components/error-box.ts';
import { sizeText } from '../components/format.ts';
import { nameText } from '../words.ts';
import {
  changeOf,
  emptyFields,
  MAX_OUTPUTS,
  OUTPUT_FORMATS,
  type OutputFormat,
  QUALITIES,
  type Quality,
  type RenderOptions,
  sizeChoices,
  targetIn,
} from './render-options.ts';

const MAX_DESTINATIONS = 50;
/** The service accepts no longer titles. */
const MAX_TITLE = 500;

/**
 * Asks how a draft is rendered, and starts it. It fires `started` with `{ session }`, `refused` when the
 * draft has changed but was not started, and `close`.
 */
class StudioRenderDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    session: { attribute: false },
    version: { attribute: false },
    mappingOf: { attribute: false },
    open: { type: Boolean },
    options: { state: true },
    destinations: { state: true },
    error: { state: true },
    isBusy: { state: true },
  };
  static override styles = [
    ...base,
    formActions,
    css`
      form {
        display: grid;
        gap: 18px;
      }
      fieldset {
        display: grid;
        gap: 8px;
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        margin-block-end: 6px;
        padding: 0;
        font-weight: 600;
      }
      label.choice {
        display: grid;
        grid-template-columns: 20px minmax(0, 1fr);
        align-items: start;
        gap: 8px;
        min-height: 24px;
        font-weight: 400;
        overflow-wrap: anywhere;
      }
      label.choice input {
        width: 18px;
        height: 18px;
        margin: 2px 0 0;
        accent-color: var(--fp-accent);
      }
      label.choice .hint {
        display: block;
      }
      .pair {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
        gap: 12px;
      }
      .field {
        display: grid;
        gap: 4px;
      }
    `,
  ];

  declare app: AppContext;
  declare session: RenderSession;
  declare version: TemplateStyleVersion;
  /** Returns the mapping with all edits of the page. */
  declare mappingOf: () => { resources?: object | undefined; missing?: unknown };
  declare open: boolean;
  declare options: RenderOptions;
  declare destinations: readonly Destination[] | undefined;
  declare error: unknown;
  declare isBusy: boolean;

  constructor() {
    super();
    this.open = false;
    this.isBusy = false;
    this.options = {
      title: '',
      kind: 'preview',
      formats: ['mp4'],
      width: undefined,
      quality: 'auto',
      destinations: [],
      useExamples: false,
    };
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('open') && this.open && !this.destinations) void this.#readDestinations();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open') && this.open && this.options.title === '')
      this.#set({ title: this.session.title });
  }

  override render() {
    const { t } = this.app;
    return html`<studio-dialog
      heading=${t('options.heading')}
      close-label=${t('common.close')}
      ?open=${this.open}
      @close=${this.#close}
    >
      ${this.open ? this.#form() : nothing}
    </studio-dialog>`;
  }

  #form() {
    const { t } = this.app;
    const { formats, width, quality } = this.options;
    const { width: full, height } = this.version;
    const empty = emptyFields(this.version.editables, this.mappingOf());
    return html`<form @submit=${this.#submit}>
      <div class="field">
        <label for="title">${t('render.name')}</label>
        <input
          id="title"
          dir="auto"
          maxlength=${MAX_TITLE}
          .value=${this.options.title}
          @input=${(event: Event) => this.#set({ title: (event.target as HTMLInputElement).value })}
        />
      </div>
      <fieldset>
        <legend>${t('options.kind')}</legend>
        ${(['preview', 'final'] as const).map(
          (kind) => html`<label class="choice">
            <input
              type="radio"
              name="kind"
              .checked=${this.options.kind === kind}
              @change=${() => this.#set({ kind })}
            />
            <span>${t(`options.${kind}`)}<span class="hint">${t(`options.${kind}Hint`)}</span></span>
          </label>`,
        )}
      </fieldset>
      <fieldset>
        <legend>${t('options.formats')}</legend>
        ${OUTPUT_FORMATS.map(
          (format) => html`<label class="choice">
            <input
              type="checkbox"
              .checked=${formats.includes(format)}
              ?disabled=${!formats.includes(format) && formats.length >= MAX_OUTPUTS}
              @change=${() => this.#toggleFormat(format)}
            />
            <span>${t(`options.format.${format}`)}</span>
          </label>`,
        )}
        ${formats.length === 0 ? html`<span class="fault" role="alert">${t('options.noFormat')}</span>` : nothing}
      </fieldset>
      <div class="pair">
        <div class="field">
          <label for="size">${t('options.size')}</label>
          <select
            id="size"
            @change=${(event: Event) => {
              const { value } = event.target as HTMLSelectElement;
              this.#set({ width: value === '' ? undefined : Number(value) });
            }}
          >
            ${sizeChoices(full ?? 0, height ?? 0).map((size, index) => {
              const text = sizeText(size.width, size.height);
              return html`<option
                value=${index === 0 ? '' : size.width}
                ?selected=${index === 0 ? width === undefined : width === size.width}
              >
                ${index === 0 ? t('options.sizeFull', { size: text }) : text}
              </option>`;
            })}
          </select>
        </div>
        <div class="field">
          <label for="quality">${t('options.quality')}</label>
          <select
            id="quality"
            @change=${(event: Event) =>
              this.#set({ quality: (event.target as HTMLSelectElement).value as Quality })}
          >
            ${QUALITIES.map(
              (each) => html`<option value=${each} ?selected=${each === quality}>
                ${t(`options.quality.${each}`)}
              </option>`,
            )}
          </select>
        </div>
      </div>
      ${this.#destinationChoices()}
      <div class="form-actions">
        ${empty.length > 0 ? this.#examples(empty.length) : nothing}
        <studio-error-box .t=${t} .error=${this.error}></studio-error-box>
        <button type="button" @click=${this.#close}>${t('common.cancel')}</button>
        <button class="primary" aria-disabled=${this.isBusy} ?disabled=${formats.length === 0}>
          ${t('options.start')}
        </button>
      </div>
    </form>`;
  }

  #examples(count: number) {
    // The service refuses a render with empty fields: the browser asks for the choice before.
    return html`<label class="choice examples">
      <input
        type="checkbox"
        required
        .checked=${this.options.useExamples}
        @change=${() => this.#set({ useExamples: !this.options.useExamples })}
      />
      <span>${this.app.t('options.missing', { count })}</span>
    </label>`;
  }

  #destinationChoices() {
    const { t } = this.app;
    const { destinations = [] } = this;
    return html`<fieldset>
      <legend>${t('options.destinations')}</legend>
      ${
        destinations.length === 0
          ? html`<p class="hint">${t('options.destinationsNone')}</p>`
          : destinations.map(
              ({ prefix, name }) => html`<label class="choice">
                <input
                  type="checkbox"
                  .checked=${this.options.destinations.includes(prefix)}
                  @change=${() => this.#toggleDestination(prefix)}
                />
                <span
                  >${nameText(name, prefix)}<span class="hint"
                    >${t('options.deliveredAs', { to: targetIn(prefix) })}</span
                  ></span
                >
              </label>`,
            )
      }
    </fieldset>`;
  }

  #set(changes: Partial<RenderOptions>): void {
    this.options = { ...this.options, ...changes };
  }

  #toggleFormat(format: OutputFormat): void {
    const { formats } = this.options;
    const next = formats.includes(format)
      ? formats.filter((each) => each !== format)
      : [...formats, format];
    // The first file is the main one, which is played and delivered.
    this.#set({ formats: OUTPUT_FORMATS.filter((each) => next.includes(each)) });
  }

  #toggleDestination(prefix: string): void {
    const { destinations } = this.options;
    this.#set({
      destinations: destinations.includes(prefix)
        ? destinations.filter((each) => each !== prefix)
        : [...destinations, prefix],
    });
  }

  #close = () => {
    this.error = undefined;
    this.dispatchEvent(new CustomEvent('close'));
  };

  #submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    const { renders } = this.app.client;
    const { id } = this.session;
    try {
      await renders.update(id, changeOf(this.options, this.mappingOf()));
      const { session } = await renders.start(id, this.options.kind);
      this.dispatchEvent(new CustomEvent('started', { detail: { session } }));
    } catch (error) {
      this.error = error;
      const { code } = Object(error) as { code?: string };
      // Without its template, the draft cannot be opened again. The page keeps the texts.
      if (code !== 'template_version_unknown') this.dispatchEvent(new CustomEvent('refused'));
    } finally {
      this.isBusy = false;
    }
  };

  async #readDestinations(): Promise<void> {
    try {
      this.destinations = await this.app.client.destinations.list().toArray(MAX_DESTINATIONS);
    } catch {
      // The render works without them.
      this.destinations = [];
    }
  }
}

define('studio-render-dialog', StudioRenderDialog);
