import type { ReactiveController, ReactiveElement } from 'lit';

/**
 * Moves the focus when an update removes the control that has it, such as the button of an action that is
 * done. A screen reader would lose its place otherwise. An element within the host, such as a dialog whose
 * opener is gone, asks for the same with the event `focus-lost`, which bubbles.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #next: () => HTMLElement | null | undefined;
  #before: Element | null = null;

  /** `next` returns where keys go on. */
  constructor(host: ReactiveElement, next: () => HTMLElement | null | undefined) {
    this.#host = host;
    this.#next = next;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('focus-lost', this.#onFocusLost);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('focus-lost', this.#onFocusLost);
  }

  /** Remembers the focus before Lit changes the tree. */
  hostUpdate(): void {
    this.#before = this.#host.shadowRoot?.activeElement ?? null;
  }

  /** Moves the focus if its element was removed or disabled by the update. */
  hostUpdated(): void {
    const formerFocus = this.#before;
    this.#before = null;
    if (!formerFocus || (formerFocus.isConnected && !formerFocus.matches(':disabled'))) return;
    // A dialog may have taken it meanwhile.
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isLost || this.#host.shadowRoot?.activeElement === formerFocus) this.#focusNext();
  }

  #onFocusLost = (event: Event) => {
    event.stopPropagation();
    this.#focusNext();
  };

  /** Moves the focus to the element that the host names. It need not be one that Tab reaches. */
  #focusNext(): void {
    const next = this.#next();
    // A heading or a list takes the focus, but Tab leaves it out.
    if (next && next.tabIndex < 0) next.tabIndex = -1;
    next?.focus();
  }
}
