import { css, html, nothing, type PropertyValues } from 'lit';
import type { Translate } from '../strings/index.ts';
import { define, StudioElement } from './base.ts';
import { icon } from './icons.ts';
import { plainError } from './plain-words.ts';

/** How often a service that does not answer is asked whether it is back. */
const ASK_MS = 2000;

/**
 * An error in plain words, with what to do: `<studio-error-box .t=${t} .error=${error}>`. With
 * `can-retry` it has a button that fires `retry`, which also happens by itself as soon as a service that did
 * not answer is back. The default slot is for further actions.
 */
class StudioErrorBox extends StudioElement {
  static override properties = {
    t: { attribute: false },
    error: { attribute: false },
    heading: {},
    canRetry: { type: Boolean, attribute: 'can-retry' },
  };
  static override styles = css`
    .box {
      display: flex;
      gap: 12px;
      padding: 14px 16px;
      border: 1px solid var(--fp-danger);
      border-radius: var(--fp-radius);
      background: color-mix(in srgb, var(--fp-danger) 6%, var(--fp-surface));
    }
    .sign {
      flex: none;
      color: var(--fp-danger);
    }
    .words {
      display: grid;
      gap: 6px;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    ul {
      margin: 0;
      padding-inline-start: 18px;
    }
    details {
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    summary {
      width: fit-content;
      cursor: pointer;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin-block-start: 4px;
    }
  `;

  declare t: Translate;
  declare error: unknown;
  declare heading: string;
  declare canRetry: boolean;

  constructor() {
    super();
    this.heading = '';
    this.canRetry = false;
  }

  #asking: ReturnType<typeof setInterval> | undefined;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('error')) return;
    clearInterval(this.#asking);
    const { code } = Object(this.error) as { code?: unknown };
    if (this.canRetry && code === 'network_error')
      this.#asking = setInterval(() => void this.#retryIfBack(), ASK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#asking);
  }

  /** Any answer, also a refusal, shows that the service is back. */
  async #retryIfBack(): Promise<void> {
    const { error } = this;
    const answer = await fetch(new URL('session', document.baseURI)).catch(() => undefined);
    if (answer && this.isConnected && this.error === error) this.emit('retry');
  }

  override render() {
    if (this.error === undefined || this.error === null) return nothing;
    const { t } = this;
    const { text, hints, faults, code, requestId } = plainError(this.error, t);
    return html`<div class="box" role="alert">
      <span class="sign">${icon('error', 20)}</span>
      <div class="words">
        <strong>${this.heading || t('error.title')}</strong>
        <span dir="auto">${text}</span>
        ${hints.map((hint) => html`<span dir="auto">${hint}</span>`)}
        ${
          faults.length > 0
            ? html`<ul>
                ${faults.map((fault) => html`<li dir="auto">${fault.text} ${fault.hint ?? nothing}</li>`)}
              </ul>`
            : nothing
        }
        ${
          code || requestId
            ? html`<details>
                <summary>${t('common.details')}</summary>
                ${code ? html`<div>${t('error.code', { code })}</div>` : nothing}
                ${requestId ? html`<div>${t('error.request', { id: requestId })}</div>` : nothing}
              </details>`
            : nothing
        }
        <div class="actions">
          ${
            this.canRetry
              ? html`<button @click=${() => this.emit('retry')}>
                  ${t('common.retry')}
                </button>`
              : nothing
          }
          <slot></slot>
        </div>
      </div>
    </div>`;
  }
}

/** Returns the box of an error with a button that tries again, or nothing without an error. */
export function errorBox(t: Translate, error: unknown, retry: () => unknown, canRetry = true) {
  return error === undefined
    ? nothing
    : html`<studio-error-box .t=${t} .error=${error} ?can-retry=${canRetry} @retry=${() => void retry()}>
      </studio-error-box>`;
}

define('studio-error-box', StudioErrorBox);
