import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { copyText } from '../components/clipboard.ts';
import { DialogElement } from '../components/dialog.ts';
import { icon } from '../components/icons.ts';

export type ShownSecret = {
  heading: string;
  values: { label: string; value: string }[];
  note?: string;
};

/** Secrets that are shown once. The owner forgets them when it closes. */
class StudioSecretDialog extends DialogElement {
  static override properties = { secret: { attribute: false } };
  static override styles = css`
    .value {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px 8px;
      margin-block-start: 14px;
    }
    .value label {
      grid-column: 1 / -1;
    }
    input {
      font-family: ui-monospace, monospace;
      direction: ltr;
    }
  `;

  declare secret: ShownSecret | undefined;

  protected override get isOpen() {
    return this.secret !== undefined;
  }

  protected override headingText() {
    return this.secret?.heading ?? '';
  }

  protected override content() {
    const { secret, t } = this;
    return html`<p id="text">${t('secret.text')}</p>
      ${secret?.note ? html`<p class="hint" id="note">${secret.note}</p>` : nothing}
      ${secret?.values.map(
        ({ label, value }, index) => html`<div class="value">
          <label for="value-${index}">${label}</label>
          <input
            id="value-${index}"
            aria-describedby="text note"
            readonly
            autocomplete="off"
            spellcheck="false"
            .value=${value}
            @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
          />
          <button aria-label="${t('common.copy')}: ${label}" @click=${() => void this.#copy(value)}>
            ${icon('copy')} ${t('common.copy')}
          </button>
        </div>`,
      )}
      <button slot="actions" class="primary" @click=${this.close}>${t('secret.done')}</button>`;
  }

  async #copy(value: string): Promise<void> {
    const { t, toast } = this.app;
    if (await copyText(value)) toast(t('common.copied'), 'success');
    else toast(t('common.copyFailed'), 'error');
  }
}

define('studio-secret-dialog', StudioSecretDialog);
