import type { RenderSessionSummary } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { icon } from '../components/icons.ts';
import { Loader } from '../components/loader.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import '../components/progress-bar.ts';
import { LiveSessions } from '../renders/live-sessions.ts';
import { plainRatio, ratioText } from '../shared/frame-shape.ts';
import { loadingState } from '../shared/page-states.ts';
import { forEachId, isPermitted } from '../shared/session-actions.ts';
import { archiveUrl } from '../shared/session-archive.ts';
import { GROUP_KEY, sizeOf } from '../shared/session-group.ts';
import { sessionsToWatch, withProgress, withSessions } from '../shared/session-list.ts';
import { chipStyles, progressBar, progressWords, statusChip } from '../shared/status-chip.ts';
import { nameText } from '../words.ts';

const MAX_SIZES = 50;
const AT_ONCE = 4;
const UNKNOWN_RATIO = 16 / 9;

/** All sizes of one video, side by side: their progress, their videos, and one ZIP. */
export class GroupPage extends PageElement {
  static override properties = { isBusy: { state: true } };
  static override styles = [
    chipStyles,
    css`
      ul {
        display: flex;
        flex-wrap: wrap;
        align-items: flex-start;
        gap: 24px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        gap: 8px;
        width: min(100%, var(--width));
      }
      .frame {
        display: grid;
        place-items: center;
        aspect-ratio: var(--ratio);
        border-radius: 14px;
        background: var(--fp-raised);
        box-shadow: 0 0 0 1px var(--fp-line);
        color: var(--fp-muted);
        overflow: hidden;
      }
      video,
      img {
        display: block;
        width: 100%;
        height: 100%;
      }
      .name {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 10px;
      }
      .name a {
        font-weight: 600;
      }
    `,
  ];

  declare isBusy: boolean;
  readonly #sessions = new Loader<readonly RenderSessionSummary[]>(this, async (signal) => {
    const metadata = { [GROUP_KEY]: this.route.params['id'] ?? '' };
    const list = this.app.client.renders.list({ metadata, limit: MAX_SIZES }, { signal });
    const sessions = await list.toArray(MAX_SIZES);
    const [newest] = sessions;
    if (newest) this.app.setTitle(titleOfAll(newest));
    // The list has the newest first.
    return sessions.toReversed();
  });

  constructor() {
    super();
    this.isBusy = false;
    new LiveSessions(this, {
      app: () => this.app,
      wanted: (max) => sessionsToWatch(this.#items, max),
      onProgress: (id, progress) => this.#sessions.replace(withProgress(this.#items, id, progress)),
      onSession: (session) => {
        const newer = { ...session, mapping_id: session.mapping.id };
        this.#sessions.replace(withSessions(this.#items, [newer]));
      },
      onChange: () => void this.#sessions.reload(),
    });
  }

  get #items(): readonly RenderSessionSummary[] {
    return this.#sessions.value ?? [];
  }

  override render() {
    const { t } = this;
    const { state } = this.#sessions;
    const [first] = this.#items;
    return html`<a class="back-link" href="#/renders">${t('render.back')}</a>
      ${
        state.status === 'failed'
          ? errorBox(t, state.error, () => this.#sessions.reload(), !state.value)
          : nothing
      }
      ${first ? this.#group(first) : state.status === 'ready' ? this.#empty() : loadingState(t)}`;
  }

  #empty() {
    const { t } = this;
    return html`<studio-empty-state icon="renders" heading=${t('group.none')}>
      ${t('group.noneText')}
      <a slot="actions" class="button" href="#/renders">${t('render.back')}</a>
    </studio-empty-state>`;
  }

  #group(first: RenderSessionSummary) {
    const { t } = this;
    const title = titleOfAll(first);
    const sessions = this.#items;
    return html`<div class="page-head">
        <div>
          <h1 dir="auto">${nameText(title, t('renders.untitled'))}</h1>
          <p class="muted">${t('templates.styles', { count: sessions.length })}</p>
        </div>
        <div class="actions">${this.#actions(sessions)}</div>
      </div>
      <ul>
        ${repeat(
          sessions,
          ({ id }) => id,
          (session) => this.#item(session),
        )}
      </ul>`;
  }

  /** One ZIP of the finished videos, and the finals of all previews. */
  #actions(sessions: readonly RenderSessionSummary[]) {
    const { t, app } = this;
    const ready = sessions.filter(({ video_url: url }) => url !== null);
    const previews = sessions.filter((session) => isPermitted('final', session));
    return html`${
      previews.length > 0 && app.session.canEdit
        ? html`<button aria-disabled=${this.isBusy} @click=${() => void this.#makeFinal(previews)}>
            ${t('render.makeFinal')}
          </button>`
        : nothing
    }
    ${
      ready.length > 0
        ? html`<a class="button primary" href=${archiveUrl(app.server, ready)} download>
            ${icon('download')}${t('group.downloadAll')}
          </a>`
        : nothing
    }`;
  }

  #item(session: RenderSessionSummary) {
    const { t, app } = this;
    const { id, poster_url: poster, video_url: video, errors } = session;
    const size = sizeOf(session);
    const ratio = size ? size.width / size.height : UNKNOWN_RATIO;
    const words = progressWords(session, t, app.lang);
    return html`<li ${customProperties({ '--ratio': String(ratio), '--width': `${Math.round(360 * Math.sqrt(ratio))}px` })}>
      <div class="frame">
        ${
          video
            ? html`<video src=${video} poster=${poster ?? nothing} preload="none" controls playsinline
                aria-label=${session.title}></video>`
            : poster
              ? html`<img src=${poster} alt="" />`
              : icon('video', 28)
        }
      </div>
      <div class="name">
        <a href="#/renders/${id}">${size ? ratioText(size) : t('upload.open')}</a>
        ${statusChip(session.status, t)}
      </div>
      ${words ? html`<span class="hint" role="status">${words}</span>` : nothing} ${progressBar(session, t)}
      ${
        session.status === 'failed' && errors[0]
          ? html`<span class="fault" dir="auto">${translateFault(errors[0], t).message}</span>`
          : nothing
      }
    </li>`;
  }

  /** Starts the final of each preview, and says the first error. */
  async #makeFinal(previews: readonly RenderSessionSummary[]): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const { client } = this.app;
    const ids = previews.map(({ id }) => id);
    const start = (id: string) => Promise.resolve(client.renders.start(id, 'final'));
    const { failed, error } = await forEachId(ids, start, { atOnce: AT_ONCE });
    if (failed.length > 0) {
      const { text, hints } = plainError(error, this.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    }
    this.isBusy = false;
    await this.#sessions.reload();
  }
}

/** Returns the title that the sizes share: that of a session without its own size. */
function titleOfAll(session: RenderSessionSummary): string {
  const size = sizeOf(session);
  const end = size ? ` ${plainRatio(size)}` : '';
  return session.title.endsWith(end)
    ? session.title.slice(0, -end.length || undefined)
    : session.title;
}

define('studio-group-page', GroupPage);
