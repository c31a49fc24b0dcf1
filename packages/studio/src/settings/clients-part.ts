import { html } from 'lit';
import { define } from '../components/base.ts';
import { timeText } from '../components/format.ts';
import '../components/menu.ts';
import type { StringKey } from '../strings/index.ts';
import { nameText } from '../words.ts';
import { type Client, type ClientTask, SCOPES, secretOf } from './client-dialog.ts';
import './secret-dialog.ts';
import type { ShownSecret } from './secret-dialog.ts';
import { SettingsPart } from './settings-part.ts';

const MAX_CLIENTS = 1000;
const PAGE = 100;

/** The clients of the account and their tokens. */
class ClientsPart extends SettingsPart {
  static override properties = {
    clients: { state: true },
    task: { state: true },
    secret: { state: true },
  };

  declare clients: readonly Client[] | undefined;
  /** What the dialog is open for. */
  declare task: ClientTask | undefined;
  declare secret: ShownSecret | undefined;

  override render() {
    const { clients } = this;
    return html`${this.list('clients', {
      items: clients,
      icon: 'person',
      add: () => this.#openDialog('add'),
      card: (client) => this.#card(client),
    })}
      <studio-client-dialog
        .app=${this.app}
        .task=${this.task}
        @close=${() => {
          this.task = undefined;
        }}
        @done=${({ detail }: CustomEvent<ShownSecret>) => {
          this.secret = detail;
          void this.load();
        }}
      ></studio-client-dialog>
      <studio-secret-dialog
        .app=${this.app}
        .secret=${this.secret}
        @close=${() => {
          this.secret = undefined;
        }}
      ></studio-secret-dialog>`;
  }

  /** A client with its menu. A scope that is not one of the named ones is shown as it is. */
  #card(client: Client) {
    const { t, app } = this;
    const items = [
      { id: 'token', label: t('clients.token') },
      { id: 'rotate', label: t('clients.rotate') },
      { id: 'delete', label: t('clients.delete'), isDanger: true },
    ];
    const scopeName = Object.entries(SCOPES).find(([, scope]) => scope === client.scope)?.[0];
    return html`<li>
      <div class="card-head">
        <h2 dir="auto">${nameText(client.name, client.id)}</h2>
        <studio-menu
          label=${t('common.moreOf', { name: client.name })}
          .items=${items}
          @choose=${(event: CustomEvent<{ id: string }>) =>
            void this.#chooseAction(event.detail.id, client)}
        ></studio-menu>
      </div>
      <dl class="facts">
        <dt>${t('clients.scope')}</dt>
        <dd>${scopeName ? t(`clients.scope.${scopeName}` as StringKey) : client.scope}</dd>
        <dt>${t('settings.created')}</dt>
        <dd>${timeText(client.created_at, app.lang)}</dd>
        <dt>${t('secret.clientId')}</dt>
        <dd class="code">${client.id}</dd>
      </dl>
    </li>`;
  }

  /** Reads all clients, at most about `MAX_CLIENTS`. */
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

  #openDialog(task: ClientTask): void {
    this.task = task;
  }

  /**
   * Does what was chosen in the menu of a client. Another secret and a deletion ask first, because
   * programs may lose their access.
   */
  async #chooseAction(action: string, client: Client): Promise<void> {
    const { t, app } = this;
    const { id, name } = client;
    if (action === 'token') return this.#openDialog(client);
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
        this.secret = secretOf(rotated, t('secret.title'), t);
      });
  }
}

define('studio-clients-part', ClientsPart);
