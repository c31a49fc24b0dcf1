import type { Batch } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import { define } from '../components/base.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/menu.ts';
import type { MenuItem } from '../components/menu.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import '../components/skeleton.ts';
import { batchActions, batchWords } from '../shared/batch-words.ts';
import { isRefusal, lostNotice } from '../shared/page-states.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { chip, chipStyles } from '../shared/status-chip.ts';
import type { StringKey } from '../strings/index.ts';
import { nameText } from '../words.ts';
import { batchNotice, batchSummary, summaryStyles } from './batch-summary.ts';
import './batch-table.ts';

const POLL_MS = 1500;
const ACTIVE = ['checking', 'running'];

export class BatchPage extends PageElement {
  static override properties = {
    batch: { state: true },
    error: { state: true },
    busy: { state: true },
    isLost: { state: true },
    version: { state: true },
  };
  static override styles = [
    sectionStyles,
    chipStyles,
    summaryStyles,
    css`
    `,
  ];

  declare batch: Batch | undefined;
  declare error: unknown;
  declare busy: boolean;
  /** The service does not answer, while the batch is shown. */
  declare isLost: boolean;
  /** Grows when the rows changed without progress of the batch, such as after a retry. */
  declare version: number;
  #leaving = new AbortController();
  #poll: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.busy = false;
    this.isLost = false;
    this.version = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    document.addEventListener('visibilitychange', this.#planReading);
    queueMicrotask(() => void this.#load());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#planReading);
    this.#leaving.abort();
    clearTimeout(this.#poll);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('batch') && this.batch)
      this.app.setTitle(nameText(this.batch.title, this.t('batches.untitled')));
  }

  override render() {
    const { t, batch, error } = this;
    return html`<a class="back-link" href="#/batches">${t('newBatch.back')}</a>
      ${errorBox(t, error, () => this.#load())}
      ${
        batch
          ? this.#page(batch)
          : error === undefined
            ? html`<studio-skeleton></studio-skeleton>
                <span class="visually-hidden" role="status">${t('batch.loading')}</span>`
            : nothing
      }`;
  }

  #page(batch: Batch) {
    const { t, app } = this;
    const { key, tone } = batchWords(batch);
    return html`<div class="page-head">
        <div class="heading">
          <h1 dir="auto">${nameText(batch.title, t('batches.untitled'))}</h1>
          <span role="status">${chip(t(key), tone)}</span>
        </div>
        ${this.#actions(batch)}
      </div>
      ${lostNotice(this.isLost, t)}
      <div aria-live="polite">${batchNotice(batch, app)}</div>
      ${batchSummary(batch, app)}
      <studio-batch-table
        .app=${app}
        .batch=${batch}
        .version=${this.version}
        @changed=${() => void this.#load()}
      ></studio-batch-table>`;
  }

  /**
   * The buttons that the status of the batch and the role of the person permit. A batch that waits
   * for its start is started; another paused one is resumed.
   */
  #actions(batch: Batch) {
    const { t, busy } = this;
    const { canEdit } = this.app.session;
    const can = batchActions(batch);
    const { id, counts } = batch;
    const { batches } = this.app.client;
    const button = (label: string, kind: string, work: () => Promise<unknown>, toast: string) =>
      html`<button class=${kind} aria-disabled=${busy} @click=${() => void this.#runAction(work, toast)}>
        ${label}
      </button>`;
    const isFirst = batch.status === 'paused' && batchWords(batch).key !== 'batchStatus.paused';
    return html`<div class="actions">
      ${
        can.canResume && canEdit
          ? button(
              isFirst ? t('batch.start', { count: counts.waiting }) : t('batch.resume'),
              'primary',
              () => Promise.resolve(batches.resume(id)),
              t('batch.started'),
            )
          : nothing
      }
      ${
        can.canPause && canEdit
          ? button(
              t('batch.pause'),
              '',
              () => Promise.resolve(batches.pause(id)),
              t('batch.paused'),
            )
          : nothing
      }
      ${
        can.canRetry && canEdit
          ? button(
              t('batch.retryFailed', { count: counts.failed }),
              '',
              () => Promise.resolve(batches.retry(id)),
              t('batch.retried'),
            )
          : nothing
      }
      ${
        isFirst && canEdit
          ? html`<a class="button" href="#/batches/new?from=${id}">${t('batch.replace')}</a>`
          : nothing
      }
      ${
        can.canDownload
          ? html`<a class="button" href="${this.app.server}/v2/batches/${id}/archive" download>
              ${t('batch.download')}
            </a>`
          : nothing
      }
      <studio-menu
        label=${t('common.moreOf', { name: batch.title })}
        .items=${this.#menu(can, canEdit)}
        @choose=${(event: CustomEvent<{ id: string }>) => void this.#chooseAction(event.detail.id, batch)}
      ></studio-menu>
    </div>`;
  }

