import type { ByteProgress, RenderKind, TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { listText } from '../components/format.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/progress-bar.ts';
import '../components/skeleton.ts';
import {
  type ColumnMap,
  columnLabel,
  type Editables,
  isField,
  renamesOf,
  repeatedTargets,
  suggestColumns,
  targetOf,
  unfilledEditables,
} from '../shared/map-columns.ts';
import { rowMapping } from '../shared/row-mapping.ts';
import '../shared/row-preview.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import { type AllRows, mappingOf } from './all-rows.ts';
import './all-rows.ts';
import { type BatchOutput, DEFAULT_OUTPUT, outputFields } from './batch-output.ts';
import './batch-output.ts';
import './column-table.ts';
import type { CsvTable } from './csv.ts';
import { mediaColumns } from './match-files.ts';
import './media-section.ts';
import { RowMedia } from './row-media.ts';
import { csvFile, MAX_READ_ROWS, readSource, type SourceTable } from './source-table.ts';
import type { TableRequest } from './table-section.ts';
import './table-section.ts';
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

/** Rows of a file that are read at first. */
const PREVIEW_ROWS = 100;

/** The batch whose table is replaced, before it has started. */
type Former = { id: string; title: string; columns: ColumnMap };

export class NewBatchPage extends PageElement {
  static override properties = {
    names: { state: true },
    version: { state: true },
    editables: { state: true },
    source: { state: true },
    map: { state: true },
    row: { state: true },
    rowText: { state: true },
    usesExamples: { state: true },
    values: { state: true },
    output: { state: true },
    media: { state: true },
    sent: { state: true },
    former: { state: true },
    isReading: { state: true },
    error: { state: true },
  };
  static override styles = [sectionStyles, newBatchStyles];

  declare names: TemplateNames | undefined;
  declare version: TemplateStyleVersionSummary | undefined;
  declare editables: Editables | undefined;
  declare source: SourceTable | undefined;
  declare map: ColumnMap;
  /** The number of the row in the preview, from 1. */
  declare row: number;
  /** What stands in the field of the row, which may be no number of a row. */
  declare rowText: string;
  declare usesExamples: boolean;
  declare values: AllRows;
  declare output: BatchOutput;
  declare media: RowMedia | undefined;
  /** The progress while files and then the table are sent. */
  declare sent: { label: string; value: number } | undefined;
  declare former: Former | undefined;
  declare isReading: boolean;
  declare error: unknown;
  #leaving = new AbortController();
  #reading: AbortController | undefined;

  constructor() {
    super();
    this.map = {};
    this.row = 1;
    this.rowText = '1';
    this.usesExamples = true;
    this.values = {};
    this.output = DEFAULT_OUTPUT;
    this.isReading = false;
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
   * Suggests the columns anew for another file or template. What a person chose for columns of the same name
   * stays, while the template is the same.
   */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const { table } = this.source ?? {};
    if ((changed.has('source') || changed.has('editables')) && table && this.editables) {
      const formerMap = { ...this.former?.columns, ...this.map };
      this.map = keptMap(suggestColumns(table.columns, this.editables), formerMap, this.editables);
    }
    if (changed.has('version')) {
      if (changed.get('version')) [this.map, this.former] = [{}, undefined];
      this.values = {};
      void this.#readEditables();
    }
  }

  override render() {
    const { t, names } = this;
    return html`<a class="back-link" href="#/batches">${t('newBatch.back')}</a>
      <div class="page-head"><h1>${t('newBatch.title')}</h1></div>
      ${errorBox(t, this.error, () => this.#readNames(), !names)}
      ${this.former ? html`<p class="lost">${t('newBatch.replaces', { name: this.former.title })}</p>` : nothing}
      ${names ? this.#sections(names) : html`<studio-skeleton ?hidden=${!!this.error}></studio-skeleton>`}`;
  }

  /**
   * The steps of a new batch. Columns, preview and options are shown when file and editables are
   * there.
   */
  #sections(names: TemplateNames) {
    const { t, app, source, editables, version } = this;
    const table = source?.table;
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
          <studio-table-section
            .app=${app}
            .source=${source}
            .editables=${editables}
            .templateName=${version ? (names.nameOf(version.id) ?? '') : ''}
            .isReading=${this.isReading}
            @table=${(event: CustomEvent<TableRequest>) => void this.#readTable(event.detail)}
          ></studio-table-section>
        </section>
        ${isMapped ? this.#columnsSection(table, editables) : nothing}
        ${isMapped ? this.#mediaSection(table, editables) : nothing}
        ${isMapped ? this.#valuesSection(editables) : nothing}
      </div>
      <div class="column side">
        ${isMapped && version ? this.#previewSection(table, editables, version) : nothing}
        ${isMapped ? this.#optionsForm(editables) : nothing}
      </div>
    </div>`;
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

  /** The files that cells name, if a column fills images, videos or audio. */
  #mediaSection(table: CsvTable, editables: Editables) {
    const { t, map } = this;
    const positions = mediaColumns(table, map, editables);
    if (positions.length === 0) return nothing;
    const media = this.#media;
    const { files, unmatched } = media.match(table, positions);
    const columns = positions.map((at) => columnLabel(table.columns[at] ?? '', map, editables));
    if (media.files.length === 0 && unmatched.length === 0) return nothing;
    return html`<section>
      <h2>${t('newBatch.media')}</h2>
      <studio-media-section
        .app=${this.app}
        .columns=${columns}
        .matched=${files.size}
        .unmatched=${unmatched}
        .faults=${media.faults}
        .hasFiles=${media.files.length > 0}
        .isTooLong=${table.isCut && (this.source?.kind === 'xlsx' || media.files.length > 0)}
        @files=${(event: CustomEvent<{ files: File[] }>) => void this.#addMedia(event.detail.files)}
      ></studio-media-section>
    </section>`;
  }

  #valuesSection(editables: Editables) {
    const { t } = this;
    const filledTargets = new Set(Object.values(this.map));
    const unfilled = Object.entries(editables).filter(
      ([name]) => !filledTargets.has(targetOf(name)),
    );
    if (unfilled.length === 0) return nothing;
    return html`<section>
      <h2>${t('newBatch.allRowsValues')}</h2>
      <studio-all-rows
        .app=${this.app}
        .editables=${Object.fromEntries(unfilled)}
        .values=${this.values}
        @values=${(event: CustomEvent<AllRows>) => {
          this.values = event.detail;
        }}
      ></studio-all-rows>
    </section>`;
  }

  /** The chosen row as a video. */
  #previewSection(table: CsvTable, editables: Editables, version: TemplateStyleVersionSummary) {
    const { t, row, map, rowText } = this;
    const count = table.rows.length;
    const isOutside = rowNumber(rowText, count) === undefined;
    const { signal } = this.#leaving;
    const cells = this.#media.preview(
      table.rows[row - 1] ?? [],
      mediaColumns(table, map, editables),
      { arrived: () => this.requestUpdate(), signal },
    );
    const values = Object.fromEntries(
      table.columns.map((column, index) => [column, cells[index] ?? '']),
    );
    const mapping = mappingOf(this.values, editables);
    const base = { versionId: version.id, editables, columns: renamesOf(map), mapping };
    return html`<section>
      <h2>${t('newBatch.preview')}</h2>
      <div class="field">
        <label for="row">${t('newBatch.previewRow')}</label>
        <input
          id="row"
          type="number"
          min="1"
          max=${count}
          .value=${rowText}
          aria-invalid=${isOutside ? 'true' : 'false'}
          aria-describedby=${isOutside ? 'row-fault' : nothing}
          @input=${(event: Event) => {
            this.rowText = (event.target as HTMLInputElement).value;
            this.row = rowNumber(this.rowText, count) ?? this.row;
          }}
        />
        ${
          isOutside
            ? html`<span class="fault" id="row-fault" role="alert">
                ${t(table.isCut ? 'newBatch.rowsRead' : 'newBatch.rowsThere', { count })}
              </span>`
            : nothing
        }
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
    const { t, map, usesExamples, sent, source, values } = this;
    const { lang } = this.app;
    const { resources } = mappingOf(values, editables);
    const unfilled = unfilledEditables(map, editables).filter(
      (name) => !Object.hasOwn(resources, name),
    );
    const labels = unfilled.map((name) => editables[name]?.label ?? name);
    // The rows are sent with the ids of files in place of their names. A cell that has a fault would be empty then.
    const [cellFault] = this.#media.files.length > 0 ? (source?.cellFaults ?? []) : [];
    const isBlocked =
      cellFault !== undefined ||
      (source?.faults.length ?? 0) > 0 ||
      repeatedTargets(map).size > 0 ||
      (unfilled.length > 0 && !usesExamples);
    return html`<section>
      <form @submit=${this.#send}>
        <div class="field">
          <label for="title">${t('newBatch.name')}</label>
          <input
            id="title"
            name="title"
            dir="auto"
            required
            maxlength="480"
            .defaultValue=${this.former?.title ?? (source?.file.name ?? '').replace(/\.[^.]+$/, '')}
          />
        </div>
        <div class="field">
          <label for="render">${t('newBatch.render')}</label>
          <select id="render" name="render">
            <option value="final">${t('newBatch.renderFinal')}</option>
            <option value="preview">${t('newBatch.renderPreview')}</option>
          </select>
        </div>
        <studio-batch-output
          .app=${this.app}
          .version=${this.version}
          .output=${this.output}
          @output=${(event: CustomEvent<BatchOutput>) => {
            this.output = event.detail;
          }}
        ></studio-batch-output>
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
        ${cellFault === undefined ? nothing : html`<p class="fault" dir="auto">${cellFault}</p>`}
        <div class="send">
          <button class="primary" ?disabled=${isBlocked} aria-disabled=${sent !== undefined}>
            ${t('newBatch.check')}
          </button>
          ${
            sent === undefined
              ? html`<span class="hint">${t('newBatch.checkHint')}</span>`
              : html`<span class="hint" aria-hidden="true">${sent.label}</span>
                  <studio-progress-bar label=${sent.label} .value=${sent.value}></studio-progress-bar>`
          }
        </div>
      </form>
    </section>`;
  }

  get #media(): RowMedia {
    this.media ??= RowMedia.none(this.app.client);
    return this.media;
  }

  /** Reads the first rows of a table. A table with faults replaces the former one, too. */
  async #readTable({ file, options }: TableRequest): Promise<void> {
    const hasMedia = this.#media.files.length > 0;
    await this.#read(file, options, hasMedia ? MAX_READ_ROWS : PREVIEW_ROWS);
    [this.row, this.rowText] = [1, '1'];
  }

  /** Reads a file. A newer call aborts this one. */
  async #read(file: File, options: SourceTable['options'], maxRows: number): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.isReading = true;
    const signal = AbortSignal.any([reading.signal, this.#leaving.signal]);
    try {
      const source = await readSource(this.app, { file, options }, maxRows, signal);
      if (signal.aborted) return;
      this.source = source;
      this.error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      scrollTo(0, 0);
    } finally {
      if (this.#reading === reading) this.isReading = false;
    }
  }

  /** Adds files. Then all rows are read, because any of them may name a file. */
  async #addMedia(files: readonly File[]): Promise<void> {
    const { source } = this;
    const media = await this.#media.with(files);
    if (source?.table?.isCut && source.kind === 'csv')
      await this.#read(source.file, source.options, MAX_READ_ROWS);
    this.media = media;
  }

  /** Reads the templates. The address may name a version, or a batch whose table is replaced. */
  async #readNames(): Promise<void> {
    const { signal } = this.#leaving;
    const { query } = this.route;
    try {
      const names = await readTemplateNames(this.app.client, signal);
      const former = await this.#readFormer(query.get('from') ?? '', signal);
      this.names = names;
      this.error = undefined;
      this.version = names.versions.get(former ?? query.get('version') ?? '');
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
  }

  /** Reads the batch whose table is replaced. Returns the id of its version. */
  async #readFormer(id: string, signal: AbortSignal): Promise<string | undefined> {
    if (id === '') return undefined;
    const { client } = this.app;
    const batch = await client.batches.get(id, { signal });
    const query = { values: 'true', limit: 1 };
    const { columns = {} } = await client.raw('get', '/v2/batches/{id}/rows', {
      id,
      query,
      signal,
    });
    this.former = { id, title: batch.title, columns };
    return batch.template_style_version_id;
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
    const { version, editables, source, usesExamples } = this;
    if (!source?.table || !version || !editables || this.sent !== undefined) return;
    const form = new FormData(event.target as HTMLFormElement);
    const fields = {
      template_style_version_id: version.id,
      title: String(form.get('title')),
      render: form.get('render') as RenderKind,
      columns: renamesOf(this.map),
      mapping: {
        ...mappingOf(this.values, editables),
        ...(usesExamples && { missing: 'example' as const }),
      },
      ...outputFields(this.output),
      start: false,
    };
    this.error = undefined;
    this.sent = { label: this.t('newBatch.sending'), value: 0 };
    const { signal } = this.#leaving;
    try {
      const id = await this.#create(source, source.table, editables, fields);
      // The batch is not needed any more; if it cannot be removed, it stays in the list.
      if (this.former) await this.app.client.batches.delete(this.former.id).catch(() => {});
      if (!signal.aborted) this.app.navigate(`/batches/${id}`);
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      scrollTo(0, 0);
    } finally {
      this.sent = undefined;
    }
  };

  /** Sends the files that rows name, and then the table. Returns the id of the batch. */
  async #create(
    source: SourceTable,
    table: CsvTable,
    editables: Editables,
    fields: object,
  ): Promise<string> {
    const { signal } = this.#leaving;
    const positions = mediaColumns(table, this.map, editables);
    const { files } = this.#media.match(table, positions);
    let { file, options, kind } = source;
    if (files.size > 0 && !table.isCut) {
      const report = ({ count, total }: { count: number; total: number }) => {
        const label = this.t('newBatch.sendingFiles', { count, total });
        this.sent = { label, value: (100 * count) / Math.max(1, total) };
      };
      const rows = await this.#media.send(table, positions, report, signal);
      file = csvFile(file.name.replace(/\.[^.]+$/, '.csv'), table.columns, rows);
      [options, kind] = [{}, 'csv'];
    }
    const label = this.t('newBatch.sending');
    const onUploadProgress = ({ bytes, total = file.size }: ByteProgress) => {
      this.sent = { label, value: (100 * bytes) / Math.max(1, total) };
    };
    const request = { [kind]: file, ...options, ...fields };
    const { id } = await this.app.upload(file, request, ({ batches }, call) =>
      batches.create(request as never, { ...call, signal, onUploadProgress }),
    );
    return id;
  }
}

/** Returns the suggestions with what a person chose before for columns of the same names. */
function keptMap(suggested: ColumnMap, formerMap: ColumnMap, editables: Editables): ColumnMap {
  const knownTargets = new Set(Object.keys(editables).map(targetOf));
  const isKept = (target: string | null | undefined) =>
    target === null || (target !== undefined && (knownTargets.has(target) || isField(target)));
  return Object.fromEntries(
    Object.entries(suggested).map(([column, target]) => {
      const formerTarget = Object.hasOwn(formerMap, column) ? formerMap[column] : undefined;
      return [column, isKept(formerTarget) ? (formerTarget ?? null) : target];
    }),
  );
}

/** Returns the number of a row; undefined if the text is none. */
function rowNumber(text: string, count: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= count ? number : undefined;
}

define('studio-new-batch-page', NewBatchPage);
