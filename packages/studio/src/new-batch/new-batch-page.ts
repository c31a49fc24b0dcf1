import type { ByteProgress, RenderKind, TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/file-drop.ts';
import { bytesText, listText } from '../components/format.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/progress-bar.ts';
import '../components/skeleton.ts';
import {
  type ColumnMap,
  type Editables,
  renamesOf,
  repeatedTargets,
  suggestColumns,
  unfilledEditables,
} from '../shared/map-columns.ts';
import { rowMapping } from '../shared/row-mapping.ts';
import '../shared/row-preview.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import type { Translate } from '../strings/index.ts';
import './column-table.ts';
import { type CsvFault, type CsvTable, readCsv } from './csv.ts';
import './template-choice.ts';

/** The layout of the page of a new batch. */
const newBatchStyles = css`
  .grid {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    align-items: start;
    gap: 16px;
  }
  .side {
    position: sticky;
    inset-block-start: 16px;
  }
  section > p.muted {
    margin-block-end: 12px;
  }
  .field {
    margin-block-end: 12px;
  }
  .check {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    margin-block: 12px;
  }
  .check input {
    margin: 2px 0 0;
  }
  td {
    max-width: 220px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .rows-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin-block-end: 8px;
  }
  .send {
    display: grid;
    gap: 8px;
    margin-block-start: 12px;
    justify-items: start;
  }
  .send studio-progress-bar {
    width: 100%;
  }
  @media (max-width: 900px) {
    .grid {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      position: static;
    }
  }
`;

const SHOWN_ROWS = 5;

const MAX_CELL = 200;

type ShownTable = { table: CsvTable; fileName: string; t: Translate };

type FirstRows = ShownTable & {
  /** The control that takes another file. */
  drop: TemplateResult;
  faults: unknown;
};

const MAX_ROWS = 100;

export class NewBatchPage extends PageElement {
  static override properties = {
    names: { state: true },
    version: { state: true },
    editables: { state: true },
    file: { state: true },
    table: { state: true },
    csvFaults: { state: true },
    map: { state: true },
    row: { state: true },
    usesExamples: { state: true },
    sent: { state: true },
    error: { state: true },
  };
  static override styles = [sectionStyles, newBatchStyles];

  declare names: TemplateNames | undefined;
  declare version: TemplateStyleVersionSummary | undefined;
  declare editables: Editables | undefined;
  declare file: File | undefined;
  declare table: CsvTable | undefined;
  declare csvFaults: readonly CsvFault[];
  declare map: ColumnMap;
  /** The number of the row in the preview, from 1. */
  declare row: number;
  declare usesExamples: boolean;
  /** Share of the file that is sent, while it is sent. */
  declare sent: number | undefined;
  declare error: unknown;
  #leaving = new AbortController();

  constructor() {
    super();
    this.csvFaults = [];
    this.map = {};
    this.row = 1;
    this.usesExamples = true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    queueMicrotask(() => void this.#readNames());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  /**
   * Suggests the columns anew for another file or template. Choices of the person for the former
   * ones are dropped.
   */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if ((changed.has('table') || changed.has('editables')) && this.table && this.editables)
      this.map = suggestColumns(this.table.columns, this.editables);
    if (changed.has('version')) void this.#readEditables();
  }

  override render() {
    const { t, names } = this;
    return html`<a class="back-link" href="#/batches">${t('newBatch.back')}</a>
      <div class="page-head"><h1>${t('newBatch.title')}</h1></div>
      ${errorBox(t, this.error, () => this.#readNames(), !names)}
      ${names ? this.#sections(names) : html`<studio-skeleton ?hidden=${!!this.error}></studio-skeleton>`}`;
  }

  /**
   * The steps of a new batch. Columns, preview and options are shown when file and editables are
   * there.
   */
  #sections(names: TemplateNames) {
    const { t, app, table, editables, version } = this;
    const ready = [...names.versions.values()].filter(({ status }) => status === 'edit_ready');
    if (ready.length === 0)
      return html`<studio-empty-state icon="templates" heading=${t('newBatch.noTemplates')}>
        ${t('newBatch.noTemplatesText')}
        <a slot="actions" class="button primary" href="#/templates">${t('newBatch.toTemplates')}</a>
      </studio-empty-state>`;
    const isMapped = table !== undefined && editables !== undefined;
    return html`<div class="grid">
      <div class="column">
        <section>
          <h2>${t('newBatch.template')}</h2>
          <studio-template-choice
            .app=${app}
            .names=${names}
            .version=${version}
            @version=${(event: CustomEvent<TemplateStyleVersionSummary>) => {
              this.version = event.detail;
            }}
          ></studio-template-choice>
        </section>
        <section>
          <h2>${t('newBatch.file')}</h2>
          ${this.#fileSection()}
        </section>
        ${isMapped ? this.#columnsSection(table, editables) : nothing}
      </div>
      <div class="column side">
        ${isMapped && version ? this.#previewSection(table, editables, version) : nothing}
        ${isMapped ? this.#optionsForm(editables) : nothing}
      </div>
    </div>`;
  }

  #fileSection() {
    const { t, file, table } = this;
    const drop = html`<studio-file-drop
      label=${t(table ? 'newBatch.another' : 'newBatch.drop')}
      hint=${table ? '' : t('newBatch.dropHint')}
      accept=".csv,text/csv,.tsv,.txt"
      ?compact=${table !== undefined}
      @files=${(event: CustomEvent<{ files: File[] }>) => void this.#readFile(event.detail.files[0])}
    ></studio-file-drop>`;
    const faults =
      this.csvFaults.length > 0
        ? html`<div role="alert">
            <p class="fault">${t('newBatch.faults')}</p>
            <ul>
              ${this.csvFaults.map(
                (fault) => html`<li class="fault">${csvFaultText(fault, t, this.app.lang)}</li>`,
              )}
            </ul>
          </div>`
        : nothing;
    const named = table && file && { table, fileName: file.name, t };
    return html`<p class="visually-hidden" role="status">${named ? rowsText(named) : ''}</p>
      ${named ? firstRows({ ...named, drop, faults }) : html`${drop} ${faults}`}`;
  }

  #columnsSection(table: CsvTable, editables: Editables) {
    const { t } = this;
    return html`<section>
      <h2>${t('newBatch.columns')}</h2>
      <p class="muted">${t('newBatch.columnsText')}</p>
      <studio-column-table
        .app=${this.app}
        .table=${table}
        .editables=${editables}
        .map=${this.map}
        @map=${(event: CustomEvent<ColumnMap>) => {
          this.map = event.detail;
        }}
      ></studio-column-table>
    </section>`;
  }

  /** The chosen row as a video. Its number is kept within the rows that were read. */
  #previewSection(table: CsvTable, editables: Editables, version: TemplateStyleVersionSummary) {
    const { t, row, map } = this;
    const cells = table.rows[row - 1] ?? [];
    const values = Object.fromEntries(
      table.columns.map((column, index) => [column, cells[index] ?? '']),
    );
    const base = { versionId: version.id, editables, columns: renamesOf(map), mapping: {} };
    return html`<section>
      <h2>${t('newBatch.preview')}</h2>
      <div class="field">
        <label for="row">${t('newBatch.previewRow')}</label>
        <input
          id="row"
          type="number"
          min="1"
          max=${table.rows.length}
          .value=${String(row)}
          @change=${(event: Event) => {
            const number = Math.round(Number((event.target as HTMLInputElement).value));
            this.row = Math.min(table.rows.length, Math.max(1, number || 1));
          }}
        />
      </div>
      <studio-row-preview
        .app=${this.app}
        .mapping=${rowMapping(base, values)}
        .row=${row}
        .duration=${version.duration ?? 0}
        ratio="${version.width ?? 16} / ${version.height ?? 9}"
      ></studio-row-preview>
    </section>`;
  }

  /**
   * The name and options of the batch. It is blocked by faults of the file, two columns with one
   * target, and empty editables whose examples are not accepted.
   */
  #optionsForm(editables: Editables) {
    const { t, map, usesExamples, sent, file } = this;
    const { lang } = this.app;
    const unfilled = unfilledEditables(map, editables);
    const labels = unfilled.map((name) => editables[name]?.label ?? name);
    const isBlocked =
      this.csvFaults.length > 0 ||
      repeatedTargets(map).size > 0 ||
      (unfilled.length > 0 && !usesExamples);
    return html`<section>
      <form @submit=${this.#send}>
        <div class="field">
          <label for="title">${t('newBatch.name')}</label>
          <input
            id="title"
            name="title"
            required
            maxlength="480"
            .defaultValue=${(file?.name ?? '').replace(/\.[^.]+$/, '')}
          />
        </div>
        <div class="field">
          <label for="render">${t('newBatch.render')}</label>
          <select id="render" name="render">
            <option value="final">${t('newBatch.renderFinal')}</option>
            <option value="preview">${t('newBatch.renderPreview')}</option>
          </select>
        </div>
        <label class="check">
          <input
            type="checkbox"
            .checked=${usesExamples}
            @change=${(event: Event) => {
              this.usesExamples = (event.target as HTMLInputElement).checked;
            }}
          />
          ${t('newBatch.useExample')}
        </label>
        ${
          unfilled.length > 0
            ? html`<p class=${usesExamples ? 'hint' : 'fault'}>
                ${t('newBatch.unfilled', { count: unfilled.length, names: listText(labels, lang) })}
              </p>`
            : nothing
        }
        <div class="send">
          <button class="primary" ?disabled=${isBlocked} aria-disabled=${sent !== undefined}>
            ${t('newBatch.check')}
          </button>
          ${
            sent === undefined
              ? html`<span class="hint">${t('newBatch.checkHint')}</span>`
              : html`<studio-progress-bar
                  label=${t('newBatch.sending')}
                  .value=${sent}
                ></studio-progress-bar>`
          }
        </div>
      </form>
    </section>`;
  }

  /** Reads the first rows of a file. A file with faults replaces the former one, too. */
  async #readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const { table, faults } = await readCsv(file, MAX_ROWS);
      this.file = file;
      this.table = table;
      this.csvFaults = faults;
      this.row = 1;
      this.error = undefined;
    } catch (error) {
      this.error = error;
    }
  }

  /** Reads the templates. The address may name a version, which is chosen then. */
  async #readNames(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      const names = await readTemplateNames(this.app.client, signal);
      this.names = names;
      this.error = undefined;
      this.version = names.versions.get(this.route.query.get('version') ?? '');
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
  }

  /** Reads the editables of the chosen version, unless another one is chosen meanwhile. */
  async #readEditables(): Promise<void> {
    const { version } = this;
    this.editables = undefined;
    if (!version) return;
    const { signal } = this.#leaving;
    try {
      const { editables } = await this.app.client.versions.specs(version.id, { signal });
      if (version === this.version) this.editables = editables;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
  }

  #send = async (event: SubmitEvent) => {
    event.preventDefault();
    const { file, version, map, usesExamples } = this;
    if (!file || !version || this.sent !== undefined) return;
    const form = new FormData(event.target as HTMLFormElement);
    const options = {
      template_style_version_id: version.id,
      title: String(form.get('title')),
      render: form.get('render') as RenderKind,
      columns: renamesOf(map),
      mapping: { resources: {}, ...(usesExamples && { missing: 'example' as const }) },
      start: false,
    };
    this.sent = 0;
    this.error = undefined;
    try {
      const { signal } = this.#leaving;
      const onUploadProgress = ({ bytes, total = file.size }: ByteProgress) => {
        this.sent = (100 * bytes) / Math.max(1, total);
      };
      const { id } = await this.app.upload(file, options, ({ batches }, call) =>
        batches.create({ csv: file, ...options }, { ...call, signal, onUploadProgress }),
      );
      this.app.navigate(`/batches/${id}`);
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      this.error = error;
      scrollTo(0, 0);
    } finally {
      this.sent = undefined;
    }
  };
}

/** Returns a fault of a CSV file in plain words, with what to do. */
function csvFaultText(fault: CsvFault, t: Translate, lang: string): string {
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
function rowsText({ table: { rows, isCut }, fileName: name, t }: ShownTable): string {
  return isCut
    ? t('newBatch.rowsShown', { count: Math.min(SHOWN_ROWS, rows.length), name })
    : t('newBatch.allRows', { count: rows.length, name });
}

/** The columns and first rows of a table. */
function firstRows({ drop, faults, ...named }: FirstRows): TemplateResult {
  const { columns, rows } = named.table;
  const shownRows = rows.slice(0, SHOWN_ROWS);
  const words = rowsText(named);
  return html`<div class="rows-head"><span class="muted">${words}</span>${drop}</div>
    ${faults}
    <div class="table" tabindex="0" role="region" aria-label=${words}>
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col"><bdi>${column}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${shownRows.map(
            (cells) => html`<tr>
              ${columns.map(
                (_, index) => html`<td><bdi>${(cells[index] ?? '').slice(0, MAX_CELL)}</bdi></td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

define('studio-new-batch-page', NewBatchPage);
