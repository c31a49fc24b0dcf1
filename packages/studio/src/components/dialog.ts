import { css, html, type PropertyValues } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { define, StudioElement } from './base.ts';
import { icon } from './icons.ts';

/** The open dialogs, the topmost last. Screen readers do not read what is outside of it. */
const openDialogs: StudioDialog[] = [];

/** Has words read by a screen reader while a dialog is open. Returns whether one is open. */
export function sayInDialog(words: string): boolean {
  openDialogs.at(-1)?.say(words);
  return openDialogs.length > 0;
}

/**
 * A modal dialog with a heading: `<studio-dialog heading="…" close-label="…" ?open=${…}>`. Slots: the
 * content, and `actions`. It fires `close` when a person leaves it.
 */
class StudioDialog extends StudioElement {
  static override properties = {
    heading: {},
    closeLabel: { attribute: 'close-label' },
    open: { type: Boolean },
    wide: { type: Boolean, reflect: true },
    said: { state: true },
  };
  static override styles = css`
    dialog {
      width: min(480px, calc(100vw - 24px));
      max-height: min(800px, calc(100dvh - 24px));
      margin: auto;
      padding: 0;
      border: 1px solid var(--fp-line);
      border-radius: 12px;
      background: var(--fp-surface);
      color: var(--fp-text);
      box-shadow: 0 16px 48px rgb(0 0 0 / 30%);
      overflow: hidden;
    }
    dialog[open] {
      display: flex;
      flex-direction: column;
    }
    :host([wide]) dialog {
      width: min(920px, calc(100vw - 24px));
    }
    dialog::backdrop {
      background: rgb(10 12 18 / 50%);
    }
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
      padding: 16px 12px 8px 20px;
      padding-inline: 20px 12px;
    }
    .content {
      padding: 4px 20px 20px;
      overflow: auto;
    }
    footer {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 8px;
      padding: 0 20px 20px;
    }
    footer:not(.filled) {
      display: none;
    }
    .close {
      min-height: 36px;
      padding: 0 8px;
    }
  `;

  declare heading: string;
  declare closeLabel: string;
  declare open: boolean;
  declare wide: boolean;
  declare said: string;
  #saidTimes = 0;

  constructor() {
    super();
    this.said = '';
    this.heading = '';
    this.closeLabel = 'Close';
    this.open = false;
    this.wide = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('open')) return;
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.open && !dialog?.open) {
      dialog?.showModal();
      openDialogs.push(this);
      // By itself, the focus goes to the button that closes the dialog: fields are in another tree.
      const field =
        this.querySelector<HTMLElement>('[autofocus]') ??
        this.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled');
      field?.focus();
    }
    if (this.open) return;
    this.#forget();
    if (!dialog?.open) return;
    dialog.close();
    // The control that opened the dialog may be gone. Then the focus is still on what is now hidden.
    if (!focusedElement()?.checkVisibility())
      this.dispatchEvent(new CustomEvent('focus-lost', { bubbles: true, composed: true }));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  say(words: string): void {
    this.said = words;
    this.#saidTimes += 1;
    // The same words are read again only if their element is new.
    this.requestUpdate();
  }

  #forget(): void {
    const at = openDialogs.indexOf(this);
    if (at >= 0) openDialogs.splice(at, 1);
    this.said = '';
  }

  override render() {
    return html`<dialog
      aria-labelledby="heading"
      @cancel=${(event: Event) => event.target === event.currentTarget && this.#left(event)}
      @close=${this.#closed}
    >
      <div class="head">
        <h2 id="heading">${this.heading}</h2>
        <button class="close plain" aria-label=${this.closeLabel} @click=${() => this.#left()}>
          ${icon('close')}
        </button>
      </div>
      <p class="visually-hidden" role="status">
        ${keyed(this.#saidTimes, html`<span>${this.said}</span>`)}
      </p>
      <div class="content"><slot></slot></div>
      <footer><slot name="actions" @slotchange=${this.#fill}></slot></footer>
    </dialog>`;
  }

  #fill = (event: Event) => {
    const slot = event.target as HTMLSlotElement;
    slot.parentElement?.classList.toggle('filled', slot.assignedElements().length > 0);
  };

  /** The event comes with the next frame, when the dialog may be open again. */
  #closed = (event: Event) => {
    if (this.open && !(event.target as HTMLDialogElement).open) this.#left();
  };

  /** The owner closes the dialog by `open`, so that it can keep it. */
  #left(event?: Event): void {
    event?.preventDefault();
    this.emit('close');
  }
}

/** Returns the element that has the focus, also within shadow trees. */
export function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element === document.body ? null : element;
}

define('studio-dialog', StudioDialog);

declare global {
  interface HTMLElementTagNameMap {
    'studio-dialog': StudioDialog;
  }
}
