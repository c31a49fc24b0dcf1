import { css, html, LitElement, nothing } from 'lit';
import type { Translate } from '../strings/index.ts';
import { base, define } from './base.ts';
import './dialog.ts';
import './error-box.ts';

/**
 * Asks for a name: `<studio-name-dialog .t=${t} heading="…" label="…" .value=${name} .save=${…}>`. `save`
 * stores it; its error is shown. It fires `close`.
 */
class StudioNameDialog extends LitElement {
  static override properties = {
    t: { attribute: false },
    heading: {},
    label: {},
    hint: {},
    action: {},
    value: { attribute: false },
    save: { attribute: false },
    open: { type: Boolean },
    isBusy: { state: true },
    error: { state: true },
  };
  static override styles = [
    ...base,
    css`
      form {
        display: grid;
        gap: 6px;
      }
      .actions {
        display: flex;
        justify-content: flex-end;
        gap: 8px;
        margin-block-start: 14px;
      }
    `,
  ];

  declare t: Translate;
  declare heading: string;
  declare label: string;
  declare hint: string;
  declare action: string;
  declare value: string;
  declare save: (name: string) => Promise<void>;
  declare open: boolean;
  declare isBusy: boolean;
  declare error: unknown;

  constructor() {
    super();
    this.heading = '';
    this.label = '';
    this.hint = '';
    this.action = '';
    this.value = '';
    this.open = false;
    this.isBusy = false;
  }

  override render() {
    const { t, hint } = this;
    return html`<studio-dialog
      heading=${this.heading}
      close-label=${t('common.close')}
      ?open=${this.open}
      @close=${this.#close}
    >
      ${
        this.open
          ? html`<form @submit=${this.#submit}>
              <label for="name">${this.label}</label>
              <input
                id="name"
                .value=${this.value}
                maxlength="200"
                required
                autofocus
                aria-describedby=${hint ? 'hint' : nothing}
              />
              ${hint ? html`<span class="hint" id="hint">${hint}</span>` : nothing}
              <studio-error-box .t=${t} .error=${this.error}></studio-error-box>
              <div class="actions">
                <button type="button" @click=${this.#close}>${t('common.cancel')}</button>
                <button class="primary" aria-disabled=${this.isBusy}>${this.action || t('common.save')}</button>
              </div>
            </form>`
          : nothing
      }
    </studio-dialog>`;
  }

  #close = () => {
    this.error = undefined;
    this.dispatchEvent(new CustomEvent('close'));
  };

  #submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = this.renderRoot.querySelector('input')?.value.trim() ?? '';
    if (!name || this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    try {
      await this.save(name);
      this.#close();
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  };
}

define('studio-name-dialog', StudioNameDialog);
