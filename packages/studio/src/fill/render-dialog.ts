import type { Destination, RenderSession, TemplateStyleVersion } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { FormDialog } from '../components/dialog.ts';
import { sizeText } from '../components/format.ts';
import { ratioText } from '../shared/frame-shape.ts';
import {
  emptyFields,
  MAX_OUTPUTS,
  OUTPUT_FORMATS,
  type OutputFormat,
  QUALITIES,
  type Quality,
  type RenderOptions,
  sizeChoices,
  targetIn,
} from '../shared/render-options.ts';
import { nameText } from '../words.ts';
import { type OtherSize, startSizes } from './start-sizes.ts';
import { titleFor } from './video-title.ts';

const MAX_DESTINATIONS = 50;
/** The service accepts no longer titles. */
const MAX_TITLE = 500;

/** Asks how a draft is rendered, and starts it. It fires `started` with `{ groupId }`. */
class StudioRenderDialog extends FormDialog {
  static override properties = {
    session: { attribute: false },
    version: { attribute: false },
    mappingOf: { attribute: false },
    currentTitle: { attribute: false },
    others: { attribute: false },
    leftOut: { state: true },
    options: { state: true },
    destinations: { state: true },
  };
  static override styles = [
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
        margin: 2px 0 0;
      }
      label.choice .hint {
        display: block;
      }
      .kinds {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
        gap: 10px;
      }
      label.kind {
        display: grid;
        grid-template-columns: 20px minmax(0, 1fr);
        align-content: start;
        gap: 2px 8px;
        padding: 12px;
        border: 1px solid var(--fp-line);
        border-radius: var(--fp-radius);
        font-weight: 400;
        cursor: pointer;
      }
      label.kind:has(:checked) {
        border-color: var(--fp-accent);
        background: color-mix(in srgb, var(--fp-accent) 8%, transparent);
        box-shadow: inset 0 0 0 1px var(--fp-accent);
      }
      .kind strong {
        font-weight: 600;
      }
      .kind .hint {
        grid-column: 1 / -1;
      }
      summary {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 12px;
        padding: 10px 0;
        border-radius: var(--fp-radius);
        font-weight: 500;
        cursor: pointer;
      }
      summary > :first-child::before {
        display: inline-block;
        width: 1.2em;
        content: '▸';
      }
      :host(:dir(rtl)) summary > :first-child::before {
        content: '◂';
      }
      details[open] summary > :first-child::before {
        content: '▾';
      }
      summary .hint {
        font-weight: 400;
      }
      details {
        border-block: 1px solid var(--fp-line);
      }
      .more {
        display: grid;
        gap: 18px;
        padding-block: 6px 14px;
      }
      .examples {
        display: grid;
        flex: 1 1 100%;
        gap: 4px;
      }
      .examples .fault {
        margin-inline-start: 28px;
      }
      .pair {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
        gap: 12px;
      }
    `,
  ];

  declare session: RenderSession;
  declare version: TemplateStyleVersion;
  /** Returns the mapping with all edits of the page. */
  declare mappingOf: () => { resources?: object | undefined; missing?: unknown };
  /** The title of the video, as the person wrote it last. */
  declare currentTitle: string;
  /** The other sizes of the template. */
  declare others: readonly OtherSize[];
  /** The versions of the sizes that are not made. */
  declare leftOut: ReadonlySet<string>;
  declare options: RenderOptions;
  declare destinations: readonly Destination[] | undefined;

  /** The person has written a title here. */
  #hasOwnTitle = false;

  constructor() {
    super();
    this.currentTitle = '';
    this.others = [];
    this.leftOut = new Set();
    this.options = {
      title: '',
      kind: 'preview',
      formats: ['mp4'],
      width: undefined,
      quality: 'auto',
      destinations: [],
      // A preview with some own texts is what people mostly want.
      useExamples: true,
    };
  }

  protected override onOpen(): void {
    super.onOpen();
    if (!this.destinations) void this.#readDestinations();
    if (!this.#hasOwnTitle) this.#setOptions({ title: this.#proposedTitle() });
  }

  protected override headingText() {
    return this.t('options.heading');
  }

  protected override actionText() {
    return this.t('options.start');
  }

  protected override get isComplete() {
    return this.options.formats.length > 0 && (this.options.useExamples || !this.#hasEmptyFields);
  }

  protected override fields() {
    const { t } = this;
    return html`<div class="field">
        <label for="title">${t('render.name')}</label>
        <input
          id="title"
          dir="auto"
          maxlength=${MAX_TITLE}
          .value=${this.options.title}
          @input=${(event: Event) => {
            this.#hasOwnTitle = true;
            this.#setOptions({ title: (event.target as HTMLInputElement).value });
          }}
        />
      </div>
      ${this.others.length > 0 ? this.#sizes() : nothing}
      <fieldset>
        <legend>${t('options.kind')}</legend>
        <div class="kinds">
          ${(['preview', 'final'] as const).map(
            (kind) => html`<label class="kind">
              <input
                type="radio"
                name="kind"
                .checked=${this.options.kind === kind}
                @change=${() => this.#setOptions({ kind })}
              />
              <strong>${t(`options.${kind}`)}</strong>
              <span class="hint">${t(`options.${kind}Hint`)}</span>
            </label>`,
          )}
        </div>
      </fieldset>
      <details>
        <summary>
          <span>${t('options.more')}</span>
          <span class="hint" dir="auto">${this.#summaryText()}</span>
        </summary>
        <div class="more">${this.#fileOptions()} ${this.#destinationChoices()}</div>
      </details>`;
  }

  /** What is made while nothing else is chosen, in a few words: `MP4 · 1920 × 1080`. */
  #summaryText(): string {
    const { formats, width } = this.options;
    const sizes = sizeChoices(this.version.width ?? 0, this.version.height ?? 0);
    const size = sizes.find((each) => each.width === width) ?? sizes[0];
    const names = formats.map((format) => format.toUpperCase()).join(', ');
    return [names, size && sizeText(size.width, size.height)].filter(Boolean).join(' · ');
  }

  /** The files, their size and their quality, which few people change. */
  #fileOptions() {
    const { t } = this;
    const { formats, width, quality } = this.options;
    const { width: full, height } = this.version;
    return html`<fieldset>
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
              this.#setOptions({ width: value === '' ? undefined : Number(value) });
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
              this.#setOptions({ quality: (event.target as HTMLSelectElement).value as Quality })}
          >
            ${QUALITIES.map(
              (each) => html`<option value=${each} ?selected=${each === quality}>
                ${t(`options.quality.${each}`)}
              </option>`,
            )}
          </select>
        </div>
      </div>
`;
  }

  /** The title of a person; a title that is only the name of the template gets the first text before it. */
  #proposedTitle(): string {
    const { currentTitle, version } = this;
    return titleFor(currentTitle, { version, mapping: this.mappingOf() });
  }

  /** The sizes of the template, of which that of the draft is always made. */
  #sizes() {
    const { t, others, leftOut } = this;
    const { width, height } = this.version;
    const draftSize = { width: width ?? 0, height: height ?? 0 };
    return html`<fieldset>
      <legend>${t('options.sizes')}</legend>
      <label class="choice">
        <input type="checkbox" checked disabled />
        <span>${ratioText(draftSize)}<span class="hint">${sizeText(draftSize.width, draftSize.height)}</span></span>
      </label>
      ${others.map(
        (size) => html`<label class="choice">
          <input
            type="checkbox"
            .checked=${!leftOut.has(size.versionId)}
            @change=${() => this.#toggleSize(size.versionId)}
          />
          <span
            >${ratioText(size)}<span class="hint">${sizeText(size.width, size.height)}</span></span
          >
        </label>`,
      )}
    </fieldset>`;
  }

  #toggleSize(versionId: string): void {
    const leftOut = new Set(this.leftOut);
    if (!leftOut.delete(versionId)) leftOut.add(versionId);
    this.leftOut = leftOut;
  }

  get #hasEmptyFields(): boolean {
    return emptyFields(this.version.editables, this.mappingOf()).length > 0;
  }

  /** A choice to use the examples of empty fields, if there are some. Without it, nothing can be rendered. */
  protected override lastField() {
    const count = emptyFields(this.version.editables, this.mappingOf()).length;
    if (count === 0) return nothing;
    const { useExamples } = this.options;
    return html`<div class="examples">
      <label class="choice">
        <input
          type="checkbox"
          aria-describedby=${useExamples ? nothing : 'examples-fault'}
          .checked=${useExamples}
          @change=${() => this.#setOptions({ useExamples: !useExamples })}
        />
        <span>${this.t('options.missing', { count })}</span>
      </label>
      ${
        useExamples
          ? nothing
          : html`<p class="fault" id="examples-fault" role="alert">${this.t('options.examplesNeeded')}</p>`
      }
    </div>`;
  }

  /** The destinations of the account, by their prefix. */
  #destinationChoices() {
    const { t } = this;
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

  #setOptions(changes: Partial<RenderOptions>): void {
    this.options = { ...this.options, ...changes };
  }

  #toggleFormat(format: OutputFormat): void {
    const { formats } = this.options;
    const next = formats.includes(format)
      ? formats.filter((each) => each !== format)
      : [...formats, format];
    // The first file is the main one, which is played and delivered.
    this.#setOptions({ formats: OUTPUT_FORMATS.filter((each) => next.includes(each)) });
  }

  /** Adds or removes a destination, by its prefix. */
  #toggleDestination(prefix: string): void {
    const { destinations } = this.options;
    this.#setOptions({
      destinations: destinations.includes(prefix)
        ? destinations.filter((each) => each !== prefix)
        : [...destinations, prefix],
    });
  }

  /**
   * Saves the options in the draft, then starts its render. After a failure the editor goes on: it merges
   * what was saved here when it saves again.
   */
  protected override async send(): Promise<void> {
    const { app, session, version, options, leftOut } = this;
    const others = this.others.filter(({ versionId }) => !leftOut.has(versionId));
    const mapping = this.mappingOf();
    const groupId = await startSizes(app.client, { session, version, others, options, mapping });
    this.emit('started', { groupId });
  }

  /** Reads the destinations when the dialog is opened first. */
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
