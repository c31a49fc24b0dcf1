import type { Template } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/file-drop.ts';
import { PagedList } from '../components/lists/paged-list.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import '../components/skeleton.ts';
import '../components/lists/virtual-list.ts';
import { createDraft } from '../shared/create-draft.ts';
import { SHAPES } from '../shared/frame-shape.ts';
import { packageFault, UploadTask } from '../shared/upload-task.ts';
import { readExamples } from './example-templates.ts';
import { galleryRows } from './gallery-rows.ts';
import { type CardAction, isImporting, WORDS_PX } from './template-card.ts';
import type { UnreadyAction } from './unready-list.ts';

const PAGE_SIZE = 50;
const SEARCH_DELAY_MS = 250;
const IMPORT_POLL_MS = 2000;
const ROW_PX = 210;
/** On a phone two upright images are side by side. */
const NARROW_ROW_PX = 180;
const NARROW_PX = 500;
const GAP_PX = 20;
const SKELETONS = 6;

type Shape = (typeof SHAPES)[number];

/** The gallery of templates, with the upload of packages. */
export class TemplatesPage extends PageElement {
  static override properties = {
    search: { state: true },
    shape: { state: true },
    renamed: { state: true },
    isBusy: { state: true },
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
    .uploads,
    .filters,
    studio-unready-list {
      margin-block-end: 20px;
    }
    .filters {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    .filters button {
      min-height: 32px;
      border-radius: 99px;
    }
    .filters button[aria-pressed='true'] {
      border-color: transparent;
      background: var(--fp-text);
      color: var(--fp-surface);
    }
    .start {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: 12px;
      width: 100%;
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
  declare shape: Shape | undefined;
  /** The template whose name is being changed. */
  declare renamed: Template | undefined;
  /** A draft is being created, or examples are being read. */
  declare isBusy: boolean;
  declare tasks: readonly UploadTask[];
  declare isOver: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #list = new PagedList<Template>(this, (signal) => {
    const { search, shape } = this;
    const filter = { ...(search && { q: search }), ...(shape && { shape }) };
    return this.app.client.templates.list(
      { limit: PAGE_SIZE, ready: 'true', ...filter },
      { signal },
    );
  });
  /** Templates of which nothing can be used, for those who can mend them. */
  #unready = new PagedList<Template>(this, (signal) =>
    this.app.session.isAdmin
      ? this.app.client.templates.list({ limit: PAGE_SIZE, ready: 'false' }, { signal })
      : undefined,
  );

  constructor() {
    super();
    this.search = '';
    this.isBusy = false;
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

  /** Only admins need these parts. They are loaded after the gallery, also for when the connection is lost. */
  protected override firstUpdated(): void {
    if (!this.app.session.isAdmin) return;
    const parts = [
      import('../components/name-dialog.ts'),
      import('../shared/upload-list.ts'),
      import('./unready-list.ts'),
    ];
    // A part that could not be loaded is missing until the page is loaded again.
    void Promise.allSettled(parts);
  }

  /** Reads imports again as long as there are some. One timer at a time. */
  protected override updated(): void {
    if (this.#poll === undefined && this.#unready.items.some(isImporting))
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
              @clear=${() => {
                this.tasks = tasks.filter(({ isRunning }) => isRunning);
              }}
            ></studio-upload-list>`
          : nothing
      }
      <studio-unready-list
        .app=${this.app}
        .templates=${this.#unready.items.filter((template) => !this.#isUploading(template))}
        @act=${({ detail }: CustomEvent<{ action: UnreadyAction; template: Template }>) =>
          void this.#mend(detail.action, detail.template)}
      ></studio-unready-list>
      ${this.#list.isLoaded && (this.shape || this.#list.items.length > 1) ? this.#filters() : nothing}
      <p class="visually-hidden" role="status">${this.#isNotFound() ? t('templates.noneFound') : ''}</p>
      ${this.#content()}
      ${this.isOver ? html`<div class="over">${t('templates.dropHere')}</div>` : nothing}
      <studio-name-dialog
        .app=${this.app}
        heading=${t('rename.heading')}
        label=${t('rename.label')}
        .value=${this.renamed?.name ?? ''}
        ?open=${this.renamed !== undefined}
        .save=${(name: string) => this.#rename(name)}
        @close=${() => {
          this.renamed = undefined;
        }}
      ></studio-name-dialog>`;
  }

  #filters() {
    const { t } = this;
    return html`<div class="filters" role="group" aria-label=${t('templates.shape')}>
      ${[undefined, ...SHAPES].map(
        (shape) => html`<button
          aria-pressed=${shape === this.shape}
          @click=${() => {
            this.shape = shape;
            void this.#list.reload();
          }}
        >
          ${t(`templates.shape.${shape ?? 'all'}`)}
        </button>`,
      )}
    </div>`;
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
            .actions=${this.#cardActions(template)}
            @act=${({ detail }: CustomEvent<{ action: CardAction }>) =>
              void this.#act(detail.action, template)}
          ></studio-template-card>`}
        .placesOf=${placesOf}
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
    if (this.search || this.shape) return this.#nothingFound();
    return this.#unready.items.length > 0 ? nothing : this.#firstSteps();
  }

  #isNotFound(): boolean {
    const { items, error, isLoading } = this.#list;
    const isFiltered = this.search !== '' || this.shape !== undefined;
    return isFiltered && items.length === 0 && !error && !isLoading;
  }

  #nothingFound() {
    const { t } = this;
    return html`<studio-empty-state icon="search" heading=${t('templates.noneFound')}>
      ${this.search ? t('templates.noneFoundText', { search: this.search }) : nothing}
      <button
        slot="actions"
        @click=${() => {
          this.search = '';
          this.shape = undefined;
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
          ? html`<div class="start" slot="actions">
              <button class="primary" aria-disabled=${this.isBusy} @click=${() => void this.#addExamples()}>
                ${t('templates.addExamples')}
              </button>
              <studio-file-drop
                label=${t('templates.drop')}
                hint=${t('templates.dropHint')}
                accept=".lottie,.zip,.json"
                multiple
                @files=${this.#chosen}
              ></studio-file-drop>
            </div>`
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

  /** Uploads a package as a new template, and reads the lists again when its version has ended. */
  #upload(file: File): void {
    const task = new UploadTask(file, (changed) => {
      this.tasks = [...this.tasks];
      if (changed.versionId && !changed.isRunning) this.#reload();
    });
    this.tasks = [...this.tasks, task];
    void task.run(this.app.client, this.app.upload);
  }

  /** Uploads the example templates of the service, as their files would be uploaded. */
  async #addExamples(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.#uploadAll(await readExamples(this.app));
    } catch (error) {
      this.#sayError(error);
    } finally {
      this.isBusy = false;
    }
  }

  #cardActions({ ready_version: ready }: Template): CardAction[] {
    const { canEdit, isAdmin } = this.app.session;
    return [
      ...(canEdit && ready?.is_fillable ? (['use'] as const) : []),
      ...(isAdmin && ready?.is_fillable === false ? (['makeEditable'] as const) : []),
      'open',
      ...(isAdmin ? (['rename', 'delete'] as const) : []),
    ];
  }

  /** Does what was chosen in the menu of a card. */
  async #act(action: CardAction, template: Template): Promise<void> {
    const { app } = this;
    const { id = '' } = template.ready_version ?? {};
    if (action === 'open') return app.navigate(`/templates/${template.id}`);
    if (action === 'makeEditable') return app.navigate(`/make-editable/${id}`);
    if (action === 'rename') {
      this.renamed = template;
      return;
    }
    if (action === 'delete') return this.#delete(template);
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const draft = await createDraft(app.client, { id, name: template.name });
      app.navigate(`/fill/${draft.id}`);
    } catch (error) {
      this.#sayError(error);
    } finally {
      this.isBusy = false;
    }
  }

