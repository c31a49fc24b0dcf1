import { css, html, nothing, type PropertyValues } from 'lit';
import type { SignInHost } from '../app-context.ts';
import { define, StudioElement } from '../components/base.ts';
import '../components/code-block.ts';
import { icon } from '../components/icons.ts';
import type { Route } from '../router.ts';
import { type Credentials, SignInError } from '../session.ts';
import type { StringKey } from '../strings/index.ts';

/** How a sign-in with OpenID Connect can fail, as the service reports it in the address. */
const OPENID_FAILURES = [
  ...(['openid_unavailable', 'openid_expired', 'openid_denied'] as const),
  ...(['openid_failed', 'openid_no_role', 'openid_blocked'] as const),
];

type Failure = {
  text: string;
  hint?: string;
  /** The id or the secret is wrong or missing. */
  isOfFields: boolean;
};

/**
 * Signs a person in: by the code of a one-time link, by OpenID Connect, or by a client, whose form is folded:
 * people have no id and secret.
 */
export class SignInPage extends StudioElement {
  static override properties = {
    route: { attribute: false },
    app: { attribute: false },
    isBusy: { state: true },
    failure: { state: true },
    isSecretShown: { state: true },
  };
  static override styles = css`
    .card {
      display: grid;
      gap: 20px;
      box-sizing: border-box;
      width: min(440px, 100%);
      margin: max(16px, 10vh) auto 0;
    }
    .paper {
      display: grid;
      gap: 20px;
      padding: 32px;
      border: 1px solid var(--fp-line);
      border-radius: 16px;
      background: var(--fp-surface);
      box-shadow: 0 12px 40px rgb(0 0 0 / 8%);
    }
    @media (max-width: 480px) {
      .paper {
        padding: 24px 20px;
      }
    }
    .lead {
      display: grid;
      gap: 8px;
    }
    .sign {
      color: var(--fp-accent);
    }
    form {
      display: grid;
      gap: 14px;
    }
    .secret {
      display: flex;
      gap: 8px;
    }
    .secret input {
      min-width: 0;
    }
    .primary,
    .openid {
      width: 100%;
      min-height: 42px;
    }
    .or {
      display: flex;
      align-items: center;
      gap: 12px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    .or::before,
    .or::after {
      content: '';
      flex: 1;
      border-block-start: 1px solid var(--fp-line);
    }
    .notice {
      padding: 12px 14px;
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
      background: var(--fp-raised);
    }
    .failure {
      display: grid;
      gap: 4px;
      border-color: var(--fp-danger);
      background: color-mix(in srgb, var(--fp-danger) 6%, var(--fp-surface));
    }
    .invitation {
      display: grid;
      gap: 6px;
    }
    .others {
      display: grid;
      gap: 4px;
      padding-inline: 4px;
    }
    summary {
      width: fit-content;
      padding-block: 4px;
      border-radius: 4px;
      color: var(--fp-muted);
      font-size: 0.875rem;
      cursor: pointer;
    }
    details form,
    .help studio-code-block {
      margin-block: 12px;
    }
  `;

  declare route: Route;
  declare app: SignInHost;
  declare isBusy: boolean;
  declare failure: Failure | undefined;
  declare isSecretShown: boolean;

  constructor() {
    super();
    this.isBusy = false;
    this.isSecretShown = false;
  }

