import type { Batch } from '@framepress/client';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { listText, relativeTime, timeText } from '../components/format.ts';
import '../components/progress-bar.ts';
import { batchWords } from '../shared/batch-words.ts';
import { listRowStyles } from '../shared/list-row-styles.ts';
import { chip } from '../shared/status-chip.ts';
import type { TemplateNames } from '../shared/template-names.ts';
import { nameText } from '../words.ts';

/** Styles of the rows, for the shadow root of the list. */
export const batchRowStyles = css`
  ${listRowStyles}
  .row {
    grid-template-columns: minmax(0, 1fr) minmax(200px, 300px) 110px;
    gap: 16px;
    padding: 8px 16px;
  }
  .time {
    text-align: end;
  }
  @media (max-width: 760px) {
    .row {
      grid-template-columns: minmax(0, 1fr);
      gap: 6px;
    }
    .time {
      display: none;
    }
  }
`.styleSheet as CSSStyleSheet;

type Row = { batch: Batch; app: AppContext; names: TemplateNames };

/** A batch in the list: the whole row is its link. */
export function renderBatch({ batch, app, names }: Row) {
  const { t, lang } = app;
  const { counts } = batch;
  const { key, tone } = batchWords(batch);
  const title = nameText(batch.title, t('batches.untitled'));
  const words = [
    t('batches.counts', { rendered: counts.rendered, total: counts.total }),
    counts.invalid > 0 ? t('batches.invalidCount', { count: counts.invalid }) : '',
    counts.failed > 0 ? t('batches.failedCount', { count: counts.failed }) : '',
  ];
  return html`<div class="row">
    <div class="words">
      <a class="title" dir="auto" href="#/batches/${batch.id}">${title}</a>
      <div class="small" dir="auto">${names.nameOf(batch.template_style_version_id) ?? nothing}</div>
    </div>
    <div class="state">
      ${chip(t(key), tone)}
      <span class="small">${listText(words, lang)}</span>
      ${
        batch.status === 'running'
          ? html`<studio-progress-bar
              label=${t('batches.progress', { title })}
              .value=${batch.progress}
            ></studio-progress-bar>`
          : nothing
      }
    </div>
    <time class="small time" datetime=${batch.created_at} title=${timeText(batch.created_at, lang)}>
      ${relativeTime(batch.created_at, lang)}
    </time>
  </div>`;
}