  /** The list of videos as CSV, and what the role and the status permit. */
  #menu(can: ReturnType<typeof batchActions>, canEdit: boolean): MenuItem[] {
    const { t } = this;
    const items: MenuItem[] = [{ id: 'list', label: t('batch.list') }];
    if (canEdit && can.canCancel) items.push({ id: 'cancel', label: t('batch.cancel') });
    if (canEdit && can.canDelete)
      items.push(
        { id: 'delete', label: t('batch.delete'), isDanger: true },
        { id: 'deleteVideos', label: t('batch.deleteVideos'), isDanger: true },
      );
    return items;
  }

  /** Does what was chosen in the menu. Canceling and deleting ask first. */
  async #chooseAction(action: string, { id }: Batch): Promise<void> {
    const { t, app } = this;
    if (action === 'list') {
      location.assign(`${app.server}/v2/batches/${id}/manifest?format=csv`);
      return;
    }
    const isCancel = action === 'cancel';
    const texts = { cancel: 'askCancel', delete: 'askDelete', deleteVideos: 'askDeleteVideos' };
    const text = `batch.${texts[action as keyof typeof texts]}Text` as StringKey;
    const isAgreed = await app.confirm({
      heading: t(isCancel ? 'batch.askCancel' : 'batch.askDelete'),
      text: t(text),
      action: t(isCancel ? 'batch.cancel' : 'batch.delete'),
      isDanger: true,
    });
    if (!isAgreed) return;
    if (isCancel)
      return this.#runAction(
        () => Promise.resolve(app.client.batches.cancel(id)),
        t('batch.canceledToast'),
      );
    await this.#runAction(async () => {
      await app.client.batches.delete(id, { sessions: action === 'deleteVideos' });
      app.navigate('/batches');
    }, t('batch.deletedToast'));
  }

  /**
   * Runs one action at a time. Its error becomes a toast. The batch is read again in either case,
   * unless the person has gone to another page.
   */
  async #runAction(work: () => Promise<unknown>, toast: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const { signal } = this.#leaving;
    try {
      await work();
      this.app.toast(toast, 'success');
      if (signal.aborted || !this.isConnected) return;
      this.version += 1;
    } catch (error) {
      const { text, hints } = plainError(error, this.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    } finally {
      this.busy = false;
    }
    if (location.hash.includes(this.route.params['id'] ?? '')) await this.#load();
  }

  /** Reads the batch again after a pause, while the page is visible and the batch goes on. */
  #planReading = () => {
    clearTimeout(this.#poll);
    const isActive = this.batch && (this.isLost || ACTIVE.includes(this.batch.status));
    if (!document.hidden && isActive) this.#poll = setTimeout(() => void this.#load(), POLL_MS);
  };

  /**
   * Reads the batch and plans the next reading. After a lost connection the batch stays and is
   * tried again; after a refusal it is not.
   */
  async #load(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      this.batch = await this.app.client.batches.get(this.route.params['id'] ?? '', { signal });
      this.error = undefined;
      this.isLost = false;
    } catch (error) {
      if (signal.aborted) return;
      this.isLost = this.batch !== undefined && !isRefusal(error);
      // A batch that was deleted elsewhere is not read again.
      if (!this.isLost) {
        this.error = error;
        return;
      }
    }
    if (!signal.aborted) this.#planReading();
  }
}

define('studio-batch-page', BatchPage);
