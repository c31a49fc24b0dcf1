import type { RenderSession } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import type { ConfirmRequest } from '../app-context.ts';
import { define } from '../components/base.ts';
import { copyText } from '../components/clipboard.ts';
import { errorBox } from '../components/error-box.ts';
import { icon } from '../components/icons.ts';
import '../components/menu.ts';
import type { MenuItem } from '../components/menu.ts';
import '../components/name-dialog.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import '../components/progress-bar.ts';
import { isRefusal, LOST_POLL_MS, loadingState, lostNotice } from '../shared/page-states.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { isPermitted } from '../shared/session-actions.ts';
import { groupOf } from '../shared/session-group.ts';
import { withProgress } from '../shared/session-list.ts';
import { chipStyles, statusChip } from '../shared/status-chip.ts';
import { NO_NAMES, readTemplateNames, type TemplateNames } from '../shared/template-names.ts';
import type { Translate } from '../strings/index.ts';
import { nameText } from '../words.ts';
import './api-dialog.ts';
import './session-deliveries.ts';
import {
  detailStyles,
  type Editables,
  errorsSection,
  fitSection,
  receiptSection,
  summaryFacts,
  technicalFacts,
  timingsSection,
  warningsSection,
} from './session-details.ts';
import './session-files.ts';
import './session-metadata.ts';
import './video-player.ts';

/** The layout of the page of a render. */
const renderPageStyles = css`
  .grid {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(280px, 360px);
    align-items: start;
    gap: 24px 32px;
  }
  .summary {
    position: sticky;
    inset-block-start: 24px;
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  .name {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 4px;
  }
  .name studio-menu {
    flex: none;
  }
  .main-actions {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
  }
  .main-actions > * {
    min-height: 42px;
  }
  .main-actions > .wide {
    grid-column: 1 / -1;
  }
  .summary section {
    border-color: var(--fp-danger);
  }
  .developers {
    padding-block: 14px;
    border-block-start: 1px solid var(--fp-line);
  }
  .developers > summary {
    width: fit-content;
    border-radius: 4px;
    cursor: pointer;
  }
  .developers > summary h2 {
    display: inline;
    font-size: 0.9375rem;
  }
  .developers[open] > summary {
    margin-block-end: 16px;
  }
  .developers .column {
    gap: 24px;
  }
  .loading studio-skeleton {
    height: 360px;
  }
  @media (max-width: 940px) {
    .grid {
      grid-template-columns: minmax(0, 1fr);
    }
    .summary {
      position: static;
    }
  }
`;

/** How often the deliveries of a rendered session are read. */
const DELIVERY_POLL_MS = 4000;

export class RenderPage extends PageElement {
  static override properties = {
    session: { state: true },
    names: { state: true },
    editables: { state: true },
    error: { state: true },
    busy: { state: true },
    dialog: { state: true },
    isLost: { state: true },
  };
  static override styles = [sectionStyles, chipStyles, detailStyles, renderPageStyles];

