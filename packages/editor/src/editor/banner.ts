import { FramepressError } from '@framepress/client';
import { html, nothing } from 'lit';
import { isAnswered, isTemplateGone } from '../draft/failure.ts';
import { type Translate, translateFault } from '../strings/index.ts';
import type { Editing } from './editing.ts';

type Actions = { keepMine(): void; takeTheirs(): void; retry(): void };

/** Returns the message that an editor shows above form and frame, with what people can do. */
export function banner(editing: Editing, t: Translate, lang: string, act: Actions): unknown {
  const { progress, saveState, saveError } = editing;
  if (saveState === 'conflict')
    return html`<div class="banner" role="alert">
      <p>${t('editor.conflict')}</p>
      <button class="primary" @click=${act.keepMine}>${t('editor.keep_mine')}</button>
      <button @click=${act.takeTheirs}>${t('editor.take_theirs')}</button>
    </div>`;
  if (editing.hasTokenEnded || saveState === 'ended' || editing.previewState === 'ended')
    return html`<div class="banner" role="alert"><p>${t('editor.token_ended')}</p></div>`;
  if (saveState === 'offline')
    return html`<div class="banner">
      <p>
        ${isAnswered(saveError) ? t('editor.save_failed', { message: messageOf(saveError, t) }) : t('editor.offline')}
      </p>
      <button @click=${act.retry}>${t('editor.try_again')}</button>
    </div>`;
  if (saveState === 'gone')
    return html`<div class="banner" role="alert"><p>${t('editor.gone')}</p></div>`;
  if (isTemplateGone(saveError))
    return html`<div class="banner" role="alert"><p>${t('editor.template_gone')}</p></div>`;
  if (saveState === 'error')
    return html`<div class="banner" role="alert">
      <p>${t('editor.save_failed', { message: messageOf(saveError, t) })}</p>
      <button @click=${act.retry}>${t('editor.try_again')}</button>
    </div>`;
  if (editing.renderError !== undefined)
    return html`<div class="banner" role="alert">
      <p>${t('render.not_started', { message: messageOf(editing.renderError, t) })}</p>
    </div>`;
  if (progress) {
    const { progress: percent, queuePosition, etaSeconds } = progress;
    const share = new Intl.NumberFormat(lang, { style: 'percent' }).format(percent / 100);
    const text =
      queuePosition === null
        ? t('render.running', { percent: share })
        : t('render.queued', { count: queuePosition });
    return html`<div class="banner">
      <p>${text} ${etaSeconds === null ? nothing : t('render.eta', { count: etaSeconds })}</p>
      <progress max="100" .value=${percent} aria-label=${text}></progress>
    </div>`;
  }
  return afterRender(editing, t);
}

/** Returns the message when nothing is in progress. */
function afterRender({ rendered, opened, isReadOnly, saveState }: Editing, t: Translate): unknown {
  if (rendered?.video_url)
    return html`<div class="banner">
      <p>${t('render.done')}</p>
      <a class="button" href=${rendered.video_url} target="_blank" rel="noopener">${t('render.watch')}</a>
    </div>`;
  const [renderFault] = rendered?.errors ?? [];
  if (renderFault)
    return html`<div class="banner" role="alert">
      <p>${t('render.failed', { message: translateFault(renderFault, t).message })}</p>
    </div>`;
  if (opened.isViewOnly) return html`<div class="banner"><p>${t('editor.view_only')}</p></div>`;
  if (isReadOnly || saveState === 'locked')
    return html`<div class="banner"><p>${t('editor.read_only')}</p></div>`;
  return nothing;
}

/** Returns the words of the service for an error, in the language of the page. */
export function messageOf(error: unknown, t: Translate): string {
  const [fault] = error instanceof FramepressError ? error.errors : [];
  if (fault) return translateFault(fault, t).message;
  return error instanceof Error ? error.message : String(error);
}
