/** What stands in place of the page: while it is loaded, after an error, and for people who may not use it. */

import { FramepressError } from '@framepress/client';
import { html } from 'lit';
import type { AppContext } from '../app-context.ts';
import { copyText } from '../components/clipboard.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/skeleton.ts';
import type { Say } from './strings/index.ts';

type Texts = { app: AppContext; say: Say };

/** Returns an error, with a button if it may pass. */
export function failedNotice({ t }: AppContext, error: unknown, retry: () => unknown) {
  const canRetry = error instanceof FramepressError && error.retryable;
  return html`<div class="notice">
    <h1>${t('makeEditable.title')}</h1>
    ${errorBox(t, error, retry, canRetry)}
    <a class="button" href="#/templates">${t('app.toTemplates')}</a>
  </div>`;
}

/** Returns the notice for people who may not change templates. They can send an admin the link. */
export function adminsNotice({ app, say }: Texts) {
  const { t } = app;
  const copy = async () => {
    const isCopied = await copyText(location.href);
    const words = isCopied ? say('viewer.copied') : t('common.copyFailed');
    app.toast(words, isCopied ? 'success' : 'error');
  };
  return html`<div class="notice">
    <h1>${t('makeEditable.title')}</h1>
    <p>${say('viewer.text')} ${say('viewer.ask')}</p>
    <div class="links">
      <button class="primary" @click=${copy}>${say('viewer.copy')}</button>
      <a class="button" href="#/templates">${t('app.toTemplates')}</a>
    </div>
  </div>`;
}

/** Returns the page before its draft is there. */
export function waitingNotice({ app, say }: Texts) {
  return html`<div class="page waiting">
    <div class="bar"><h1>${app.t('makeEditable.title')}</h1></div>
    <div class="left"><div class="stage" role="status">${say('page.loading')}</div></div>
    <div class="side" aria-hidden="true">
      <div class="rows">
        ${[1, 2, 3, 4, 5, 6].map(() => html`<studio-skeleton></studio-skeleton>`)}
      </div>
    </div>
  </div>`;
}
