import type { Destination } from '@framepress/client';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base, define } from '../components/base.ts';
import { formActions } from '../components/dialog.ts';
import '../components/error-box.ts';
import type { StringKey } from '../strings/index.ts';
import {
  destinationRequest,
  FIELDS,
  type FormField,
  KINDS,
  type Kind,
  PREFIX_EXAMPLES,
} from './destination-form.ts';

/** Adds or changes a destination. It fires `saved` and `close`. */
class StudioDestinationDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    destination: { attribute: false },
    open: { type: Boolean },
    kind: { state: true },
    wrong: { state: true },
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
      textarea {
        min-height: 120px;
        font: 0.8125rem / 1.5 ui-monospace, monospace;
      }
    `,
  ];

  declare app: AppContext;
  /** Undefined: a new one. */
  declare destination: Destination | undefined;
  declare open: boolean;
  declare kind: Kind;
  declare wrong: string | undefined;
  declare error: unknown;
  declare isBusy: boolean;

  constructor() {
    super();
    this.open = false;
    this.kind = 's3';
    this.isBusy = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('open') || !this.open) return;
    this.kind = this.destination?.kind ?? 's3';
    this.wrong = undefined;
    this.error = undefined;
  }

  override render() {
    const { app, destination, open } = this;
    const { t } = app;
    return html`<studio-dialog
      heading=${t(destination ? 'destinations.editTitle' : 'destinations.addTitle')}
      close-label=${t('common.close')}
      ?open=${open}
      @close=${this.#close}
    >
      ${open ? this.#form() : nothing}
    </studio-dialog>`;
  }

  #form() {
    const { app, destination, kind } = this;
    const { t } = app;
    const example = PREFIX_EXAMPLES[kind];
    return html`<form novalidate @submit=${this.#save}>
      <div class="field">
        <label for="kind">${t('destinations.kind')}</label>
        <select
          id="kind"
          ?disabled=${destination !== undefined}
          @change=${(event: Event) => {
            this.kind = (event.target as HTMLSelectElement).value as Kind;
          }}
        >
          ${KINDS.map(
            (one) => html`<option value=${one} .selected=${one === kind}>
              ${t(`destinations.kind.${one}`)}
            </option>`,
          )}
        </select>
      </div>
      <div class="field">
        <label for="name">${t('destinations.name')}</label>
        <input id="name" name="name" maxlength="200" .defaultValue=${destination?.name ?? ''} />
      </div>
      <div class="field">
        <label for="prefix">${t('destinations.prefix')}</label>
        <input
          id="prefix"
          name="prefix"
          maxlength="1000"
          dir="ltr"
          aria-invalid=${this.wrong === 'prefix' ? 'true' : 'false'}
          aria-describedby="prefix-hint"
          .defaultValue=${destination?.prefix ?? ''}
        />
        <span class=${this.wrong === 'prefix' ? 'fault' : 'hint'} id="prefix-hint">
          ${t(this.wrong === 'prefix' ? 'destinations.wrong.prefix' : 'destinations.prefixHint', { example })}
        </span>
      </div>
      ${FIELDS[kind].map((field) => this.#field(field))}
      ${
        destination
          ? html`<p class="hint">
              ${t('destinations.keepSecret', { identity: destination.identity })}
            </p>`
          : nothing
      }
      <div class="form-actions">
        <studio-error-box .t=${t} .error=${this.error}></studio-error-box>
        <button type="button" @click=${this.#close}>${t('common.cancel')}</button>
        <button class="primary" aria-disabled=${this.isBusy}>${t('common.save')}</button>
      </div>
    </form>`;
  }

  #field(field: FormField) {
    const { t } = this.app;
    const { name, type } = field;
    const isWrong = this.wrong === name;
    const text = t(
      type === 'json' ? 'destinations.wrong.service_account' : 'destinations.wrong.empty',
    );
    return html`<div class="field">
      <label for=${name}>${t(`destinations.field.${name}` as StringKey)}</label>
      ${this.#control(field, isWrong)}
      ${isWrong ? html`<span class="fault" id="${name}-fault">${text}</span>` : nothing}
    </div>`;
  }

  #control({ name, part, type, choices = [] }: FormField, isWrong: boolean) {
    const { t } = this.app;
    const described = isWrong ? `${name}-fault` : nothing;
    const before = part === 'options' ? String(this.destination?.options[name] ?? '') : '';
    if (type === 'choice')
      return html`<select id=${name} name=${name}>
        ${choices.map(
          (choice) =>
            html`<option value=${choice}>${t(`destinations.method.${choice}` as StringKey)}</option>`,
        )}
      </select>`;
    if (type === 'json')
      return html`<textarea
        id=${name}
        name=${name}
        dir="ltr"
        spellcheck="false"
        autocomplete="off"
        maxlength="20000"
        aria-invalid=${isWrong ? 'true' : 'false'}
        aria-describedby=${described}
      ></textarea>`;
    return html`<input
      id=${name}
      name=${name}
      dir="ltr"
      type=${type === 'secret' ? 'password' : 'text'}
      autocomplete="off"
      spellcheck="false"
      maxlength="6000"
      aria-invalid=${isWrong ? 'true' : 'false'}
      aria-describedby=${described}
      .defaultValue=${before}
    />`;
  }

  #close = () => {
    this.dispatchEvent(new CustomEvent('close'));
  };

  #save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (this.isBusy) return;
    const { app, destination, kind } = this;
    const { t } = app;
    const form = new FormData(event.target as HTMLFormElement);
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const made = destinationRequest(kind, values, destination);
    this.wrong = 'wrong' in made ? made.wrong : undefined;
    this.error = undefined;
    if ('wrong' in made) {
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(made.wrong)}`)?.focus();
      return;
    }
    this.isBusy = true;
    const { destinations } = app.client;
    try {
      // The service checks the request, whose parts depend on the kind.
      const body = made.request as Parameters<typeof destinations.create>[0];
      if (destination) await destinations.update(destination.id, body);
      else await destinations.create(body);
      app.toast(t(destination ? 'destinations.changed' : 'destinations.added'), 'success');
      this.dispatchEvent(new CustomEvent('saved'));
      this.#close();
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  };
}

define('studio-destination-dialog', StudioDestinationDialog);
