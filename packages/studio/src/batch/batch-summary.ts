import type { Batch } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { durationText, timeText } from '../components/format.ts';
import '../components/progress-bar.ts';
import { batchWords } from '../shared/batch-words.ts';
import { numberText } from '../words.ts';

/** Styles of the parts below. */
export const summaryStyles = css`
  .notice {
    display: grid;
    gap: 4px;
    margin-block-end: 16px;
    padding: 12px 16px;
    border: 1px solid var(--fp-line);
    border-inline-start: 4px solid var(--fp-accent);
    border-radius: var(--fp-radius);
    background: var(--fp-raised);
  }
  .notice.warning {
    border-inline-start-color: var(--fp-warning);
  }
  .notice.bad {
    border-inline-start-color: var(--fp-danger);
  }
  .notice ul {
    margin: 0;
    padding-inline-start: 18px;
  }
  .figures {
    grid-template-columns: repeat(auto-fit, minmax(104px, 1fr));
  }
  .figures dd {
    font-variant-numeric: tabular-nums;
  }
  .progress {
    display: grid;
    gap: 6px;
    margin-block-end: 16px;
  }
`;

const COUNTS = [
  ...(['total', 'rendered', 'rendering', 'waiting', 'invalid', 'failed', 'canceled'] as const),
];
const MAX_FAULTS = 20;

/** Why a batch does not go on, and what to do. */
export function batchNotice(batch: Batch, { t, lang }: AppContext) {
  const { counts, waiting_for: waiting, paused_reason: reason, status } = batch;
  const { key } = batchWords(batch);
  const notice = (kind: string, content: unknown) =>
    html`<div class="notice ${kind}">${content}</div>`;
  const general = batch.errors.filter(({ row }) => row === null);
  if (general.length > 0)
    return notice(
      'bad',
      html`<strong>${t('batch.faults')}</strong>
        <ul>
          ${general
            .slice(0, MAX_FAULTS)
            .map((fault) => translateFault(fault, t))
            .map(({ message, hint }) => html`<li dir="auto">${message} ${hint ?? nothing}</li>`)}
        </ul>`,
    );
  if (status === 'checking') return notice('', t('batch.checkingText'));
  if (reason === 'template_removed') return notice('bad', t('batch.removedText'));
  if (key === 'batchStatus.toCorrect')
    return notice('warning', t('batch.toCorrectText', { count: counts.invalid }));
  if (key === 'batchStatus.toStart')
    return notice('', t('batch.toStartText', { count: counts.waiting }));
  if (status !== 'running' || !waiting) return nothing;
  const until = waiting.limit?.frees_at;
  const reasonTexts = translateFault(waiting, t);
  return notice(
    'warning',
    html`<strong>${t('batch.waits')}</strong>
      <span dir="auto">${reasonTexts.message} ${reasonTexts.hint ?? nothing}</span>
      <span>${until ? t('batch.waitsUntil', { time: timeText(until, lang) }) : t('batch.waitsOpen')}</span>`,
  );
}

/** An estimate above a minute is not known to the second. */
function roundedSeconds(seconds: number): number {
  return seconds > 60 ? 60 * Math.ceil(seconds / 60) : seconds;
}

/** The number of rows in each state, and the progress. */
export function batchSummary(batch: Batch, { t, lang }: AppContext) {
  const { counts, status, eta_seconds: eta, progress } = batch;
  const visibleCounts = COUNTS.filter(
    (name) => counts[name] > 0 || name === 'total' || name === 'rendered',
  );
  return html`<dl class="figures">
      ${visibleCounts.map(
        (name) => html`<div>
          <dt>${t(`batch.count.${name}`)}</dt>
          <dd>${numberText(counts[name], lang)}</dd>
        </div>`,
      )}
    </dl>
    ${batch.warnings.map(
      (warning) => html`<p class="muted" dir="auto">${translateFault(warning, t).message}</p>`,
    )}
    ${
      status === 'running' || status === 'checking'
        ? html`<div class="progress">
            <studio-progress-bar
              label=${t('batches.progress', { title: batch.title })}
              .value=${status === 'checking' ? undefined : progress}
            ></studio-progress-bar>
            <span class="muted">
              ${eta ? t('batch.eta', { time: durationText(roundedSeconds(eta), lang) }) : nothing}
            </span>
          </div>`
        : nothing
    }`;
}
