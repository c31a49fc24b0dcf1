import { type Batch, FramepressError } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing, type PropertyValues } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { batchActions } from '../shared/batch-words.ts';
import { columnLabel, type Editables } from '../shared/map-columns.ts';
import type { RowBase } from '../shared/row-mapping.ts';
import { ToastSpace } from '../shared/toast-space.ts';
import {
  type CellFault,
  columnNames,
  type Row,
  type RowPage,
  type RowState,
  readRowPage,
  sendCorrections,
} from './batch-rows.ts';
import './row-dialog.ts';
import { correctedRows } from './row-cells.ts';
import './row-sheet.ts';
import type { RowFaultLike } from './row-faults.ts';

/** The bars above and below the rows of a batch. */
const batchTableStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    margin-block-end: 12px;
  }
  .filter {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .save {
    position: sticky;
    inset-block-end: 16px;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    width: fit-content;
    margin: 16px auto 0;
    padding: 8px 8px 8px 16px;
    padding-inline: 16px 8px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
  }
`;

const STATES: readonly RowState[] = [
  ...(['invalid', 'failed', 'rendering', 'waiting', 'rendered', 'canceled'] as const),
];
/** Pages that are read again when the batch goes on. Later rows are read when a person scrolls there. */
const MAX_REFRESHED = 3;

type Loaded = { cursor: string | null; page: RowPage };
type Edit = { row: number; column: string; text: string };

/** The rows of a batch, with corrections. It fires `changed` when rows were corrected. */
class StudioBatchTable extends AppElement {
  static override properties = {
    batch: { attribute: false },
    version: { type: Number },
    state: { state: true },
    pages: { state: true },
    edits: { state: true },
    faults: { state: true },
    open: { state: true },
    editables: { state: true },
    video: { state: true },
    busy: { state: true },
    error: { state: true },
  };
  static override styles = batchTableStyles;
  declare batch: Batch;
  declare version: number;
  declare state: RowState | undefined;
  declare pages: readonly Loaded[] | undefined;
  declare edits: ReadonlyMap<number, Readonly<Record<string, string>>>;
  declare faults: readonly CellFault[];
  declare open: number | undefined;
  declare editables: Editables;
  declare video: { duration: number; ratio: string };
  declare busy: boolean;
  declare error: unknown;
  #leaving = new AbortController();
  #loading: AbortController | undefined;
  #seen = '';

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('#state'));
    this.version = 0;
    this.edits = new Map();
    this.faults = [];
    this.editables = {};
    this.video = { duration: 0, ratio: '16 / 9' };
    this.busy = false;
    new ToastSpace(this, () => this.renderRoot.querySelector('.save'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    queueMicrotask(() => void this.#readVersion());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
    this.#loading?.abort();
  }

  /**
   * Reads rows again when their counts or the status have changed, and while rows are rendered,
   * because their progress is not in the counts. Another filter starts with the first page.
   */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('batch') && !changed.has('version') && !changed.has('state')) return;
    const { counts, status } = this.batch;
    const stateText = JSON.stringify([counts, status, this.version, this.state]);
    const isMoving = counts.rendering > 0 && status === 'running';
    if (stateText === this.#seen && !isMoving) return;
    this.#seen = stateText;
    if (this.pages === undefined || changed.has('state')) void this.#load();
    else void this.#refresh();
  }

  override render() {
    const { pages, error, t } = this;
    const rows = this.#rows();
    return html`<div class="bar">
        <h2>${t('batch.rows')}</h2>
        <div class="filter">
          <label for="state">${t('batch.filter')}</label>
          <select id="state" @change=${this.#chooseState}>
            <option value="">${t('batch.filterAll')}</option>
            ${STATES.filter((state) => this.batch.counts[state] > 0 || state === this.state).map(
              (state) => html`<option value=${state} .selected=${state === this.state}>
                ${t(`row.${state}`)}
              </option>`,
            )}
          </select>
        </div>
      </div>
      ${errorBox(t, error, () => this.#load())}
      ${pages && rows.length === 0 ? this.#empty() : nothing}
      ${pages && rows.length > 0 ? this.#sheet(rows, pages) : nothing} ${this.#saveBar()}`;
  }

  #empty() {
    const { t } = this;
    if (this.batch.status === 'checking') return nothing;
    return html`<studio-empty-state icon="batches" heading=${t('batch.noRows')}>
      ${t('batch.noRowsText')}
    </studio-empty-state>`;
  }

  /**
   * The rows that are read, and the dialog of a row. The columns are those of the first 100 rows.
   */
  #sheet(rows: readonly Row[], pages: readonly Loaded[]) {
    const { app, edits, faults, open } = this;
    const renames = pages[0]?.page.columns ?? {};
    const columns = columnNames(rows.slice(0, 100), renames);
    const canCorrect = app.session.canEdit && batchActions(this.batch).canCorrect;
    const labelOf = (column: string) => columnLabel(column, renames, this.editables);
    const textsOf = (fault: RowFaultLike) => translateFault(fault, this.t, this.editables);
    const edit = (event: CustomEvent<Edit>) => this.#keepEdit(event.detail);
    const base: RowBase = {
      versionId: this.batch.template_style_version_id,
      editables: this.editables,
      columns: renames,
      mapping: pages[0]?.page.mapping ?? {},
    };
    return html`<studio-row-sheet
        .app=${app}
        .rows=${rows}
        .columns=${columns}
        .edits=${edits}
        .faults=${faults}
        .canCorrect=${canCorrect}
        .hasMore=${pages.at(-1)?.page.nextCursor !== null}
        .labelOf=${labelOf}
        .textsOf=${textsOf}
        @edit=${edit}
        @more=${() => void this.#more()}
        @open=${(event: CustomEvent<number>) => {
          this.open = event.detail;
        }}
      ></studio-row-sheet>
      <studio-row-dialog
        .app=${app}
        .row=${rows.find(({ row }) => row === open)}
        .base=${base}
        .columns=${columns}
        .edits=${edits.get(open ?? 0) ?? {}}
        .faults=${faults}
        .canCorrect=${canCorrect}
        .labelOf=${labelOf}
        .textsOf=${textsOf}
        .duration=${this.video.duration}
        ratio=${this.video.ratio}
        @edit=${edit}
        @close=${() => {
          this.open = undefined;
        }}
      ></studio-row-dialog>`;
  }

  #saveBar() {
    const { t } = this;
    const count = this.#corrections().length;
    const words = count > 0 ? t('batch.changed', { count }) : '';
    // It stays in the page without the bar: a region that appears with its words is not read.
    return html`<p class="visually-hidden" role="status">${words}</p>
      ${count > 0 ? this.#saveButtons(count, words) : nothing}`;
  }

  /** The buttons for the edits of all rows. While they are sent, they cannot be discarded. */
  #saveButtons(count: number, words: string) {
    const { t } = this;
    return html`<div class="save" role="region" aria-label=${words}>
      <span>${words}</span>
      <button class="primary" aria-disabled=${this.busy} @click=${() => void this.#save()}>
        ${t(this.batch.status === 'completed' ? 'batch.saveAgain' : 'batch.save', { count })}
      </button>
      <button
        class="plain"
        aria-disabled=${this.busy}
        @click=${() => {
          if (this.busy) return;
          this.edits = new Map();
          this.faults = [];
        }}
      >
        ${t('batch.discard')}
      </button>
    </div>`;
  }

  #rows(): Row[] {
    return (this.pages ?? []).flatMap(({ page }) => page.rows);
  }

  /**
   * Returns the rows with edits that differ from what the service has. Rows that are not read any
   * more are compared with empty cells.
   */
  #corrections() {
    const rows = new Map(this.#rows().map((row) => [row.row, row.values]));
    return correctedRows(this.edits, (row) => rows.get(row));
  }

  /** Keeps what a person typed until it is saved or discarded. */
  #keepEdit({ row, column, text }: Edit): void {
    const edits = new Map(this.edits);
    edits.set(row, { ...edits.get(row), [column]: text });
    this.edits = edits;
  }

  #chooseState = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    this.state = STATES.find((state) => state === value);
  };

  /**
   * Sends all edits. Rows that were accepted lose their edits; the others keep them, with their
   * faults.
   */
  async #save(): Promise<void> {
    const { app, batch, t } = this;
    if (this.busy) return;
    this.busy = true;
    try {
      const { accepted, faults } = await sendCorrections(
        (rows) => Promise.resolve(app.client.batches.retry(batch.id, rows)),
        this.#corrections(),
        (error) => (error instanceof FramepressError ? error.errors : undefined),
      );
      const acceptedRows = new Set(accepted);
      this.edits = new Map([...this.edits].filter(([row]) => !acceptedRows.has(row)));
      this.faults = faults;
      if (accepted.length > 0)
        app.toast(t('batch.corrected', { count: accepted.length }), 'success');
      if (faults.length > 0) app.toast(t('batch.stillFaulty'), 'error');
      this.error = undefined;
      await this.#refresh(acceptedRows);
      this.emit('changed');
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
  }

  /** Reads the first page in place of all pages. A newer call aborts this one. */
  async #load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const page = await this.#page(null, loading.signal);
      if (loading.signal.aborted) return;
      this.pages = [{ cursor: null, page }];
      this.error = undefined;
    } catch (error) {
      if (!loading.signal.aborted) this.error = error;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /** Reads the next page, unless pages are being read. */
  async #more(): Promise<void> {
    const { pages = [] } = this;
    const cursor = pages.at(-1)?.page.nextCursor ?? null;
    if (cursor === null || this.#loading) return;
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const page = await this.#page(cursor, loading.signal);
      if (!loading.signal.aborted) this.pages = [...(this.pages ?? []), { cursor, page }];
    } catch (error) {
      if (!loading.signal.aborted) this.error = error;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /**
   * Reads the pages again whose rows may have changed, at most `MAX_REFRESHED`. Pages with the rows
   * `corrected` are always read.
   */
  async #refresh(corrected: ReadonlySet<number> = new Set()): Promise<void> {
    const { pages } = this;
    if (!pages || this.#loading) return;
    const loading = new AbortController();
    this.#loading = loading;
    const { signal } = loading;
    const isCorrected = ({ page }: Loaded) => page.rows.some(({ row }) => corrected.has(row));
    const isOpen = ({ page }: Loaded) =>
      page.nextCursor === null || page.rows.some(({ state }) => state !== 'rendered');
    const refreshedPages = [
      ...pages.filter(isCorrected),
      ...pages.filter((each) => !isCorrected(each) && isOpen(each)).slice(0, MAX_REFRESHED),
    ];
    try {
      const refreshed = new Map<string | null, RowPage>();
      for (const { cursor } of refreshedPages)
        refreshed.set(cursor, await this.#page(cursor, signal));
      if (signal.aborted) return;
      this.pages = (this.pages ?? []).map(({ cursor, page }) => ({
        cursor,
        page: refreshed.get(cursor) ?? page,
      }));
    } catch {
      // The next progress of the batch tries again.
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /** Reads a page of rows. Viewers get no values, because they may not correct them. */
  #page(cursor: string | null, signal: AbortSignal): Promise<RowPage> {
    const { app, batch, state } = this;
    const hasValues = app.session.canEdit;
    return readRowPage(app.client, batch.id, { state, cursor, hasValues }, signal);
  }

  /** Reads the labels of the columns, and length and shape of the video. */
  async #readVersion(): Promise<void> {
    const { signal } = this.#leaving;
    const { versions } = this.app.client;
    const id = this.batch.template_style_version_id;
    try {
      const [{ editables }, version] = await Promise.all([
        versions.specs(id, { signal }),
        versions.get(id, { signal }),
      ]);
      this.editables = editables;
      const { duration, width, height } = version;
      this.video = { duration: duration ?? 0, ratio: `${width ?? 16} / ${height ?? 9}` };
    } catch {
      // The rows are useful without labels and previews.
    }
  }
}

define('studio-batch-table', StudioBatchTable);
