import type { Usage } from '@framepress/client';
import { css, html, nothing, svg } from 'lit';
import { define } from '../components/base.ts';
import { bytesText, durationText } from '../components/format.ts';
import { dayText, lastDays, numberText } from '../words.ts';
import { SettingsPart } from './settings-part.ts';
import { allDays, axisEnd, barsOf } from './usage-bars.ts';

const PERIODS = [1, 7, 30, 90];
const MEASURES = [
  ...(['renders', 'failed_renders', 'video_seconds', 'frames', 'cpu_seconds', 'bytes'] as const),
];
type Measure = (typeof MEASURES)[number];
const BOX = { width: 720, height: 180 };
const MAX_TEMPLATES = 500;

/** What was rendered, as a chart and a table. */
class UsagePart extends SettingsPart {
  static override properties = {
    days: { state: true },
    measure: { state: true },
    byDay: { state: true },
    byTemplate: { state: true },
  };
  static override styles = css`
    .controls {
      display: flex;
      flex-wrap: wrap;
      gap: 12px;
      margin-block-end: 16px;
    }
    .controls .field {
      flex: 0 1 220px;
    }
    .figures {
      grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
    }
    section {
      margin-block-end: 16px;
    }
    svg {
      display: block;
      width: 100%;
      height: auto;
      margin-block-end: 4px;
    }
    /* Time runs as the words below the chart. */
    svg:dir(rtl) {
      transform: scaleX(-1);
    }
    .bar {
      fill: var(--fp-accent);
    }
    .line {
      stroke: var(--fp-line);
    }
    .ends {
      display: flex;
      justify-content: space-between;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    .table {
      max-height: 420px;
      margin-block-start: 16px;
      overflow: auto;
    }
    thead th {
      position: sticky;
      inset-block-start: 0;
      background: var(--fp-raised);
    }
  `;

  declare days: number;
  declare measure: Measure;
  declare byDay: Usage | undefined;
  declare byTemplate: Usage | undefined;
  #names = new Map<string, string>();

  constructor() {
    super();
    this.days = 30;
    this.measure = 'renders';
  }

  override render() {
    const { t, byDay, byTemplate } = this;
    return html`${this.errorBox()}
      <div class="controls">
        ${this.#select('period', t('usage.period'), PERIODS.map(String), String(this.days))}
        ${this.#select('measure', t('usage.show'), MEASURES, this.measure)}
      </div>
      ${
        byDay && byTemplate
          ? html`<dl class="figures">
                ${MEASURES.map(
                  (measure) => html`<div>
                    <dt>${t(`usage.${measure}`)}</dt>
                    <dd>${this.#measureText(measure, byDay.totals[measure])}</dd>
                  </div>`,
                )}
              </dl>
              ${this.#dayPart(byDay)} ${this.#templatePart(byTemplate)}`
          : this.error === undefined
            ? html`<studio-skeleton></studio-skeleton>`
            : nothing
      }`;
  }

  #select(id: 'period' | 'measure', label: string, values: readonly string[], chosen: string) {
    const { t } = this;
    const nameOf = (value: string) =>
      id === 'period' ? t('usage.days', { count: Number(value) }) : t(`usage.${value as Measure}`);
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <select id=${id} @change=${(event: Event) => this.#choose(id, event)}>
        ${values.map(
          (value) => html`<option value=${value} .selected=${value === chosen}>
            ${nameOf(value)}
          </option>`,
        )}
      </select>
    </div>`;
  }

