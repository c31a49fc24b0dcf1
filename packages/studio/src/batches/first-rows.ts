import { html, type TemplateResult } from 'lit';
import type { Translate } from '../strings/index.ts';
import type { CsvTable } from './csv.ts';

const SHOWN = 5;
const MAX_CELL = 200;

type FirstRows = {
  table: CsvTable;
  fileName: string;
  t: Translate;
  /** The control that takes another file. */
  drop: TemplateResult;
  faults: unknown;
};

/** The columns and first rows of a table. */
export function firstRows({ table, fileName, t, drop, faults }: FirstRows): TemplateResult {
  const { columns, rows, isCut } = table;
  const shown = rows.slice(0, SHOWN);
  const words = isCut
    ? t('newBatch.rowsShown', { count: shown.length, name: fileName })
    : t('newBatch.allRows', { count: rows.length, name: fileName });
  return html`<div class="rows-head"><span class="muted" role="status">${words}</span>${drop}</div>
    ${faults}
    <div class="table" tabindex="0" role="region" aria-label=${words}>
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col"><bdi>${column}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
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
