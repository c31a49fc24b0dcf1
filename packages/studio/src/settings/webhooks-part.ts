import type { WebhookEndpoint } from '@framepress/client';
import { html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { timeText } from '../components/format.ts';
import '../components/menu.ts';
import type { MenuItem } from '../components/menu.ts';
import { chip, chipStyles } from '../shared/status-chip.ts';
import './secret-dialog.ts';
import type { ShownSecret } from './secret-dialog.ts';
import { SettingsPart } from './settings-part.ts';
import './webhook-dialog.ts';
import './webhook-log.ts';

const MAX_ENDPOINTS = 500;

/** The endpoints that receive events. */
class WebhooksPart extends SettingsPart {
  static override properties = {
    endpoints: { state: true },
    dialog: { state: true },
    log: { state: true },
    secret: { state: true },
  };
  static override styles = chipStyles;

  declare endpoints: readonly WebhookEndpoint[] | undefined;
  declare dialog: { endpoint: WebhookEndpoint | undefined } | undefined;
  declare log: WebhookEndpoint | undefined;
  declare secret: ShownSecret | undefined;

  override render() {
    const { endpoints, dialog, log } = this;
    return html`${this.list('webhooks', {
      items: endpoints,
      icon: 'settings',
      add: () => {
        this.dialog = { endpoint: undefined };
      },
      card: (endpoint) => this.#card(endpoint),
    })}
      <studio-webhook-dialog
        .app=${this.app}
        .endpoint=${dialog?.endpoint}
        ?open=${dialog !== undefined}
        @saved=${(event: CustomEvent<{ secret?: string }>) => this.#showSaved(event.detail.secret)}
        @close=${() => {
          this.dialog = undefined;
        }}
      ></studio-webhook-dialog>
      <studio-webhook-log
        .app=${this.app}
        .endpoint=${log}
        @close=${() => {
          this.log = undefined;
        }}
      ></studio-webhook-log>
      <studio-secret-dialog
        .app=${this.app}
        .secret=${this.secret}
        @close=${() => {
          this.secret = undefined;
        }}
      ></studio-secret-dialog>`;
  }

  #card(endpoint: WebhookEndpoint) {
    const { t, app } = this;
    const { url, events, status, failing_since: failing } = endpoint;
    const name = url ?? t('webhooks.urlLost');
    const items: MenuItem[] = [
      { id: 'edit', label: t('settings.edit') },
      { id: 'toggle', label: t(status === 'enabled' ? 'webhooks.disable' : 'webhooks.enable') },
      { id: 'rotate', label: t('webhooks.rotate') },
      { id: 'delete', label: t('webhooks.delete'), isDanger: true },
    ];
    return html`<li>
      <div class="card-head">
        <h2><bdi>${name}</bdi></h2>
        ${this.#stateChip(endpoint)}
        <button
          aria-label="${t('settings.test')}: ${name}"
          aria-disabled=${this.isBusy}
          @click=${() => void this.#test(endpoint)}
        >
          ${t('settings.test')}
        </button>
        <button
          aria-label="${t('webhooks.log')}: ${name}"
          @click=${() => {
            this.log = endpoint;
          }}
        >
          ${t('webhooks.log')}
        </button>
        <studio-menu
          label=${t('common.moreOf', { name })}
          .items=${items}
          @choose=${(event: CustomEvent<{ id: string }>) =>
            void this.#chooseAction(event.detail.id, endpoint)}
        ></studio-menu>
      </div>
      <span class="muted">
        ${events ? t('webhooks.eventCount', { count: events.length }) : t('webhooks.allEvents')}
      </span>
      ${
        failing
          ? html`<span class="caution">
              ${t('webhooks.failing', { time: timeText(failing, app.lang) })}
            </span>`
          : nothing
      }
    </li>`;
  }

  /** The state of an endpoint. An enabled one that fails at present is marked. */
  #stateChip({ status, disabled_reason: reason, failing_since: failing }: WebhookEndpoint) {
    const { t } = this;
    if (status === 'enabled') return chip(t('webhooks.enabled'), failing ? 'warning' : 'good');
    if (reason === 'gone') return chip(t('webhooks.disabledGone'), 'bad');
    if (reason === 'failing') return chip(t('webhooks.disabledFailing'), 'bad');
    return chip(t('webhooks.disabled'), 'plain');
  }

  protected override async read(signal: AbortSignal): Promise<void> {
    const { webhookEndpoints } = this.app.client;
    const endpoints = await webhookEndpoints
      .list({ limit: 100 }, { signal })
      .toArray(MAX_ENDPOINTS);
    this.endpoints = endpoints;
  }

  /** Reads the endpoints again, and shows the secret of a new one. */
  #showSaved(secret: string | undefined): void {
    if (secret !== undefined) this.#showSecret(secret);
    void this.load();
  }

  #showSecret(value: string): void {
    const { t } = this;
    this.secret = { heading: t('secret.title'), values: [{ label: t('secret.webhook'), value }] };
  }

  /**
   * Sends a test event and waits for the endpoint. Then reads the endpoints, because a failure may
   * change their state.
   */
  async #test({ id }: WebhookEndpoint): Promise<void> {
    const { t, app } = this;
    await this.act(async () => {
      const { status, attempts } = await app.client.webhookEndpoints.test(id);
      const last = attempts.at(-1);
      const detail = last?.error ?? (last?.status ? `HTTP ${last.status}` : '');
      if (status === 'delivered') app.toast(t('webhooks.tested'), 'success');
      else app.toast([t('webhooks.testFailed'), detail].filter(Boolean).join(' '), 'error');
    });
    await this.load();
  }

  /** Does what was chosen in the menu of an endpoint. Another secret and a deletion ask first. */
  async #chooseAction(action: string, endpoint: WebhookEndpoint): Promise<void> {
    const { t, app } = this;
    const { id, status } = endpoint;
    const { webhookEndpoints } = app.client;
    if (action === 'edit') {
      this.dialog = { endpoint };
      return;
    }
    if (action === 'toggle') {
      await this.act(async () => {
        const next = status === 'enabled' ? 'disabled' : 'enabled';
        await webhookEndpoints.update(id, { status: next });
        await this.load();
      }, t('webhooks.changed'));
      return;
    }
    const isDelete = action === 'delete';
    const isAgreed = await app.confirm({
      heading: t(isDelete ? 'webhooks.askDelete' : 'webhooks.askRotate'),
      text: t(isDelete ? 'webhooks.askDeleteText' : 'webhooks.askRotateText'),
      action: t(isDelete ? 'webhooks.delete' : 'webhooks.rotate'),
      isDanger: isDelete,
    });
    if (!isAgreed) return;
    if (isDelete)
      await this.act(async () => {
        await webhookEndpoints.delete(id);
        await this.load();
      }, t('webhooks.deleted'));
    else
      await this.act(async () =>
        this.#showSecret((await webhookEndpoints.rotateSecret(id)).secret),
      );
  }
}

define('studio-webhooks-part', WebhooksPart);
