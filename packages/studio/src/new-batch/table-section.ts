import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/file-drop.ts';
import { bytesText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import type { Editables } from '../shared/map-columns.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import type { Translate } from '../strings/index.ts';
import type { CsvFault } from './csv.ts';
import { exampleTable } from './example-table.ts';
import {
  CHARSET_LANGUAGES,
  pastedFile,
  type ReadOptions,
  type SourceTable,
} from './source-table.ts';

const SHOWN_ROWS = 5;
const MAX_CELL = 200;
const ACCEPT = '.xlsx,.xlsm,.csv,text/csv,.tsv,.txt';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a person gives: a file, and how it is read. */
export type TableRequest = { file: File; options: ReadOptions };

/** Takes a table, and shows its first rows. It fires `table` with a `TableRequest`. */
class StudioTableSection extends AppElement {
  static override properties = {
    source: { attribute: false },
    editables: { attribute: false },
    templateName: { attribute: false },
    isReading: { attribute: false },
    hasNoCells: { state: true },
  };
  static override styles = [
    sectionStyles,
    css`
      /* The end of a text is cut, not its beginning, also in a table from right to left. */
      td {
        max-width: 220px;
        text-align: match-parent;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .head,
      .more {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      .head {
        justify-content: space-between;
        margin-block-end: 8px;
      }
      .more {
        margin-block-start: 10px;
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
        gap: 12px;
        margin-block-end: 12px;
      }
      .notes {
        margin: 10px 0 0;
        padding-inline-start: 18px;
        color: var(--fp-muted);
        font-size: 0.8125rem;
      }
    `,
  ];

  declare source: SourceTable | undefined;
  /** Undefined until a template is chosen. */
  declare editables: Editables | undefined;
  declare templateName: string;
  declare isReading: boolean;
  declare hasNoCells: boolean;

  constructor() {
    super();
    this.templateName = '';
    this.isReading = false;
    this.hasNoCells = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('paste', this.#pasted);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('paste', this.#pasted);
  }

  override render() {
    const { t, source } = this;
    const table = source?.table;
    const words = source && table ? rowsText(source, t) : '';
    return html`<p class="visually-hidden" role="status">
        ${this.isReading ? t('newBatch.reading') : words}
      </p>
      ${source && table ? html`<div class="head"><span class="muted">${words}</span>${this.#drop(true)}</div>` : this.#drop(false)}
      ${this.hasNoCells ? html`<p class="fault" role="alert">${t('newBatch.pasteNone')}</p>` : nothing}
      ${this.#faults()} ${source ? this.#choices(source) : nothing}
      ${source && table ? this.#rows(source, words) : nothing}
      ${
        source && source.notes.length + source.cellFaults.length > 0
          ? html`<ul class="notes">
              ${[...source.notes, ...source.cellFaults].map((note) => html`<li><bdi>${note}</bdi></li>`)}
            </ul>`
          : nothing
      }
      <div class="more">
        ${
          'clipboard' in navigator && 'readText' in navigator.clipboard
            ? html`<button class="plain" @click=${this.#pasteClipboard}>${t('newBatch.paste')}</button>`
            : nothing
        }
        ${
          this.editables
            ? html`<button class="plain" @click=${this.#downloadExample}>
                ${icon('download', 16)} ${t('newBatch.example')}
              </button>`
            : nothing
        }
      </div>`;
  }

  #drop(isCompact: boolean) {
    const { t } = this;
    return html`<studio-file-drop
      label=${t(isCompact ? 'newBatch.another' : 'newBatch.drop')}
      hint=${isCompact ? '' : t('newBatch.dropHint')}
      accept=${ACCEPT}
      ?compact=${isCompact}
      @files=${(event: CustomEvent<{ files: File[] }>) => this.#report(event.detail.files[0], {})}
    ></studio-file-drop>`;
  }

  #faults() {
    const { t, source } = this;
    if (!source || source.faults.length === 0) return nothing;
    return html`<div role="alert">
      <p class="fault">${t('newBatch.faults')}</p>
      <ul>
        ${source.faults.map((fault) => html`<li class="fault">${faultText(fault, t, this.app.lang)}</li>`)}
      </ul>
    </div>`;
  }

  /** The sheet of a workbook with several, and the encoding of a file that is not Unicode. */
  #choices({ file, sheets, options }: SourceTable) {
    const { t, app } = this;
    const { charset, sheet } = options;
    if (sheets.length < 2 && charset === undefined) return nothing;
    const choose = (event: Event, name: 'sheet' | 'charset') =>
      this.#report(file, { ...options, [name]: (event.target as HTMLSelectElement).value });
    const languages = new Intl.DisplayNames(app.lang, { type: 'language' });
    return html`<div class="choices">
      ${
        sheets.length > 1
          ? html`<div class="field">
              <label for="sheet">${t('newBatch.sheet')}</label>
              <select id="sheet" @change=${(event: Event) => choose(event, 'sheet')}>
                ${sheets.map(
                  ({
                    name,
                    is_hidden: isHidden,
                  }) => html`<option value=${name} .selected=${name === sheet}>
                    ${isHidden ? t('newBatch.hiddenSheet', { name }) : name}
                  </option>`,
                )}
              </select>
            </div>`
          : nothing
      }
      ${
        charset === undefined
          ? nothing
          : html`<div class="field">
              <label for="charset">${t('newBatch.charset')}</label>
              <select
                id="charset"
                aria-describedby="charset-hint"
                @change=${(event: Event) => choose(event, 'charset')}
              >
                ${Object.entries(CHARSET_LANGUAGES).map(
                  ([name, tag]) => html`<option value=${name} .selected=${name === charset}>
                    ${name === 'macintosh' ? 'Mac' : languages.of(tag)} (${name})
                  </option>`,
                )}
              </select>
              <span class="hint" id="charset-hint">${t('newBatch.charsetHint')}</span>
            </div>`
      }
    </div>`;
  }

  #rows({ table }: SourceTable, words: string) {
    const { columns = [], rows = [] } = table ?? {};
    return html`<div class="table" tabindex="0" role="region" aria-label=${words}>
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col"><bdi>${column}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, SHOWN_ROWS).map(
            (cells) => html`<tr>
              ${columns.map(
                (_, index) => html`<td dir="auto">${(cells[index] ?? '').slice(0, MAX_CELL)}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #report(file: File | undefined, options: ReadOptions): void {
    this.hasNoCells = false;
    if (file) this.emit('table', { file, options } satisfies TableRequest);
  }

  /** Cells that are pasted outside of a field. A file in the clipboard is a table, too. */
  #pasted = (event: ClipboardEvent) => {
    const [target] = event.composedPath();
    if (target instanceof Element && target.matches('input:not([type="file"]), textarea, select'))
      return;
    const { clipboardData } = event;
    const [file] = clipboardData?.files ?? [];
    const text = clipboardData?.getData('text/plain') ?? '';
    // A spreadsheet program adds an image of the cells.
    if (file && text === '' && !file.type.startsWith('image/')) this.#report(file, {});
    else if (text !== '') this.#takeText(text, false);
  };

  #pasteClipboard = async () => {
    try {
      this.#takeText(await navigator.clipboard.readText(), true);
    } catch {
      this.hasNoCells = true;
    }
  };

  #takeText(text: string, isAsked: boolean): void {
    const file = pastedFile(text, this.t('newBatch.pasted'));
    if (file) this.#report(file, { delimiter: '\t' });
    else this.hasNoCells = isAsked;
  }

  #downloadExample = () => {
    const { t } = this;
    const bytes = exampleTable(this.editables ?? {}, t('newBatch.file'));
    const url = URL.createObjectURL(new Blob([bytes], { type: XLSX_TYPE }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${this.templateName || t('newBatch.file')}.xlsx`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
}

/** Returns a fault of a table in plain words, with what to do. */
function faultText(fault: CsvFault, t: Translate, lang: string): string {
  switch (fault.kind) {
    case 'quote':
      return t('csv.quote', { line: fault.line });
    case 'unnamed':
      return t('csv.unnamed', { column: fault.column });
    case 'repeated':
      return t('csv.repeated', { name: fault.name });
    case 'columns':
      return t('csv.columns', { count: fault.count });
    case 'bytes':
      return t('csv.bytes', { size: bytesText(fault.bytes, lang) });
    case 'empty':
    case 'encoding':
      return t(`csv.${fault.kind}`);
  }
}

/**
 * Names a table with a number of rows: all of its rows, although only the first `SHOWN_ROWS` are
 * shown; of a cut file, whose total is unknown, the rows that are shown.
 */
function rowsText({ table, file: { name } }: SourceTable, t: Translate): string {
  const { rows = [], isCut = false } = table ?? {};
  return isCut
    ? t('newBatch.rowsShown', { count: Math.min(SHOWN_ROWS, rows.length), name })
    : t('newBatch.allRows', { count: rows.length, name });
}

define('studio-table-section', StudioTableSection);
