import { FramepressError } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement, define } from '../components/base.ts';
import '../components/error-box.ts';
import { bytesText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import '../components/progress-bar.ts';
import { isMendable } from './mendable.ts';
import type { UploadTask } from './upload-task.ts';

/** A package that is ready is in the gallery. Its line then leaves by itself. */
const SHOWN_MS = 12_000;

/**
 * Packages that are sent and imported, each with its progress. It fires `remove` with `{ task }`, also by itself for
 * those that are ready to be filled, and `clear` to remove those that have ended.
 */
class StudioUploadList extends AppElement {
  static override properties = { tasks: { attribute: false } };
  static override styles = css`
    ul {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr));
      gap: 8px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .task {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      gap: 0 8px;
      position: relative;
      height: 100%;
      min-height: 54px;
      padding: 4px;
      padding-inline-start: 14px;
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
      overflow: hidden;
    }
    li:has(studio-error-box) {
      grid-column: 1 / -1;
    }
    .words {
      display: grid;
      min-width: 0;
      line-height: 1.3;
    }
    .name {
      overflow: hidden;
      font-weight: 600;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .hint {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .actions {
      display: flex;
      gap: 2px;
    }
    .actions > * {
      min-height: 34px;
    }
    .actions .plain {
      padding: 0 8px;
    }
    studio-progress-bar {
      position: absolute;
      inset-inline: 0;
      inset-block-end: 0;
    }
    .clear {
      align-self: center;
    }
    .refused {
      color: var(--fp-danger);
    }
    .ready {
      color: var(--fp-success);
    }
  `;

  declare tasks: readonly UploadTask[];
  readonly #timers = new Map<UploadTask, ReturnType<typeof setTimeout>>();

  constructor() {
    super();
    this.tasks = [];
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('a, button, ul'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  protected override updated(): void {
    for (const task of this.tasks)
      if (isFillable(task) && !this.#timers.has(task)) this.#removeLater(task);
  }

  /** Removes the line of a task, unless a person is about to use the list. */
  #removeLater(task: UploadTask): void {
    const leave = () => {
      if (!this.tasks.includes(task)) return;
      if (this.matches(':hover, :focus-within')) this.#removeLater(task);
      else this.#remove(task);
    };
    this.#timers.set(task, setTimeout(leave, SHOWN_MS));
  }

  override render() {
    const { t } = this;
    return html`<ul aria-label=${t('upload.list')}>
      ${repeat(
        this.tasks,
        (task) => task,
        (task) => html`<li>${this.#taskItem(task)}</li>`,
      )}
      ${
        this.tasks.filter(({ isRunning }) => !isRunning).length > 1
          ? html`<li class="clear">
              <button class="plain" @click=${() => this.emit('clear')}>${t('upload.clear')}</button>
            </li>`
          : nothing
      }
    </ul>`;
  }

  /**
   * A package with its progress, or the error that ended it. Only retryable errors can be tried
   * again.
   */
  #taskItem(task: UploadTask) {
    const { t } = this;
    const { state, file } = task;
    if (state.step === 'failed') {
      return html`<studio-error-box
        .t=${t}
        .error=${state.error}
        heading=${t('upload.failed', { name: file.name })}
        ?can-retry=${state.error instanceof FramepressError && state.error.retryable}
        @retry=${() => void task.again()}
        ><button @click=${() => this.#remove(task)}>${t('common.dismiss')}</button></studio-error-box
      >`;
    }
    return html`<div class="task">
      <div class="words">
        <span class="name">${file.name}</span>
        <span
          class="hint ${state.step === 'refused' ? 'refused' : ''} ${state.step === 'ready' ? 'ready' : ''}"
          aria-live=${state.step === 'uploading' ? 'off' : 'polite'}
          >${this.#words(task)}</span
        >
      </div>
      <div class="actions">${this.#actions(task)}</div>
      ${
        task.isRunning
          ? html`<studio-progress-bar
              label=${t('upload.progress', { name: file.name })}
              .value=${state.step === 'uploading' ? (100 * state.bytes) / Math.max(1, state.total) : undefined}
            ></studio-progress-bar>`
          : nothing
      }
    </div>`;
  }

  #words({ state }: UploadTask): string {
    const { t, lang } = this.app;
    if (state.step !== 'uploading') return t(`upload.${state.step}`);
    const { bytes, total } = state;
    return t('upload.sent', { sent: bytesText(bytes, lang), total: bytesText(total, lang) });
  }

  /**
   * A button that cancels the upload, or a link to the version: to its report if it was refused or
   * has warnings. An import cannot be canceled.
   */
  #actions(task: UploadTask) {
    const { t } = this;
    const { state } = task;
    if (state.step === 'uploading') {
      return html`<button @click=${() => this.#remove(task)}>${t('common.cancel')}</button>`;
    }
    if (state.step !== 'ready' && state.step !== 'refused') return nothing;
    const { version } = state;
    if (state.step === 'ready' && !isFillable(task)) {
      return html`<a class="button primary" href="#/make-editable/${version.id}"
          >${t('template.makeEditable')}</a
        >${this.#dismissButton(task)}`;
    }
    if (state.step === 'refused' && version.report.errors.some(isMendable)) {
      return html`<a class="button" href="#/make-editable/${version.id}">${t('template.makeEditable')}</a
        >${this.#dismissButton(task)}`;
    }
    const tab = state.step === 'refused' || version.report.warnings.length > 0 ? '&tab=report' : '';
    return html`<a class="button" href="#/templates/${version.template_id}?version=${version.id}${tab}"
        >${state.step === 'ready' ? t('upload.open') : t('upload.why')}</a
      >
      ${this.#dismissButton(task)}`;
  }

  #dismissButton(task: UploadTask) {
    return html`<button
      class="plain"
      aria-label=${this.t('common.dismiss')}
      @click=${() => this.#remove(task)}
    >
      ${icon('close')}
    </button>`;
  }

  #remove(task: UploadTask): void {
    this.emit('remove', { task });
  }
}

function isFillable({ state }: UploadTask): boolean {
  return state.step === 'ready' && Object.keys(state.version.editables).length > 0;
}

define('studio-upload-list', StudioUploadList);
