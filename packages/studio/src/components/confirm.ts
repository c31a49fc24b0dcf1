import { html, nothing } from 'lit';
import type { ConfirmRequest } from '../app-context.ts';
import type { Translate } from '../strings/index.ts';
import { define, StudioElement } from './base.ts';
import './dialog.ts';

/** Asks before something that cannot be undone. The app has one; pages call `app.confirm`. */
export class StudioConfirm extends StudioElement {
  static override properties = { t: { attribute: false }, request: { state: true } };

  declare t: Translate;
  declare request: ConfirmRequest | undefined;
  #answer: ((agreed: boolean) => void) | undefined;

  /** Asks and resolves with the answer. A newer question answers the one before with no. */
  ask(request: ConfirmRequest): Promise<boolean> {
    this.#answerWith(false);
    this.request = request;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#left);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#left);
  }

  override render() {
    const { request, t } = this;
    return html`<studio-dialog
      heading=${request?.heading ?? ''}
      close-label=${t('common.close')}
      ?open=${request !== undefined}
      @close=${() => this.#answerWith(false)}
    >
      <p id="text">${request?.text ?? nothing}</p>
      <button slot="actions" autofocus aria-describedby="text" @click=${() => this.#answerWith(false)}>${t('common.cancel')}</button>
      <button
        slot="actions"
        class=${request?.isDanger ? 'danger' : 'primary'}
        @click=${() => this.#answerWith(true)}
      >
        ${request?.action ?? nothing}
      </button>
    </studio-dialog>`;
  }

  /** The question belongs to the page before. */
  #left = () => this.#answerWith(false);

  /** Closes the dialog, then answers its question, if it has one. */
  #answerWith(agreed: boolean): void {
    const answer = this.#answer;
    this.request = undefined;
    this.#answer = undefined;
    if (answer) void this.#closed().then(() => answer(agreed));
  }

  /** Waits until the control that asked has the focus again, which it may lose by what is done then. */
  async #closed(): Promise<void> {
    await this.updateComplete;
    await this.renderRoot.querySelector('studio-dialog')?.updateComplete;
  }
}

define('studio-confirm', StudioConfirm);
