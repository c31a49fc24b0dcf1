import { FramepressError, type TemplateStyleVersion } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { define } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/file-drop.ts';
import { icon } from '../components/icons.ts';
import { Loader } from '../components/loader.ts';
import '../components/menu.ts';
import '../components/name-dialog.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import '../components/skeleton.ts';
import '../components/tabs.ts';
import { createDraft } from '../shared/create-draft.ts';
import { isMendable } from '../shared/mendable.ts';
import { placeholderWarnings } from '../shared/placeholders.ts';
import '../shared/upload-list.ts';
import { packageFault, UploadTask } from '../shared/upload-task.ts';
import { nameText } from '../words.ts';
import './code-samples.ts';
import { readDetails, type TemplateDetails } from './details.ts';
import './editables.ts';
import './preview.ts';
import './report.ts';
import './schema-view.ts';
import './stills.ts';
import type { ChosenPackage } from './upload-version.ts';
import './upload-version.ts';
import './version-choice.ts';
import './versions.ts';

const templateStyles = css`
  .top {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(240px, 2fr);
    align-items: start;
    gap: 32px;
    margin-block-end: 28px;
  }
  .choices {
    display: grid;
    gap: 14px;
  }
  .placeholders {
    display: grid;
    gap: 6px;
    margin: 0;
    padding: 10px 14px;
    border: 1px solid color-mix(in srgb, var(--fp-warning) 45%, var(--fp-line));
    border-radius: 10px;
    background: color-mix(in srgb, var(--fp-warning) 7%, var(--fp-surface));
    font-size: 0.875rem;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .fill {
    width: 100%;
    min-height: 44px;
  }
  .back {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-block-end: 8px;
    font-size: 0.875rem;
    text-decoration: none;
  }
  :host(:dir(rtl)) .back svg {
    transform: scaleX(-1);
  }
  .notices {
    display: grid;
    gap: 12px;
  }
  .notices > * {
    margin-block-end: 12px;
  }
  .top studio-skeleton {
    aspect-ratio: 16 / 9;
    border-radius: 12px;
  }
  .lines {
    display: grid;
    gap: 14px;
  }
  .lines studio-skeleton {
    height: 44px;
    aspect-ratio: auto;
  }
  @media (max-width: 860px) {
    .top {
      grid-template-columns: minmax(0, 1fr);
      gap: 20px;
    }
  }
`;

const TABS = ['editables', 'stills', 'report', 'code', 'schema', 'versions'] as const;

type TabId = (typeof TABS)[number];

type TabModel = {
  app: AppContext;
  details: TemplateDetails;
  version: TemplateStyleVersion;
  onDeleted: () => void;
  onRefused: (error: unknown) => void;
};

const POLL_MS = 2000;
const MAX_PLACEHOLDERS = 3;

/** A template: its demo, what can be filled, the report of its import, and code that uses it. */
export class TemplatePage extends PageElement {
  static override properties = {
    dialog: { state: true },
    tasks: { state: true },
    refusal: { state: true },
    isBusy: { state: true },
  };
  static override styles = templateStyles;

