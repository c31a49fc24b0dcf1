import type { RenderProgress, RenderSession } from '@framepress/client';
import { css, html, nothing, type PropertyValues } from 'lit';
import '../components/dialog.ts';
import '../components/error-box.ts';
import '../components/menu.ts';
import '../components/progress-bar.ts';
import '../components/skeleton.ts';
import { define } from '../components/define.ts';
import type { MenuItem } from '../components/menu.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import { isPermitted } from '../renders/actions.ts';
import '../renders/api-dialog.ts';
import { sectionStyles } from '../renders/section-styles.ts';
import '../renders/session-deliveries.ts';
import {
  aboutSection,
  detailStyles,
  errorsSection,
  fitSection,
  receiptSection,
  timingsSection,
  warningsSection,
} from '../renders/session-details.ts';
import '../renders/session-files.ts';
import '../renders/session-metadata.ts';
import { chipStyles, progressBar, progressWords, statusChip } from '../renders/status-chip.ts';
import { NO_NAMES, readTemplateNames, type TemplateNames } from '../renders/template-names.ts';
import '../renders/video-player.ts';

/** How often the deliveries of a rendered session are read. */
const DELIVERY_POLL_MS = 4000;

export class RenderPage extends PageElement {
  static override properties = {
    ...PageElement.properties,
    session: { state: true },
    names: { state: true },
    labels: { state: true },
    error: { state: true },
    busy: { state: true },
    dialog: { state: true },
  };
  static override styles = [
    ...PageElement.styles,
    sectionStyles,
    chipStyles,
    detailStyles,
    css`
      .back {
        display: inline-block;
        margin-block-end: 8px;
        font-size: 0.875rem;
      }
      .heading {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 14px;
        min-width: 0;
      }
      h1 {
        overflow-wrap: anywhere;
      }
      .grid {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 3fr);
        align-items: start;
        gap: 16px;
      }
      .column {
        display: grid;
        gap: 16px;
        min-width: 0;
      }
      .progress {
        display: grid;
        gap: 6px;
        min-height: 34px;
      }
      .loading studio-skeleton {
        height: 360px;
      }
      @media (max-width: 900px) {
        .grid {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  declare session: RenderSession | undefined;
  declare names: TemplateNames;
  declare labels: Readonly<Record<string, string>>;
  declare error: unknown;
  declare busy: boolean;
  declare dialog: 'api' | 'rename' | undefined;
  #leaving = new AbortController();
  #watching: AbortController | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.names = NO_NAMES;
    this.labels = {};
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
    document.addEventListener('visibilitychange', this.#turn);
    queueMicrotask(() => {
      void this.#load();
      void this.#readNames();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#turn);
    this.#leaving.abort();
    this.#watching?.abort();
    clearTimeout(this.#poll);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('session') && this.session)
      this.app.setTitle(this.session.title || this.t('renders.untitled'));
  }

  override render() {
    const { t, session, error } = this;
    return html`<a class="back" href="#/renders">${t('render.back')}</a>
      ${
        error === undefined
          ? nothing
          : html`<studio-error-box
              .t=${t}
              .error=${error}
              ?can-retry=${!session}
              @retry=${() => void this.#load()}
            ></studio-error-box>`
      }
      ${session ? this.#page(session) : error === undefined ? this.#skeleton() : nothing}`;
  }

  #page(session: RenderSession) {
    const { t, app, names } = this;
    const labelOf = (name: string) => this.labels[name] ?? name;
    const words = progressWords(session, t, app.lang);
    return html`<div class="page-head">
        <div class="heading">
          <h1>${session.title || t('renders.untitled')}</h1>
          ${statusChip(session.status, t)}
        </div>
        ${this.#actions(session)}
      </div>
      <div class="grid">
        <div class="column">
          <studio-video-player .app=${app} .session=${session}></studio-video-player>
          ${
            words
              ? html`<div class="progress">
                  ${progressBar(session, t)}<span class="muted">${words}</span>
                </div>`
              : nothing
          }
          ${errorsSection({ session, app }, labelOf)}
          <studio-session-files .app=${app} .session=${session}></studio-session-files>
          ${fitSection({ session, app }, labelOf)} ${warningsSection({ session, app })}
          <studio-session-deliveries
            .app=${app}
            .session=${session}
            @changed=${() => void this.#load()}
          ></studio-session-deliveries>
        </div>
        <div class="column">
          ${aboutSection({ session, app, names })}
          <studio-session-metadata
            .app=${app}
            .session=${session}
            @saved=${(event: CustomEvent<RenderSession>) => this.#take(event.detail)}
          ></studio-session-metadata>
          ${timingsSection({ session, app })} ${receiptSection({ session, app })}
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

  #actions(session: RenderSession) {
    const { t, busy } = this;
    const { canEdit } = this.app.session;
    const items: MenuItem[] = [
      { id: 'api', label: t('render.asApi') },
      ...(canEdit ? [{ id: 'rename', label: t('render.rename') }] : []),
      ...(canEdit && isPermitted('delete', session)
        ? [{ id: 'delete', label: t('render.delete'), isDanger: true }]
        : []),
    ];
    const button = (isShown: boolean, label: string, action: () => Promise<void>, kind = '') =>
      isShown && canEdit
        ? html`<button class=${kind} ?disabled=${busy} @click=${() => void this.#do(action)}>
            ${label}
          </button>`
        : nothing;
    const { id } = session;
    const { renders } = this.app.client;
    return html`<div class="actions">
      ${
        canEdit && isPermitted('edit', session)
          ? html`<a class="button primary" href="#/fill/${id}">${t('render.edit')}</a>`
          : nothing
      }
      ${button(
        isPermitted('final', session),
        t('render.makeFinal'),
        async () => {
          this.#take((await renders.start(id, 'final')).session);
          this.app.toast(t('render.finalStarted'), 'success');
        },
        'primary',
      )}
      ${button(
        isPermitted('retry', session),
        t('render.retry'),
        async () => {
          this.#take((await renders.retry(id)).session);
          this.app.toast(t('render.retried'), 'success');
        },
        'primary',
      )}
      ${button(session.status !== 'draft', t('render.useAgain'), async () => {
        const copy = await renders.copy(id);
        this.app.navigate(`/fill/${copy.id}`);
      })}
      ${button(isPermitted('cancel', session), t('render.cancel'), () => this.#cancel(session))}
      <studio-menu
        label=${t('common.moreOf', { name: session.title })}
        .items=${items}
        @choose=${(event: CustomEvent<{ id: string }>) => this.#choose(event.detail.id, session)}
      ></studio-menu>
    </div>`;
  }

  #renameDialog(session: RenderSession) {
    const { t } = this;
    return html`<studio-dialog
      heading=${t('render.rename')}
      close-label=${t('common.close')}
      ?open=${this.dialog === 'rename'}
      @close=${this.#closeDialog}
    >
      <form id="rename" @submit=${(event: SubmitEvent) => this.#rename(event, session)}>
        <label for="title">${t('render.name')}</label>
        <input id="title" name="title" required maxlength="500" .value=${session.title} />
      </form>
      <button slot="actions" @click=${this.#closeDialog}>${t('common.cancel')}</button>
      <button slot="actions" class="primary" @click=${this.#submitRename}>${t('common.save')}</button>
    </studio-dialog>`;
  }

  #skeleton() {
    return html`<div class="loading" aria-busy="true">
      <span class="visually-hidden">${this.t('render.loading')}</span>
      <studio-skeleton></studio-skeleton>
    </div>`;
  }

  #closeDialog = () => {
    this.dialog = undefined;
  };

  #submitRename = () => this.renderRoot.querySelector<HTMLFormElement>('#rename')?.requestSubmit();

  #rename(event: SubmitEvent, { id }: RenderSession): void {
    event.preventDefault();
    const title = String(new FormData(event.target as HTMLFormElement).get('title')).trim();
    if (title === '') return;
    void this.#do(async () => {
      this.#take((await this.app.client.renders.update(id, { title })).session);
      this.dialog = undefined;
      this.app.toast(this.t('render.renamed'), 'success');
    });
  }

  #choose(action: string, session: RenderSession): void {
    if (action === 'delete') void this.#do(() => this.#delete(session));
    if (action === 'api' || action === 'rename') this.dialog = action;
  }

  async #cancel(session: RenderSession): Promise<void> {
    const { t } = this;
    const isDelivery = session.status.endsWith('_rendered');
    const isAgreed = await this.app.confirm({
      heading: t(isDelivery ? 'render.askCancelDelivery' : 'render.askCancel'),
      text: t(isDelivery ? 'render.askCancelDeliveryText' : 'render.askCancelText'),
      action: t('render.cancel'),
      isDanger: true,
    });
    if (!isAgreed) return;
    this.#take((await this.app.client.renders.cancel(session.id)).session);
    this.app.toast(t('render.canceledToast'));
  }

  async #delete({ id, title }: RenderSession): Promise<void> {
    const { t } = this;
    const isAgreed = await this.app.confirm({
      heading: t('render.askDelete', { title }),
      text: t('render.askDeleteText'),
      action: t('render.delete'),
      isDanger: true,
    });
    if (!isAgreed) return;
    await this.app.client.renders.delete(id);
    this.app.toast(t('render.deletedToast'));
    this.app.navigate('/renders');
  }

  /** Does work once at a time. Its error becomes a message. */
  async #do(work: () => Promise<void>): Promise<void> {
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

  async #load(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      const id = this.route.params['id'] ?? '';
      const { session } = await this.app.client.renders.get(id, { signal });
      this.error = undefined;
      this.#take(session);
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
  }

  #take(session: RenderSession): void {
    this.session = session;
    this.#turn();
  }

  /** Follows a session in work while the page is visible, and reads deliveries until they end. */
  #turn = () => {
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

  async #watch(id: string): Promise<void> {
    if (this.#watching) return;
    const watching = new AbortController();
    this.#watching = watching;
    const { signal } = watching;
    let hasStream = this.session?.hls_url != null;
    try {
      const events = this.app.client.renders.watch(id, { signal });
      for (;;) {
        const { done, value } = await events.next();
        if (signal.aborted) return;
        if (done) break;
        this.session = this.session && withNow(this.session, value);
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

  async #readNames(): Promise<void> {
    const { signal } = this.#leaving;
    try {
      this.names = await readTemplateNames(this.app.client, signal);
      const version = this.session?.template_style_version_id;
      if (!version) return;
      const { editables } = await this.app.client.versions.specs(version, { signal });
      this.labels = Object.fromEntries(
        Object.entries(editables).map(([name, { label }]) => [name, label]),
      );
    } catch {
      // The page is useful without them.
    }
  }
}

function withNow(session: RenderSession, now: RenderProgress): RenderSession {
  return {
    ...session,
    status: now.status,
    render_progress: now.progress,
    phase: now.phase,
    eta_seconds: now.etaSeconds,
    queue_position: now.queuePosition,
  };
}

define('studio-render-page', RenderPage);
