import type { TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { type ColumnMap, type Editables, renamesOf } from '../shared/map-columns.ts';
import { rowMapping } from '../shared/row-mapping.ts';
import '../shared/row-preview.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { type AllRows, mappingOf } from './all-rows.ts';
import type { CsvTable } from './csv.ts';
import { mediaColumns } from './match-files.ts';
import type { RowMedia } from './row-media.ts';

/** A row of the table as a video, chosen by its number. */
class StudioRowSection extends AppElement {
  static override properties = {
    table: { attribute: false },
    editables: { attribute: false },
    version: { attribute: false },
    map: { attribute: false },
    media: { attribute: false },
    values: { attribute: false },
    row: { state: true },
    rowText: { state: true },
  };
  static override styles = [
    sectionStyles,
    css`
      .field {
        margin-block-end: 12px;
      }
    `,
  ];

  declare table: CsvTable;
  declare editables: Editables;
  declare version: TemplateStyleVersionSummary;
  declare map: ColumnMap;
  declare media: RowMedia;
  /** Values for all rows. */
  declare values: AllRows;
  /** The number of the row, from 1. */
  declare row: number;
  /** What stands in the field of the row, which may be no number of a row. */
  declare rowText: string;
  #leaving = new AbortController();

  constructor() {
    super();
    this.#showFirst();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('table') && changed.get('table')) this.#showFirst();
  }

  override render() {
    const { t, row, rowText, table, version } = this;
    const count = table.rows.length;
    const isOutside = rowNumber(rowText, count) === undefined;
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
        .mapping=${this.#mapping()}
        .row=${row}
        .duration=${version.duration ?? 0}
        ratio="${version.width ?? 16} / ${version.height ?? 9}"
      ></studio-row-preview>
    </section>`;
  }

  #mapping() {
    const { table, map, editables, version, values } = this;
    const cells = this.media.preview(
      table.rows[this.row - 1] ?? [],
      mediaColumns(table, map, editables),
      { arrived: () => this.requestUpdate(), signal: this.#leaving.signal },
    );
    const cellsByColumn = Object.fromEntries(
      table.columns.map((column, index) => [column, cells[index] ?? '']),
    );
    const mapping = mappingOf(values, editables);
    const base = { versionId: version.id, editables, columns: renamesOf(map), mapping };
    return rowMapping(base, cellsByColumn);
  }

  #showFirst(): void {
    [this.row, this.rowText] = [1, '1'];
  }
}

/** Returns the number of a row; undefined if the text is none. */
function rowNumber(text: string, count: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= count ? number : undefined;
}

define('studio-row-section', StudioRowSection);