  declare dialog: 'rename' | 'language' | undefined;
  declare tasks: readonly UploadTask[];
  /** Why a deletion was refused. */
  declare refusal: unknown;
  declare isBusy: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownVersion: string | null | undefined;
  #details = new Loader<TemplateDetails>(this, async (signal) => {
    const versionId = this.route.query.get('version');
    this.#shownVersion = versionId;
    const chosen = { versionId, lang: this.app.lang, signal };
    const details = await readDetails(this.app.client, this.route.params['id'] ?? '', chosen);
    this.app.setTitle(nameText(details.template.name, this.t('common.noName')));
    this.#pollWhileImporting(details);
    return details;
  });

  constructor() {
    super();
    this.tasks = [];
    this.isBusy = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** Reads the template again when the address names another version. */
  protected override updated(): void {
    const versionId = this.route.query.get('version');
    if (this.#shownVersion !== undefined && versionId !== this.#shownVersion) {
      this.#shownVersion = versionId;
      void this.#details.reload();
    }
  }

  override render() {
    const { t } = this;
    const { state } = this.#details;
    return html`<a class="back" href="#/templates">${icon('back', 16)}${t('templates.title')}</a>
      ${
        state.status === 'failed'
          ? html`<h1 class="visually-hidden">${t('template.title')}</h1>
              ${errorBox(t, state.error, () => this.#details.reload())}`
          : nothing
      }
      ${state.value ? this.#template(state.value) : state.status === 'loading' ? this.#skeleton() : nothing}`;
  }

  #skeleton() {
    return html`<div class="page-head"><h1>${this.t('app.loading')}</h1></div>
      <div class="top" role="status" aria-label=${this.t('app.loading')}>
        <studio-skeleton></studio-skeleton>
        <div class="lines">
          <studio-skeleton></studio-skeleton><studio-skeleton></studio-skeleton>
        </div>
      </div>`;
  }

  /** The template with its chosen version, if it has one. */
  #template(details: TemplateDetails) {
    const { t } = this;
    const { template, version } = details;
    const { isAdmin } = this.app.session;
    return html`<div class="page-head">
        <h1 dir="auto">${nameText(template.name, t('common.noName'))}</h1>
        <div class="actions">${isAdmin ? this.#adminActions(details) : nothing}</div>
      </div>
      <div class="notices">
        ${this.tasks.length > 0 ? this.#uploads() : nothing} ${this.#refusalBox()}
      </div>
      ${
        version
          ? html`<div class="top">
                <studio-template-preview .app=${this.app} .version=${version}></studio-template-preview>
                ${this.#versionArea(details)}
              </div>
              ${this.#tabs(details)}`
          : html`<studio-empty-state icon="templates" heading=${t('template.noVersion')}
              >${t('template.noVersionText')}</studio-empty-state
            >`
      }
      ${this.#dialogs(details)}`;
  }

  #adminActions({ template }: TemplateDetails) {
    const { t } = this;
    return html`<button
        @click=${() => {
          this.dialog = 'language';
        }}
      >
        ${icon('upload')}${t('template.uploadVersion')}
      </button>
      <studio-menu
        label=${t('common.moreOf', { name: template.name })}
        .items=${[
          { id: 'rename', label: t('common.rename') },
          { id: 'delete', label: t('delete.action'), isDanger: true },
        ]}
        @choose=${({ detail }: CustomEvent<{ id: string }>) => {
          if (detail.id === 'rename') this.dialog = 'rename';
          else void this.#delete(template.name);
        }}
      ></studio-menu>`;
  }

  /** The choice of the version, and what can be done with it: fill it, or import it again. */
  #versionArea({ styles, version }: TemplateDetails) {
    if (!version) return nothing;
    return html`<div class="choices">
      <studio-version-choice
        .app=${this.app}
        .choices=${styles}
        .version=${version}
        @open=${({ detail }: CustomEvent<{ id: string }>) => this.#setQuery({ version: detail.id })}
      ></studio-version-choice>
      ${version.status === 'failed' ? this.#failedImport(version) : this.#useButtons(version)}
    </div>`;
  }

  /** A late import is not the fault of its package. Other packages may pass after an update of the service. */
  #failedImport(version: TemplateStyleVersion) {
    const { t } = this;
    const { id, report } = version;
    const isLate = report.errors.some(({ code }) => code === 'render_timeout');
    const canMend = report.errors.some(isMendable);
    return html`<h2>${t(isLate ? 'template.late' : 'template.failed')}</h2>
      <p class="muted">${t(isLate ? 'template.lateText' : 'template.failedText')}</p>
      ${
        this.app.session.isAdmin
          ? html`${canMend ? makeEditableLink(version, t('template.makeEditable'), 'primary fill') : nothing}
            <button
              id="again"
              class=${isLate ? 'primary' : ''}
              aria-disabled=${this.isBusy}
              @click=${() => void this.#importAgain(id)}
            >
              ${t('common.retry')}
            </button>`
          : nothing
      }`;
  }

  /** A viewer would look for the button. */
  #readOnly() {
    return html`<p class="hint">${this.t('template.viewer')}</p>`;
  }

  /** Nobody can fill a version without editables: its contents are made editable first. */
  #useButtons(version: TemplateStyleVersion) {
    const { t } = this;
    const { canEdit, isAdmin } = this.app.session;
    const isReady = version.status === 'edit_ready';
    if (isReady && Object.keys(version.editables).length === 0) {
      return html`<h2>${t('editables.none')}</h2>
        <p class="muted">${t(isAdmin ? 'template.makeEditableText' : 'template.askAdmin')}</p>
        ${isAdmin ? makeEditableLink(version, t('template.makeEditable'), 'primary fill') : nothing}`;
    }
    return html`${canEdit ? this.#fillButton(version) : this.#readOnly()}
    ${this.#placeholders(version)}
    ${isReady && isAdmin ? makeEditableLink(version, t('template.changeEditable'), 'fill') : nothing}`;
  }

  /** Files that are missing in every video. */
  #placeholders(version: TemplateStyleVersion) {
    const warnings = placeholderWarnings(version);
    if (warnings.length === 0) return nothing;
    return html`<ul class="placeholders">
      ${warnings
        .slice(0, MAX_PLACEHOLDERS)
        .map((warning) => html`<li dir="auto">${translateFault(warning, this.t).message}</li>`)}
      ${warnings.length > MAX_PLACEHOLDERS ? html`<li>…</li>` : nothing}
    </ul>`;
  }

  #fillButton(version: TemplateStyleVersion) {
    const { t } = this;
    return html`<button
                class="primary fill"
                ?disabled=${version.status !== 'edit_ready'}
                aria-disabled=${this.isBusy}
                @click=${() => void this.#openDraft()}
              >
                ${t('template.fill')}
              </button>
              <p class="hint">${t('template.fillHint')}</p>`;
  }

  /**
   * The tabs of the shown version. A version that is not ready has only its report and the other
   * versions. An unknown tab of the address is the first one.
   */
  #tabs(details: TemplateDetails) {
    const { t } = this;
    const { version } = details;
    if (!version) return nothing;
    const isReady = version.status === 'edit_ready';
    const { errors, warnings } = version.report;
    const findings = errors.length + warnings.filter(({ code }) => code !== 'no_editables').length;
    const visibleTabs = TABS.filter((id) => isReady || id === 'report' || id === 'versions');
    const tabName = this.route.query.get('tab');
    const selected = visibleTabs.find((id) => id === tabName) ?? visibleTabs[0] ?? 'report';
    return html`<studio-tabs
      label=${t('template.tabs')}
      .tabs=${visibleTabs.map((id) => {
        const label = t(`template.tab.${id}`);
        const isCounted = id === 'report' && findings > 0;
        return {
          id,
          label: isCounted ? t('template.reportCount', { label, count: findings }) : label,
        };
      })}
      selected=${selected}
      @select=${({ detail }: CustomEvent<{ id: TabId }>) => this.#setQuery({ tab: detail.id })}
    >
      <div slot=${selected}>
        ${tabContent(selected, {
          app: this.app,
          details,
          version,
          onDeleted: () => this.#setQuery({ version: null }),
          onRefused: (error) => {
            this.refusal = error;
          },
        })}
      </div>
    </studio-tabs>`;
  }

  #dialogs({ template, version }: TemplateDetails) {
    const { t, app } = this;
    const close = () => {
      this.dialog = undefined;
    };
    return html`<studio-name-dialog
        .app=${this.app}
        heading=${t('rename.heading')}
        label=${t('rename.label')}
        .value=${template.name}
        ?open=${this.dialog === 'rename'}
        .save=${async (name: string) => {
          await app.client.templates.update(template.id, { name });
          app.toast(t('rename.done'), 'success');
          await this.#details.reload();
        }}
        @close=${close}
      ></studio-name-dialog>
      <studio-upload-version
        .app=${this.app}
        .version=${version}
        ?open=${this.dialog === 'language'}
        @close=${close}
        @chosen=${({ detail }: CustomEvent<ChosenPackage>) => {
          close();
          this.#uploadVersion(detail, template.id, version);
        }}
      ></studio-upload-version>`;
  }

  #uploads() {
    return html`<studio-upload-list
      .app=${this.app}
      .tasks=${this.tasks}
      @remove=${({ detail }: CustomEvent<{ task: UploadTask }>) => {
        detail.task.cancel();
        this.tasks = this.tasks.filter((task) => task !== detail.task);
      }}
      @clear=${() => {
        this.tasks = this.tasks.filter(({ isRunning }) => isRunning);
      }}
    ></studio-upload-list>`;
  }

  /**
   * Why a deletion or a draft was refused. If the message names a render that uses the template, it
   * is linked.
   */
  #refusalBox() {
    const { t, refusal } = this;
    if (refusal === undefined) return nothing;
    const [, id] =
      refusal instanceof FramepressError ? (/\b(rs_\w+)/.exec(refusal.message) ?? []) : [];
    return html`<studio-error-box .t=${t} .error=${refusal} heading=${t('delete.inUse')}>
      ${id ? html`<a class="button" href="#/renders/${id}">${t('delete.showRender')}</a>` : nothing}
      <button
        @click=${() => {
          this.refusal = undefined;
        }}
      >
        ${t('common.dismiss')}
      </button>
    </studio-error-box>`;
  }

  /** Changes parameters of the address, without an entry in the history. */
  #setQuery(changes: { tab?: string; version?: string | null }): void {
    const query = new URLSearchParams(this.route.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    history.replaceState(null, '', `#${this.route.path}?${query}`);
    this.route = { ...this.route, query };
    if (changes.version === null) void this.#details.reload();
  }

  /**
   * Sends a package as a version of the template: of the style of the shown version, or of a new
   * size. A fault that is known before is only shown.
   */
  #uploadVersion(
    { file, language, isNewSize }: ChosenPackage,
    templateId: string,
    version: TemplateStyleVersion | undefined,
  ): void {
    const templateStyleId = isNewSize ? undefined : version?.template_style_id;
    const fault = packageFault(file, this.app);
    if (fault) {
      this.app.toast(fault, 'error');
      return;
    }
    const task = new UploadTask(file, (changed) => {
      this.tasks = [...this.tasks];
      if (changed.versionId && !changed.isRunning) void this.#details.reload();
    });
    this.tasks = [...this.tasks, task];
    const target = { templateId, templateStyleId, language };
    void task.run(this.app.client, this.app.upload, target);
  }

  /** Imports the package of a failed version again, one request at a time. */
  async #importAgain(id: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await this.app.client.versions.retry(id);
    } catch (error) {
      const { text, hints } = plainError(error, this.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    } finally {
      this.isBusy = false;
    }
    await this.#details.reload();
  }

  /** Creates a draft of the shown version, and opens it. */
  async #openDraft(): Promise<void> {
    const { version } = this.#details.value ?? {};
    if (!version || this.isBusy) return;
    this.isBusy = true;
    try {
      const { id } = await createDraft(this.app.client, version);
      this.app.navigate(`/fill/${id}`);
    } catch (error) {
      this.refusal = error;
    } finally {
      this.isBusy = false;
    }
  }

  /** Asks, then deletes the template with all versions. A refusal is shown on the page. */
  async #delete(name: string): Promise<void> {
    const { t, app } = this;
    const agreed = await app.confirm({
      heading: t('delete.heading', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      isDanger: true,
    });
    if (!agreed) return;
    this.refusal = undefined;
    try {
      await app.client.templates.delete(this.route.params['id'] ?? '');
      app.toast(t('delete.done', { name }), 'success');
      app.navigate('/templates');
    } catch (error) {
      this.refusal = error;
    }
  }

  /** Reads the template again after a pause until its version is imported. */
  #pollWhileImporting({ version }: TemplateDetails): void {
    clearTimeout(this.#timer);
    if (version?.status === 'processing' || version?.status === 'demo_rendering') {
      this.#timer = setTimeout(() => void this.#details.reload(), POLL_MS);
    }
  }
}

function makeEditableLink({ id }: TemplateStyleVersion, text: string, look: string) {
  return html`<a class="button ${look}" href="#/make-editable/${id}"
    >${text}</a
  >`;
}

/** Returns what a tab of a template shows. */
function tabContent(id: TabId, { app, details, version, ...on }: TabModel) {
  switch (id) {
    case 'editables':
      return html`<studio-editables .app=${app} .version=${version}></studio-editables>`;
    case 'stills':
      return html`<studio-stills .app=${app} .version=${version}></studio-stills>`;
    case 'report':
      return html`<studio-report .app=${app} .version=${version}></studio-report>`;
    case 'code':
      return html`<studio-code-samples .app=${app} .version=${version}></studio-code-samples>`;
    case 'schema':
      return html`<studio-schema-view .app=${app} .version=${version}></studio-schema-view>`;
    case 'versions':
      return html`<studio-versions
        .app=${app}
        .details=${details}
        @deleted=${on.onDeleted}
        @refused=${({ detail }: CustomEvent<{ error: unknown }>) => on.onRefused(detail.error)}
      ></studio-versions>`;
  }
}

define('studio-template-page', TemplatePage);
