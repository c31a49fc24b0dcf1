import type { Template } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/file-drop.ts';
import { PageElement } from '../components/page-element.ts';
import { PagedList } from '../components/paged-list.ts';
import '../components/skeleton.ts';
import '../components/virtual-list.ts';
import '../shared/upload-list.ts';
import { packageFault, UploadTask } from '../shared/upload-task.ts';
import { cardHeight, isImporting } from './template-card.ts';

const PAGE_SIZE = 50;
const SEARCH_DELAY_MS = 250;
const IMPORT_POLL_MS = 2000;
const CARD_PX = 230;
const GAP_PX = 20;
const SKELETONS = 6;

/** The gallery of templates, with the upload of packages. */
export class TemplatesPage extends PageElement {
  static override properties = {
    search: { state: true },
    tasks: { state: true },
    isOver: { state: true },
  };
  static override styles = css`
    .tools input.search {
      flex: 1 1 0;
      width: auto;
      min-width: 0;
      max-width: 280px;
    }
    @media (max-width: 600px) {
      .tools input.search {
        flex-basis: 180px;
        max-width: none;
      }
    }
    .tools {
      display: flex;
      flex: 1 1 320px;
      flex-wrap: wrap;
      min-width: 0;
      justify-content: flex-end;
      gap: 8px;
    }
    .tools studio-file-drop {
      flex: none;
    }
    .uploads {
      margin-block-end: 20px;
    }
    .skeletons {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(230px, 1fr));
      gap: 20px;
    }
    .skeletons studio-skeleton {
      aspect-ratio: 16 / 9;
      margin-block-end: 56px;
      border-radius: 12px;
    }
    .first {
      max-width: 620px;
      margin-inline: auto;
    }
    ol {
      display: grid;
      gap: 4px;
      margin: 12px 0 0;
      padding-inline-start: 20px;
      text-align: start;
    }
    studio-file-drop:not([compact]) {
      width: 100%;
      margin-block-start: 8px;
    }
    .over {
      position: fixed;
      inset: 12px;
      z-index: 30;
      display: grid;
      place-items: center;
      border: 2px dashed var(--fp-accent);
      border-radius: 16px;
      background: color-mix(in srgb, var(--fp-surface) 88%, transparent);
      font-size: 1.25rem;
      font-weight: 600;
      pointer-events: none;
    }
  `;

