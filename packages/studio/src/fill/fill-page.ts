import {
  type Framepress,
  FramepressError,
  type RenderSession,
  type TemplateStyleVersion,
} from '@framepress/client';
import type { FramepressEditor } from '@framepress/editor';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/error-box.ts';
import { icon } from '../components/icons.ts';
import { Loader } from '../components/loader.ts';
import { PageElement } from '../components/page-element.ts';
import { plainError } from '../components/plain-words.ts';
import { storedTheme } from '../theme.ts';
import './render-dialog.ts';

type SiblingVersion = { versionId: string; name: string; width: number; height: number };

const MAX_SIBLINGS = 4;

type Opened = { session: RenderSession; version: TemplateStyleVersion; siblings: SiblingVersion[] };

/** A draft in the editor, and the options of its render. */
export class FillPage extends PageElement {
  static override properties = {
    isAsking: { state: true },
    isSaving: { state: true },
    renamed: { state: true },
    lost: { state: true },
  };
  static override styles = css`
    .page {
      display: grid;
      grid-template-rows: auto minmax(0, 1fr);
      height: 100dvh;
      /* Hidden labels in the form would make the page longer than the window. */
      position: relative;
      overflow: clip;
    }
    .back {
      display: grid;
      flex: none;
      place-items: center;
      width: 36px;
      height: 36px;
      border-radius: var(--fp-radius);
      color: var(--fp-text);
    }
    .back:hover {
      background: var(--fp-raised);
    }
    :host(:dir(rtl)) .back svg {
      transform: scaleX(-1);
    }
    .lost {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 16px;
      padding: 10px 16px;
      border-block-end: 1px solid var(--fp-danger);
      background: color-mix(in srgb, var(--fp-danger) 8%, var(--fp-surface));
    }
    .stage {
      grid-row: 2;
      min-height: 0;
    }
    .notice {
      padding: 24px;
    }
  `;

