import { css, html, nothing } from 'lit';
import { define, StudioElement } from './base.ts';
import { type IconName, icon } from './icons.ts';

export type MenuItem = {
  id: string;
  label: string;
  icon?: IconName;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** The chosen one of several, such as a theme. */
  isChecked?: boolean;
  /** The heading above the entry, which entries in a row share. */
  group?: string;
  /** The language of the label, if it is not that of the page. */
  lang?: string;
};

/**
 * A button that opens a list of actions: `<studio-menu label="…" .items=${[…]}>`. Its content is the
 * button's; without content it shows three dots. With `named` the content is the name of the button. It fires `choose` with `{ id }`.
 */
class StudioMenu extends StudioElement {
  static override properties = {
    label: {},
    items: { attribute: false },
    isOpen: { state: true },
    up: { type: Boolean, reflect: true },
    named: { type: Boolean },
  };
  static override styles = css`
    :host {
      position: relative;
      display: inline-block;
    }
    .opener {
      width: 100%;
      padding: 0 8px;
    }
    [role='menu'] {
      position: absolute;
      inset-block-start: calc(100% + 4px);
      inset-inline-end: 0;
      z-index: 20;
      display: grid;
      min-width: 200px;
      max-height: min(560px, 100dvh - 96px);
      overflow-y: auto;
      padding: 4px;
      border: 1px solid var(--fp-line);
      border-radius: 10px;
      background: var(--fp-surface);
      box-shadow: 0 8px 28px rgb(0 0 0 / 20%);
    }
    :host([up]) [role='menu'] {
      inset-block: auto calc(100% + 4px);
      inset-inline: 0 auto;
    }
    /* On a phone the frame is above the page. */
    @media (max-width: 760px) {
      :host([up]) [role='menu'] {
        inset-block: calc(100% + 4px) auto;
        inset-inline: auto 0;
      }
    }
    [role='group'] {
      display: grid;
    }
    [role^='menuitem'] {
      justify-content: flex-start;
      padding: 0 10px;
      border: 0;
      background: none;
      font-weight: 400;
      text-align: start;
      white-space: nowrap;
    }
    [role^='menuitem'].danger {
      color: var(--fp-danger);
    }
    .group {
      padding: 8px 10px 2px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    .mark {
      width: 18px;
      height: 18px;
    }
  `;

  declare label: string;
  declare items: readonly MenuItem[];
  declare isOpen: boolean;
  declare up: boolean;
  declare named: boolean;

  constructor() {
    super();
    this.label = '';
    this.items = [];
    this.isOpen = false;
    this.up = false;
    this.named = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#outside);
  }

  override render() {
    return html`<button
        class="opener plain"
        aria-haspopup="menu"
        aria-expanded=${this.isOpen}
        aria-label=${this.named ? nothing : this.label}
        @click=${() => void this.#toggle(!this.isOpen)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          void this.#toggle(true);
        }}
      >
        <slot>${icon('more')}</slot>
      </button>
      ${this.isOpen ? this.#menuList() : nothing}`;
  }

  /** The open menu. It closes when the focus moves elsewhere. */
  #menuList() {
    return html`<div
      role="menu"
      aria-label=${this.label}
      @keydown=${this.#move}
      @focusout=${(event: FocusEvent) => {
        const next = event.relatedTarget as Node | null;
        if (next && !this.renderRoot.contains(next)) void this.#toggle(false);
      }}
    >
      ${groupsOf(this.items).map(({ name, items }) => {
        const entries = items.map((item) => this.#entry(item));
        if (!name) return entries;
        return html`<div role="group" aria-label=${name}>
          <div class="group" aria-hidden="true">${name}</div>
          ${entries}
        </div>`;
      })}
    </div>`;
  }

  /** An item. With `isChecked`, it is one of several of which one is chosen. */
  #entry({ id, label, isDanger, isDisabled, isChecked, icon: name, lang }: MenuItem) {
    const mark = isChecked === undefined ? undefined : isChecked ? icon('check') : '';
    return html`<button
      role=${isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked=${isChecked ?? nothing}
      class=${isDanger ? 'danger' : ''}
      data-id=${id}
      lang=${lang ?? nothing}
      dir=${document.documentElement.dir || nothing}
      tabindex="-1"
      ?disabled=${isDisabled}
      @click=${() => this.#choose(id)}
    >
      ${mark === undefined ? nothing : html`<span class="mark">${mark}</span>`}
      ${name ? icon(name) : nothing}${label}
    </button>`;
  }

  /**
   * Opens the menu with the focus on its first item, or closes it. While open, a click outside
   * closes it.
   */
  async #toggle(isOpen: boolean): Promise<void> {
    this.isOpen = isOpen;
    if (!isOpen) {
      document.removeEventListener('pointerdown', this.#outside);
      return;
    }
    document.addEventListener('pointerdown', this.#outside);
    await this.updateComplete;
    this.#entries()[0]?.focus();
  }

  /**
   * Closes the menu and gives the focus back before it reports the choice, which may open a dialog.
   */
  #choose(id: string): void {
    void this.#toggle(false);
    this.renderRoot.querySelector<HTMLElement>('.opener')?.focus();
    this.emit('choose', { id });
  }

  #entries(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')];
  }

  #outside = (event: Event) => {
    if (!event.composedPath().includes(this)) void this.#toggle(false);
  };

  #move = (event: KeyboardEvent) => {
    const entries = this.#entries();
    const at = entries.indexOf((this.renderRoot as ShadowRoot).activeElement as HTMLElement);
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      entries[next]?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      void this.#toggle(false);
      this.renderRoot.querySelector<HTMLElement>('.opener')?.focus();
    }
  };
}

/** Returns the items in groups, in their order. Items of a group must follow each other. */
function groupsOf(items: readonly MenuItem[]): { name: string | undefined; items: MenuItem[] }[] {
  const groups: { name: string | undefined; items: MenuItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.name === item.group) last.items.push(item);
    else groups.push({ name: item.group, items: [item] });
  }
  return groups;
}

define('studio-menu', StudioMenu);
