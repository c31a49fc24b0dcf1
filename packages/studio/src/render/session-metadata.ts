import type { RenderSession } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { css, html, nothing, type PropertyValues } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/error-box.ts';
import { icon } from '../components/icons.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import {
  entriesOf,
  type MetadataEntry,
  metadataChanges,
  metadataFaults,
} from './metadata-entries.ts';

const MAX_ENTRIES = 50;

/** The metadata of a session, as a form. It fires `saved` with the new session. */
class StudioSessionMetadata extends AppElement {
  static override properties = {
    session: { attribute: false },
    entries: { state: true },
    isChecked: { state: true },
    error: { state: true },
  };
  static override styles = [
    sectionStyles,
    css`
      .entry {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto;
        gap: 8px;
        align-items: start;
        margin-block-end: 8px;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-block-start: 12px;
      }
      p.muted {
        margin-block-end: 12px;
        font-size: 0.8125rem;
      }
      .fault {
        grid-column: 1 / -1;
      }
    `,
  ];

  declare session: RenderSession;
  declare entries: MetadataEntry[];
  declare isChecked: boolean;
  declare error: unknown;
  #isChanged = false;

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('.actions button'));
    this.entries = [];
    this.isChecked = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // What a person types is not replaced by an event.
    if (changed.has('session') && !this.#isChanged) this.entries = entriesOf(this.session.metadata);
  }

  override render() {
    const { t, session } = this.app;
    const faults = this.isChecked ? metadataFaults(this.entries) : new Map<number, never>();
    return html`<section>
      <h3>${t('render.metadata')}</h3>
      <p class="muted">${t('render.metadataText')}</p>
      <form @submit=${this.#save}>
        ${this.entries.map((entry, index) => this.#entry(entry, index, faults.get(index)))}
        <studio-error-box .t=${t} .error=${this.error}></studio-error-box>
        ${
          session.canEdit
            ? html`<div class="actions">
                <button
                  type="button"
                  ?disabled=${this.entries.length >= MAX_ENTRIES}
                  @click=${this.#addEntry}
                >
                  ${t('render.metadataAdd')}
                </button>
                ${
                  this.#isChanged
                    ? html`<button class="primary">${t('common.save')}</button>`
                    : nothing
                }
              </div>`
            : nothing
        }
      </form>
    </section>`;
  }

  #entry({ name, value }: MetadataEntry, index: number, fault: 'repeated' | 'unnamed' | undefined) {
    const { t, session } = this.app;
    const text =
      fault && t(fault === 'repeated' ? 'render.metadataRepeated' : 'render.metadataUnnamed');
    const shownName = name.trim() || String(index + 1);
    return html`<div class="entry">
      <input
        aria-label=${t('render.metadataKey', { number: index + 1 })}
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby=${fault ? `fault-${index}` : nothing}
        maxlength="100"
        ?readonly=${!session.canEdit}
        .value=${name}
        @input=${(event: Event) => this.#replaceEntry(index, { name: fieldValue(event), value })}
      />
      <input
        aria-label=${t('render.metadataValue', { name: shownName })}
        maxlength="1000"
        ?readonly=${!session.canEdit}
        .value=${value}
        @input=${(event: Event) => this.#replaceEntry(index, { name, value: fieldValue(event) })}
      />
      ${
        session.canEdit
          ? html`<button
              type="button"
              class="plain"
              aria-label=${t('render.metadataRemove', { name: shownName })}
              @click=${() => this.#setEntries(this.entries.filter((_, at) => at !== index))}
            >
              ${icon('close')}
            </button>`
          : nothing
      }
      ${text ? html`<span class="fault" id="fault-${index}">${text}</span>` : nothing}
    </div>`;
  }

  /** Adds an empty entry with the focus. */
  #addEntry = async () => {
    this.#setEntries([...this.entries, { name: '', value: '' }]);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.entry:last-of-type input')?.focus();
  };

  /** Replaces the entry at an index. */
  #replaceEntry(index: number, entry: MetadataEntry): void {
    this.#setEntries(this.entries.map((former, at) => (at === index ? entry : former)));
  }

  /**
   * Sets the entries of the person, which a newer session does not overwrite until they are saved.
   */
  #setEntries(entries: MetadataEntry[]): void {
    this.#isChanged = true;
    this.entries = entries;
  }

  #save = async (event: Event) => {
    event.preventDefault();
    this.isChecked = true;
    if (metadataFaults(this.entries).size > 0) return;
    const { client, t, toast } = this.app;
    const metadata = metadataChanges(this.session.metadata, this.entries);
    try {
      // The type of the request does not have the null of a removed entry.
      const body = { metadata } as { metadata: Record<string, string> };
      const { session } = await client.renders.update(this.session.id, body);
      this.#isChanged = false;
      this.isChecked = false;
      this.error = undefined;
      toast(t('render.metadataSaved'), 'success');
      this.emit('saved', session);
    } catch (error) {
      this.error = error;
    }
  };
}

/** Returns the value of the input that caused an event. */
function fieldValue(event: Event): string {
  return (event.target as HTMLInputElement).value;
}

define('studio-session-metadata', StudioSessionMetadata);
