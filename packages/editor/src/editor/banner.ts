import { html, nothing } from 'lit';
import { messageOf } from '../draft/error-message.ts';
import { isAnswered, isTemplateGone } from '../draft/failure.ts';
import { type Translate, translateFault } from '../strings/index.ts';
import type { Editing } from './editing.ts';

type Actions = {
  keepMine(): void;
  takeTheirs(): void;
  retry(): void;
  makeFinal(): void;
  copy(): void;
};

type Model = { t: Translate; lang: string; act: Actions; isRenderHidden: boolean };

/**
 * Returns the banner above form and frame: one message about saving, the token, the template or the render, with
 * buttons for what can be done. Of several that apply it is the most urgent one; `nothing` if none applies.
 */
export function banner(editing: Editing, model: Model): unknown {
  const { t, lang, act } = model;
  const { saveState, saveError, renders } = editing;
  const { progress } = renders;
  if (saveState === 'conflict')
    return html`<div class="banner" role="alert">
      <p>${t(editing.isConflictOfTab ? 'editor.conflict_tab' : 'editor.conflict', { fields: conflictLabels(editing, t) })}</p>
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
  if (renders.error !== undefined)
    return html`<div class="banner" role="alert">
      <p>${t('render.not_started', { message: messageOf(renders.error, t) })}</p>
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
  return afterRender(editing, model);
}

/** Returns the message when nothing is in progress, with the buttons to go on after a render. */
function afterRender(editing: Editing, { t, act, isRenderHidden }: Model): unknown {
  const { opened, isReadOnly, saveState, canMakeFinal, canCopy } = editing;
  const { rendered } = editing.renders;
  const buttons = html`${
    canMakeFinal && !isRenderHidden
      ? html`<button @click=${act.makeFinal}>${t('render.make_final')}</button>`
      : nothing
  }
  ${canCopy && !isRenderHidden ? html`<button @click=${act.copy}>${t('render.change')}</button>` : nothing}`;
  if (rendered?.video_url) {
    const isFinal = rendered.status === 'final_rendered';
    return html`<div class="banner">
      <p>
        ${t(isFinal ? 'render.final_done' : 'render.done')}
        ${t(canCopy && !isRenderHidden ? 'render.locked' : 'editor.read_only')}
      </p>
      <a class="button primary" href=${rendered.video_url} target="_blank" rel="noopener">${t('render.watch')}</a>
      ${buttons}
    </div>`;
  }
  const [renderFault] = rendered?.errors ?? [];
  if (renderFault)
    return html`<div class="banner" role="alert">
      <p>${t('render.failed', { message: translateFault(renderFault, t).message })}</p>
      ${buttons}
    </div>`;
  if (opened.isViewOnly) return html`<div class="banner"><p>${t('editor.view_only')}</p></div>`;
  if (isReadOnly || saveState === 'locked')
    return html`<div class="banner"><p>${t('editor.read_only')}</p>${buttons}</div>`;
  return nothing;
}

/** The labels of the fields that were changed here and elsewhere. */
function conflictLabels({ conflicts, opened }: Editing, t: Translate): string {
  const { editables } = opened.specs;
  const labels = conflicts.map((change) => {
    if (!('name' in change)) return t('captions.title');
    const { name } = change;
    return Object.hasOwn(editables, name) ? (editables[name]?.label ?? name) : name;
  });
  return new Intl.ListFormat(t.lang).format(labels);
}
