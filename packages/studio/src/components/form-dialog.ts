import {
  type CSSResultGroup,
  type CSSResultOrNative,
  css,
  html,
  nothing,
  type PropertyDeclarations,
} from 'lit';
import { AppElement } from './base.ts';
import './dialog.ts';
import './error-box.ts';

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
    padding-block: 4px 20px;
    background: var(--fp-surface);
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
