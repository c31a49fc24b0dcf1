import type { RenderSessionSummary } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import '../components/error-box.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/progress-bar.ts';
import '../components/skeleton.ts';
import '../components/virtual-list.ts';
import {
  sessionsToWatch,
  withFirstPage,
  withoutSessions,
  withPage,
  withProgress,
  withSessions,
} from '../shared/session-list.ts';
import { NO_NAMES, readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import './bulk-bar.ts';
import './filter-bar.ts';
import { type Filter, filterOf, isFiltered, parametersOf, queryOf } from './filter.ts';
import { LiveSessions } from './live-sessions.ts';
import { renderRow, rowHeight, rowStyles } from './render-row.ts';

const PAGE = 50;
/** A search may answer with few sessions of a page, so several pages are read at once. */
const MAX_EMPTY_PAGES = 5;

export class RendersPage extends PageElement {
  static override properties = {
    ...PageElement.properties,
    sessions: { state: true },
    names: { state: true },
    filter: { state: true },
    selected: { state: true },
    error: { state: true },
  };
  static override styles = [
    ...PageElement.styles,
    css`
      .count {
        min-height: 24px;
        margin-block: 12px 4px;
        color: var(--fp-muted);
        font-size: 0.8125rem;
      }
      .loading {
        display: grid;
        gap: 8px;
      }
      .loading studio-skeleton {
        height: 72px;
      }
      studio-error-box {
        margin-block: 12px;
      }
    `,
  ];

  /** Undefined until the first page is there. */
  declare sessions: readonly RenderSessionSummary[] | undefined;
  declare names: TemplateNames;
  declare filter: Filter;
  declare selected: ReadonlySet<string>;
  declare error: unknown;
  #cursor: string | null = null;
  #loading: AbortController | undefined;
  #leaving = new AbortController();

  constructor() {
    super();
    this.names = NO_NAMES;
    this.selected = new Set();
    new LiveSessions(this, {
      app: () => this.app,
      wanted: (max) => sessionsToWatch(this.sessions ?? [], max),
      onProgress: (id, progress) => {
        this.sessions = this.sessions && withProgress(this.sessions, id, progress);
      },
      onSession: (session) => {
        this.sessions =
          this.sessions &&
          withSessions(this.sessions, [{ ...session, mapping_id: session.mapping.id }]);
      },
      onChange: () => void this.#refresh(),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    queueMicrotask(() => void this.#readNames());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
    this.#loading?.abort();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return;
    const filter = filterOf(this.route.query);
    if (this.filter && queryOf(filter) === queryOf(this.filter)) return;
    this.filter = filter;
    void this.#restart();
  }

  override render() {
    const { t, sessions, filter, error } = this;
    // Without a render there is nothing to search, and the empty state has the button.
    const isEmpty = sessions?.length === 0 && this.#cursor === null && !isFiltered(filter);
    return html`<div class="page-head">
        <h1>${t('renders.title')}</h1>
        <div class="actions" ?hidden=${isEmpty || !this.app.session.canEdit}>
          <a class="button primary" href="#/templates">${t('renders.new')}</a>
        </div>
      </div>
      <studio-filter-bar
        ?hidden=${isEmpty}
        .t=${t}
        .filter=${filter}
        .templates=${this.names.templates}
        @filter=${(event: CustomEvent<Filter>) => this.#setFilter(event.detail)}
      ></studio-filter-bar>
      <p class="count" role="status" ?hidden=${isEmpty}>${this.#countText()}</p>
      ${
        error === undefined
          ? nothing
          : html`<studio-error-box
              .t=${t}
              .error=${error}
              can-retry
              @retry=${() => void this.#restart()}
            ></studio-error-box>`
      }
      ${sessions ? this.#list(sessions) : error === undefined ? this.#skeletons() : nothing}
      <studio-bulk-bar
        .app=${this.app}
        .sessions=${sessions ?? []}
        .selected=${this.selected}
        @selection=${(event: CustomEvent<ReadonlySet<string>>) => {
          this.selected = event.detail;
        }}
        @removed=${(event: CustomEvent<string[]>) => {
          this.sessions = withoutSessions(this.sessions ?? [], new Set(event.detail));
        }}
        @changed=${() => void this.#refresh()}
      ></studio-bulk-bar>`;
  }

  #list(sessions: readonly RenderSessionSummary[]) {
    const { t, app, names, selected } = this;
    if (sessions.length === 0 && this.#cursor === null) return this.#empty();
    const choose = (id: string, isSelected: boolean) => {
      const next = new Set(selected);
      if (isSelected) next.add(id);
      else next.delete(id);
      this.selected = next;
    };
    return html`<studio-virtual-list
      label=${t('renders.label')}
      .items=${sessions}
      .keyOf=${({ id }: RenderSessionSummary) => id}
      .rowHeight=${rowHeight}
      .gap=${8}
      .hasMore=${this.#cursor !== null}
      .itemStyles=${rowStyles}
      .renderItem=${(session: RenderSessionSummary) =>
        renderRow({ session, app, names, isSelected: selected.has(session.id), choose })}
      @more=${() => void this.#more()}
    ></studio-virtual-list>`;
  }

  #empty() {
    const { t } = this;
    if (isFiltered(this.filter))
      return html`<studio-empty-state icon="search" heading=${t('renders.noMatch')}>
        ${t('renders.noMatchText')}
        <button
          slot="actions"
          @click=${() => this.#setFilter(filterOf(new URLSearchParams()))}
        >
          ${t('renders.clear')}
        </button>
      </studio-empty-state>`;
    return html`<studio-empty-state icon="renders" heading=${t('renders.none')}>
      ${t('renders.noneText')}
      <a slot="actions" class="button primary" href="#/templates">${t('renders.new')}</a>
    </studio-empty-state>`;
  }

  #skeletons() {
    return html`<div class="loading" aria-busy="true">
      <span class="visually-hidden">${this.t('renders.loading')}</span>
      ${[1, 2, 3, 4, 5].map(() => html`<studio-skeleton></studio-skeleton>`)}
    </div>`;
  }

  #countText(): string {
    const { t, sessions } = this;
    if (!sessions) return '';
    const count = sessions.length;
    return this.#cursor === null
      ? t('renders.found', { count })
      : t('renders.foundMore', { count });
  }

  #setFilter(filter: Filter): void {
    if (queryOf(filter) === queryOf(this.filter)) return;
    this.filter = filter;
    this.selected = new Set();
    // Without an entry in the history for each key.
    history.replaceState(null, '', `#/renders${queryOf(filter)}`);
    void this.#restart();
  }

  async #readNames(): Promise<void> {
    try {
      this.names = await readTemplateNames(this.app.client, this.#leaving.signal);
    } catch {
      // The list is useful without them.
    }
  }

  /** Reads the list anew. The former list stays until the new one is there. */
  async #restart(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const { items, cursor } = await this.#read(undefined, loading.signal);
      this.#cursor = cursor;
      this.sessions = items;
      this.error = undefined;
    } catch (error) {
      if (!loading.signal.aborted) this.error = error;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  async #more(): Promise<void> {
    if (this.#loading || this.#cursor === null) return;
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const { items, cursor } = await this.#read(this.#cursor, loading.signal);
      this.#cursor = cursor;
      this.sessions = withPage(this.sessions ?? [], items);
    } catch (error) {
      if (!loading.signal.aborted) this.error = error;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /** Merges the newest sessions. A failure shows only in what is not updated. */
  async #refresh(): Promise<void> {
    const { filter } = this;
    if (!this.sessions || this.#loading) return;
    try {
      const { items, cursor } = await this.#read(undefined, this.#leaving.signal, 1);
      if (filter !== this.filter || !this.sessions) return;
      this.sessions = withFirstPage(this.sessions, items, cursor === null);
      if (cursor === null) this.#cursor = null;
    } catch {
      // The next event or poll tries again.
    }
  }

  async #read(
    from: string | undefined,
    signal: AbortSignal,
    maxPages = MAX_EMPTY_PAGES,
  ): Promise<{ items: RenderSessionSummary[]; cursor: string | null }> {
    const items: RenderSessionSummary[] = [];
    let cursor: string | null = null;
    let pages = 0;
    const query = { ...parametersOf(this.filter), limit: PAGE, ...(from && { cursor: from }) };
    for await (const page of this.app.client.renders.list(query, { signal }).pages()) {
      items.push(...page.items);
      cursor = page.nextCursor;
      pages += 1;
      if (items.length > 0 || pages >= maxPages) break;
    }
    signal.throwIfAborted();
    return { items, cursor };
  }
}

define('studio-renders-page', RendersPage);