  async #rename(name: string): Promise<void> {
    const { renamed, app } = this;
    if (!renamed) return;
    await app.client.templates.update(renamed.id, { name });
    app.toast(this.t('rename.done'), 'success');
    this.#list.replace(
      this.#list.items.map((each) => (each.id === renamed.id ? { ...each, name } : each)),
    );
  }

  /** Asks, then deletes a template with its versions. */
  async #delete({ id, name }: Template): Promise<void> {
    const { t, app } = this;
    const agreed = await app.confirm({
      heading: t('delete.heading', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      isDanger: true,
    });
    if (!agreed) return;
    try {
      await app.client.templates.delete(id);
      app.toast(t('delete.done', { name }), 'success');
      for (const list of [this.#list, this.#unready])
        list.replace(list.items.filter((each) => each.id !== id));
    } catch (error) {
      this.#sayError(error);
    }
  }

  /** Imports a failed package again, or deletes it. */
  async #mend(action: UnreadyAction, template: Template): Promise<void> {
    if (action === 'delete') return this.#delete(template);
    try {
      await this.app.client.versions.retry(template.latest_version?.id ?? '');
    } catch (error) {
      this.#sayError(error);
    }
    await this.#unready.reload();
  }

  #sayError(error: unknown): void {
    const { text, hints } = plainError(error, this.t);
    this.app.toast([text, ...hints].join(' '), 'error');
  }

  /** The list of uploads shows it. */
  #isUploading({ latest_version: latest }: Template): boolean {
    return this.tasks.some(({ versionId }) => versionId === latest?.id);
  }

  #reload(): void {
    void this.#list.reload();
    void this.#unready.reload();
  }

  /**
   * Reads the imports again, also those that were started elsewhere. A template that became ready moves to the
   * gallery. Then the next timer can start.
   */
  async #readImports(): Promise<void> {
    const importing = new Set(this.#unready.items.filter(isImporting).map(({ id }) => id));
    await this.#unready.refresh((_, { items }) => items);
    const open = new Set(this.#unready.items.map(({ id }) => id));
    if ([...importing].some((id) => !open.has(id))) void this.#list.reload();
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

/** Returns the places of the cards: rows of images with their own ratios. */
function placesOf(templates: readonly Template[], width: number) {
  const ratios = templates.map(
    ({ ready_version: ready }) => (ready?.width ?? 16) / (ready?.height ?? 9),
  );
  const rowHeight = width < NARROW_PX ? NARROW_ROW_PX : ROW_PX;
  return galleryRows(ratios, { width, gap: GAP_PX, rowHeight, wordsHeight: WORDS_PX });
}

define('studio-templates-page', TemplatesPage);
