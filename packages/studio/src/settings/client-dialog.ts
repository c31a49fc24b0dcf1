import { FramepressError } from '@framepress/client';
import { html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { FormDialog } from '../components/dialog.ts';
import { durationText } from '../components/format.ts';
import type { StringKey, Translate } from '../strings/index.ts';
import type { ShownSecret } from './secret-dialog.ts';

export type Client = { id: string; name: string; scope: string; created_at: string };
/** To add a client, or to request a token for one. */
export type ClientTask = 'add' | Client;
type WithSecret = { client: Client; client_secret: string };
type IssuedToken = { access_token: string; expires_in: number | null };

export const SCOPES = {
  all: '*',
  render:
    'template_style_version:read,mapping,render_session,upload,batch,destination:read,usage:read',
  read: '*:read',
} as const;

/** Adds a client, or requests a token of one. It fires `done` with the secret to show. */
class StudioClientDialog extends FormDialog {
  static override properties = { task: { attribute: false }, scope: { state: true } };

  /** Undefined while the dialog is closed. */
  declare task: ClientTask | undefined;
  declare scope: string;

  constructor() {
    super();
    this.scope = 'render';
  }

  protected override get isOpen() {
    return this.task !== undefined;
  }

  protected override headingText() {
    return this.t(this.task === 'add' ? 'clients.add' : 'clients.token');
  }

  protected override actionText() {
    return this.headingText();
  }

  protected override fields() {
    return this.task === 'add' ? this.#clientFields() : this.#tokenFields();
  }

  #clientFields() {
    const { t, scope } = this;
    return html`<div class="field">
        <label for="name">${t('clients.name')}</label>
        <input id="name" name="name" required maxlength="200" aria-describedby="name-hint" autofocus />
        <span class="hint" id="name-hint">${t('clients.nameHint')}</span>
      </div>
      <div class="field">
        <label for="scope">${t('clients.scope')}</label>
        <select
          id="scope"
          @change=${(event: Event) => {
            this.scope = (event.target as HTMLSelectElement).value;
          }}
        >
          ${['render', 'read', 'all', 'own'].map(
            (each) => html`<option value=${each} .selected=${each === scope}>
              ${t(`clients.scope.${each}` as StringKey)}
            </option>`,
          )}
        </select>
      </div>
      ${
        scope === 'own'
          ? html`<div class="field">
              <label for="own">${t('clients.scopeText')}</label>
              <input id="own" name="scope" required maxlength="2000" aria-describedby="own-hint" />
              <span class="hint" id="own-hint">${t('clients.scopeHint')}</span>
            </div>`
          : nothing
      }`;
  }

  #tokenFields() {
    const { t } = this;
    return html`<p>${t('clients.tokenNeedsSecret')}</p>
      <div class="field">
        <label for="secret">${t('secret.clientSecret')}</label>
        <input id="secret" name="secret" type="password" required autocomplete="off" autofocus />
      </div>`;
  }

  /** Shows the secret in place of the form. Then the focus goes back to where the form was opened. */
  protected override async send(form: FormData): Promise<void> {
    const { task } = this;
    if (!task) return;
    const secret = await (task === 'add'
      ? this.#addClient(form)
      : this.#requestToken(form, task.id));
    this.emit('done', secret);
    this.close();
  }

  /** Adds a client and returns its secret, which the service shows only once. */
  async #addClient(form: FormData): Promise<ShownSecret> {
    const { app, scope, t } = this;
    const body = {
      name: String(form.get('name')).trim(),
      scope:
        scope === 'own' ? String(form.get('scope')).trim() : SCOPES[scope as keyof typeof SCOPES],
    };
    return secretOf(await app.client.raw('post', '/v2/clients', { body }), t('clients.added'), t);
  }

  /** Requests a token as a program does. The secret is not kept. */
  async #requestToken(form: FormData, clientId: string): Promise<ShownSecret> {
    const { t, app } = this;
    const token = await requestToken(app.server, clientId, String(form.get('secret')).trim());
    const { expires_in: seconds } = token;
    return {
      heading: t('secret.title'),
      values: [{ label: t('secret.token'), value: token.access_token }],
      ...(seconds && { note: t('secret.tokenText', { time: durationText(seconds, app.lang) }) }),
    };
  }
}

/** Returns the id and the secret of a client to show. */
export function secretOf(
  { client, client_secret: value }: WithSecret,
  heading: string,
  t: Translate,
): ShownSecret {
  return {
    heading,
    values: [
      { label: t('secret.clientId'), value: client.id },
      { label: t('secret.clientSecret'), value },
    ],
  };
}

/** Requests a token as a program does, without the cookie: a wrong secret must not end the session. */
async function requestToken(
  server: string,
  clientId: string,
  clientSecret: string,
): Promise<IssuedToken> {
  const response = await fetch(`${server}/oauth/token`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const body = Object(await response.json().catch(() => undefined)) as IssuedToken & {
    error?: string;
    error_description?: string;
  };
  if (response.ok) return body;
  const message = body.error_description ?? `The service answered ${response.status}.`;
  const code = body.error ?? `http_${response.status}`;
  throw new FramepressError(message, { status: response.status, code });
}

define('studio-client-dialog', StudioClientDialog);
