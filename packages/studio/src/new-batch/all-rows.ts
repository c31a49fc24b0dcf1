import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/file-drop.ts';
import { icon } from '../components/icons.ts';
import type { EditableInfo, Editables } from '../shared/map-columns.ts';
import { sectionStyles } from '../shared/section-styles.ts';

type Source = Record<string, unknown>;
/** The sources of entries for all rows, by the names of editables. */
export type AllRows = Readonly<Record<string, Source>>;

const MEDIA = ['image', 'video', 'audio'];
const ACCEPTED: Readonly<Record<string, string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
};
const DEFAULT_COLOR = '#1a4fd6';

type Range = { min?: number; max?: number; step?: number };
type Info = EditableInfo & Range & { example_text?: string; example_value?: unknown };

/**
 * Content that is the same in all videos of a batch. It fires `values` with the new values, and `names` with the
 * names of files.
 */
export class StudioAllRows extends AppElement {
  static override properties = {
    editables: { attribute: false },
    values: { attribute: false },
    names: { attribute: false },
    uploading: { state: true },
    error: { state: true },
  };
  static override styles = [
    sectionStyles,
    css`
      :host > p {
        margin-block-end: 12px;
      }
      ul {
        display: grid;
        gap: 12px;
        margin: 0 0 12px;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: end;
        gap: 4px 8px;
      }
      .file {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        min-width: 0;
      }
      .file bdi {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      input[type='color'] {
        width: 72px;
        height: 38px;
        padding: 4px;
        border: 1px solid var(--fp-field-line);
        border-radius: var(--fp-radius);
        background: var(--fp-surface);
      }
      textarea {
        min-height: 38px;
        resize: vertical;
        field-sizing: content;
      }
      .check {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: 36px;
      }
    `,
  ];

  /** The editables that no column fills. */
  declare editables: Editables;
  declare values: AllRows;
  /** The names of chosen files, by the editables. */
  declare names: Readonly<Record<string, string>>;
  /** The editable whose file is sent. */
  declare uploading: string | undefined;
  declare error: unknown;
  #leaving = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  override render() {
    const { t, editables, values } = this;
    const chosenNames = Object.keys(values).filter((name) => Object.hasOwn(editables, name));
    const otherNames = Object.keys(editables).filter(
      (name) => !Object.hasOwn(values, name) && editables[name]?.input_type !== 'font',
    );
    return html`<p class="muted">${t('newBatch.allRowsText')}</p>
      ${errorBox(t, this.error, () => {
        this.error = undefined;
      })}
      ${
        chosenNames.length > 0
          ? html`<ul>
              ${chosenNames.map((name) => this.#item(name, editables[name] as Info))}
            </ul>`
          : nothing
      }
      ${
        otherNames.length > 0
          ? html`<select aria-label=${t('newBatch.addValue')} @change=${this.#add}>
              <option value="" .selected=${true}>${t('newBatch.addValue')}</option>
              ${otherNames.map((name) => html`<option value=${name}>${editables[name]?.label}</option>`)}
            </select>`
          : nothing
      }`;
  }

  #item(name: string, info: Info) {
    const { t } = this;
    return html`<li>
      <div class="field">
        ${
          info.input_type === 'checkbox'
            ? nothing
            : html`<label for="value-${name}"><bdi>${info.label}</bdi></label>`
        }
        ${this.#control(name, info)}
      </div>
      <button
        class="plain"
        aria-label=${t('newBatch.removeValue', { name: info.label })}
        @click=${() => this.#remove(name)}
      >
        ${icon('close')}
      </button>
    </li>`;
  }

  #control(name: string, info: Info) {
    const { input_type: type, label, min, max, step, options = [] } = info;
    const value = this.values[name]?.[type];
    const id = `value-${name}`;
    const change = (read: (input: HTMLInputElement) => unknown) => (event: Event) =>
      this.#set(name, { [type]: read(event.target as HTMLInputElement) });
    if (MEDIA.includes(type)) return this.#fileControl(name, info);
    switch (type) {
      case 'color':
        return html`<input
          id=${id}
          type="color"
          .value=${String(value)}
          @input=${change((input) => input.value)}
        />`;
      case 'number':
        return html`<input
          id=${id}
          type="number"
          min=${min ?? nothing}
          max=${max ?? nothing}
          step=${step ?? 'any'}
          .value=${String(value)}
          @input=${change((input) => Number(input.value))}
        />`;
      case 'checkbox':
        return html`<label class="check">
          <input id=${id} type="checkbox" .checked=${value === true} @change=${change((input) => input.checked)} />
          <bdi>${label}</bdi>
        </label>`;
      case 'menu':
        return html`<select id=${id} @change=${change((input) => input.value)}>
          ${options.map((option) => html`<option .selected=${option === value}>${option}</option>`)}
        </select>`;
      case 'point':
        return this.#pointControl(name, label);
      default:
        return html`<textarea
          id=${id}
          rows="1"
          dir="auto"
          .value=${String(value ?? '')}
          @input=${change((input) => input.value)}
        ></textarea>`;
    }
  }

