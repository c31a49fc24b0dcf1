import type { Batch } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { PagedList } from '../components/lists/paged-list.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/skeleton.ts';
import '../components/lists/virtual-list.ts';
import { NO_NAMES, readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import { batchRowStyles, renderBatch } from './batch-list-row.ts';

const PAGE = 50;
/** A batch in progress changes without events. */
const POLL_MS = 3000;
const ENDED = ['completed', 'canceled', 'failed'];

export class BatchesPage extends PageElement {
  static override properties = { names: { state: true } };
  static override styles = css`
    .loading studio-skeleton {
      height: 76px;
    }
  `;

  declare names: TemplateNames;
  readonly #list = new PagedList<Batch>(this, (signal) =>
    this.app.client.batches.list({ limit: PAGE }, { signal }),
  );
  #leaving = new AbortController();
  #poll: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.names = NO_NAMES;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    this.#poll = setInterval(() => void this.#refresh(), POLL_MS);
    queueMicrotask(() => void this.#readNames());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
    clearInterval(this.#poll);
  }

  override render() {
    const { t } = this;
    const { items: batches, isLoaded, error } = this.#list;
    const canEdit = this.app.session.canEdit;
    const link = (slot: boolean) =>
      canEdit
        ? html`<a slot=${slot ? 'actions' : nothing} class="button primary" href="#/batches/new">
            ${t('batches.new')}
          </a>`
        : nothing;
    return html`<div class="page-head">
        <h1>${t('batches.title')}</h1>
        <div class="actions">${batches.length > 0 ? link(false) : nothing}</div>
      </div>
      ${errorBox(t, error, () => this.#list.reload())}
      ${
        isLoaded && batches.length === 0
          ? html`<studio-empty-state icon="batches" heading=${t('batches.none')}>
              ${t('batches.noneText')} ${link(true)}
            </studio-empty-state>`
          : nothing
      }
      ${batches.length > 0 ? this.#rows() : nothing}
      ${isLoaded || error !== undefined ? nothing : this.#skeletons()}`;
  }

  #rows() {
    const { app, names, t } = this;
    const { items, hasMore } = this.#list;
    return html`<studio-virtual-list
      label=${t('batches.label')}
      .items=${items}
      .keyOf=${({ id }: Batch) => id}
      .rowHeight=${(width: number) => (width < 700 ? 124 : 84)}
      .gap=${8}
      .hasMore=${hasMore}
      .itemStyles=${batchRowStyles}
      .renderItem=${(batch: Batch) => renderBatch({ batch, app, names })}
      @more=${() => void this.#list.more()}
    ></studio-virtual-list>`;
  }

  #skeletons() {
    return html`<div class="loading" aria-busy="true">
      <span class="visually-hidden">${this.t('batches.loading')}</span>
      ${[1, 2, 3].map(() => html`<studio-skeleton></studio-skeleton>`)}
    </div>`;
  }

  /**
   * Reads the first page again while a batch is in progress and the page is visible. New batches
   * are added; those of other pages stay as they are.
   */
  async #refresh(): Promise<void> {
    if (document.hidden || this.#list.items.every(({ status }) => ENDED.includes(status))) return;
    await this.#list.refresh((items, page) => {
      const inPage = new Set(page.items.map(({ id }) => id));
      return [...page.items, ...items.filter(({ id }) => !inPage.has(id))];
    });
  }

  async #readNames(): Promise<void> {
    try {
      this.names = await readTemplateNames(this.app.client, this.#leaving.signal);
    } catch {
      // The list is useful without them.
    }
  }
}

define('studio-batches-page', BatchesPage);
