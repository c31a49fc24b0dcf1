import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { icon } from '../components/icons.ts';
import '../components/progress-bar.ts';
import '../components/lists/virtual-list.ts';
import { chip, chipStyles, type Tone } from '../shared/status-chip.ts';
import type { CellFault, Row } from './batch-rows.ts';
import { cellOf, cellText } from './row-cells.ts';
import { isCorrectable, type RowFaultLike } from './row-faults.ts';

export type Edits = ReadonlyMap<number, Readonly<Record<string, string>>>;

const ROW_PX = 84;
const HEAD_PX = 316;
const POSTER_PX = 96;
const COLUMN_PX = 190;
/** Longer cells are edited in the dialog of the row. */
const MAX_INLINE = 1000;
const UPLOAD = /^up_\w{8,}$/;
const TONES: Record<Row['state'], Tone> = {
  invalid: 'bad',
  waiting: 'plain',
  rendering: 'busy',
  rendered: 'good',
  failed: 'bad',
  canceled: 'plain',
};

const rowStyles = css`
  ${chipStyles}
  .row {
    display: grid;
    grid-template-columns: var(--columns);
    align-items: start;
    gap: 8px;
    height: 100%;
    padding: 8px 12px;
    border-block-end: 1px solid var(--fp-line);
  }
  .row.plain {
    align-items: center;
  }
  .head {
    display: grid;
    grid-template-columns: minmax(1.5em, auto) minmax(0, 1fr) auto;
    align-items: center;
    gap: 8px;
    min-height: 36px;
  }
  .lead {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 10px;
  }
  .poster {
    width: ${POSTER_PX}px;
    height: 60px;
    border-radius: 6px;
    background: var(--fp-raised);
    object-fit: contain;
  }
  .name {
    display: block;
    overflow: hidden;
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button.fault {
    width: 100%;
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    color: var(--fp-danger);
    text-align: start;
    text-decoration: underline dotted;
    text-underline-offset: 2px;
    white-space: normal;
  }
  .number {
    color: var(--fp-muted);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .head button,
  .head .button {
    min-height: 32px;
    padding: 0 10px;
    font-size: 0.8125rem;
  }
  .actions {
    display: flex;
    gap: 4px;
  }
  .head .edit {
    padding: 0 7px;
  }
  .cell {
    min-width: 0;
  }
  .cell input {
    width: 100%;
  }
  .text {
    display: block;
    overflow: hidden;
    padding-block: 7px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .fault {
    font-size: 0.75rem;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .whole > .cell {
    grid-column: 1 / -1;
  }
  .whole .head {
    justify-content: start;
  }
  .whole .fault {
    color: var(--fp-danger);
  }
  .fault .words {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`.styleSheet as CSSStyleSheet;

/**
 * The rows of a batch as a sheet, whose faulty cells can be edited. It fires `edit` with the cell, `open`
 * with the number of a row, and `more` near its end.
 */
class StudioRowSheet extends AppElement {
  static override properties = {
    rows: { attribute: false },
    columns: { attribute: false },
    edits: { attribute: false },
    faults: { attribute: false },
    canCorrect: { attribute: false },
    hasMore: { attribute: false },
    labelOf: { attribute: false },
    textsOf: { attribute: false },
  };
  static override styles = css`
    .sheet {
      border: 1px solid var(--fp-line);
      border-radius: 12px;
      overflow-x: auto;
      overflow-y: hidden;
    }
    .sheet:focus-visible {
      box-shadow: var(--fp-focus);
    }
    .inner {
      width: max(100%, var(--width));
    }
    .names {
      display: grid;
      grid-template-columns: var(--columns);
      gap: 8px;
      padding: 8px 12px;
      border-block-end: 1px solid var(--fp-line);
      background: var(--fp-raised);
      color: var(--fp-muted);
      font-size: 0.8125rem;
      font-weight: 500;
    }
    .names bdi {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  `;

