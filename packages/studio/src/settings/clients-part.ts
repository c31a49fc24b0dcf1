import { FramepressError } from '@framepress/client';
import { html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/dialog.ts';
import { durationText, timeText } from '../components/format.ts';
import '../components/menu.ts';
import type { StringKey } from '../strings/index.ts';
import { nameText } from '../words.ts';
import './secret-dialog.ts';
import type { ShownSecret } from './secret-dialog.ts';
import { SettingsPart } from './settings-part.ts';

type IssuedToken = { access_token: string; expires_in: number | null };

type Client = { id: string; name: string; scope: string; created_at: string };
type WithSecret = { client: Client; client_secret: string };
type Dialog = { kind: 'add' } | { kind: 'token'; client: Client };

const SCOPES = {
  all: '*',
  render:
    'template_style_version:read,mapping,render_session,upload,batch,destination:read,usage:read',
  read: '*:read',
} as const;
const MAX_CLIENTS = 1000;
const PAGE = 100;

/** The clients of the account and their tokens. */
class ClientsPart extends SettingsPart {
  static override properties = {
    ...SettingsPart.properties,
    clients: { state: true },
    dialog: { state: true },
    secret: { state: true },
    scope: { state: true },
    formError: { state: true },
  };

  declare clients: readonly Client[] | undefined;
  declare dialog: Dialog | undefined;
  declare secret: ShownSecret | undefined;
  declare scope: string;
  declare formError: unknown;

  constructor() {
    super();
    this.scope = 'all';
  }

  override render() {
    const { t, clients } = this;
    const add = html`<button class="primary" slot="actions" @click=${() => this.#open({ kind: 'add' })}>
      ${t('clients.add')}
    </button>`;
    return html`${this.errorBox()}
      ${
        clients?.length === 0
          ? html`<studio-empty-state icon="person" heading=${t('clients.none')}>
              ${t('clients.noneText')} ${add}
            </studio-empty-state>`
          : html`<div class="intro"><p>${t('clients.text')}</p>${add}</div>`
      }
      ${
        clients
          ? this.cards(clients, (client) => this.#card(client))
          : this.error === undefined
            ? html`<studio-skeleton></studio-skeleton>`
            : nothing
      }
      ${this.#dialogs()}
      <studio-secret-dialog
        .app=${this.app}
        .secret=${this.secret}
        @close=${() => {
          this.secret = undefined;
        }}
      ></studio-secret-dialog>`;
  }

  #card(client: Client) {
    const { t, app } = this;
    const items = [
      { id: 'token', label: t('clients.token') },
      { id: 'rotate', label: t('clients.rotate') },
      { id: 'delete', label: t('clients.delete'), isDanger: true },
    ];
    const known = Object.entries(SCOPES).find(([, scope]) => scope === client.scope)?.[0];
    return html`<li>
      <div class="card-head">
        <h2 dir="auto">${nameText(client.name, client.id)}</h2>
        <studio-menu
          label=${t('common.moreOf', { name: client.name })}
          .items=${items}
          @choose=${(event: CustomEvent<{ id: string }>) =>
            void this.#choose(event.detail.id, client)}
        ></studio-menu>
      </div>
      <dl class="facts">
        <dt>${t('clients.scope')}</dt>
        <dd>${known ? t(`clients.scope.${known}` as StringKey) : client.scope}</dd>
        <dt>${t('settings.created')}</dt>
        <dd>${timeText(client.created_at, app.lang)}</dd>
        <dt>${t('secret.clientId')}</dt>
        <dd class="code">${client.id}</dd>
      </dl>
    </li>`;
  }

  #dialogs() {
    const { t, dialog } = this;
    const isAdd = dialog?.kind === 'add';
    return html`<studio-dialog
      heading=${isAdd ? t('clients.add') : t('clients.token')}
      close-label=${t('common.close')}
      ?open=${dialog !== undefined}
      @close=${this.#close}
    >
      ${dialog?.kind === 'add' ? this.#addForm() : nothing}
      ${dialog?.kind === 'token' ? this.#tokenForm(dialog.client) : nothing}
    </studio-dialog>`;
  }

  #addForm() {
    const { t, scope } = this;
    return html`<form @submit=${this.#add}>
      <div class="field">
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
          ${['all', 'render', 'read', 'own'].map(
            (one) => html`<option value=${one} .selected=${one === scope}>
              ${t(`clients.scope.${one}` as StringKey)}
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
      }
      ${this.#formEnd(t('clients.add'))}
    </form>`;
  }

  #tokenForm(client: Client) {
    const { t } = this;
    return html`<form @submit=${(event: SubmitEvent) => this.#token(event, client)}>
      <p>${t('clients.tokenNeedsSecret')}</p>
      <div class="field">
        <label for="secret">${t('secret.clientSecret')}</label>
        <input id="secret" name="secret" type="password" required autocomplete="off" autofocus />
      </div>
      ${this.#formEnd(t('clients.token'))}
    </form>`;
  }

  #formEnd(action: string) {
    const { t } = this;
    return html`<studio-error-box .t=${t} .error=${this.formError}></studio-error-box>
      <div class="form-actions">
        <button type="button" @click=${this.#close}>${t('common.cancel')}</button>
        <button class="primary" aria-disabled=${this.isBusy}>${action}</button>
      </div>`;
  }

  protected override async read(signal: AbortSignal): Promise<void> {
    const clients: Client[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: PAGE, ...(cursor && { cursor }) };
      const page: { clients: Client[]; next_cursor: string | null } = await this.app.client.raw(
        'get',
        '/v2/clients',
        { query, signal },
      );
      clients.push(...page.clients);
      cursor = page.next_cursor;
    } while (cursor && clients.length < MAX_CLIENTS);
    this.clients = clients;
  }

  #open(dialog: Dialog): void {
    this.formError = undefined;
    this.dialog = dialog;
  }

  #close = () => {
    this.dialog = undefined;
  };

  #add = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const scope =
      this.scope === 'own'
        ? String(form.get('scope')).trim()
        : SCOPES[this.scope as keyof typeof SCOPES];
    const body = { name: String(form.get('name')).trim(), scope };
    await this.#send(async () => {
      const added = await this.app.client.raw('post', '/v2/clients', { body });
      return this.#secretOf(added, this.t('clients.added'));
    });
  };

  /** Requests a token as a program does. The secret is not kept. */
  async #token(event: SubmitEvent, client: Client): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    await this.#send(async () => {
      const { t, app } = this;
      const secret = String(form.get('secret')).trim();
      const token = await requestToken(app.server, client.id, secret);
      const { expires_in: seconds } = token;
      return {
        heading: t('secret.title'),
        values: [{ label: t('secret.token'), value: token.access_token }],
        ...(seconds && { note: t('secret.tokenText', { time: durationText(seconds, app.lang) }) }),
      };
    });
  }

  /** Shows the secret in place of the form. Then the focus goes back to where the form was opened. */
  async #send(work: () => Promise<ShownSecret>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.formError = undefined;
    try {
      this.secret = await work();
      this.#close();
    } catch (error) {
      this.formError = error;
      return;
    } finally {
      this.isBusy = false;
    }
    await this.load();
  }

  async #choose(action: string, client: Client): Promise<void> {
    const { t, app } = this;
    const { id, name } = client;
    if (action === 'token') return this.#open({ kind: 'token', client });
    const isDelete = action === 'delete';
    const isAgreed = await app.confirm({
      heading: t(isDelete ? 'clients.askDelete' : 'clients.askRotate', { name }),
      text: t(isDelete ? 'clients.askDeleteText' : 'clients.askRotateText'),
      action: t(isDelete ? 'clients.delete' : 'clients.rotate'),
      isDanger: true,
    });
    if (!isAgreed) return;
    if (isDelete)
      await this.act(async () => {
        await app.client.raw('delete', '/v2/clients/{id}', { id });
        await this.load();
      }, t('clients.deleted'));
    else
      await this.act(async () => {
        const rotated = await app.client.raw('post', '/v2/clients/{id}/rotate', { id });
        this.secret = this.#secretOf(rotated, t('secret.title'));
      });
  }

  #secretOf({ client, client_secret: value }: WithSecret, heading: string): ShownSecret {
    const { t } = this;
    return {
      heading,
      values: [
        { label: t('secret.clientId'), value: client.id },
        { label: t('secret.clientSecret'), value },
      ],
    };
  }
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

define('studio-clients-part', ClientsPart);
