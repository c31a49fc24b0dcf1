import type { RenderSessionSummary } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { factsText, relativeTime, timeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { listRowStyles } from '../shared/list-row-styles.ts';
import { progressBar, progressWords, statusChip } from '../shared/status-chip.ts';
import type { TemplateNames } from '../shared/template-names.ts';
import { nameText } from '../words.ts';

const NARROW = 620;

/** Styles of the rows, for the shadow root of the list. */
export const rowStyles = css`
  ${listRowStyles}
  .row {
    grid-template-columns: 24px 104px minmax(0, 1fr) minmax(180px, 260px) 110px;
    gap: 14px;
    padding: 6px 12px;
  }
  .row.selected {
    border-color: var(--fp-accent);
  }
  .check {
    z-index: 1;
  }
  .poster {
    position: relative;
    display: grid;
    place-items: center;
    width: 104px;
    height: 58px;
    border-radius: 6px;
    background: var(--fp-raised);
    color: var(--fp-muted);
    overflow: hidden;
  }
  .poster img.example {
    opacity: 0.5;
  }
  .poster img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: contain;
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
  /** `isRange`: with all rows from the one that was chosen last. */
  choose: (id: string, isSelected: boolean, isRange: boolean) => void;
};

/** A session in the list: the whole row is its link. */
export function renderRow({ session, app, names, isSelected, choose }: Row) {
  const { t, lang } = app;
  const title = nameText(session.title, t('renders.untitled'));
  const ownPoster = session.poster_url ?? session.thumbnails[0];
  // Before a video has an image, that of its template shows which one it is.
  const { stillcuts = {} } = names.versions.get(session.template_style_version_id) ?? {};
  const poster = ownPoster ?? Object.values(stillcuts)[0];
  const words = progressWords(session, t, lang);
  const { errors } = session;
  const facts = [
    names.nameOf(session.template_style_version_id) ?? '',
    session.created_by?.name ?? '',
  ].filter(Boolean);
  return html`<div class="row ${isSelected ? 'selected' : ''}">
    <input
      class="check"
      type="checkbox"
      aria-label=${t('renders.select', { title })}
      .checked=${isSelected}
      @click=${(event: MouseEvent) =>
        choose(session.id, (event.target as HTMLInputElement).checked, event.shiftKey)}
    />
    <div class="poster">
      ${poster ? html`<img class=${ownPoster ? '' : 'example'} src=${poster} alt="" loading="lazy" />` : icon('video', 22)}
    </div>
    <div class="words">
      <a class="title" dir="auto" href="#/renders/${session.id}">${title}</a>
      <div class="small" dir="auto">
        ${factsText(facts, lang)}
      </div>
    </div>
    <div class="state">
      ${statusChip(session.status, t)}
      ${words ? html`<span class="small">${words}</span>` : nothing}
      ${progressBar({ ...session, title }, t)}
      ${
        session.status === 'failed' && errors[0]
          ? errorText(translateFault(errors[0], t).message)
          : nothing
      }
    </div>
    <time class="time" datetime=${session.created_at} title=${timeText(session.created_at, lang)}>
      ${relativeTime(session.created_at, lang)}
    </time>
  </div>`;
}

function errorText(message: string) {
  return html`<span class="small" dir="auto" title=${message}>${message}</span>`;
}
