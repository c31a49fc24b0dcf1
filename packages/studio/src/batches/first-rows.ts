import { html, type TemplateResult } from 'lit';
import type { Translate } from '../strings/index.ts';
import type { CsvTable } from './csv.ts';

const SHOWN = 5;
const MAX_CELL = 200;

type Named = { table: CsvTable; fileName: string; t: Translate };
type FirstRows = Named & {
  /** The control that takes another file. */
  drop: TemplateResult;
  faults: unknown;
};

/** Says how many rows of a table are shown. */
export function rowsText({ table: { rows, isCut }, fileName: name, t }: Named): string {
  return isCut
    ? t('newBatch.rowsShown', { count: Math.min(SHOWN, rows.length), name })
    : t('newBatch.allRows', { count: rows.length, name });
}

/** The columns and first rows of a table. */
export function firstRows({ drop, faults, ...named }: FirstRows): TemplateResult {
  const { columns, rows } = named.table;
  const shown = rows.slice(0, SHOWN);
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
