import { html } from 'lit';
import { define } from './base.ts';
import { FormDialog } from './dialog.ts';

/**
 * Asks for a name: `<studio-name-dialog .app=${app} heading="…" label="…" .value=${name} .save=${…}>`.
 * `save` stores it.
 */
class StudioNameDialog extends FormDialog {
  static override properties = {
    heading: {},
    label: {},
    value: { attribute: false },
    save: { attribute: false },
  };

  declare heading: string;
  declare label: string;
  declare value: string;
  declare save: (name: string) => Promise<void>;

  protected override headingText() {
    return this.heading;
  }

  protected override fields() {
    return html`<div class="field">
      <label for="name">${this.label}</label>
      <input id="name" name="name" .value=${this.value} maxlength="200" required autofocus />
    </div>`;
  }

  /** Saves the name. An empty name is not saved, and the dialog stays open. */
  protected override async send(form: FormData): Promise<void> {
    const name = String(form.get('name')).trim();
    if (!name) return;
    await this.save(name);
    this.close();
  }
}

define('studio-name-dialog', StudioNameDialog);