  #pointControl(name: string, label: string) {
    const point = this.values[name]?.['point'] as { x: number; y: number };
    const field = (axis: 'x' | 'y') => html`<input
      id=${axis === 'x' ? `value-${name}` : nothing}
      type="number"
      step="any"
      aria-label="${label} ${axis}"
      .value=${String(point[axis])}
      @input=${(event: Event) =>
        this.#set(name, {
          point: { ...point, [axis]: Number((event.target as HTMLInputElement).value) },
        })}
    />`;
    return html`<div class="file">${field('x')} ${field('y')}</div>`;
  }

  #fileControl(name: string, { input_type: type }: Info) {
    const { t } = this;
    const chosenFile = this.names[name];
    return html`<div class="file">
      <studio-file-drop
        compact
        id="value-${name}"
        label=${t(chosenFile ? 'newBatch.another' : 'newBatch.chooseFile')}
        accept=${ACCEPTED[type] ?? ''}
        @files=${(event: CustomEvent<{ files: File[] }>) => void this.#upload(name, event)}
      ></studio-file-drop>
      <span role="status">
        ${this.uploading === name ? t('newBatch.uploadingFile') : html`<bdi>${chosenFile ?? ''}</bdi>`}
      </span>
    </div>`;
  }

  #add = (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const name = select.value;
    select.value = '';
    const info = this.editables[name] as Info | undefined;
    if (info) this.#set(name, firstSource(info));
  };

  /** Puts the focus into the field of a value. */
  async focusValue(name: string): Promise<void> {
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLElement>(`#value-${CSS.escape(name)}`);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }

  #set(name: string, source: Source): void {
    this.emit('values', { ...this.values, [name]: source });
  }

  #remove(name: string): void {
    const { [name]: _, ...values } = this.values;
    this.emit('values', values);
  }

  /** Sends a file at once, so that the preview shows it. */
  async #upload(name: string, event: CustomEvent<{ files: File[] }>): Promise<void> {
    event.stopPropagation();
    const [file] = event.detail.files;
    if (!file || this.uploading !== undefined) return;
    this.uploading = name;
    this.error = undefined;
    const { signal } = this.#leaving;
    try {
      const { id } = await this.app.client.uploads.create(file, { filename: file.name, signal });
      this.emit('names', { ...this.names, [name]: file.name });
      this.#set(name, { upload_id: id });
    } catch (error) {
      if (!signal.aborted) this.error = error;
    } finally {
      this.uploading = undefined;
    }
  }
}

/** Returns the source with which a field begins: the value of the template. */
export function firstSource(info: EditableInfo): Source {
  const {
    input_type: type,
    example_text: text = '',
    example_value: value,
    options = [],
  } = info as Info;
  switch (type) {
    case 'color':
      return { color: /^#?[0-9a-f]{6}$/i.test(text) ? `#${text.replace('#', '')}` : DEFAULT_COLOR };
    case 'number':
      return { number: typeof value === 'number' ? value : 0 };
    case 'checkbox':
      return { checkbox: value === true };
    case 'menu':
      return { menu: typeof value === 'string' ? value : (options[0] ?? '') };
    case 'point':
      return { point: typeof value === 'object' && value ? value : { x: 0, y: 0 } };
    default:
      return MEDIA.includes(type) ? {} : { text };
  }
}

/** Returns the mapping of a batch: the values for all rows, without those that are not complete. */
export function mappingOf(values: AllRows, editables: Editables) {
  const resources: Record<string, unknown> = {};
  const tracks: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(values)) {
    if (Object.keys(source).length === 0 || !Object.hasOwn(editables, name)) continue;
    (editables[name]?.input_type === 'audio' ? tracks : resources)[name] = { source };
  }
  return { resources, ...(Object.keys(tracks).length > 0 && { audio_tracks: tracks }) };
}

define('studio-all-rows', StudioAllRows);
