import type { Destination, RenderSession } from '@framepress/client';
import { css, html, LitElement, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base } from '../components/base.ts';
import { define } from '../components/define.ts';
import { listText, relativeTime } from '../components/format.ts';
import { plainError } from '../components/plain-words.ts';
import { sectionStyles } from '../renders/section-styles.ts';
import { chip, chipStyles, type Tone } from '../renders/status-chip.ts';
import type { StringKey } from '../strings/index.ts';
import { destinationFor } from './destination-for.ts';

const MAX_DESTINATIONS = 500;
const TONES: Record<string, Tone> = {
  uploading: 'busy',
  retrying: 'warning',
  complete: 'good',
  failed: 'bad',
};

/** The deliveries of a session. It fires `changed` after a retry. */
class StudioSessionDeliveries extends LitElement {
  static override properties = {
    app: { attribute: false },
    session: { attribute: false },
    busy: { state: true },
  };
  static override styles = [
    ...base,
    sectionStyles,
    chipStyles,
    css`
      .words {
        display: grid;
        gap: 2px;
        margin-block-start: 4px;
        font-size: 0.875rem;
      }
    `,
  ];

  declare app: AppContext;
  declare session: RenderSession;
  declare busy: string | undefined;

  override render() {
    const { session, app } = this;
    const uploads = session.external_uploads;
    return html`<section>
      <h2>${app.t('render.deliveries')}</h2>
      ${
        uploads.length === 0
          ? html`<p class="muted">${app.t('render.deliveriesNone')}</p>`
          : html`<ul class="plain">
              ${uploads.map((upload) => this.#delivery(upload))}
            </ul>`
      }
    </section>`;
  }

  #delivery(upload: RenderSession['external_uploads'][number]) {
    const { t, lang, session } = this.app;
    const { status, error, attempts, next_attempt_at: next, to, remote_id: remote } = upload;
    const facts = [
      attempts > 1 ? t('render.deliveryAttempts', { count: attempts }) : '',
      status === 'retrying' && next
        ? t('render.deliveryNext', { time: relativeTime(next, lang) })
        : '',
    ].filter(Boolean);
    return html`<li>
      <div class="line">
        <span class="grow">${remote ?? to}</span>
        ${chip(t(`delivery.${status}` as StringKey), TONES[status] ?? 'plain')}
        ${
          status === 'retrying' && session.isAdmin
            ? html`<button
                ?disabled=${this.busy !== undefined}
                @click=${() => void this.#retry(upload.id, to)}
              >
                ${t('render.deliveryRetry')}
              </button>`
            : nothing
        }
      </div>
      <div class="words">
        ${facts.length > 0 ? html`<span class="muted">${listText(facts, lang)}</span>` : nothing}
        ${error ? html`<span class="problem">${error.message}</span>` : nothing}
        ${error?.hint ? html`<span>${error.hint}</span>` : nothing}
        ${status === 'failed' ? html`<span>${t('render.deliveryFailedHint')}</span>` : nothing}
      </div>
    </li>`;
  }

  /** A destination that works starts its waiting deliveries. */
  async #retry(id: string, to: string): Promise<void> {
    const { client, t, toast } = this.app;
    this.busy = id;
    try {
      const all: Destination[] = await client.destinations.list().toArray(MAX_DESTINATIONS);
      const found = destinationFor(to, all);
      if (!found) return toast(t('render.deliveryNoDestination'), 'error');
      const { ok, steps } = await client.destinations.test(found.id);
      const failed = steps.find((step) => !step.ok);
      const words = [t('render.deliveryTestFailed'), failed?.message, failed?.hint];
      if (ok) toast(t('render.deliveryRetried'), 'success');
      else toast(words.filter(Boolean).join(' '), 'error');
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (error) {
      const { text, hints } = plainError(error, t);
      toast([text, ...hints].join(' '), 'error');
    } finally {
      this.busy = undefined;
    }
  }
}

define('studio-session-deliveries', StudioSessionDeliveries);