  declare session: RenderSession | undefined;
  declare names: TemplateNames;
  declare editables: Editables;
  declare error: unknown;
  declare busy: boolean;
  /** The service does not answer, while the session is shown. */
  declare isLost: boolean;
  declare dialog: 'api' | 'rename' | undefined;
  #leaving = new AbortController();
  #watching: AbortController | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.names = NO_NAMES;
    this.editables = {};
    this.busy = false;
    this.isLost = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    document.addEventListener('visibilitychange', this.#followSession);
    queueMicrotask(() => void this.#load().then(() => this.#readNames()));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#followSession);
    this.#leaving.abort();
    this.#watching?.abort();
    clearTimeout(this.#poll);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('session') && this.session)
      this.app.setTitle(nameText(this.session.title, this.t('renders.untitled')));
  }

  override render() {
    const { t, session, error } = this;
    const group = session && groupOf(session);
    return html`<a class="back-link" href=${group ? `#/groups/${group}` : '#/renders'}
        >${t(group ? 'render.allSizes' : 'render.back')}</a
      >
      ${errorBox(t, error, () => this.#load(), !session)}
      ${session ? this.#page(session) : error === undefined ? loadingState(t) : nothing}`;
  }

  /** The session: the video with what is below it, and beside it the summary with the main actions. */
  #page(session: RenderSession) {
    const { t, app, names, editables } = this;
    const version = names.versions.get(session.template_style_version_id);
    return html`<div class="grid">
        <studio-video-player
          .app=${app}
          .session=${session}
          .still=${Object.values(version?.stillcuts ?? {})[0]}
          .refresh=${() => this.#load()}
        ></studio-video-player>
        <div class="summary">
          <div class="name">
            <h1 dir="auto">${nameText(session.title, t('renders.untitled'))}</h1>
            <studio-menu
              label=${t('common.moreOf', { name: session.title })}
              .items=${menuItems(session, app.session.canEdit, t)}
              @choose=${(event: CustomEvent<{ id: string }>) => this.#choose(event.detail.id, session)}
            ></studio-menu>
          </div>
          <span role="status">${statusChip(session.status, t)}</span>
          ${lostNotice(this.isLost, t)} ${errorsSection({ session, app }, editables)}
          ${this.#actions(session)} ${summaryFacts({ session, app, names })}
        </div>
        <div class="column">
          <studio-session-files .app=${app} .session=${session}></studio-session-files>
          ${fitSection({ session, app }, editables)} ${warningsSection({ session, app }, editables)}
          <studio-session-deliveries
            .app=${app}
            .session=${session}
            @changed=${() => void this.#load()}
          ></studio-session-deliveries>
          ${this.#forDevelopers(session)}
        </div>
      </div>
      <studio-api-dialog
        .app=${app}
        .session=${session}
        ?open=${this.dialog === 'api'}
        @close=${this.#closeDialog}
      ></studio-api-dialog>
      ${this.#renameDialog(session)}`;
  }

  /** Ids, metadata, times and digests, closed at first. */
  #forDevelopers(session: RenderSession) {
    const { t, app } = this;
    return html`<details class="developers">
      <summary><h2>${t('render.forDevelopers')}</h2></summary>
      <div class="column">
        ${technicalFacts({ session, app })}
        <div>
          <button @click=${() => this.#choose('api', session)}>${t('render.asApi')}</button>
        </div>
        <studio-session-metadata
          .app=${app}
          .session=${session}
          @saved=${(event: CustomEvent<RenderSession>) => this.#showSession(event.detail)}
        ></studio-session-metadata>
        ${timingsSection({ session, app })} ${receiptSection({ session, app })}
      </div>
    </details>`;
  }

  /**
   * The buttons that the status and the role permit. Each shows the session that the service
   * answers.
   */
  #actions(session: RenderSession) {
    const { t, busy } = this;
    const { canEdit } = this.app.session;
    const button = (isShown: boolean, label: unknown, action: () => Promise<void>, kind = '') =>
      isShown && canEdit
        ? html`<button class=${kind} aria-disabled=${busy} @click=${() => void this.#runAction(action)}>
            ${label}
          </button>`
        : nothing;
    const { id, status, video_url: url } = session;
    const { renders } = this.app.client;
    return html`<div class="main-actions">
      ${
        isPermitted('edit', session)
          ? html`<a class="button primary wide" href="#/fill/${id}">${t(canEdit ? 'render.edit' : 'render.view')}</a>`
          : nothing
      }
      ${
        url
          ? html`<a class="button primary" href=${url} download>
                ${icon('download')} ${t('common.download')}
              </a>
              <button @click=${() => void this.#share(session, url)}>
                ${icon('share')} ${t('render.share')}
              </button>`
          : nothing
      }
      ${button(
        isPermitted('final', session),
        t('render.makeFinal'),
        async () => {
          this.#showSession((await renders.start(id, 'final')).session);
          this.app.toast(t('render.finalStarted'), 'success');
        },
        'wide',
      )}
      ${button(
        isPermitted('retry', session),
        t('render.retry'),
        async () => {
          this.#showSession((await renders.retry(id)).session);
          this.app.toast(t('render.retried'), 'success');
        },
        'primary wide',
      )}
      ${button(
        status !== 'draft',
        t('render.useAgain'),
        async () => {
          const copy = await renders.copy(id);
          this.app.navigate(`/fill/${copy.id}`);
        },
        'wide',
      )}
      ${button(status !== 'draft' && isPermitted('cancel', session), t('render.cancel'), () => this.#cancel(session), 'wide')}
    </div>`;
  }

  /** Gives the address of the video to another app, or copies it where browsers cannot do that. */
  async #share({ title }: RenderSession, url: string): Promise<void> {
    const { t, toast } = this.app;
    const data = { title, url: new URL(url, location.href).href };
    const isPhone = matchMedia('(pointer: coarse)').matches;
    if (isPhone && navigator.canShare?.(data)) {
      // A person who closes the list of apps has shared nothing, which is no fault.
      return navigator.share(data).catch(() => undefined);
    }
    if (await copyText(data.url)) toast(t('render.linkCopied'), 'success');
    else toast(t('render.copyFailed'), 'error');
  }

  #renameDialog(session: RenderSession) {
    const { t } = this;
    return html`<studio-name-dialog
      .app=${this.app}
      heading=${t('render.rename')}
      label=${t('render.name')}
      .value=${session.title}
      .save=${(title: string) => this.#rename(session.id, title)}
      ?open=${this.dialog === 'rename'}
      @close=${this.#closeDialog}
    ></studio-name-dialog>`;
  }

  #closeDialog = () => {
    this.dialog = undefined;
  };

