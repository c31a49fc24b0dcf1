import type { Destination } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { FormDialog } from '../components/dialog.ts';
import type { StringKey } from '../strings/index.ts';
import {
  destinationRequest,
  FIELDS,
  type FormField,
  KINDS,
  type Kind,
  PREFIX_EXAMPLES,
} from './destination-form.ts';

/** Adds or changes a destination. It fires `saved`. */
class StudioDestinationDialog extends FormDialog {
  static override properties = {
    destination: { attribute: false },
    kind: { state: true },
    wrong: { state: true },
  };
  static override styles = css`
    textarea {
      min-height: 120px;
      font: 0.8125rem / 1.5 ui-monospace, monospace;
    }
  `;

  /** Undefined: a new one. */
  declare destination: Destination | undefined;
  declare kind: Kind;
  declare wrong: string | undefined;

  constructor() {
    super();
    this.kind = 's3';
  }

  /** Starts with the kind of the destination to change. */
  protected override onOpen(): void {
    super.onOpen();
    this.kind = this.destination?.kind ?? 's3';
    this.wrong = undefined;
  }

  protected override headingText() {
    return this.t(this.destination ? 'destinations.editTitle' : 'destinations.addTitle');
  }

  protected override fields() {
    const { destination, kind, t } = this;
    const example = PREFIX_EXAMPLES[kind];
    return html`<div class="field">
        <label for="kind">${t('destinations.kind')}</label>
        <select
          id="kind"
          ?disabled=${destination !== undefined}
          @change=${(event: Event) => {
            this.kind = (event.target as HTMLSelectElement).value as Kind;
          }}
        >
          ${KINDS.map(
            (each) => html`<option value=${each} .selected=${each === kind}>
              ${t(`destinations.kind.${each}`)}
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
      }`;
  }

  #field(field: FormField) {
    const { t } = this;
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

  /** The input of a field. Credentials are never shown again; options have their former value. */
  #control({ name, part, type, choices = [] }: FormField, isWrong: boolean) {
    const { t } = this;
    const described = isWrong ? `${name}-fault` : nothing;
    const formerText = part === 'options' ? String(this.destination?.options[name] ?? '') : '';
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
      .defaultValue=${formerText}
    />`;
  }

  /** Adds or changes the destination. A wrong field gets the focus, and nothing is sent. */
  protected override async send(form: FormData): Promise<void> {
    const { app, destination, kind, t } = this;
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const result = destinationRequest(kind, values, destination);
    this.wrong = 'wrong' in result ? result.wrong : undefined;
    if ('wrong' in result) {
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(result.wrong)}`)?.focus();
      return;
    }
    const { destinations } = app.client;
    // The service checks the request, whose parts depend on the kind.
    const body = result.request as Parameters<typeof destinations.create>[0];
    if (destination) await destinations.update(destination.id, body);
    else await destinations.create(body);
    app.toast(t(destination ? 'destinations.changed' : 'destinations.added'), 'success');
    this.emit('saved');
    this.close();
  }
}

define('studio-destination-dialog', StudioDestinationDialog);
