import { css, html, nothing, type TemplateResult } from 'lit';
import { durationText, listText } from '../components/format.ts';
import type { Translate } from '../strings/index.ts';

export type Tone = 'plain' | 'busy' | 'good' | 'bad' | 'warning';

/** Styles of chips and of the dots in them, which repeat what their words say. */
export const chipStyles = css`
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    padding: 1px 9px;
    border: 1px solid var(--fp-line);
    border-radius: 999px;
    background: var(--fp-surface);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .chip::before {
    width: 8px;
    height: 8px;
    flex: none;
    border-radius: 50%;
    background: var(--fp-muted);
    content: '';
  }
  .chip.busy::before {
    background: var(--fp-accent);
  }
  .chip.good::before {
    background: var(--fp-success);
  }
  .chip.bad::before {
    background: var(--fp-danger);
  }
  .chip.warning::before {
    background: var(--fp-warning);
  }
`;

export function chip(text: string, tone: Tone): TemplateResult {
  return html`<span class="chip ${tone}">${text}</span>`;
}

type Progressing = {
  status: string;
  phase: string;
  render_progress: number;
  eta_seconds: number | null;
  queue_position: number | null;
};

function toneOf(status: string): Tone {
  if (status.endsWith('_rendering')) return 'busy';
  if (status.endsWith('_rendered')) return 'good';
  return status === 'failed' ? 'bad' : 'plain';
}

/** The status of a session in plain words. */
export function statusChip(status: string, t: Translate): TemplateResult {
  return chip(t(`status.${status}` as Parameters<Translate>[0]), toneOf(status));
}

/** `Drawing, 42%, about 10 sec left`; nothing for a session that does not render. */
export function progressWords(session: Progressing, t: Translate, lang: string): string {
  const { phase, queue_position: position, eta_seconds: eta, render_progress: percent } = session;
  if (!session.status.endsWith('_rendering')) return '';
  if (phase === 'queued') return position ? t('phase.queuedAt', { position }) : t('phase.queued');
  const number = new Intl.NumberFormat(lang, { style: 'percent' }).format(percent / 100);
  const words = [t(`phase.${phase}` as Parameters<Translate>[0]), number];
  if (eta !== null) words.push(t('phase.eta', { time: durationText(eta, lang) }));
  return listText(words, lang);
}

/** The bar of a session that renders; nothing otherwise. */
export function progressBar(session: Progressing & { title: string }, t: Translate) {
  if (!session.status.endsWith('_rendering')) return nothing;
  const label = t('phase.progress', { title: session.title });
  const isWaiting = session.phase === 'queued';
  return html`<studio-progress-bar
    label=${label}
    .value=${isWaiting ? 0 : session.render_progress}
  ></studio-progress-bar>`;
}