  /**
   * Shows the failure of a sign-in elsewhere, and uses the code of a one-time link, also of a link
   * that is opened in a tab with this page. Unknown failures of the address are shown as a general one.
   */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return;
    const { query } = this.route;
    const errorCode = query.get('error');
    if (errorCode !== null) {
      const failure = OPENID_FAILURES.find((each) => each === errorCode) ?? 'openid_failed';
      this.failure = this.#failureOf(`signIn.${failure}`, `signIn.${failure}.hint`);
    }
    const code = query.get('code');
    if (code) void this.#useCode(code);
  }

  override render() {
    const { t, isExpired } = this.app;
    const code = this.route.query.get('code');
    return html`<div class="card"><div class="paper">
      <div class="lead">
        <span class="sign">${icon('mark', 44)}</span>
        <h1>${t('app.name')}</h1>
        <p class="muted">${t('signIn.lead')}</p>
      </div>
      ${isExpired && !this.failure ? html`<p class="notice">${t('signIn.expired')}</p>` : nothing}
      <div role="alert" id="failure">
        ${
          this.failure
            ? html`<div class="notice failure">
                <strong>${this.failure.text}</strong>
                ${this.failure.hint ? html`<span>${this.failure.hint}</span>` : nothing}
              </div>`
            : nothing
        }
      </div>
      ${code && this.isBusy ? html`<p role="status">${t('signIn.withCode')}</p>` : this.#forPeople()}
    </div>
    ${code && this.isBusy ? nothing : this.#forOthers()}</div>`;
  }

  #forPeople() {
    const { t, choices } = this.app;
    return html`${choices.openid ? this.#openid() : nothing}
      <div class="invitation">
        <h2>${t('signIn.withLink')}</h2>
        <p class="muted">${t('signIn.withLinkText')}</p>
      </div>`;
  }

  /** The sign-in for developers and operators, which is folded. */
  #forOthers() {
    const { t } = this.app;
    return html`<div class="others"><details class="developers">
        <summary>${t('signIn.orClient')}</summary>
        <form @submit=${this.#submit} novalidate>
        <div class="field">
          <label for="id">${t('signIn.clientId')}</label>
          <input id="id" name="client_id" autocomplete="username" autocapitalize="off"
            spellcheck="false" maxlength="200" required aria-invalid=${this.failure?.isOfFields ?? false}
            aria-describedby="failure" />
        </div>
        <div class="field">
          <label for="secret">${t('signIn.clientSecret')}</label>
          <div class="secret">
            <input
              id="secret"
              name="client_secret"
              type=${this.isSecretShown ? 'text' : 'password'}
              autocomplete="current-password"
              spellcheck="false"
              maxlength="500"
              required
              aria-invalid=${this.failure?.isOfFields ?? false}
              aria-describedby="failure"
            />
            <button
              type="button"
              aria-pressed=${this.isSecretShown}
              aria-controls="secret"
              @click=${() => {
                this.isSecretShown = !this.isSecretShown;
              }}
            >
              ${this.isSecretShown ? t('signIn.hide') : t('signIn.show')}
            </button>
          </div>
        </div>
        <button class="primary" aria-disabled=${this.isBusy}>${t('signIn.submit')}</button>
      </form></details>
      <details class="help">
        <summary>${t('signIn.operator')}</summary>
        <p class="hint">${t('signIn.noClientHint')}</p>
        <studio-code-block
          .t=${t}
          label=${t('signIn.terminal')}
          .code=${'framepress studio --open'}
        ></studio-code-block>
      </details></div>`;
  }

  /** The link to the provider. `to` is the page after the sign-in. */
  #openid() {
    const { t, server } = this.app;
    const to = this.route.query.get('to');
    const query = to ? `?${new URLSearchParams({ to })}` : '';
    return html`<a class="button primary openid" href="${server}/studio/sign-in/openid${query}"
        >${t('signIn.openid')}</a
      >
      <div class="or">${t('signIn.or')}</div>`;
  }

  async #useCode(code: string): Promise<void> {
    // The code works once, so that it must not stay in the address and in the history.
    const { to } = Object.fromEntries(this.route.query);
    history.replaceState(null, '', `#/sign-in${to ? `?${new URLSearchParams({ to })}` : ''}`);
    await this.#signIn({ code });
  }

  /** Signs in with the fields. An empty one gets the focus, and nothing is sent. */
  #submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const id = String(form.get('client_id') ?? '').trim();
    const secret = String(form.get('client_secret') ?? '').trim();
    if (!id || !secret) {
      this.failure = this.#failureOf('signIn.required');
      this.renderRoot.querySelector<HTMLElement>(id ? '#secret' : '#id')?.focus();
      return;
    }
    void this.#signIn({ client_id: id, client_secret: secret });
  };

  /**
   * Signs in, one attempt at a time. An answer without a session is treated as wrong credentials.
   */
  async #signIn(credentials: Credentials): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.failure = undefined;
    try {
      const { session } = await this.app.calls.signIn(credentials);
      if (!session)
        throw new SignInError('', { status: 401, code: 'unauthorized', retryAfter: null });
      this.app.done(session, this.route.query.get('to') ?? undefined);
    } catch (error) {
      this.failure = this.#explainError(error, 'code' in credentials);
    } finally {
      this.isBusy = false;
    }
  }

  /** Returns the text of an error. Does not say whether the id or the secret was wrong. */
  #explainError(error: unknown, isCode: boolean): Failure {
    if (!(error instanceof SignInError)) return this.#failureOf('error.network');
    if (error.status === 429) {
      const seconds = error.retryAfterSeconds ?? 60;
      return { text: this.app.t('signIn.tooMany', { seconds }), isOfFields: false };
    }
    if (error.status >= 500) return this.#failureOf('error.unexpected');
    return isCode
      ? this.#failureOf('signIn.codeFailed', 'signIn.codeHint')
      : this.#failureOf('signIn.wrong', 'signIn.wrongHint');
  }

  /** Returns a failure with its texts. `isOfFields` marks the fields as wrong. */
  #failureOf(text: StringKey, hint?: StringKey): Failure {
    const { t } = this.app;
    const isOfFields = text === 'signIn.required' || text === 'signIn.wrong';
    return { text: t(text), isOfFields, ...(hint && { hint: t(hint) }) };
  }
}

define('studio-sign-in-page', SignInPage);
