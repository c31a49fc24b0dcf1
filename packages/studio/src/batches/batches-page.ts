import type { Batch } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import '../components/error-box.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/skeleton.ts';
import '../components/virtual-list.ts';
import { NO_NAMES, readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import { batchRowStyles, renderBatch } from './batch-list-row.ts';

const PAGE = 50;
/** A batch in progress changes without events. */
const POLL_MS = 3000;
const ENDED = ['completed', 'canceled', 'failed'];

export class BatchesPage extends PageElement {
  static override properties = {
    ...PageElement.properties,
    batches: { state: true },
    names: { state: true },
    error: { state: true },
  };
  static override styles = [
    ...PageElement.styles,
    css`
      .loading {
        display: grid;
        gap: 8px;
      }
      .loading studio-skeleton {
        height: 76px;
      }
    `,
  ];

  declare batches: readonly Batch[] | undefined;
  declare names: TemplateNames;
  declare error: unknown;
  #cursor: string | null = null;
  #leaving = new AbortController();
  #poll: ReturnType<typeof setInterval> | undefined;
  #isLoading = false;

  constructor() {
    super();
    this.names = NO_NAMES;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    this.#poll = setInterval(() => void this.#refresh(), POLL_MS);
    queueMicrotask(() => {
      void this.#load();
      void this.#readNames();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
    clearInterval(this.#poll);
  }

  override render() {
    const { t, batches, error } = this;
    const canEdit = this.app.session.canEdit;
    const link = (slot: boolean) =>
      canEdit
        ? html`<a slot=${slot ? 'actions' : nothing} class="button primary" href="#/batches/new">
            ${t('batches.new')}
          </a>`
        : nothing;
    return html`<div class="page-head">
        <h1>${t('batches.title')}</h1>
        <div class="actions">${batches?.length ? link(false) : nothing}</div>
      </div>
      ${
        error === undefined
          ? nothing
          : html`<studio-error-box
              .t=${t}
              .error=${error}
              can-retry
              @retry=${() => void this.#load()}
            ></studio-error-box>`
      }
      ${
        batches?.length === 0
          ? html`<studio-empty-state icon="batches" heading=${t('batches.none')}>
              ${t('batches.noneText')} ${link(true)}
            </studio-empty-state>`
          : nothing
      }
      ${batches?.length ? this.#list(batches) : nothing}
      ${batches || error !== undefined ? nothing : this.#skeletons()}`;
  }

  #list(batches: readonly Batch[]) {
    const { app, names, t } = this;
    return html`<studio-virtual-list
      label=${t('batches.label')}
      .items=${batches}
      .keyOf=${({ id }: Batch) => id}
      .rowHeight=${(width: number) => (width < 700 ? 124 : 84)}
      .gap=${8}
      .hasMore=${this.#cursor !== null}
      .itemStyles=${batchRowStyles}
      .renderItem=${(batch: Batch) => renderBatch({ batch, app, names })}
      @more=${() => void this.#load(this.#cursor)}
    ></studio-virtual-list>`;
  }

  #skeletons() {
    return html`<div class="loading" aria-busy="true">
      <span class="visually-hidden">${this.t('batches.loading')}</span>
      ${[1, 2, 3].map(() => html`<studio-skeleton></studio-skeleton>`)}
    </div>`;
  }

  async #load(cursor: string | null = null): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const page = await this.#page(cursor);
      const known = cursor === null ? [] : (this.batches ?? []);
      this.#cursor = page.nextCursor;
      this.batches = [...known, ...page.items];
      this.error = undefined;
    } catch (error) {
      if (!this.#leaving.signal.aborted) this.error = error;
    } finally {
      this.#isLoading = false;
    }
  }

  /** Replaces batches in progress; the first page has those that were made meanwhile. */
  async #refresh(): Promise<void> {
    const { batches } = this;
    if (document.hidden || !batches || this.#isLoading) return;
    if (batches.every(({ status }) => ENDED.includes(status))) return;
    try {
      const { items } = await this.#page(null);
      const inPage = new Set(items.map(({ id }) => id));
      this.batches = [...items, ...(this.batches ?? []).filter(({ id }) => !inPage.has(id))];
    } catch {
      // The next poll tries again.
    }
  }

  async #page(cursor: string | null) {
    const { signal } = this.#leaving;
    const query = { limit: PAGE, ...(cursor && { cursor }) };
    for await (const page of this.app.client.batches.list(query, { signal }).pages()) return page;
    return { items: [], nextCursor: null };
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
