import type { Template } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { css, html, nothing } from 'lit';
import { define, StudioElement } from '../components/base.ts';
import type { StringKey, Translate } from '../strings/index.ts';
import { nameText } from '../words.ts';
import { type Filter, filterOf, isFiltered, STATUSES, type Status } from './filter.ts';

const TYPING_MS = 300;

export type Maker = { id: string; name: string };

/** Search and filters of the list of renders. It fires `filter` with the new filter. */
class StudioFilterBar extends StudioElement {
  static override properties = {
    t: { attribute: false },
    filter: { attribute: false },
    templates: { attribute: false },
    batches: { attribute: false },
    makers: { attribute: false },
    person: { attribute: false },
  };
  static override styles = css`
    .bar,
    .more {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 12px;
    }
    .field {
      display: grid;
      gap: 4px;
      flex: 1 1 150px;
      min-width: 0;
    }
    .field label {
      font-size: 0.8125rem;
    }
    .field.search {
      flex: 3 1 240px;
    }
    details {
      margin-block-start: 8px;
    }
    summary {
      width: fit-content;
      padding-block: 6px;
      border-radius: 4px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      cursor: pointer;
    }
    .more {
      padding-block: 4px 8px;
    }
  `;

  declare t: Translate;
  declare filter: Filter;
  declare templates: readonly Template[];
  declare batches: readonly { id: string; title: string }[];
  /** The people and clients whose videos are in the list, without the person. */
  declare makers: readonly Maker[];
  declare person: Maker;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** What is typed, but not yet in the filter. */
  #typed: Partial<Filter> = {};

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('#q'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  override render() {
    const { t, filter, templates } = this;
    const { from, to, metadata, batchId } = filter;
    const hasMore = from !== '' || to !== '' || metadata.length > 0 || batchId !== '';
    const isKnown = templates.some(({ id }) => id === filter.templateId);
    return html`<search>
      <div class="bar">
        <div class="field search">
          <label for="q">${t('renders.search')}</label>
          <input
            id="q"
            type="search"
            maxlength="200"
            .value=${filter.q}
            @input=${(event: Event) => this.#setAfterTyping({ q: fieldValue(event) })}
          />
        </div>
        <div class="field">
          <label for="status">${t('renders.status')}</label>
          <select
            id="status"
            @change=${(event: Event) => this.#set({ statuses: statusesOf(fieldValue(event)) })}
          >
            <option value="" .selected=${filter.statuses.length === 0}>${t('renders.any')}</option>
            ${STATUSES.map(
              (status) => html`<option
                value=${status}
                .selected=${filter.statuses.length > 0 && filter.statuses[0] === status}
              >
                ${t(`status.${status}` as StringKey)}
              </option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="template">${t('renders.template')}</label>
          <select
            id="template"
            @change=${(event: Event) => this.#set({ templateId: fieldValue(event) })}
          >
            <option value="" .selected=${filter.templateId === ''}>${t('renders.any')}</option>
            ${templates.map(
              ({ id, name }) => html`<option value=${id} .selected=${id === filter.templateId}>
                ${name}
              </option>`,
            )}
            ${
              filter.templateId !== '' && !isKnown
                ? html`<option value=${filter.templateId} .selected=${true}>
                    ${t('renders.templateGone')}
                  </option>`
                : nothing
            }
          </select>
        </div>
        <div class="field">
          <label for="maker">${t('render.madeBy')}</label>
          <select
            id="maker"
            @change=${(event: Event) => this.#set({ makerId: fieldValue(event) })}
          >
            <option value="" .selected=${filter.makerId === ''}>${t('renders.any')}</option>
            <option value=${this.person.id} .selected=${filter.makerId === this.person.id}>
              ${t('renders.me')}
            </option>
            ${this.#namesWith(this.makers, filter.makerId === this.person.id ? '' : filter.makerId)}
          </select>
        </div>
      </div>
      <details ?open=${hasMore}>
        <summary>${t('renders.moreFilters')}</summary>
        <div class="more">
          ${this.#dayField('from', t('renders.from'), filter.from)}
          ${this.#dayField('to', t('renders.to'), filter.to)}
          <div class="field">
            <label for="batch">${t('render.batch')}</label>
            <select
              id="batch"
              @change=${(event: Event) => this.#set({ batchId: fieldValue(event) })}
            >
              <option value="" .selected=${batchId === ''}>${t('renders.any')}</option>
              ${this.#namesWith(
                this.batches.map(({ id, title }) => ({
                  id,
                  name: nameText(title, t('batches.untitled')),
                })),
                batchId,
              )}
            </select>
          </div>
          <div class="field">
            <label for="metadata">${t('renders.metadata')}</label>
            <input
              id="metadata"
              maxlength="400"
              placeholder=${t('renders.metadataHint')}
              .value=${filter.metadata.map((pair) => pair.join('=')).join(', ')}
              @change=${(event: Event) => this.#set({ metadata: metadataOf(fieldValue(event)) })}
            />
          </div>
          ${
            isFiltered(filter)
              ? html`<button class="plain" @click=${() => this.#report(NO_FILTER)}>
                  ${t('renders.clear')}
                </button>`
              : nothing
          }
        </div>
      </details>
    </search>`;
  }

  /** The options of a filter. A chosen one that is not among them is shown by its id. */
  #namesWith(choices: readonly Maker[], chosen: string) {
    const isKnown = chosen === '' || choices.some(({ id }) => id === chosen);
    return [...choices, ...(isKnown ? [] : [{ id: chosen, name: chosen }])].map(
      ({ id, name }) => html`<option value=${id} .selected=${id === chosen}>${name}</option>`,
    );
  }

  #dayField(name: 'from' | 'to', label: string, value: string) {
    return html`<div class="field">
      <label for=${name}>${label}</label>
      <input
        id=${name}
        type="date"
        .value=${value}
        @change=${(event: Event) => this.#set({ [name]: fieldValue(event) })}
      />
    </div>`;
  }

  /** Changes the filter when the person stops typing. */
  #setAfterTyping(changes: Partial<Filter>): void {
    this.#typed = { ...this.#typed, ...changes };
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#set({}), TYPING_MS);
  }

  /** Reports the filter with these changes, and with text that is typed but not reported yet. */
  #set(changes: Partial<Filter>): void {
    this.#report({ ...this.filter, ...this.#typed, ...changes });
  }

  /** Replaces the whole filter. Text that is typed but not reported yet is dropped. */
  #report(filter: Filter): void {
    clearTimeout(this.#typing);
    this.#typed = {};
    this.emit('filter', filter);
  }
}

const NO_FILTER = filterOf(new URLSearchParams());

/** Returns the value of the input or select that caused an event. */
function fieldValue(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

function statusesOf(value: string): Status[] {
  return STATUSES.filter((status) => status === value);
}

/** Reads `customer=1042, order=7`. */
function metadataOf(text: string): Filter['metadata'] {
  const query = new URLSearchParams();
  for (const part of text.split(',')) query.append('metadata', part.trim());
  return filterOf(query).metadata;
}

define('studio-filter-bar', StudioFilterBar);