  async #rename(id: string, title: string): Promise<void> {
    this.#showSession((await this.app.client.renders.update(id, { title })).session);
    this.app.toast(this.t('render.renamed'), 'success');
  }

  #choose(action: string, session: RenderSession): void {
    if (action === 'delete') void this.#runAction(() => this.#delete(session));
    if (action === 'api' || action === 'rename') this.dialog = action;
  }

  /** Asks, then cancels the session. */
  async #cancel(session: RenderSession): Promise<void> {
    const { t } = this;
    if (!(await this.app.confirm(cancelQuestion(session, t)))) return;
    this.#showSession((await this.app.client.renders.cancel(session.id)).session);
    this.app.toast(t('render.canceledToast'));
  }

  /** Asks, then deletes the session and goes to the list. */
  async #delete({ id, title }: RenderSession): Promise<void> {
    const { t } = this;
    if (!(await this.app.confirm(deleteQuestion(title, t)))) return;
    await this.app.client.renders.delete(id);
    this.app.toast(t('render.deletedToast'));
    this.app.navigate('/renders');
  }

  /** Runs one action at a time. Its error becomes a toast. */
  async #runAction(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work();
    } catch (error) {
      const { text, hints } = plainError(error, this.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    } finally {
      this.busy = false;
    }
  }

  /**
   * Reads the session. After a lost connection the session stays and is tried again; after a
   * refusal the error is shown.
   */
  async #load(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      const id = this.route.params['id'] ?? '';
      const { session } = await this.app.client.renders.get(id, { signal });
      this.error = undefined;
      this.isLost = false;
      this.#showSession(session);
    } catch (error) {
      if (signal.aborted) return;
      if (!this.session || isRefusal(error)) {
        this.error = error;
        return;
      }
      // A service that starts again goes on with the render.
      this.isLost = true;
      clearTimeout(this.#poll);
      this.#poll = setTimeout(() => void this.#load(), LOST_POLL_MS);
    }
  }

  /** Shows a newer state of the session, and follows it as that state needs. */
  #showSession(session: RenderSession): void {
    this.session = session;
    this.#followSession();
  }

  /** Follows a session in work while the page is visible, and reads deliveries until they end. */
  #followSession = () => {
    clearTimeout(this.#poll);
    const { session } = this;
    if (document.hidden || !session) {
      this.#watching?.abort();
      this.#watching = undefined;
      return;
    }
    if (session.status.endsWith('_rendering')) void this.#watch(session.id);
    else if (session.phase === 'delivering')
      this.#poll = setTimeout(() => void this.#load(), DELIVERY_POLL_MS);
  };

  /**
   * Follows the progress of a render until it ends, then reads the session, also to show an error.
   * An abort ends it without a reading.
   */
  async #watch(id: string): Promise<void> {
    if (this.#watching) return;
    const watching = new AbortController();
    this.#watching = watching;
    const { signal } = watching;
    let hasStream = this.session?.hls_url != null;
    try {
      const events = this.app.client.renders.watch(id, { signal });
      for (;;) {
        const { done: isDone, value } = await events.next();
        if (signal.aborted) return;
        if (isDone) break;
        this.session = this.session && withProgress([this.session], id, value)[0];
        // The address of the stream is in the session, not in the events.
        if (!hasStream && value.phase === 'rendering') {
          const { session } = await this.app.client.renders.get(id, { signal });
          hasStream = session.hls_url !== null;
          if (hasStream) this.session = session;
        }
      }
    } catch {
      // The session is read again, and its error shown.
    }
    this.#watching = undefined;
    if (!signal.aborted) await this.#load();
  }

  /** Reads the names of the template and the labels of its editables. */
  async #readNames(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      this.names = await readTemplateNames(this.app.client, signal);
      const version = this.session?.template_style_version_id;
      if (!version) return;
      this.editables = (await this.app.client.versions.specs(version, { signal })).editables;
    } catch {
      // The page is useful without them.
    }
  }
}

/** What a person is asked before a render, or the deliveries of a finished one, are canceled. */
function cancelQuestion({ status }: RenderSession, t: Translate): ConfirmRequest {
  const isDelivery = status.endsWith('_rendered');
  return {
    heading: t(isDelivery ? 'render.askCancelDelivery' : 'render.askCancel'),
    text: t(isDelivery ? 'render.askCancelDeliveryText' : 'render.askCancelText'),
    action: t('render.cancel'),
    isDanger: true,
  };
}

function deleteQuestion(title: string, t: Translate): ConfirmRequest {
  return {
    heading: t('render.askDelete', { title }),
    text: t('render.askDeleteText'),
    action: t('render.delete'),
    isDanger: true,
  };
}

/** The rarer actions of a render. */
function menuItems(session: RenderSession, canEdit: boolean, t: Translate): MenuItem[] {
  const items: MenuItem[] = [{ id: 'api', label: t('render.asApi') }];
  if (canEdit) items.unshift({ id: 'rename', label: t('render.rename') });
  if (canEdit && isPermitted('delete', session))
    items.push({ id: 'delete', label: t('render.delete'), isDanger: true });
  return items;
}

define('studio-render-page', RenderPage);
