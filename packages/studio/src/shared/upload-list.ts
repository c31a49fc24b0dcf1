import { FramepressError } from '@framepress/client';
import { FocusKeeper } from '@framepress/editor/look';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement, define } from '../components/base.ts';
import '../components/error-box.ts';
import { bytesText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import '../components/progress-bar.ts';
import type { UploadTask } from './upload-task.ts';

/**
 * Packages that are sent and imported, each with its progress. It fires `remove` with `{ task }`, and `clear` to
 * remove those that have ended.
 */
class StudioUploadList extends AppElement {
  static override properties = { tasks: { attribute: false } };
  static override styles = css`
    ul {
      display: grid;
      gap: 8px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .task {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      gap: 8px 16px;
      min-height: 76px;
      padding: 12px 12px 12px 16px;
      padding-inline: 16px 12px;
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
    }
    .words {
      display: grid;
      min-width: 0;
    }
    .name {
      overflow: hidden;
      font-weight: 600;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .actions {
      display: flex;
      gap: 8px;
    }
    studio-progress-bar {
      grid-column: 1 / -1;
    }
    .clear {
      margin-block-start: 4px;
    }
    .refused {
      color: var(--fp-danger);
    }
    .ready {
      color: var(--fp-success);
    }
  `;

  declare tasks: readonly UploadTask[];

  constructor() {
    super();
    this.tasks = [];
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('a, button, ul'));
  }

  override render() {
    const { t } = this;
    return html`<ul aria-label=${t('upload.list')}>
      ${repeat(
        this.tasks,
        (task) => task,
        (task) => html`<li>${this.#taskItem(task)}</li>`,
      )}
    </ul>
    ${
      this.tasks.filter(({ isRunning }) => !isRunning).length > 1
        ? html`<button class="plain clear" @click=${() => this.emit('clear')}>
            ${t('upload.clear')}
          </button>`
        : nothing
    }`;
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
    if (state.step === 'ready' && Object.keys(version.editables).length === 0) {
      return html`<a class="button primary" href="#/make-editable/${version.id}"
          >${t('template.makeEditable')}</a
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

define('studio-upload-list', StudioUploadList);
