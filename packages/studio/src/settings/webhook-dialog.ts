import type { WebhookEndpoint } from '@framepress/client';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base, define } from '../components/base.ts';
import { formActions } from '../components/dialog.ts';
import '../components/error-box.ts';
import { chosenEvents, EVENT_TYPES, type EventType, eventName } from './webhook-events.ts';

/** Adds or changes an endpoint. It fires `saved` with `{ secret }` of a new one, and `close`. */
class StudioWebhookDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    endpoint: { attribute: false },
    open: { type: Boolean },
    events: { state: true },
    isChecked: { state: true },
    error: { state: true },
    isBusy: { state: true },
  };
  static override styles = [
    ...base,
    formActions,
    css`
      form {
        display: grid;
        gap: 14px;
      }
      .field {
        display: grid;
        gap: 4px;
      }
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
        width: 18px;
        height: 18px;
        margin: 1px 0 0;
        flex: none;
        accent-color: var(--fp-accent);
      }
      .types {
        display: grid;
        gap: 6px;
        padding-inline-start: 28px;
      }
    `,
  ];

  declare app: AppContext;
  /** Undefined: a new one. */
  declare endpoint: WebhookEndpoint | undefined;
  declare open: boolean;
  /** Null: all events. */
  declare events: readonly EventType[] | null;
  declare isChecked: boolean;
  declare error: unknown;
  declare isBusy: boolean;

  constructor() {
    super();
    this.open = false;
    this.events = null;
    this.isChecked = false;
    this.isBusy = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('open') || !this.open) return;
    this.events = this.endpoint ? chosenEvents(this.endpoint) : null;
    this.isChecked = false;
    this.error = undefined;
  }

  override render() {
    const { app, endpoint, open } = this;
    const { t } = app;
    return html`<studio-dialog
      heading=${t(endpoint ? 'webhooks.editTitle' : 'webhooks.addTitle')}
      close-label=${t('common.close')}
      ?open=${open}
      @close=${this.#close}
    >
      ${open ? this.#form() : nothing}
    </studio-dialog>`;
  }

  #form() {
    const { app, endpoint, events } = this;
    const { t } = app;
    const isMissing = this.isChecked && events?.length === 0;
    return html`<form @submit=${this.#save}>
      <div class="field">
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
        ${this.#choice(t('webhooks.allEvents'), events === null, null)}
        ${this.#choice(t('webhooks.someEvents'), events !== null, events ?? [])}
        ${events === null ? nothing : this.#types(events)}
        ${isMissing ? html`<span class="fault" role="alert">${t('webhooks.noEvents')}</span>` : nothing}
      </fieldset>
      <div class="form-actions">
        <studio-error-box .t=${t} .error=${this.error}></studio-error-box>
        <button type="button" @click=${this.#close}>${t('common.cancel')}</button>
        <button class="primary" aria-disabled=${this.isBusy}>${t('common.save')}</button>
      </div>
    </form>`;
  }

  #choice(label: string, isChosen: boolean, events: readonly EventType[] | null) {
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
              this.events = isOn ? [...events, type] : events.filter((one) => one !== type);
            }}
          />
          ${eventName(type, this.app.t)}
        </label>`,
      )}
    </div>`;
  }

  #close = () => {
    this.dispatchEvent(new CustomEvent('close'));
  };

  #save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (this.isBusy) return;
    this.isChecked = true;
    const { app, endpoint, events } = this;
    if (events?.length === 0) return;
    const url = String(new FormData(event.target as HTMLFormElement).get('url')).trim();
    const body = { url, events: events && [...events] };
    const { webhookEndpoints } = app.client;
    this.isBusy = true;
    this.error = undefined;
    try {
      let secret: string | undefined;
      if (endpoint) await webhookEndpoints.update(endpoint.id, body);
      else ({ secret } = await webhookEndpoints.create(body));
      app.toast(app.t(endpoint ? 'webhooks.changed' : 'webhooks.added'), 'success');
      this.#close();
      this.dispatchEvent(new CustomEvent('saved', { detail: { secret } }));
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  };
}

define('studio-webhook-dialog', StudioWebhookDialog);
