import { html } from 'lit';
import { define } from '../components/base.ts';
import { FormDialog } from '../components/dialog.ts';
import type { Role } from '../session.ts';

const ROLES: readonly Role[] = ['editor', 'viewer', 'admin'];

/** Invites a person. It fires `done` with the name and the link of the person. */
class StudioInviteDialog extends FormDialog {
  protected override headingText() {
    return this.t('people.add');
  }

  protected override actionText() {
    return this.t('people.makeLink');
  }

  protected override fields() {
    const { t } = this;
    return html`<div class="field">
        <label for="name">${t('clients.name')}</label>
        <input id="name" name="name" required maxlength="200" autocomplete="off" autofocus />
      </div>
      <div class="field">
        <label for="role">${t('people.role')}</label>
        <select id="role" name="role" aria-describedby="role-hint">
          ${ROLES.map((role) => html`<option value=${role}>${t(`role.${role}`)}: ${t(`people.may.${role}`)}</option>`)}
        </select>
        <span class="hint" id="role-hint">${t('people.linkNote')}</span>
      </div>`;
  }

  protected override async send(form: FormData): Promise<void> {
    const name = String(form.get('name')).trim();
    if (!name) return;
    const role = ROLES.find((each) => each === form.get('role')) ?? 'viewer';
    const body = { name, role };
    const { studio_url } = await this.app.client.raw('post', '/studio/people', { body });
    this.emit('done', { name, studio_url });
    this.close();
  }
}

define('studio-invite-dialog', StudioInviteDialog);
