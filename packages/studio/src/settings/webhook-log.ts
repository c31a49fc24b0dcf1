import type { WebhookDelivery, WebhookEndpoint } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { define } from '../components/base.ts';
import { DialogElement } from '../components/dialog.ts';
import { listText, timeText } from '../components/format.ts';
import { PagedList } from '../components/lists/paged-list.ts';
import { plainError } from '../components/plain-words.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { chip, chipStyles, type Tone } from '../shared/status-chip.ts';
import { eventName } from './webhook-events.ts';

type Status = WebhookDelivery['status'];

const STATUSES: readonly Status[] = ['pending', 'delivered', 'failed'];
const TONES: Record<Status, Tone> = { pending: 'busy', delivered: 'good', failed: 'bad' };
const PAGE = 25;
const DAY_MS = 86_400_000;
const DAYS = [1, 3, 7, 30];

/** The deliveries of an endpoint, which can be sent again. */
class StudioWebhookLog extends DialogElement {
  static override properties = {
    endpoint: { attribute: false },
    status: { state: true },
    isBusy: { state: true },
  };
  static override styles = [
    sectionStyles,
    chipStyles,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 10px 20px;
        margin-block-end: 16px;
      }
      .group {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      .group select {
        width: auto;
      }
      li {
        padding-block-end: 12px;
        border-block-end: 1px solid var(--fp-line);
      }
      li:last-child {
        border: 0;
      }
      .words {
        color: var(--fp-muted);
        font-size: 0.8125rem;
        overflow-wrap: anywhere;
      }
    `,
  ];

  /** Undefined while the log is closed. */
  declare endpoint: WebhookEndpoint | undefined;
  declare status: Status | undefined;
  declare isBusy: boolean;
  readonly #list = new PagedList<WebhookDelivery>(this, (signal) => {
    const { endpoint, status, app } = this;
    const query = { limit: PAGE, status };
    return endpoint && app.client.webhookEndpoints.deliveries(endpoint.id, query, { signal });
  });
  #days = 1;

  constructor() {
    super();
    this.isBusy = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('endpoint') || changed.has('status')) void this.#list.reload();
  }

  protected override get isOpen() {
    return this.endpoint !== undefined;
  }

  protected override get isWide() {
    return true;
  }

  protected override headingText() {
    return this.t('webhooks.logTitle');
  }

  protected override content() {
    const { endpoint, t } = this;
    const { items, isLoaded, hasMore, error } = this.#list;
    return html`${endpoint ? this.#bar(endpoint) : nothing}
      <studio-error-box .t=${t} .error=${error}></studio-error-box>
      ${isLoaded && items.length === 0 ? html`<p class="muted">${t('webhooks.logNone')}</p>` : nothing}
      <ul class="plain">
        ${repeat(
          items,
          ({ id }) => id,
          (delivery) => this.#deliveryItem(delivery),
        )}
      </ul>
      ${
        hasMore
          ? html`<button @click=${() => void this.#list.more()}>${t('settings.more')}</button>`
          : nothing
      }`;
  }

  #bar({ id }: WebhookEndpoint) {
    const { t } = this;
    return html`<div class="bar">
      <div class="group">
        <label for="status">${t('webhooks.logShow')}</label>
        <select
          id="status"
          @change=${(event: Event) => {
            const { value } = event.target as HTMLSelectElement;
            this.status = STATUSES.find((status) => status === value);
          }}
        >
          <option value="">${t('webhooks.logAll')}</option>
          ${STATUSES.map(
            (status) => html`<option value=${status} .selected=${status === this.status}>
              ${t(`webhooks.status.${status}`)}
            </option>`,
          )}
        </select>
      </div>
      <div class="group">
        <label for="days">${t('webhooks.replayDays')}</label>
        <select
          id="days"
          @change=${(event: Event) => {
            this.#days = Number((event.target as HTMLSelectElement).value);
          }}
        >
          ${DAYS.map(
            (days) => html`<option value=${days}>${t('webhooks.days', { count: days })}</option>`,
          )}
        </select>
        <button aria-disabled=${this.isBusy} @click=${() => void this.#replayMissed(id)}>
          ${t('webhooks.replayMissed')}
        </button>
      </div>
    </div>`;
  }

  /** One delivery: its event, status, and the facts and response of its last attempt. */
  #deliveryItem({ id, event_type: type, status, attempts, created_at: created }: WebhookDelivery) {
    const { t, lang } = this.app;
    const last = attempts.at(-1);
    const name = eventName(type, t);
    const facts = [
      timeText(created, lang),
      attempts.length > 1 ? t('webhooks.attempts', { count: attempts.length }) : '',
      last?.status
        ? t('webhooks.answer', { status: last.status, ms: Math.round(last.duration_ms) })
        : '',
      last && last.status === null ? (last.error ?? t('webhooks.noAnswer')) : '',
    ];
    return html`<li>
      <div class="line">
        <span class="grow">${name}</span>
        ${chip(t(`webhooks.status.${status}`), TONES[status])}
        <button
          aria-label="${t('webhooks.replay')}: ${name}"
          aria-disabled=${this.isBusy}
          @click=${() => void this.#replay(id)}
        >
          ${t('webhooks.replay')}
        </button>
      </div>
      <div class="words">${listText(facts, lang)}</div>
      ${last?.response ? html`<div class="words code">${last.response}</div>` : nothing}
    </li>`;
  }

  /** Sends the event of a delivery once more, also if it was delivered. */
  async #replay(id: string): Promise<void> {
    await this.#runThenReload(async () => {
      await this.app.client.raw('post', '/v2/webhook_deliveries/{id}/replay', { id });
      this.app.toast(this.t('webhooks.replayed'), 'success');
    });
  }

  /** Sends the missed events of the last `#days` days again. */
  async #replayMissed(id: string): Promise<void> {
    const since = new Date(Date.now() - this.#days * DAY_MS).toISOString();
    await this.#runThenReload(async () => {
      const { client, t, toast } = this.app;
      const body = { since };
      const { replayed } = await client.raw('post', '/v2/webhook_endpoints/{id}/replay', {
        id,
        body,
      });
      toast(t('webhooks.replayedMissed', { count: replayed }), 'success');
    });
  }

  /** Runs one action at a time, and reads the log again. An error is shown as a toast. */
  async #runThenReload(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
      await this.#list.reload();
    } catch (error) {
      const { text, hints } = plainError(error, this.app.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    } finally {
      this.isBusy = false;
    }
  }
}

define('studio-webhook-log', StudioWebhookLog);
