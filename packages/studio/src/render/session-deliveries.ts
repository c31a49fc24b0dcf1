import type { RenderSession } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { listText, relativeTime } from '../components/format.ts';
import { plainError } from '../components/plain-words.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { chip, chipStyles, type Tone } from '../shared/status-chip.ts';
import type { StringKey } from '../strings/index.ts';

/** Statuses of deliveries that can be started again. */
const STOPPED = ['retrying', 'failed', 'canceled'];
const TONES: Record<string, Tone> = {
  uploading: 'busy',
  retrying: 'warning',
  complete: 'good',
  failed: 'bad',
};

/** The deliveries of a session. It fires `changed` after a retry. */
class StudioSessionDeliveries extends AppElement {
  static override properties = { session: { attribute: false }, busy: { state: true } };
  static override styles = [
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

  declare session: RenderSession;
  declare busy: string | undefined;

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector('h2'));
  }

  override render() {
    const { session, app } = this;
    const uploads = session.external_uploads;
    if (uploads.length === 0) return nothing;
    return html`<section>
      <h2>${app.t('render.deliveries')}</h2>
      <ul class="plain">
        ${uploads.map((upload) => this.#deliveryItem(upload))}
      </ul>
    </section>`;
  }

  /**
   * One delivery with its status, error and next attempt. Only deliveries of the newest render can
   * be retried.
   */
  #deliveryItem(upload: RenderSession['external_uploads'][number]) {
    const { t, lang, session } = this.app;
    const { status, attempts, next_attempt_at: next, to, remote_id: remote } = upload;
    const error = upload.error && translateFault(upload.error, t);
    // The final replaces the deliveries of its preview.
    const isCurrent = upload.render === this.session.render;
    const facts = [
      attempts > 1 ? t('render.deliveryAttempts', { count: attempts }) : '',
      status === 'retrying' && next
        ? t('render.deliveryNext', { time: relativeTime(next, lang) })
        : '',
    ].filter(Boolean);
    return html`<li>
      <div class="line">
        <bdi class="grow">${remote ?? to}</bdi>
        <span role="status"
          >${chip(t(`delivery.${status}` as StringKey), TONES[status] ?? 'plain')}</span
        >
        ${
          STOPPED.includes(status) && isCurrent && session.canEdit
            ? html`<button
                aria-disabled=${this.busy !== undefined}
                aria-label="${t('render.deliveryRetry')}: ${remote ?? to}"
                @click=${() => void this.#retry(upload.id)}
              >
                ${t('render.deliveryRetry')}
              </button>`
            : nothing
        }
      </div>
      <div class="words">
        ${facts.length > 0 ? html`<span class="muted">${listText(facts, lang)}</span>` : nothing}
        ${error ? html`<span class="problem" dir="auto">${error.message}</span>` : nothing}
        ${error?.hint ? html`<span dir="auto">${error.hint}</span>` : nothing}
        ${status === 'failed' ? html`<span>${t('render.deliveryFailedHint')}</span>` : nothing}
      </div>
    </li>`;
  }

  /** Sends a file again whose delivery has stopped. One at a time. */
  async #retry(upload: string): Promise<void> {
    const { client, t, toast } = this.app;
    const { id } = this.session;
    if (this.busy !== undefined) return;
    this.busy = upload;
    try {
      const body = { external_uploads: [upload] };
      await client.raw('post', '/v2/render_sessions/{id}/deliver', { id, body });
      toast(t('render.deliveryStarted'), 'success');
      this.emit('changed');
    } catch (error) {
      const { text, hints } = plainError(error, t);
      toast([text, ...hints].join(' '), 'error');
    } finally {
      this.busy = undefined;
    }
  }
}

define('studio-session-deliveries', StudioSessionDeliveries);