  declare isAsking: boolean;
  declare isSaving: boolean;
  /** The title, if it was changed here. */
  declare renamed: string | undefined;
  /** Why the draft takes no changes any more. */
  declare lost: 'deleted' | 'startedElsewhere' | undefined;
  #opened = new Loader<Opened>(this, async (signal) => {
    const { client } = this.app;
    const [{ session }] = await Promise.all([
      client.renders.get(this.route.params['session'] ?? '', { signal }),
      // The engine of the preview is loaded by the editor.
      import('@framepress/editor'),
    ]);
    if (session.status !== 'draft') {
      location.replace(`#/renders/${session.id}`);
    }
    this.app.setTitle(session.title);
    const version = await client.versions.get(session.template_style_version_id, { signal });
    const siblings = await siblingsOf(client, version, signal).catch(() => []);
    return { session, version, siblings };
  });

  constructor() {
    super();
    this.isAsking = false;
    this.isSaving = false;
  }

  override render() {
    const { t } = this;
    const { state } = this.#opened;
    if (state.value?.session.status === 'draft') {
      return this.#editor(state.value);
    }
    return html`<div class="notice">
      <h1 class="visually-hidden">${t('fill.title')}</h1>
      ${
        state.status === 'failed'
          ? html`<studio-error-box
              .t=${t}
              .error=${state.error}
              heading=${t('fill.editorFailed')}
              can-retry
              @retry=${() => void this.#opened.reload()}
            ></studio-error-box>`
          : html`<p role="status" class="muted">${t('fill.loading')}</p>`
      }
    </div>`;
  }

  /** The editor. It is never made anew: it has the undo history, also after a render that failed. */
  #editor({ session, version, siblings }: Opened) {
    const { t, app } = this;
    const { canEdit } = app.session;
    const template = `#/templates/${version.template_id}?version=${version.id}`;
    const theme = storedTheme();
    return html`<div class="page">
      <h1 class="visually-hidden">${this.#title(session)}</h1>
      ${this.#lostNotice(session)}
      <div class="stage">
        <framepress-editor
          .server=${app.server}
          .session=${session.id}
          .fetch=${app.fetch}
          .requestHeaders=${() => ({ 'x-framepress-csrf': app.session.csrf })}
          .siblings=${siblings}
          .isViewOnly=${!canEdit}
          lang=${app.lang}
          theme=${theme}
          use-examples
          no-close
          @framepress-before-render=${(event: Event) => {
            event.preventDefault();
            this.isAsking = true;
          }}
          @framepress-title=${({ detail }: CustomEvent<{ title: string }>) => {
            this.renamed = detail.title;
            app.setTitle(detail.title);
          }}
          @framepress-error=${({ detail }: CustomEvent<{ error: unknown }>) =>
            void this.#findLoss(session.id, detail.error)}
        >
          <a
            slot="start"
            class="back"
            href=${template}
            aria-label=${t('fill.toTemplate')}
            title=${t('fill.toTemplate')}
            >${icon('back', 20)}</a
          >
        </framepress-editor>
      </div>
      <studio-render-dialog
        .app=${app}
        .session=${session}
        .version=${version}
        .others=${siblings}
        .currentTitle=${this.#title(session)}
        .mappingOf=${() => this.#mapping(session)}
        ?open=${this.isAsking}
        @close=${() => {
          this.isAsking = false;
        }}
        @started=${({ detail }: CustomEvent<{ groupId: string | undefined }>) =>
          this.#started(session.id, detail.groupId)}
      ></studio-render-dialog>
    </div>`;
  }

  /**
   * Says why the draft cannot be saved any more, with a button that keeps the work in a new draft.
   */
  #lostNotice(session: RenderSession) {
    const { lost, t } = this;
    if (!lost) return nothing;
    return html`<div class="lost" role="alert">
      <span>${t(`fill.${lost}`)}</span>
      <button class="primary" ?disabled=${this.isSaving} @click=${() => void this.#saveAsNew(session)}>
        ${t('fill.keepWork')}
      </button>
    </div>`;
  }

  /** Finds out whether a change was refused because someone deleted or started the draft. */
  async #findLoss(id: string, error: unknown): Promise<void> {
    const { status } = Object(error) as { status?: number };
    if (this.lost || (status !== 404 && status !== 409)) return;
    try {
      const { session } = await this.app.client.renders.get(id);
      if (session.status !== 'draft') this.lost = 'startedElsewhere';
    } catch (reason) {
      if (reason instanceof FramepressError && reason.status === 404) this.lost = 'deleted';
    }
  }

  /** Makes a new draft of the mapping on the page, and opens it. */
  async #saveAsNew(session: RenderSession): Promise<void> {
    const { renders } = this.app.client;
    type Body = Parameters<typeof renders.create>[0];
    const mapping = this.#mapping(session) as Body['mapping'] & object;
    this.isSaving = true;
    try {
      const copy = await renders.create({ title: this.#title(session), mapping });
      this.app.toast(this.t('fill.workKept'), 'success');
      this.app.navigate(`/fill/${copy.id}`);
    } catch (error) {
      const { text, hints } = plainError(error, this.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    } finally {
      this.isSaving = false;
    }
  }

  /** The title, as the person wrote it last. */
  #title(session: RenderSession): string {
    return this.renamed ?? session.title;
  }

  /** Returns the mapping on the page. Before the editor has opened, that of the session. */
  #mapping(session: RenderSession): { resources?: object; missing?: unknown } {
    const editor = this.renderRoot.querySelector<FramepressEditor>('framepress-editor');
    if (editor?.mapping) return editor.mapping;
    const { id: _, ...mapping } = session.mapping;
    return mapping;
  }

  /** The page of the render shows the progress, and plays the video while it is drawn. */
  #started(id: string, groupId?: string): void {
    this.app.toast(this.t('fill.rendering'), 'success');
    this.app.navigate(groupId ? `/groups/${groupId}` : `/renders/${id}`);
  }
}

/** Returns the other sizes of a template in the same language, which can show the same mapping. */
async function siblingsOf(
  client: Framepress,
  { template_id: templateId, template_style_id: styleId, language }: TemplateStyleVersion,
  signal: AbortSignal,
): Promise<SiblingVersion[]> {
  const styles = await client.templates.styles(templateId, { signal });
  return styles
    .flatMap(({ id, name, width, height, version_ids: versions }) => {
      const versionId = versions[language];
      return id !== styleId && versionId && width && height
        ? [{ versionId, name, width, height }]
        : [];
    })
    .slice(0, MAX_SIBLINGS);
}

define('studio-fill-page', FillPage);
