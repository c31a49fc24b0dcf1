import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { DialogElement } from '../components/dialog.ts';
import { type RowBase, rowMapping } from '../shared/row-mapping.ts';
import '../shared/row-preview.ts';
import type { CellFault, Row } from './batch-rows.ts';
import { cellOf, cellText } from './row-cells.ts';
import { isCorrectable, type RowFaultLike } from './row-faults.ts';

/** A row with its cells beside a live frame of its video. It fires `edit`. */
class StudioRowDialog extends DialogElement {
  static override properties = {
    row: { attribute: false },
    base: { attribute: false },
    columns: { attribute: false },
    edits: { attribute: false },
    faults: { attribute: false },
    canCorrect: { attribute: false },
    labelOf: { attribute: false },
    textsOf: { attribute: false },
    duration: { type: Number },
    ratio: {},
  };
  static override styles = css`
    .grid {
      display: grid;
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      align-items: start;
      gap: 20px;
    }
    .fields {
      display: grid;
      gap: 12px;
    }
    textarea {
      min-height: 38px;
      resize: vertical;
      field-sizing: content;
      max-height: 30vh;
    }
    @media (max-width: 760px) {
      .grid {
        grid-template-columns: minmax(0, 1fr);
      }
      studio-row-preview {
        order: -1;
      }
    }
  `;

  /** Undefined while the dialog is closed. */
  declare row: Row | undefined;
  declare base: RowBase | undefined;
  declare columns: readonly string[];
  declare edits: Readonly<Record<string, string>>;
  declare faults: readonly CellFault[];
  declare canCorrect: boolean;
  declare labelOf: (column: string) => string;
  declare textsOf: (fault: RowFaultLike) => RowFaultLike;
  declare duration: number;
  declare ratio: string;

  protected override get isOpen() {
    return this.row !== undefined;
  }

  protected override get isWide() {
    return true;
  }

  protected override headingText() {
    return this.t('batch.previewTitle', { row: this.row?.row ?? 0 });
  }

  protected override content() {
    const { row, base: of, edits, app, duration, ratio } = this;
    if (!row) return nothing;
    return html`<div class="grid">
      <div class="fields" role="group" aria-label=${app.t('batch.cellsOf', { row: row.row })}>
        ${
          this.canCorrect && row.state === 'rendered'
            ? html`<p class="hint">${app.t('batch.againText')}</p>`
            : nothing
        }
        ${this.#otherFaults(row)}
        ${row.values ? this.columns.map((column, index) => this.#field(row, column, index)) : nothing}
      </div>
      <studio-row-preview
        .app=${app}
        .mapping=${of ? rowMapping(of, { ...row.values, ...edits }) : undefined}
        .row=${row.row}
        .duration=${duration}
        ratio=${ratio}
      ></studio-row-preview>
    </div>`;
  }

  /** The faults that no field has: of the whole row, or of a row that is too long for fields. */
  #otherFaults(row: Row) {
    const knownColumns = new Set(row.values ? this.columns : []);
    const ofSave = this.faults.filter((fault) => fault.row === row.row);
    const faults = (ofSave.length > 0 ? ofSave : row.errors).filter(
      ({ column }) => column === null || !knownColumns.has(column),
    );
    return html`${faults
      .map((fault) => this.textsOf(fault))
      .map(
        ({ message, hint }) => html`<p class="fault" dir="auto">${message} ${hint ?? nothing}</p>`,
      )}
    ${row.values === null ? html`<p class="hint">${this.t('batch.longRow')}</p>` : nothing}`;
  }

  /** A cell as a field. A fault of the last save is shown instead of the stored one. */
  #field(row: Row, column: string, index: number) {
    const text = cellOf(this.edits, column) ?? cellText(cellOf(row.values, column));
    const fault =
      this.faults.find((cell) => cell.row === row.row && cell.column === column) ??
      row.errors.find((cell) => cell.column === column);
    const isEditable = this.canCorrect && isCorrectable(row);
    return html`<div class="field">
      <label for="cell-${index}"><bdi>${this.labelOf(column)}</bdi></label>
      <textarea
        id="cell-${index}"
        rows="1"
        dir="auto"
        ?readonly=${!isEditable}
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby=${fault ? `fault-${index}` : nothing}
        .value=${text}
        @input=${(event: Event) =>
          this.emit('edit', {
            row: row.row,
            column,
            text: (event.target as HTMLTextAreaElement).value,
          })}
      ></textarea>
      ${
        fault
          ? html`<span class="fault" dir="auto" id="fault-${index}">${this.textsOf(fault).message} ${this.textsOf(fault).hint ?? nothing}</span>`
          : nothing
      }
    </div>`;
  }
}

define('studio-row-dialog', StudioRowDialog);
