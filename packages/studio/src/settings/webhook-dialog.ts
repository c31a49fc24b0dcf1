import type { WebhookEndpoint } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { FormDialog } from '../components/dialog.ts';
import { chosenEvents, EVENT_TYPES, type EventType, eventName } from './webhook-events.ts';

/** Adds or changes an endpoint. It fires `saved` with `{ secret }` of a new one. */
class StudioWebhookDialog extends FormDialog {
  static override properties = {
    endpoint: { attribute: false },
    events: { state: true },
    isChecked: { state: true },
  };
  static override styles = [
    css`
      fieldset {
        display: grid;
        gap: 8px;
        margin: 0;
        padding: 12px 14px;
        border: 1px solid var(--fp-line);
        border-radius: var(--fp-radius);
      }
      legend {
        padding-inline: 4px;
        font-weight: 500;
      }
      .choice {
        display: flex;
        gap: 10px;
        font-weight: 400;
      }
      .choice input {
        margin: 1px 0 0;
      }
      .types {
        display: grid;
        gap: 6px;
        padding-inline-start: 28px;
      }
    `,
  ];

  /** Undefined: a new one. */
  declare endpoint: WebhookEndpoint | undefined;
  /** Null: all events. */
  declare events: readonly EventType[] | null;
  declare isChecked: boolean;

  constructor() {
    super();
    this.events = null;
    this.isChecked = false;
  }

  protected override onOpen(): void {
    super.onOpen();
    this.events = this.endpoint ? chosenEvents(this.endpoint) : null;
    this.isChecked = false;
  }

  protected override headingText() {
    return this.t(this.endpoint ? 'webhooks.editTitle' : 'webhooks.addTitle');
  }

  protected override fields() {
    const { endpoint, events, t } = this;
    const isMissing = this.isChecked && events?.length === 0;
    return html`<div class="field">
        <label for="url">${t('webhooks.url')}</label>
        <input
          id="url"
          name="url"
          type="url"
          dir="ltr"
          required
          maxlength="2000"
          aria-describedby="url-hint"
          .defaultValue=${endpoint?.url ?? ''}
        />
        <span class="hint" id="url-hint">${t('webhooks.urlHint')}</span>
      </div>
      <fieldset>
        <legend>${t('webhooks.events')}</legend>
        ${this.#eventsChoice(t('webhooks.allEvents'), events === null, null)}
        ${this.#eventsChoice(t('webhooks.someEvents'), events !== null, events ?? [])}
        ${events === null ? nothing : this.#types(events)}
        ${isMissing ? html`<span class="fault" role="alert">${t('webhooks.noEvents')}</span>` : nothing}
      </fieldset>`;
  }

  /** A choice that sets the events: null is all of them, a list the ones that are checked below. */
  #eventsChoice(label: string, isChosen: boolean, events: readonly EventType[] | null) {
    return html`<label class="choice">
      <input
        type="radio"
        name="which"
        .checked=${isChosen}
        @change=${() => {
          this.events = events;
        }}
      />
      ${label}
    </label>`;
  }

  #types(events: readonly EventType[]) {
    return html`<div class="types">
      ${EVENT_TYPES.map(
        (type) => html`<label class="choice">
          <input
            type="checkbox"
            .checked=${events.includes(type)}
            @change=${(event: Event) => {
              const isOn = (event.target as HTMLInputElement).checked;
              this.events = isOn ? [...events, type] : events.filter((name) => name !== type);
            }}
          />
          ${eventName(type, this.app.t)}
        </label>`,
      )}
    </div>`;
  }

  /**
   * Adds or changes the endpoint. The secret comes only with a new one. Without an event, nothing
   * is sent.
   */
  protected override async send(form: FormData): Promise<void> {
    this.isChecked = true;
    const { app, endpoint, events } = this;
    if (events?.length === 0) return;
    const body = { url: String(form.get('url')).trim(), events: events && [...events] };
    const { webhookEndpoints } = app.client;
    let secret: string | undefined;
    if (endpoint) await webhookEndpoints.update(endpoint.id, body);
    else ({ secret } = await webhookEndpoints.create(body));
    app.toast(app.t(endpoint ? 'webhooks.changed' : 'webhooks.added'), 'success');
    this.close();
    this.emit('saved', { secret });
  }
}

define('studio-webhook-dialog', StudioWebhookDialog);
