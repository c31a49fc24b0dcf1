import type { RenderSessionSummary } from '@framepress/client';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { relativeTime, timeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { chipStyles, progressBar, progressWords, statusChip } from '../shared/status-chip.ts';
import type { TemplateNames } from '../shared/template-names.ts';
import { nameText } from '../words.ts';

const NARROW = 620;

/** Styles of the rows, for the shadow root of the list. */
export const rowStyles = css`
  ${chipStyles}
  .row {
    position: relative;
    display: grid;
    grid-template-columns: 24px 104px minmax(0, 1fr) minmax(180px, 260px) 110px;
    align-items: center;
    gap: 14px;
    height: 100%;
    padding: 6px 12px;
    border: 1px solid var(--fp-line);
    border-radius: 10px;
    background: var(--fp-surface);
  }
  .row:hover {
    background: var(--fp-raised);
  }
  .row.selected {
    border-color: var(--fp-accent);
  }
  .check {
    z-index: 1;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--fp-accent);
  }
  .poster {
    display: grid;
    place-items: center;
    width: 104px;
    height: 58px;
    border-radius: 6px;
    background: var(--fp-raised);
    color: var(--fp-muted);
    overflow: hidden;
  }
  .poster img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  .words {
    min-width: 0;
  }
  .title {
    display: block;
    overflow: hidden;
    color: inherit;
    font-weight: 600;
    text-decoration: none;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title::after {
    position: absolute;
    inset: 0;
    border-radius: 10px;
    content: '';
  }
  .title:focus-visible {
    box-shadow: none;
  }
  .title:focus-visible::after {
    box-shadow: var(--fp-focus);
  }
  .template,
  .progress {
    overflow: hidden;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .state {
    display: grid;
    gap: 4px;
    justify-items: start;
    min-width: 0;
  }
  .state > * {
    max-width: 100%;
  }
  .state studio-progress-bar {
    width: 100%;
  }
  .time {
    color: var(--fp-muted);
    font-size: 0.8125rem;
    text-align: end;
  }
  @media (max-width: 760px) {
    .row {
      grid-template-columns: 20px 76px minmax(0, 1fr);
      grid-template-rows: auto auto;
      gap: 4px 10px;
      padding: 8px 10px;
    }
    .check,
    .poster {
      grid-row: span 2;
    }
    .poster {
      width: 76px;
      height: 76px;
    }
    .state {
      grid-column: 3;
    }
    .time {
      display: none;
    }
  }
`.styleSheet as CSSStyleSheet;

/** The height of a row by its width. */
export function rowHeight(width: number): number {
  return width < NARROW || innerWidth <= 760 ? 116 : 78;
}

type Row = {
  session: RenderSessionSummary;
  app: AppContext;
  names: TemplateNames;
  isSelected: boolean;
  choose: (id: string, isSelected: boolean) => void;
};

/** A session in the list: the whole row is its link. */
export function renderRow({ session, app, names, isSelected, choose }: Row) {
  const { t, lang } = app;
  const title = nameText(session.title, t('renders.untitled'));
  const poster = session.poster_url ?? session.thumbnails[0];
  const words = progressWords(session, t, lang);
  const { errors } = session;
  return html`<div class="row ${isSelected ? 'selected' : ''}">
    <input
      class="check"
      type="checkbox"
      aria-label=${t('renders.select', { title })}
      .checked=${isSelected}
      @change=${(event: Event) => choose(session.id, (event.target as HTMLInputElement).checked)}
    />
    <div class="poster">
      ${poster ? html`<img src=${poster} alt="" loading="lazy" />` : icon('video', 22)}
    </div>
    <div class="words">
      <a class="title" dir="auto" href="#/renders/${session.id}">${title}</a>
      <div class="template" dir="auto">
        ${names.nameOf(session.template_style_version_id) ?? nothing}
      </div>
    </div>
    <div class="state">
      ${statusChip(session.status, t)}
      ${words ? html`<span class="progress">${words}</span>` : nothing}
      ${progressBar({ ...session, title }, t)}
      ${
        session.status === 'failed' && errors[0]
          ? html`<span class="progress" dir="auto" title=${errors[0].message}>${errors[0].message}</span>`
          : nothing
      }
    </div>
    <time class="time" datetime=${session.created_at} title=${timeText(session.created_at, lang)}>
      ${relativeTime(session.created_at, lang)}
    </time>
  </div>`;
}
