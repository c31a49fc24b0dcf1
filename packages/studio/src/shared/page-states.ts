import { FramepressError } from '@framepress/client';
import { html, nothing } from 'lit';
import '../components/skeleton.ts';
import type { Translate } from '../strings/index.ts';

/** How often a service that does not answer is asked again. */
export const LOST_POLL_MS = 2000;

/** Whether the service answered and refused: the same request would be refused again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FramepressError && error.status >= 400 && error.status < 500;
}

/** Says that the service does not answer, while the page waits for it. */
export function lostNotice(isLost: boolean, t: Translate) {
  return html`<div role="status">
    ${isLost ? html`<p class="lost">${t('render.lost')}</p>` : nothing}
  </div>`;
}

export function loadingState(t: Translate) {
  return html`<div class="loading" aria-busy="true">
    <span class="visually-hidden">${t('render.loading')}</span>
    <studio-skeleton></studio-skeleton>
  </div>`;
}
