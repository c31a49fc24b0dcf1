import type { RenderSessionSummary } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { PagedList } from '../components/lists/paged-list.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/progress-bar.ts';
import '../components/skeleton.ts';
import '../components/lists/virtual-list.ts';
import {
  sessionsToWatch,
  withFirstPage,
  withoutSessions,
  withProgress,
  withSessions,
} from '../shared/session-list.ts';
import { NO_NAMES, readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import './bulk-bar.ts';
import './filter-bar.ts';
import { type Filter, filterOf, isFiltered, parametersOf, queryOf } from './filter.ts';
import type { Maker } from './filter-bar.ts';
import { LiveSessions } from './live-sessions.ts';
import { renderRow, rowHeight, rowStyles } from './render-row.ts';

const PAGE = 50;
/** Batches in the filter, the newest. */
const MAX_BATCHES = 100;

export class RendersPage extends PageElement {
  static override properties = {
    names: { state: true },
    filter: { state: true },
    selected: { state: true },
    batches: { state: true },
  };
  static override styles = css`
    .count {
      min-height: 24px;
      margin-block: 12px 4px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    .loading studio-skeleton {
      height: 72px;
    }
    studio-error-box {
      margin-block: 12px;
    }
  `;

  declare names: TemplateNames;
  declare filter: Filter;
  declare selected: ReadonlySet<string>;
  declare batches: readonly { id: string; title: string }[];
  readonly #list = new PagedList<RenderSessionSummary>(this, (signal) =>
    this.app.client.renders.list({ ...parametersOf(this.filter), limit: PAGE }, { signal }),
  );
  #leaving = new AbortController();
  /** The row from which a range begins. */
  #chosenLast: string | undefined;

  constructor() {
    super();
    this.names = NO_NAMES;
    this.selected = new Set();
    this.batches = [];
    new LiveSessions(this, {
      app: () => this.app,
      wanted: (max) => sessionsToWatch(this.#list.items, max),
      onProgress: (id, progress) => {
        this.#list.replace(withProgress(this.#list.items, id, progress));
      },
      onSession: (session) => {
        const newer = { ...session, mapping_id: session.mapping.id };
        this.#list.replace(withSessions(this.#list.items, [newer]));
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
  }

  /** Takes the filter of another address, as after the back button. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return;
    const filter = filterOf(this.route.query);
    if (this.filter && queryOf(filter) === queryOf(this.filter)) return;
    const isChange = this.filter !== undefined;
    this.filter = filter;
    if (isChange) void this.#list.reload();
  }

  override render() {
    const { t, filter } = this;
    const { items: sessions, isLoaded, hasMore, error } = this.#list;
    // Without a render there is nothing to search, and the empty state has the button.
    const isEmpty = isLoaded && sessions.length === 0 && !hasMore && !isFiltered(filter);
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
        .batches=${this.batches}
        .person=${this.app.session.person}
        .makers=${this.#makers()}
        @filter=${(event: CustomEvent<Filter>) => this.#setFilter(event.detail)}
      ></studio-filter-bar>
      <p class="count" role="status" ?hidden=${isEmpty}>${this.#countText()}</p>
      ${errorBox(t, error, () => this.#list.reload())}
      ${isLoaded ? this.#rows() : error === undefined ? this.#skeletons() : nothing}
      <studio-bulk-bar
        .app=${this.app}
        .sessions=${sessions}
        .selected=${this.selected}
        @selection=${(event: CustomEvent<ReadonlySet<string>>) => {
          this.selected = event.detail;
        }}
        @removed=${(event: CustomEvent<string[]>) => {
          this.#list.replace(withoutSessions(this.#list.items, new Set(event.detail)));
        }}
        @changed=${() => void this.#refresh()}
      ></studio-bulk-bar>`;
  }

  #rows() {
    const { t, app, names, selected } = this;
    const { items, hasMore } = this.#list;
    if (items.length === 0 && !hasMore) return this.#empty();
    const choose = (id: string, isSelected: boolean, isRange: boolean) => {
      const ids = isRange ? idsBetween(items, this.#chosenLast ?? id, id) : [id];
      const next = new Set(selected);
      for (const each of ids) {
        if (isSelected) next.add(each);
        else next.delete(each);
      }
      this.#chosenLast = id;
      this.selected = next;
    };
    return html`<studio-virtual-list
      label=${t('renders.label')}
      .items=${items}
      .keyOf=${({ id }: RenderSessionSummary) => id}
      .rowHeight=${rowHeight}
      .gap=${8}
      .hasMore=${hasMore}
      .itemStyles=${rowStyles}
      .renderItem=${(session: RenderSessionSummary) =>
        renderRow({ session, app, names, isSelected: selected.has(session.id), choose })}
      @more=${() => void this.#list.more()}
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
    const { canEdit } = this.app.session;
    return html`<studio-empty-state icon="renders" heading=${t('renders.none')}>
      ${t(canEdit ? 'renders.noneText' : 'renders.noneViewer')}
      ${
        canEdit
          ? html`<a slot="actions" class="button primary" href="#/templates">${t('renders.new')}</a>`
          : nothing
      }
    </studio-empty-state>`;
  }

  #skeletons() {
    return html`<div class="loading" aria-busy="true">
      <span class="visually-hidden">${this.t('renders.loading')}</span>
      ${[1, 2, 3, 4, 5].map(() => html`<studio-skeleton></studio-skeleton>`)}
    </div>`;
  }

  /** The number of renders that are read. Their total is unknown while there are more. */
  #countText(): string {
    const { items, isLoaded, hasMore } = this.#list;
    if (!isLoaded) return '';
    return this.t(hasMore ? 'renders.foundMore' : 'renders.found', { count: items.length });
  }

  /** Shows another filter. The selection ends, because it may not be visible any more. */
  #setFilter(filter: Filter): void {
    if (queryOf(filter) === queryOf(this.filter)) return;
    this.filter = filter;
    this.selected = new Set();
    // Without an entry in the history for each key.
    history.replaceState(null, '', `#/renders${queryOf(filter)}`);
    void this.#list.reload();
  }

  async #readNames(): Promise<void> {
    try {
      const { signal } = this.#leaving;
      const { client } = this.app;
      this.names = await readTemplateNames(client, signal);
      this.batches = await client.batches
        .list({ limit: MAX_BATCHES }, { signal })
        .toArray(MAX_BATCHES);
    } catch {
      // The list is useful without them.
    }
  }

  /** The others who made a video that is shown, by name. The person is the first choice. */
  #makers(): Maker[] {
    const makers = new Map<string, Maker>();
    for (const { created_by: maker } of this.#list.items)
      if (maker && maker.id !== this.app.session.person.id) makers.set(maker.id, maker);
    return [...makers.values()].sort((a, b) => a.name.localeCompare(b.name, this.app.lang));
  }

  /** Merges the newest sessions. */
  async #refresh(): Promise<void> {
    await this.#list.refresh((items, page) =>
      withFirstPage(items, page.items, page.nextCursor === null),
    );
  }
}

/** The ids from one item of a list to another, in either direction. */
function idsBetween(items: readonly { id: string }[], from: string, to: string): string[] {
  const places = [from, to].map((id) => items.findIndex((item) => item.id === id));
  if (places.includes(-1)) return [to];
  return items.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id);
}

define('studio-renders-page', RendersPage);
