import { html, nothing, type TemplateResult } from 'lit';
import { missingFields } from '../form/field-list.ts';
import { icons } from '../stage/icons.ts';
import type { StringKey, Translate } from '../strings/index.ts';
import type { Editing } from './editing.ts';
import type { EditorModel } from './editor-model.ts';

/** The service accepts no longer titles. */
const MAX_TITLE = 500;
/** The width of a title for browsers that cannot measure it, in characters. */
const TITLE_WIDTH = { min: 8, max: 48 };

const SAVE_TEXTS: Partial<Record<Editing['saveState'], StringKey>> = {
  saved: 'editor.saved',
  unsaved: 'editor.unsaved',
  saving: 'editor.saving',
};

/**
 * Returns the one bar of the editor: what the page puts at its start, the title, the state of saving, undo, redo,
 * Render, and what the page puts at its end.
 */
export function header(model: EditorModel): TemplateResult {
  const { t, editing, act } = model;
  const { session } = editing?.opened ?? {};
  const isStarted = editing?.isReadOnly === true || editing?.renders.progress !== undefined;
  // The message says how to go on.
  const isOver = editing?.isReadOnly === true && editing.renders.progress === undefined;
  return html`<header part="bar">
    <slot name="start"></slot>
    <div class="heading">
      ${title(model)}
      <div class="states">
        <span class="status" role="status">${editing && session ? saveText(editing, t) : nothing}</span>
        ${editing && !editing.isReadOnly ? missingButton(model, editing) : nothing}
      </div>
    </div>
    <div class="steps">
      ${iconButton(t('editor.undo'), icons.undo, editing?.canUndo ?? false, act.undo)}
      ${iconButton(t('editor.redo'), icons.redo, editing?.canRedo ?? false, act.redo)}
    </div>
    ${
      session && !model.isRenderHidden && !isOver
        ? html`<button
            class="primary render"
            aria-disabled=${isStarted}
            @click=${() => isStarted || act.render()}
          >
            ${t('render.start')}
          </button>`
        : nothing
    }
    <slot name="end"></slot>
    ${model.isCloseHidden ? nothing : iconButton(t('editor.close'), icons.close, true, act.close)}
  </header>`;
}

/** The title, which is edited in its place if the person may change the session. */
function title({ t, editing, act }: EditorModel): TemplateResult {
  const { session, isViewOnly } = editing?.opened ?? {};
  const text = editing?.title ?? t('editor.title');
  if (!session || isViewOnly) return html`<h2 class="title" title=${text}><bdi>${text}</bdi></h2>`;
  const leave = (event: KeyboardEvent) => {
    const input = event.target as HTMLInputElement;
    // Undo means the letters of the title here, and a key of an input method chooses among words.
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Escape') input.value = text;
    if (event.key === 'Escape' || event.key === 'Enter') input.blur();
  };
  return html`<h2 class="visually-hidden">${text}</h2>
    <input
      class="title"
      dir="auto"
      maxlength=${MAX_TITLE}
      size=${Math.min(TITLE_WIDTH.max, Math.max(TITLE_WIDTH.min, text.length))}
      autocomplete="off"
      aria-label=${t('editor.rename')}
      title=${text}
      .value=${text}
      @keydown=${leave}
      @change=${({ target }: Event) => {
        const input = target as HTMLInputElement;
        act.rename(input.value);
        // A video has a title.
        if (input.value.trim() === '') input.value = text;
      }}
    />`;
}

/** What is saved. A session that is locked is not saved any more. */
function saveText(editing: Editing, t: Translate): unknown {
  const key = editing.hasUnsavedTitle ? 'editor.saving' : SAVE_TEXTS[editing.saveState];
  if (key === undefined || editing.isReadOnly) return nothing;
  return html`${key === 'editor.saved' ? icons.check : nothing}<span>${t(key)}</span>`;
}

/** How many fields keep the video from being rendered; a click leads to the first. Hidden ones are not counted. */
function missingButton(
  { t, hidden, areExamplesUsed, act }: EditorModel,
  { mapping, opened }: Editing,
): unknown {
  const missing = missingFields(opened.specs, mapping, areExamplesUsed);
  const count = [...missing].filter((name) => !hidden.has(name)).length;
  if (count === 0) return nothing;
  return html`<button class="missing" @click=${act.showMissing}>${t('editor.missing', { count })}</button>`;
}

/** A button without an action is dimmed. One that was pressed keeps the focus. */
function iconButton(label: string, icon: unknown, isEnabled: boolean, run: () => void) {
  return html`<button
    class="plain icon"
    aria-label=${label}
    title=${label}
    aria-disabled=${!isEnabled}
    @click=${() => isEnabled && run()}
  >
    ${icon}
  </button>`;
}
