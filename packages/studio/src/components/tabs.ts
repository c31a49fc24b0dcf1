import { css, html } from 'lit';
import { define, StudioElement } from './base.ts';

export type Tab = { id: string; label: string };

/**
 * Tabs: `<studio-tabs label="…" .tabs=${[…]} selected="…">` with a child `slot="<id>"` for each. It
 * fires `select` with `{ id }`; the owner sets `selected`.
 */
class StudioTabs extends StudioElement {
  static override properties = { tabs: { attribute: false }, selected: {}, label: {} };
  static override styles = css`
    [role='tablist'] {
      display: flex;
      gap: 4px;
      border-block-end: 1px solid var(--fp-line);
      overflow-x: auto;
      scrollbar-width: none;
    }
    [role='tab'] {
      flex: none;
      min-height: 40px;
      padding: 0 12px;
      border: 0;
      border-block-end: 2px solid transparent;
      border-radius: 6px 6px 0 0;
      background: none;
      color: var(--fp-muted);
    }
    [role='tab'][aria-selected='true'] {
      border-color: var(--fp-accent);
      color: var(--fp-text);
    }
    [role='tab']:focus-visible {
      box-shadow: inset 0 0 0 2px var(--fp-accent);
    }
    [role='tabpanel'] {
      padding-block-start: 20px;
      border-radius: var(--fp-radius);
    }
  `;

  declare tabs: readonly Tab[];
  declare selected: string;
  declare label: string;

  constructor() {
    super();
    this.tabs = [];
    this.selected = '';
    this.label = '';
  }

  override render() {
    return html`<div role="tablist" aria-label=${this.label} @keydown=${this.#move}>
        ${this.tabs.map(
          ({ id, label }) => html`<button
            role="tab"
            id="tab-${id}"
            aria-controls="panel"
            aria-selected=${id === this.selected}
            tabindex=${id === this.selected ? 0 : -1}
            @click=${() => this.#select(id)}
          >
            ${label}
          </button>`,
        )}
      </div>
      <div role="tabpanel" id="panel" tabindex="0" aria-labelledby="tab-${this.selected}">
        <slot name=${this.selected}></slot>
      </div>`;
  }

  /** Scrolls the list, so that the selected tab is visible. */
  protected override updated(): void {
    const tab = this.renderRoot.querySelector('[aria-selected="true"]');
    const list = tab?.parentElement;
    if (!tab || !list) return;
    const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    // `scrollIntoView` would also move the page.
    list.scrollLeft +=
      Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
  }

  #select(id: string): void {
    if (id !== this.selected) this.emit('select', { id });
  }

  #move = (event: KeyboardEvent) => {
    const step = stepOf(event.key, getComputedStyle(this).direction === 'rtl');
    if (step === undefined) return;
    event.preventDefault();
    const { length } = this.tabs;
    const at = this.tabs.findIndex(({ id }) => id === this.selected);
    const next =
      step === 'first' ? 0 : step === 'last' ? length - 1 : (at + step + length) % length;
    const tab = this.tabs[next];
    if (!tab) return;
    this.#select(tab.id);
    this.renderRoot.querySelector<HTMLElement>(`#tab-${CSS.escape(tab.id)}`)?.focus();
  };
}

/**
 * Returns where a key moves in the list of tabs, whose arrows follow the direction of the language.
 * Undefined: other keys.
 */
function stepOf(key: string, isRightToLeft: boolean): number | 'first' | 'last' | undefined {
  if (key === 'Home') return 'first';
  if (key === 'End') return 'last';
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1;
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1;
  return undefined;
}

define('studio-tabs', StudioTabs);