  declare search: string;
  declare tasks: readonly UploadTask[];
  declare isOver: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #list = new PagedList<Template>(this, (signal) =>
    this.app.client.templates.list(
      { limit: PAGE_SIZE, ...(this.search && { q: this.search }) },
      { signal },
    ),
  );

  constructor() {
    super();
    this.search = '';
    this.tasks = [];
    this.isOver = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('dragover', this.#allowDrop);
    addEventListener('dragleave', this.#left);
    addEventListener('drop', this.#uploadDropped);
    addEventListener('beforeunload', this.#leaving);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('dragover', this.#allowDrop);
    removeEventListener('dragleave', this.#left);
    removeEventListener('drop', this.#uploadDropped);
    removeEventListener('beforeunload', this.#leaving);
    clearTimeout(this.#timer);
    clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  /** Reads imports again as long as there are some. One timer at a time. */
  protected override updated(): void {
    if (this.#poll === undefined && this.#list.items.some(isImporting))
      this.#poll = setTimeout(() => void this.#readImports(), IMPORT_POLL_MS);
  }

  override render() {
    const { t, tasks } = this;
    return html`<div class="page-head">
        <h1>${t('templates.title')}</h1>
        <div class="tools">
          <input
            class="search"
            type="search"
            aria-label=${t('templates.search')}
            placeholder=${t('templates.search')}
            maxlength="200"
            .value=${this.search}
            @input=${this.#searchSoon}
          />
          ${this.app.session.isAdmin ? this.#uploadButton() : nothing}
        </div>
      </div>
      ${
        tasks.length > 0
          ? html`<studio-upload-list
              class="uploads"
              .app=${this.app}
              .tasks=${tasks}
              @remove=${({ detail }: CustomEvent<{ task: UploadTask }>) => this.#remove(detail.task)}
            ></studio-upload-list>`
          : nothing
      }
      <p class="visually-hidden" role="status">${this.#isNotFound() ? t('templates.noneFound') : ''}</p>
      ${this.#content()}
      ${this.isOver ? html`<div class="over">${t('templates.dropHere')}</div>` : nothing}`;
  }

  #content() {
    const { t } = this;
    const { items, error, isLoading, hasMore } = this.#list;
    if (error && items.length === 0) {
      return errorBox(t, error, () => this.#list.reload());
    }
    if (items.length > 0) {
      return html`<studio-virtual-list
        label=${t('templates.title')}
        .items=${items}
        .keyOf=${(template: Template) => template.id}
        .renderItem=${(template: Template) =>
          html`<studio-template-card
            .t=${t}
            .lang=${this.app.lang}
            .template=${template}
          ></studio-template-card>`}
        .minItemWidth=${CARD_PX}
        .gap=${GAP_PX}
        .rowHeight=${cardHeight}
        .hasMore=${hasMore}
        @more=${() => void this.#list.more()}
      ></studio-virtual-list>`;
    }
    if (isLoading) {
      return html`<div class="skeletons" role="status" aria-label=${t('app.loading')}>
        ${Array.from({ length: SKELETONS }, () => html`<studio-skeleton></studio-skeleton>`)}
      </div>`;
    }
    if (this.tasks.some(({ isRunning }) => isRunning)) return nothing;
    return this.search ? this.#nothingFound() : this.#firstSteps();
  }

  #isNotFound(): boolean {
    const { items, error, isLoading } = this.#list;
    return this.search !== '' && items.length === 0 && !error && !isLoading;
  }

  #nothingFound() {
    const { t } = this;
    return html`<studio-empty-state icon="search" heading=${t('templates.noneFound')}>
      ${t('templates.noneFoundText', { search: this.search })}
      <button
        slot="actions"
        @click=${() => {
          this.search = '';
          void this.#list.reload();
        }}
      >
        ${t('templates.showAll')}
      </button>
    </studio-empty-state>`;
  }

  #firstSteps() {
    const { t } = this;
    const { isAdmin } = this.app.session;
    return html`<studio-empty-state class="first" icon="templates" heading=${t('templates.first')}>
      ${isAdmin ? t('templates.firstText') : t('templates.firstViewer')}
      ${
        isAdmin
          ? html`<ol>
                <li>${t('templates.firstStep1')}</li>
                <li>${t('templates.firstStep2')}</li>
                <li>${t('templates.firstStep3')}</li>
              </ol>
              <studio-file-drop
                slot="actions"
                label=${t('templates.drop')}
                hint=${t('templates.dropHint')}
                accept=".lottie,.zip,.json"
                multiple
                @files=${this.#chosen}
              ></studio-file-drop>`
          : nothing
      }
    </studio-empty-state>`;
  }

  #uploadButton() {
    return html`<studio-file-drop
      compact
      label=${this.t('templates.upload')}
      accept=".lottie,.zip,.json"
      multiple
      @files=${this.#chosen}
    ></studio-file-drop>`;
  }

  #chosen = ({ detail }: CustomEvent<{ files: File[] }>) => this.#uploadAll(detail.files);

  /** Uploads packages. A fault that is known before is only shown, and the others are uploaded. */
  #uploadAll(files: readonly File[]): void {
    for (const file of files) {
      const fault = packageFault(file, this.app);
      if (fault) this.app.toast(fault, 'error');
      else this.#upload(file);
    }
  }

  /** Uploads a package as a new template, and reads the list again when its version has ended. */
  #upload(file: File): void {
    const task = new UploadTask(file, (changed) => {
      this.tasks = [...this.tasks];
      if (changed.versionId && !changed.isRunning) void this.#list.reload();
    });
    this.tasks = [...this.tasks, task];
    void task.run(this.app.client, this.app.upload);
  }

  /**
   * Updates the templates in the list, also those whose import was started elsewhere. Then the next
   * timer can start.
   */
  async #readImports(): Promise<void> {
    try {
      const list = this.app.client.templates.list({ limit: PAGE_SIZE });
      const newest = new Map((await list.toArray(PAGE_SIZE)).map((each) => [each.id, each]));
      this.#list.replace(this.#list.items.map((each) => newest.get(each.id) ?? each));
    } catch {
      // The next poll tries again.
    }
    this.#poll = undefined;
    if (this.isConnected) this.requestUpdate();
  }

  #remove(task: UploadTask): void {
    task.cancel();
    this.tasks = this.tasks.filter((other) => other !== task);
  }

  /** Searches when the person stops typing. */
  #searchSoon = (event: Event) => {
    this.search = (event.target as HTMLInputElement).value.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#list.reload(), SEARCH_DELAY_MS);
  };

  /** Lets people who may upload drop files anywhere on the page. */
  #allowDrop = (event: DragEvent) => {
    if (!this.app.session.isAdmin || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isOver = true;
  };

  #left = (event: DragEvent) => {
    if (event.relatedTarget === null) this.isOver = false;
  };

  /**
   * Uploads files that no control of the page has taken. A browser would open a file that is
   * dropped beside.
   */
  #uploadDropped = (event: DragEvent) => {
    const isTaken = event.defaultPrevented;
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    if (this.isOver && !isTaken) this.#uploadAll([...(event.dataTransfer?.files ?? [])]);
    this.isOver = false;
  };

  #leaving = (event: BeforeUnloadEvent) => {
    if (this.tasks.some(({ state }) => state.step === 'uploading')) event.preventDefault();
  };
}

define('studio-templates-page', TemplatesPage);