  /** Shows another measure, or reads another period. */
  #choose(id: 'period' | 'measure', event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    if (id === 'measure') this.measure = value as Measure;
    else {
      this.days = Number(value);
      void this.load();
    }
  }

  /** The chart of the measure by day, and its table. Days without use are zero. */
  #dayPart({ usage, from, to }: Usage) {
    const { t, app, measure } = this;
    const { lang } = app;
    if (usage.length === 0)
      return html`<section>
        <h2>${t('usage.byDay')}</h2>
        <p class="muted">${t('usage.chartEmpty')}</p>
      </section>`;
    const dayValues = usage.map((row) => ({ day: row.day ?? '', value: row[measure] }));
    const days = allDays(from, to, dayValues);
    const largest = days.reduce((a, b) => (b.value > a.value ? b : a), { day: from, value: 0 });
    const name = t(`usage.${measure}`);
    const label =
      largest.value > 0
        ? t('usage.chart', {
            name,
            largest: this.#measureText(measure, largest.value),
            day: dayText(largest.day, lang),
          })
        : t('usage.chartEmpty');
    return html`<section>
      <h2>${t('usage.byDay')}</h2>
      <div class="ends" aria-hidden="true">
        ${this.#measureText(measure, axisEnd(days.map(({ value }) => value)))}
      </div>
      <svg role="img" aria-label=${label} viewBox="0 0 ${BOX.width} ${BOX.height + 2}">
        ${[0, 0.5, 1].map(
          (share) => svg`<line
            class="line"
            x1="0"
            x2=${BOX.width}
            y1=${1 + BOX.height * share}
            y2=${1 + BOX.height * share}
          ></line>`,
        )}
        ${barsOf(days, BOX).map(
          ({ x, y, width, height, day, value }) => svg`<rect
            class="bar"
            x=${x}
            y=${y + 1}
            width=${width}
            height=${height}
            rx="2"
          ><title>${`${dayText(day, lang)}: ${this.#measureText(measure, value)}`}</title></rect>`,
        )}
      </svg>
      <div class="ends" aria-hidden="true">
        <span>${dayText(from, lang)}</span>
        <span>${dayText(to, lang)}</span>
      </div>
      ${this.#table(
        t('usage.byDay'),
        t('usage.day'),
        usage.map((row) => [dayText(row.day ?? '', lang), row]),
      )}
    </section>`;
  }

  /**
   * The table by template. A template that is not among the names, because it was deleted, has a
   * general one.
   */
  #templatePart({ usage }: Usage) {
    const { t } = this;
    if (usage.length === 0) return nothing;
    const nameOf = (id: string | undefined) => this.#names.get(id ?? '') ?? t('usage.noTemplate');
    return html`<section>
      <h2>${t('usage.byTemplate')}</h2>
      ${this.#table(
        t('usage.byTemplate'),
        t('usage.template'),
        usage.map((row) => [nameOf(row.template_id), row]),
      )}
    </section>`;
  }

  /** A table of all measures, one row for each name. */
  #table(label: string, first: string, rows: [string, Record<Measure, number>][]) {
    const { t } = this;
    if (rows.length === 0) return nothing;
    return html`<div class="table" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead>
          <tr>
            <th scope="col">${first}</th>
            ${MEASURES.map((measure) => html`<th scope="col" class="number">${t(`usage.${measure}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name, values]) => html`<tr>
              <th scope="row">${name}</th>
              ${MEASURES.map(
                (measure) =>
                  html`<td class="number">${this.#measureText(measure, values[measure])}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** Returns a value in the unit of its measure. */
  #measureText(measure: Measure, value: number): string {
    const { lang } = this.app;
    if (measure === 'bytes') return bytesText(value, lang);
    if (measure === 'video_seconds' || measure === 'cpu_seconds') return durationText(value, lang);
    return numberText(value, lang);
  }

  /** Reads the chosen days by day and by template, and the names of the templates. */
  protected override async read(signal: AbortSignal): Promise<void> {
    const { client } = this.app;
    const period = lastDays(this.days, Date.now());
    const [byDay, byTemplate, templates] = await Promise.all([
      client.usage({ ...period, group_by: 'day' }, { signal }),
      client.usage({ ...period, group_by: 'template' }, { signal }),
      client.templates.list({ limit: 100 }, { signal }).toArray(MAX_TEMPLATES),
    ]);
    this.#names = new Map(templates.map(({ id, name }) => [id, name]));
    this.byDay = byDay;
    this.byTemplate = byTemplate;
  }
}

define('studio-usage-part', UsagePart);
