import {
  type CSSResultGroup,
  type CSSResultOrNative,
  css,
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
} from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { AppElement, define, StudioElement } from './base.ts';
import './error-box.ts';
import { focusedElement } from './focused-element.ts';
import { icon } from './icons.ts';
import { openDialogs } from './open-dialogs.ts';

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

  /**
   * Opens or closes the native dialog, and moves the focus: into the first field, or away from an
   * opener that is gone.
   */
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

  /**
   * Lets screen readers read words inside of the dialog: they ignore what is outside of a modal
   * dialog.
   */
  say(words: string): void {
    this.said = words;
    this.#saidTimes += 1;
    // The same words are read again only if their element is new.
    this.requestUpdate();
  }

  /** Takes the dialog from the open ones, so that `say` uses the dialog below it. */
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
      <footer><slot name="actions" @slotchange=${this.#markFilled}></slot></footer>
    </dialog>`;
  }

  /** Marks the place of a slot that has content. An empty one takes no space. */
  #markFilled = (event: Event) => {
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

define('studio-dialog', StudioDialog);

/**
 * The base of elements that are a modal dialog. They fire `close` when a person leaves it, and the owner
 * then closes it.
 */
export abstract class DialogElement extends AppElement {
  static override properties: PropertyDeclarations = { open: { type: Boolean } };

  declare open: boolean;
  #wasOpen = false;

  constructor() {
    super();
    this.open = false;
  }

  protected get isOpen(): boolean {
    return this.open;
  }

  protected get isWide(): boolean {
    return false;
  }

  protected abstract headingText(): string;

  /** The content, and buttons in the slot `actions`. Rendered only while the dialog is open. */
  protected abstract content(): unknown;

  /** Called before the dialog is rendered open. */
  protected onOpen(): void {}

  protected override willUpdate(): void {
    if (this.isOpen && !this.#wasOpen) this.onOpen();
    this.#wasOpen = this.isOpen;
  }

  override render() {
    return html`<studio-dialog
      ?wide=${this.isWide}
      heading=${this.headingText()}
      close-label=${this.t('common.close')}
      ?open=${this.isOpen}
      @close=${this.close}
    >
      ${this.isOpen ? this.content() : nothing}
    </studio-dialog>`;
  }

  protected close = () => this.emit('close');
}

/** The buttons, with the error above them, stay in sight if the window is high enough. */
const formStyles = css`
  form {
    display: grid;
    gap: 14px;
  }
  .form-actions {
    position: sticky;
    inset-block-end: -20px;
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 8px;
    margin-block-end: -20px;
    padding-block: 12px 20px;
    background: var(--fp-surface);
  }
  /* What goes on below the buttons fades out above them. */
  .form-actions::before {
    position: absolute;
    inset: -20px 0 auto;
    height: 20px;
    background: linear-gradient(transparent, var(--fp-surface));
    pointer-events: none;
    content: '';
  }
  .form-actions > :is(studio-error-box, label) {
    flex: 1 1 100%;
  }
  .form-actions > studio-error-box {
    max-height: 40dvh;
    overflow: auto;
  }
  @media (max-height: 480px) {
    .form-actions {
      position: static;
    }
    .form-actions::before {
      content: none;
    }
  }
`;

/** A dialog with a form that is sent once at a time. An error of `send` is shown above the buttons. */
export abstract class FormDialog extends DialogElement {
  static override properties: PropertyDeclarations = {
    error: { state: true },
    isBusy: { state: true },
  };

  declare error: unknown;
  declare isBusy: boolean;

  constructor() {
    super();
    this.isBusy = false;
  }

  static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return DialogElement.finalizeStyles([formStyles, styles]);
  }

  protected abstract fields(): unknown;
  protected abstract send(form: FormData): Promise<void>;

  /** The label of the button that sends the form. */
  protected actionText(): string {
    return this.t('common.save');
  }

  /** Content beside the buttons. */
  protected lastField(): unknown {
    return nothing;
  }

  /** Whether the form can be sent. */
  protected get isComplete(): boolean {
    return true;
  }

  protected override onOpen(): void {
    this.error = undefined;
  }

  protected override content() {
    return html`<form @submit=${this.#submit}>
      ${this.fields()}
      <div class="form-actions">
        ${this.lastField()}
        <studio-error-box .t=${this.t} .error=${this.error}></studio-error-box>
        <button type="button" @click=${this.close}>${this.t('common.cancel')}</button>
        <button class="primary" aria-disabled=${this.isBusy} ?disabled=${!this.isComplete}>
          ${this.actionText()}
        </button>
      </div>
    </form>`;
  }

  #submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    try {
      await this.send(new FormData(event.target as HTMLFormElement));
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'studio-dialog': StudioDialog;
  }
}
