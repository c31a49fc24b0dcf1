import type { Framepress, RenderSessionSummary } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { plainError } from '../components/plain-words.ts';
import { type Action, forEachId, permittedIds } from '../shared/session-actions.ts';
import { archiveUrl, MAX_ARCHIVED } from '../shared/session-archive.ts';
import { ToastSpace } from '../shared/toast-space.ts';

type Bulk = Extract<Action, 'cancel' | 'retry' | 'delete' | 'final'>;

type Work = { done: number; total: number; stop: AbortController };

const AT_ONCE = 4;
const WORDS = {
  cancel: ['renders.actionCancel', 'renders.canceled'],
  retry: ['renders.actionRetry', 'renders.retried'],
  final: ['renders.actionFinal', 'renders.finalsStarted'],
  delete: ['renders.actionDelete', 'renders.deleted'],
} as const;

/**
 * What can be done with the selected sessions. It fires `selection` with the new selection, `removed` with
 * the ids of deleted sessions, and `changed` when others have a new status.
 */
class StudioBulkBar extends AppElement {
  static override properties = {
    sessions: { attribute: false },
    selected: { attribute: false },
    work: { state: true },
  };
  static override styles = css`
    .bar {
      position: fixed;
      inset-block-end: 16px;
      inset-inline: 16px;
      z-index: 10;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
      width: fit-content;
      max-width: calc(100vw - 32px);
      margin-inline: auto;
      padding: 8px 8px 8px 16px;
      padding-inline: 16px 8px;
      border: 1px solid var(--fp-line);
      border-radius: 12px;
      background: var(--fp-surface);
      box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
    }
    @media (max-width: 760px) {
      .bar {
        inset-block-end: 72px;
      }
    }
    .count {
      margin-inline-end: 8px;
      font-weight: 600;
    }
  `;

  declare sessions: readonly RenderSessionSummary[];
  declare selected: ReadonlySet<string>;
  declare work: Work | undefined;

  constructor() {
    super();
    new FocusKeeper(
      this,
      () =>
        this.renderRoot.querySelector('button') ??
        (this.getRootNode() as ShadowRoot).querySelector<HTMLElement>('.count'),
    );
    new ToastSpace(this, () => this.renderRoot.querySelector('.bar'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.work?.stop.abort();
  }

  override render() {
    const { selected, work, t } = this;
    const count =
      work || selected.size === 0 ? '' : t('renders.selected', { count: selected.size });
    // It stays in the page without the bar: a region that appears with its words is not read.
    return html`<p class="visually-hidden" role="status">${count}</p>
      ${work ? this.#progress(work) : count === '' ? nothing : this.#actions(count)}`;
  }

  #progress({ done: count, total, stop }: Work) {
    const { t } = this;
    return html`<div class="bar" role="region" aria-label=${t('renders.actions')}>
      ${t('renders.working', { done: count, total })}
      <button @click=${() => stop.abort()}>${t('renders.stop')}</button>
    </div>`;
  }

  #actions(count: string) {
    const { t } = this;
    return html`<div class="bar" role="region" aria-label=${t('renders.actions')}>
      <span class="count">${count}</span>
      ${this.#download()} ${this.#bulkButton('final')} ${this.#bulkButton('retry')} ${this.#bulkButton('cancel')} ${this.#bulkButton('delete')}
      <button class="plain" @click=${() => this.#select(this.sessions.map(({ id }) => id))}>
        ${t('renders.selectAll')}
      </button>
      <button class="plain" @click=${() => this.#select([])}>${t('renders.clearSelection')}</button>
    </div>`;
  }

  /** The selected videos that are ready, as one ZIP. */
  #download() {
    const { app, sessions, selected, t } = this;
    const ready = sessions.filter(({ id, video_url: url }) => selected.has(id) && url !== null);
    if (ready.length === 0 || ready.length > MAX_ARCHIVED) return nothing;
    return html`<a class="button" href=${archiveUrl(app.server, ready)} download
      >${t('renders.downloadZip', { count: ready.length })}</a
    >`;
  }

  /** Viewers may not change anything; other actions are shown when a selected session permits them. */
  #bulkButton(action: Bulk) {
    const ids = permittedIds(action, this.sessions, this.selected);
    if (ids.length === 0 || !this.app.session.canEdit) return nothing;
    return html`<button
      class=${action === 'delete' ? 'danger' : ''}
      @click=${() => void this.#runBulk(action, ids)}
    >
      ${this.t(WORDS[action][0], { count: ids.length })}
    </button>`;
  }

  /**
   * Asks, then does an action with all sessions, several at a time, until `stop`. Sessions that
   * were not changed stay selected.
   */
  async #runBulk(action: Bulk, ids: string[]): Promise<void> {
    const { t, client } = this.app;
    if (!(await this.#isConfirmed(action, ids.length))) return;
    const stop = new AbortController();
    this.work = { done: 0, total: ids.length, stop };
    const {
      done: changedIds,
      failed,
      error,
    } = await forEachId(ids, (id) => startAction(client, action, id), {
      atOnce: AT_ONCE,
      signal: stop.signal,
      onProgress: (count) => {
        this.work = { done: count, total: ids.length, stop };
      },
    });
    this.work = undefined;
    // None are done when it was stopped at once.
    if (changedIds.length > 0 || failed.length === 0)
      this.app.toast(t(WORDS[action][1], { count: changedIds.length }), 'success');
    if (failed.length > 0) {
      const { text, hints } = plainError(error, t);
      const words = [t('renders.failedSome', { count: failed.length }), text, ...hints];
      this.app.toast(words.join(' '), 'error');
    }
    const removedIds = new Set(changedIds);
    this.#select([...this.selected].filter((id) => !removedIds.has(id)));
    if (action === 'delete') this.emit('removed', changedIds);
    this.emit('changed');
  }

  /** Asks before an action that cannot be undone. A retry needs no question. */
  async #isConfirmed(action: Bulk, count: number): Promise<boolean> {
    const { t } = this;
    if (action === 'retry' || action === 'final') return true;
    const isDelete = action === 'delete';
    return this.app.confirm({
      heading: t(isDelete ? 'renders.askDelete' : 'renders.askCancel', { count }),
      text: t(isDelete ? 'renders.askDeleteText' : 'renders.askCancelText'),
      action: t(WORDS[action][0], { count }),
      isDanger: true,
    });
  }

  /** Reports another selection, which replaces the former one. */
  #select(ids: readonly string[]): void {
    this.emit('selection', new Set(ids));
  }
}

/** Does an action with a session. */
function startAction({ renders }: Framepress, action: Bulk, id: string): Promise<unknown> {
  return Promise.resolve(action === 'final' ? renders.start(id, 'final') : renders[action](id));
}

define('studio-bulk-bar', StudioBulkBar);
