import type { TemplateStyleVersionSummary } from '@framepress/client';
import type { Language } from '@framepress/editor/strings';
import { css, html, nothing, type PropertyValues } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/skeleton.ts';
import {
  type ColumnMap,
  columnLabel,
  type Editables,
  repeatedTargets,
  targetOf,
  unfilledEditables,
} from '../shared/map-columns.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import { type AllRows, firstSource, mappingOf, type StudioAllRows } from './all-rows.ts';
import './all-rows.ts';
import { type BatchChoices, FIRST_CHOICES } from './batch-choices.ts';
import type { BatchDoubts } from './batch-form.ts';
import './batch-form.ts';
import { hasMediaFields, isFilling, mapColumns } from './column-choices.ts';
import './column-table.ts';
import type { CsvTable } from './csv.ts';
import { type KeptBatch, KeptBatches } from './kept-batch.ts';
import { mediaColumns } from './match-files.ts';
import { sourcesOf } from './media-files.ts';
import './media-section.ts';
import { RowMedia } from './row-media.ts';
import './row-section.ts';
import { sendBatch } from './send-batch.ts';
import { MAX_READ_ROWS, readSource, type SourceTable } from './source-table.ts';
import { loadStrings, type Say, translator } from './strings/index.ts';
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
  .back {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    margin-block-end: 16px;
    padding: 8px;
    padding-inline-start: 14px;
    border-radius: 10px;
    background: var(--fp-raised);
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
/** A pause in typing, after which the choices are kept. */
const KEEP_MS = 300;

/** The batch whose table is replaced, before it has started. */
type Former = { id: string; title: string; columns: ColumnMap };

export class NewBatchPage extends PageElement {
  static override properties = {
    names: { state: true },
    version: { state: true },
    editables: { state: true },
    source: { state: true },
    map: { state: true },
    choices: { state: true },
    media: { state: true },
    lostNames: { state: true },
    isRestored: { state: true },
    say: { state: true },
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
  /** What the columns fill, by choice or by proposal. */
  declare map: ColumnMap;
  declare choices: BatchChoices;
  declare media: RowMedia | undefined;
  /** The names of files of an earlier visit that are not here. */
  declare lostNames: readonly string[];
  /** The work of an earlier visit is shown. */
  declare isRestored: boolean;
  declare say: Say;
  /** The progress while files and then the table are sent. */
  declare sent: { label: string; value: number } | undefined;
  declare former: Former | undefined;
  declare isReading: boolean;
  declare error: unknown;
  #leaving = new AbortController();
  #reading: AbortController | undefined;
  #language: string | undefined;
  #kept: KeptBatches | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.map = {};
    this.choices = FIRST_CHOICES;
    this.lostNames = [];
    this.isRestored = false;
    this.isReading = false;
    this.say = translator('en');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    queueMicrotask(() => void this.#readNames());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
    this.#keepChoices();
  }

  /** Proposes anew what columns fill, for another table, template or files. What a person chose stays. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#loadTexts();
    if (changed.has('version')) {
      if (changed.get('version')) {
        this.former = undefined;
        this.choices = { ...this.choices, columns: {}, values: {}, fileNames: {} };
      }
      void this.#readEditables();
    }
    const { source, editables, former, choices } = this;
    const keys = ['source', 'editables', 'media', 'former'] as const;
    const isChosenAnew =
      changed.has('choices') && changed.get('choices')?.columns !== choices.columns;
    if (source?.table && editables && (isChosenAnew || keys.some((key) => changed.has(key)))) {
      const chosenMap = { ...former?.columns, ...choices.columns };
      this.map = mapColumns(source.table, editables, chosenMap, (cell) => this.#media.find(cell));
    }
    const keptKeys = ['source', 'media', 'choices', 'version'] as const;
    if (keptKeys.some((key) => changed.has(key))) this.#keepSoon();
  }

  /** The texts that only this page has come in the language of the studio, also when a person changes it. */
  #loadTexts(): void {
    if (!this.app || this.#language === this.app.lang) return;
    const language = this.app.lang as Language;
    this.#language = language;
    void loadStrings(language).then((shownLanguage) => {
      if (this.#language === language) this.say = translator(shownLanguage);
    });
  }

  override render() {
    const { t, names } = this;
    return html`<a class="back-link" href="#/batches">${t('newBatch.back')}</a>
      <div class="page-head">
        <h1>${t('newBatch.title')}</h1>
        <div class="actions">${this.isRestored || !this.#isBegun ? nothing : this.#startOverButton()}</div>
      </div>
      ${
        this.isRestored
          ? html`<div class="back" role="status">
              <span>${this.say('kept.text')}</span>${this.#startOverButton()}
            </div>`
          : nothing
      }
      ${errorBox(t, this.error, () => this.#readNames(), !names)}
      ${this.former ? html`<p class="lost">${t('newBatch.replaces', { name: this.former.title })}</p>` : nothing}
      ${names ? this.#sections(names) : html`<studio-skeleton ?hidden=${!!this.error}></studio-skeleton>`}`;
  }

  get #isBegun(): boolean {
    return this.source !== undefined || this.#media.sources.length > 0;
  }

  #startOverButton() {
    return html`<button @click=${() => void this.#startOver()}>${this.say('kept.discard')}</button>`;
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
        ${editables ? this.#mediaSection(table, editables) : nothing}
        ${isMapped ? this.#valuesSection(editables) : nothing}
      </div>
      <div class="column side">
        ${
          isMapped && version
            ? html`<studio-row-section
                .app=${app}
                .table=${table}
                .editables=${editables}
                .version=${version}
                .map=${this.map}
                .media=${this.#media}
                .values=${this.choices.values}
              ></studio-row-section>`
            : nothing
        }
        ${isMapped && source ? this.#optionsForm(source, editables) : nothing}
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
          const changes = Object.entries(event.detail).filter(
            ([column, target]) => target !== this.map[column],
          );
          const columns = { ...this.choices.columns, ...Object.fromEntries(changes) };
          this.#choose({ columns });
        }}
      ></studio-column-table>
    </section>`;
  }

  /** The place for files that cells name. It is there before the table, and when no column names files yet. */
  #mediaSection(table: CsvTable | undefined, editables: Editables) {
    const { t, map } = this;
    const positions = table ? mediaColumns(table, map, editables) : [];
    const media = this.#media;
    const { files, unmatched } = table
      ? media.match(table, positions)
      : { files: new Set(), unmatched: [] };
    const columns = positions.map((at) => columnLabel(table?.columns[at] ?? '', map, editables));
    const fileCount = media.files.length;
    // All cells of the columns are addresses or empty.
    const isDone = positions.length > 0 && unmatched.length === 0 && fileCount === 0;
    if (!hasMediaFields(editables) || (isDone && this.lostNames.length === 0)) return nothing;
    return html`<section>
      <h2>${t('newBatch.media')}</h2>
      <studio-media-section
        .app=${this.app}
        .say=${this.say}
        .columns=${columns}
        .fileCount=${fileCount}
        .matched=${files.size}
        .unmatched=${unmatched}
        .faults=${media.faults}
        .hasTable=${table !== undefined}
        .lostNames=${this.lostNames}
        .isTooLong=${table?.isCut === true && (this.source?.kind === 'xlsx' || fileCount > 0)}
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
        .values=${this.choices.values}
        .names=${this.choices.fileNames}
        @values=${(event: CustomEvent<AllRows>) => this.#choose({ values: event.detail })}
        @names=${(event: CustomEvent<Record<string, string>>) =>
          this.#choose({ fileNames: event.detail })}
      ></studio-all-rows>
    </section>`;
  }

  /** The name and options of the batch, and what is doubtful before the check. */
  #optionsForm(source: SourceTable, editables: Editables) {
    const { map, choices } = this;
    const { resources } = mappingOf(choices.values, editables);
    const unfilled = unfilledEditables(map, editables)
      .filter((name) => !Object.hasOwn(resources, name))
      .map((name) => ({ name, label: editables[name]?.label ?? name }));
    // The rows are sent with the ids of files in place of their names. A cell that has a fault would be empty then.
    const [fault] = this.#media.files.length > 0 ? source.cellFaults : [];
    const doubts: BatchDoubts = {
      fillsNothing: !isFilling(map, editables),
      unfilled,
      fault,
      isBlocked: source.faults.length > 0 || repeatedTargets(map).size > 0,
    };
    return html`<studio-batch-form
      .app=${this.app}
      .say=${this.say}
      .version=${this.version}
      .choices=${choices}
      .fileTitle=${this.#fileTitle(source)}
      .doubts=${doubts}
      .sent=${this.sent}
      @choices=${(event: CustomEvent<Partial<BatchChoices>>) => this.#choose(event.detail)}
      @value=${(event: CustomEvent<{ name: string }>) => void this.#giveValue(event.detail.name)}
      @send=${() => void this.#send()}
    ></studio-batch-form>`;
  }

  #fileTitle({ file }: SourceTable): string {
    return this.former?.title ?? file.name.replace(/\.[^.]+$/, '');
  }

  #choose(changes: Partial<BatchChoices>): void {
    this.choices = { ...this.choices, ...changes };
  }

  /** Begins a value for all rows, in its field. */
  async #giveValue(name: string): Promise<void> {
    const info = this.editables?.[name];
    const { values } = this.choices;
    if (!info) return;
    if (!Object.hasOwn(values, name))
      this.#choose({ values: { ...values, [name]: firstSource(info) } });
    await this.updateComplete;
    const list = this.renderRoot.querySelector<StudioAllRows>('studio-all-rows');
    await list?.focusValue(name);
  }

  get #media(): RowMedia {
    this.media ??= RowMedia.none(this.app.client);
    return this.media;
  }

  /** Reads the first rows of a table. A table with faults replaces the former one, too. */
  async #readTable({ file, options }: TableRequest): Promise<void> {
    const hasMedia = this.#media.files.length > 0;
    await this.#read(file, options, hasMedia ? MAX_READ_ROWS : PREVIEW_ROWS);
    if (this.source?.table) await this.#kept?.storeTable(this.source);
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
    const media = await this.#media.with(sourcesOf(files));
    if (source?.table?.isCut && source.kind === 'csv')
      await this.#read(source.file, source.options, MAX_READ_ROWS);
    this.media = media;
    this.lostNames = [];
    await this.#kept?.storeFiles(media.sources);
  }

  #keepSoon(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => this.#keepChoices(), KEEP_MS);
  }

  /** Keeps the choices in this browser, once there is a table or a file. */
  #keepChoices(): void {
    clearTimeout(this.#keepTimer);
    const { version, choices } = this;
    if (this.#isBegun) void this.#kept?.storeChoices({ versionId: version?.id, choices });
  }

  /** Shows the work of an earlier visit. A template that the address names takes the place of the former one. */
  async #restore(keptBatch: KeptBatch, names: TemplateNames): Promise<void> {
    const { versionId, choices, table, files, lostNames } = keptBatch;
    const version = names.versions.get(versionId ?? '');
    const isSame = !this.version || this.version === version;
    this.version ??= version;
    this.choices = isSame ? choices : { ...choices, columns: {}, values: {}, fileNames: {} };
    this.lostNames = lostNames;
    if (files.length > 0) this.media = await this.#media.with(files);
    const maxRows = files.length > 0 ? MAX_READ_ROWS : PREVIEW_ROWS;
    if (table) await this.#read(table.file, table.options, maxRows);
    this.isRestored = true;
  }

  /** Forgets the table, the files and the choices, but not the template. */
  async #startOver(): Promise<void> {
    this.#reading?.abort();
    await this.#kept?.clear();
    this.isRestored = false;
    this.source = undefined;
    this.media = undefined;
    this.map = {};
    this.lostNames = [];
    this.choices = FIRST_CHOICES;
    this.error = undefined;
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
      const { person } = this.app.session;
      this.#kept ??= new KeptBatches([person.account.id, person.name, query.get('from')].join(' '));
      const keptBatch = await this.#kept.read();
      if (keptBatch && !signal.aborted && !this.#isBegun) await this.#restore(keptBatch, names);
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

  /** Sends the batch to be checked, and opens it. */
  async #send(): Promise<void> {
    const { version, editables, source, map, choices } = this;
    if (!source?.table || !version || !editables || this.sent !== undefined) return;
    const title = choices.title ?? this.#fileTitle(source);
    const batch = { version, editables, source, map, choices, title };
    this.error = undefined;
    this.sent = { label: this.t('newBatch.sending'), value: 0 };
    const { signal } = this.#leaving;
    const report = (progress: { label: string; value: number }) => {
      this.sent = progress;
    };
    try {
      const ready = { ...batch, table: source.table, media: this.#media };
      const id = await sendBatch(this.app, ready, report, signal);
      clearTimeout(this.#keepTimer);
      await this.#kept?.clear();
      this.#kept = undefined;
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
  }
}

define('studio-new-batch-page', NewBatchPage);
