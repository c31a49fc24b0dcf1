import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import {
  type ColumnMap,
  type Editables,
  ROW_FIELDS,
  repeatedTargets,
  targetOf,
} from '../shared/map-columns.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import type { CsvTable } from './csv.ts';

const MAX_EXAMPLE = 80;

/** What each column of a table fills. It fires `map` with the new map. */
class StudioColumnTable extends AppElement {
  static override properties = {
    table: { attribute: false },
    editables: { attribute: false },
    map: { attribute: false },
  };
  static override styles = [
    sectionStyles,
    css`
      ul {
        display: grid;
        gap: 10px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        align-items: center;
        gap: 4px 16px;
        padding-block-end: 10px;
        border-block-end: 1px solid var(--fp-line);
      }
      li:last-child {
        padding-block-end: 0;
        border: 0;
      }
      .column {
        min-width: 0;
      }
      .name,
      .example {
        display: block;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .name {
        font-weight: 600;
      }
      .example {
        color: var(--fp-muted);
        font-size: 0.8125rem;
      }
      .fault {
        grid-column: 1 / -1;
      }
    `,
  ];

  declare table: CsvTable;
  declare editables: Editables;
  declare map: ColumnMap;

  override render() {
    const { t } = this;
    const { columns, rows } = this.table;
    const repeated = new Set([...repeatedTargets(this.map).values()].flat());
    return html`<ul>
      ${columns.map((column, index) => {
        const example = rows.map((cells) => cells[index]).find((cell) => cell) ?? '';
        const target = this.map[column] ?? null;
        const isRepeated = repeated.has(column);
        return html`<li>
          <label class="column" for="column-${index}">
            <bdi class="name">${column}</bdi>
            <bdi class="example">${example.slice(0, MAX_EXAMPLE) || '–'}</bdi>
          </label>
          <select
            id="column-${index}"
            aria-label=${t('newBatch.fillsOf', { name: column })}
            aria-invalid=${isRepeated ? 'true' : 'false'}
            aria-describedby=${isRepeated ? `fault-${index}` : nothing}
            @change=${(event: Event) => this.#choose(column, event)}
          >
            ${this.#options(column, target)}
          </select>
          ${
            isRepeated && target !== null
              ? html`<span class="fault" id="fault-${index}">
                  ${t('newBatch.repeated', { name: this.#targetLabel(target) })}
                </span>`
              : nothing
          }
        </li>`;
      })}
    </ul>`;
  }

  /**
   * The targets of a column: none, an editable, or a field of the row. A target that is neither,
   * such as an option of an editable, is offered by its name.
   */
  #options(column: string, target: string | null) {
    const { t } = this;
    const editables = Object.entries(this.editables).map(([name, { label }]) => ({
      value: targetOf(name),
      label,
    }));
    const knownTargets = new Set<string>([...editables.map(({ value }) => value), ...ROW_FIELDS]);
    const option = (value: string, label: string) =>
      html`<option value=${value} .selected=${value === (target ?? '')}>${label}</option>`;
    return html`${option('', t('newBatch.ignore'))}
      <optgroup label=${t('newBatch.editables')}>
        ${editables.map(({ value, label }) => option(value, label))}
      </optgroup>
      <optgroup label=${t('newBatch.fields')}>
        ${ROW_FIELDS.map((field) => option(field, t(`newBatch.field.${field}`)))}
        ${
          target !== null && !knownTargets.has(target)
            ? option(target, t('newBatch.asNamed', { name: target }))
            : /[.]|^external_uploads$|^template_style_version_id$/.test(column) &&
                !knownTargets.has(column)
              ? option(column, t('newBatch.asNamed', { name: column }))
              : nothing
        }
      </optgroup>`;
  }

  /** Returns the label of an editable, or the target itself. */
  #targetLabel(target: string): string {
    const editable = Object.entries(this.editables).find(([name]) => targetOf(name) === target);
    return editable?.[1].label ?? target;
  }

  /** Reports the columns with another target. Null: the column is ignored. */
  #choose(column: string, event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    const map = { ...this.map, [column]: value === '' ? null : value };
    this.emit('map', map);
  }
}

define('studio-column-table', StudioColumnTable);