  declare rows: readonly Row[];
  declare columns: readonly string[];
  declare edits: Edits;
  /** Faults of the corrections that were sent last. */
  declare faults: readonly CellFault[];
  declare canCorrect: boolean;
  declare hasMore: boolean;
  declare labelOf: (column: string) => string;
  declare textsOf: (fault: RowFaultLike) => RowFaultLike;
  /** The names of uploaded files by their ids; undefined until they are read. */
  readonly #fileNames = new Map<string, string | undefined>();

  override render() {
    const { t } = this;
    const count = this.columns.length;
    const columns = `${HEAD_PX}px${count > 0 ? ` repeat(${count}, minmax(${COLUMN_PX - 8}px, 1fr))` : ''}`;
    const width = HEAD_PX + count * COLUMN_PX + 32;
    return html`<div
      class="sheet"
      tabindex="0"
      role="region"
      aria-label=${t('batch.rowsLabel')}
      ${customProperties({ '--columns': columns, '--width': `${width}px` })}
    >
      <div class="inner">
        <div class="names" aria-hidden="true">
          <span></span>${this.columns.map((column) => html`<bdi>${this.labelOf(column)}</bdi>`)}
        </div>
        <studio-virtual-list
          label=${t('batch.rowsLabel')}
          .items=${this.rows}
          .keyOf=${({ row }: Row) => row}
          .rowHeight=${ROW_PX}
          .hasMore=${this.hasMore}
          .itemStyles=${rowStyles}
          .renderItem=${(row: Row) => this.#row(row)}
          @more=${() => this.emit('more')}
        ></studio-virtual-list>
      </div>
    </div>`;
  }

