import type { Destination, TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { sizeText } from '../components/format.ts';
import {
  OUTPUT_FORMATS,
  type OutputFormat,
  QUALITIES,
  type Quality,
  sizeChoices,
  targetIn,
} from '../shared/render-options.ts';
import { nameText } from '../words.ts';

const MAX_DESTINATIONS = 50;

/** The files of all rows, and the destinations that get them. */
export type BatchOutput = {
  format: OutputFormat;
  /** Pixels; undefined: as the template was designed. */
  width: number | undefined;
  quality: Quality;
  /** Prefixes of destinations. */
  destinations: readonly string[];
};

export const DEFAULT_OUTPUT: BatchOutput = {
  format: 'mp4',
  width: undefined,
  quality: 'auto',
  destinations: [],
};

/** Returns the fields of a batch that stand for an output. */
export function outputFields({ format, width, quality, destinations }: BatchOutput) {
  const output = {
    ...(format !== 'mp4' && { format }),
    ...(width !== undefined && { width }),
    ...(quality !== 'auto' && { quality }),
  };
  return {
    ...(Object.keys(output).length > 0 && { output }),
    ...(destinations.length > 0 && {
      external_uploads: destinations.map((prefix) => ({ to: targetIn(prefix) })),
    }),
  };
}

/** Format, size, quality and destinations of a batch. It fires `output` with the new choices. */
class StudioBatchOutput extends AppElement {
  static override properties = {
    version: { attribute: false },
    output: { attribute: false },
    destinations: { state: true },
  };
  static override styles = css`
    .pair {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(190px, 1fr));
      gap: 12px;
    }
    fieldset {
      display: grid;
      gap: 8px;
      min-width: 0;
      margin: 12px 0 0;
      padding: 0;
      border: 0;
    }
    legend {
      margin-block-end: 6px;
      padding: 0;
      font-weight: 500;
    }
    .choice {
      display: grid;
      grid-template-columns: 20px minmax(0, 1fr);
      gap: 8px;
      overflow-wrap: anywhere;
    }
    .choice input {
      margin: 2px 0 0;
    }
    .choice .hint {
      display: block;
    }
  `;

  declare version: TemplateStyleVersionSummary | undefined;
  declare output: BatchOutput;
  declare destinations: readonly Destination[];
  #leaving = new AbortController();

  constructor() {
    super();
    this.output = DEFAULT_OUTPUT;
    this.destinations = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    queueMicrotask(() => void this.#readDestinations());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  override render() {
    const { t, output } = this;
    const { width: full, height } = this.version ?? {};
    const select = (
      name: 'format' | 'width' | 'quality',
      label: string,
      options: readonly { value: string; text: string }[],
      read: (value: string) => unknown = (value) => value,
    ) => html`<div class="field">
      <label for=${name}>${label}</label>
      <select
        id=${name}
        @change=${(event: Event) =>
          this.#set({ [name]: read((event.target as HTMLSelectElement).value) })}
      >
        ${options.map(
          ({
            value,
            text,
          }) => html`<option value=${value} .selected=${value === String(output[name] ?? '')}>
            ${text}
          </option>`,
        )}
      </select>
    </div>`;
    const formats = OUTPUT_FORMATS.map((value) => ({ value, text: t(`options.format.${value}`) }));
    const qualities = QUALITIES.map((value) => ({ value, text: t(`options.quality.${value}`) }));
    const sizes = sizeChoices(full ?? 0, height ?? 0).map((size, index) => {
      const text = sizeText(size.width, size.height);
      return index === 0
        ? { value: '', text: full ? t('options.sizeFull', { size: text }) : '–' }
        : { value: String(size.width), text };
    });
    const readWidth = (value: string) => (value === '' ? undefined : Number(value));
    return html`<div class="pair">
        ${select('format', t('newBatch.format'), formats)}
        ${select('width', t('options.size'), sizes, readWidth)}
        ${select('quality', t('options.quality'), qualities)}
      </div>
      ${this.destinations.length > 0 ? this.#destinationChoices() : nothing}`;
  }

  #destinationChoices() {
    const { t, output } = this;
    return html`<fieldset>
      <legend>${t('options.destinations')}</legend>
      ${this.destinations.map(
        ({ prefix, name }) => html`<label class="choice">
          <input
            type="checkbox"
            .checked=${output.destinations.includes(prefix)}
            @change=${() => this.#toggle(prefix)}
          />
          <span
            >${nameText(name, prefix)}<span class="hint"
              >${t('options.deliveredAs', { to: targetIn(prefix) })}</span
            ></span
          >
        </label>`,
      )}
    </fieldset>`;
  }

  #toggle(prefix: string): void {
    const { destinations } = this.output;
    this.#set({
      destinations: destinations.includes(prefix)
        ? destinations.filter((each) => each !== prefix)
        : [...destinations, prefix],
    });
  }

  #set(changes: Partial<BatchOutput>): void {
    this.emit('output', { ...this.output, ...changes });
  }

  async #readDestinations(): Promise<void> {
    try {
      const list = this.app.client.destinations.list({}, { signal: this.#leaving.signal });
      this.destinations = await list.toArray(MAX_DESTINATIONS);
    } catch {
      // The batch works without them.
    }
  }
}

define('studio-batch-output', StudioBatchOutput);
