import type { Account } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { bytesText, timeText } from '../components/format.ts';
import type { StringKey } from '../strings/index.ts';
import { numberText } from '../words.ts';
import { SettingsPart } from './settings-part.ts';

const LIMITS = [
  ['renders_at_once', 'rendering_sessions'],
  ['queued_sessions', 'queued_sessions'],
  ['frames_per_day', 'frames_today'],
  ['stored_bytes', 'stored_bytes'],
  ['speech_characters_per_day', 'speech_characters_today'],
  ['transcription_seconds_per_day', 'transcription_seconds_today'],
] as const;

/** The account, its limits and their use. */
class AccountPart extends SettingsPart {
  static override properties = { account: { state: true } };
  static override styles = css`
    .parts {
      display: grid;
      gap: 16px;
      max-width: 640px;
    }
    .limit {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px 16px;
      margin-block-end: 16px;
    }
    .limit:last-child {
      margin-block-end: 0;
    }
    .limit meter {
      grid-column: 1 / -1;
      width: 100%;
    }
  `;

  declare account: Account | undefined;

  override render() {
    const { t, account, app } = this;
    const { person } = app.session;
    return html`${this.errorBox()}
      ${
        account
          ? html`<div class="parts">
              <section aria-label=${t('account.name')}>
                <dl class="facts">
                  <dt>${t('account.name')}</dt>
                  <dd>${account.name}</dd>
                  ${
                    // The first account was made with the database, which has no time.
                    Date.parse(account.created_at) > 0
                      ? html`<dt>${t('account.since')}</dt>
                          <dd>${timeText(account.created_at, app.lang)}</dd>`
                      : nothing
                  }
                  <dt>${t('account.signedIn')}</dt>
                  <dd>${t('app.accountOf', { name: person.name, role: t(`role.${person.role}`) })}</dd>
                </dl>
              </section>
              <section>
                <h2>${t('account.limits')}</h2>
                ${LIMITS.map(([limit, use]) =>
                  this.#limit(limit, account.usage[use], account.limits[limit]),
                )}
              </section>
            </div>`
          : this.error === undefined
            ? html`<studio-skeleton></studio-skeleton>`
            : nothing
      }`;
  }

  /** The use of a limit. Null: there is no limit, and so no meter. */
  #limit(name: (typeof LIMITS)[number][0], amount: number, limit: number | null) {
    const { t, app } = this;
    const textOf = (value: number) => {
      if (name === 'stored_bytes') return bytesText(value, app.lang);
      if (name === 'transcription_seconds_per_day') return numberText(value / 60, app.lang, 1);
      return numberText(value, app.lang);
    };
    const label = t(`account.${name}` as StringKey);
    const words =
      limit === null
        ? t('account.noLimit', { used: textOf(amount) })
        : t('account.of', { used: textOf(amount), limit: textOf(limit) });
    return html`<div class="limit">
      <span>${label}</span><span class="muted">${words}</span>
      ${
        limit === null
          ? nothing
          : html`<meter
              min="0"
              max=${Math.max(1, limit)}
              high=${Math.max(1, limit) * 0.9}
              value=${amount}
              aria-label=${label}
              aria-valuetext=${words}
            ></meter>`
      }
    </div>`;
  }

  protected override async read(signal: AbortSignal): Promise<void> {
    this.account = await this.app.client.account.get({ signal });
  }
}

define('studio-account-part', AccountPart);