  /** A row of the sheet. Its cells are fields if it can be corrected. */
  #row(row: Row) {
    const { t } = this;
    // Fields in all rendered rows would be changed by mistake: the dialog of a row begins its correction.
    const isBegun = row.state !== 'rendered' || this.edits.has(row.row);
    const isEditable = this.canCorrect && isCorrectable(row) && isBegun;
    return html`<div
      class="row ${isEditable ? '' : 'plain'} ${row.values === null ? 'whole' : ''}"
      role="group" aria-label=${t('batch.row', { row: row.row })}>
      <div class="cell ${row.poster_url ? 'lead' : ''}">
        ${
          row.poster_url
            ? html`<img
                class="poster"
                src=${row.poster_url}
                alt=${t('batch.poster', { row: row.row })}
                loading="lazy"
              />`
            : nothing
        }
        <div class="cell">
          <div class="head">
            <span class="number">${row.row}</span>
            <span>${chip(t(`row.${row.state}`), TONES[row.state])}</span>
            ${this.#action(row)}
          </div>
          ${this.#underHead(row)}
        </div>
      </div>
      ${row.values === null ? nothing : this.columns.map((column) => this.#cell(row, column, isEditable))}
    </div>`;
  }

  /**
   * The video of a row that was sent, or a button for its dialog: to correct it, or for its
   * preview. Rows without values have no dialog.
   */
  #action({ row, render_session_id: session, state, values }: Row) {
    const { t } = this;
    if (session && state !== 'invalid' && state !== 'waiting')
      return html`<span class="actions"
        ><a class="button" href="#/renders/${session}" aria-label=${t('batch.openVideo', { row })}>
          ${t('batch.openShort')} </a
        >${
          state === 'rendered' && values && this.canCorrect
            ? html`<button
                class="edit"
                aria-label=${t('batch.edit', { row })}
                title=${t('batch.editShort')}
                @click=${() => this.#openDialog(row)}
              >
                ${icon('edit', 16)}
              </button>`
            : nothing
        }</span
      >`;
    if (!values) return nothing;
    return html`<button
      aria-label=${t(state === 'invalid' && this.canCorrect ? 'batch.edit' : 'batch.previewRow', { row })}
      @click=${() => this.#openDialog(row)}
    >
      ${state === 'invalid' && this.canCorrect ? nothing : icon('play', 14)}
      ${t(state === 'invalid' && this.canCorrect ? 'batch.editShort' : 'batch.previewShort')}
    </button>`;
  }

  #openDialog(row: number): void {
    this.emit('open', row);
  }

  /** The progress, or the first fault that no cell has. */
  #underHead(row: Row) {
    const { t } = this;
    if (row.state === 'rendering')
      return html`<studio-progress-bar
        label=${t('phase.progress', { title: t('batch.row', { row: row.row }) })}
        .value=${row.progress}
      ></studio-progress-bar>`;
    // Cells of a row that is too long are not shown, so that all of its faults are here.
    const knownColumns = new Set(row.values === null ? [] : this.columns);
    const other = this.#faultsOf(row).find(
      ({ column }) => column === null || !knownColumns.has(column),
    );
    const texts = other && this.textsOf(other);
    const words = [
      texts?.message,
      texts?.hint,
      row.values === null ? t('batch.longRow') : undefined,
    ];
    const text = words.filter((part) => part !== undefined).join(' ');
    // It has no dialog, and the room of all cells.
    if (text && !row.values) return html`<bdi class="fault">${text}</bdi>`;
    if (text) return this.#faultButton(row.row, text);
    return html`<bdi class="name">${row.title}</bdi>`;
  }

  /** A cell as a field, or as text if it cannot be corrected or is too long for a field. */
  #cell(row: Row, column: string, isEditable: boolean) {
    const { t } = this;
    const formerText = cellText(cellOf(row.values, column));
    const text = cellOf(this.edits.get(row.row), column) ?? formerText;
    const foundFault = this.#faultsOf(row).find((cellFault) => cellFault.column === column);
    const fault = foundFault && this.textsOf(foundFault);
    if (!isEditable || !row.values || formerText.length > MAX_INLINE) {
      const cutText = this.#fileName(text).slice(0, 200);
      return html`<div class="cell"><bdi class="text" title=${cutText}>${cutText}</bdi></div>`;
    }
    const id = `fault-${row.row}-${this.columns.indexOf(column)}`;
    return html`<div class="cell">
      <input
        dir="auto"
        aria-label=${t('batch.cell', { column: this.labelOf(column), row: row.row })}
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby=${fault ? id : nothing}
        .value=${text}
        @input=${(event: Event) =>
          this.emit('edit', {
            row: row.row,
            column,
            text: (event.target as HTMLInputElement).value,
          })}
      />
      ${
        fault
          ? this.#faultButton(row.row, [fault.message, fault.hint].filter(Boolean).join(' '), id)
          : nothing
      }
    </div>`;
  }

  /** Returns the name of the file if a text is the id of an upload, as soon as it is read; else the text. */
  #fileName(text: string): string {
    if (!UPLOAD.test(text)) return text;
    if (!this.#fileNames.has(text)) void this.#readFileName(text);
    return this.#fileNames.get(text) ?? text;
  }

  async #readFileName(id: string): Promise<void> {
    this.#fileNames.set(id, undefined);
    try {
      const { filename } = await this.app.client.uploads.get(id);
      if (!filename) return;
      this.#fileNames.set(id, filename);
      this.requestUpdate();
    } catch {
      // The file may have expired. Its id stays.
    }
  }

  /** The beginning of a fault. It opens the dialog of the row, which has all of it. */
  #faultButton(row: number, text: string, id?: string) {
    return html`<button
      class="fault"
      dir="auto"
      id=${id ?? nothing}
      title=${text}
      @click=${() => this.#openDialog(row)}
    >
      <span class="words">${text}</span>
    </button>`;
  }

  /** The faults of the last corrections replace those of the check. */
  #faultsOf(row: Row): readonly RowFaultLike[] {
    if (!isCorrectable(row)) return [];
    const newer = this.faults.filter((fault) => fault.row === row.row);
    return newer.length > 0 ? newer : row.errors;
  }
}

define('studio-row-sheet', StudioRowSheet);
