import type { TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { languageText, relativeTime, timeText } from '../components/format.ts';
import '../components/menu.ts';
import '../components/lists/virtual-list.ts';
import type { TemplateDetails } from './details.ts';

const ROW_PX = 84;

/** All versions of a template. It fires `deleted` when one was removed. */
class StudioVersions extends AppElement {
  static override properties = { details: { attribute: false } };
  static override styles = css`
    p {
      margin-block-end: 12px;
    }
  `;

  declare details: TemplateDetails;

  override render() {
    const { t } = this;
    const { versions, version } = this.details;
    return html`<p class="muted">${t('versions.lead')}</p>
      <studio-virtual-list
        label=${t('template.tab.versions')}
        .items=${versions}
        .keyOf=${(each: TemplateStyleVersionSummary) => each.id}
        .rowHeight=${ROW_PX}
        .gap=${8}
        .renderItem=${(each: TemplateStyleVersionSummary) =>
          html`<studio-version-row
            .app=${this.app}
            .version=${each}
            .styleName=${this.#styleName(each)}
            .isShown=${each.id === version?.id}
            @remove=${() => void this.#remove(each)}
          ></studio-version-row>`}
      ></studio-virtual-list>`;
  }

  #styleName({ template_style_id: id }: TemplateStyleVersionSummary): string {
    return this.details.styles.find((style) => style.id === id)?.name ?? '';
  }

  /** Asks, then deletes a version. A version in use is refused, which the page shows. */
  async #remove({ id, created_at: created }: TemplateStyleVersionSummary): Promise<void> {
    const { t, lang, confirm, client, toast } = this.app;
    const agreed = await confirm({
      heading: t('versions.deleteHeading'),
      text: t('versions.deleteText', { time: timeText(created, lang) }),
      action: t('versions.delete'),
      isDanger: true,
    });
    if (!agreed) return;
    try {
      await client.versions.delete(id);
      toast(t('versions.deleted'), 'success');
      this.emit('deleted', { id });
    } catch (error) {
      this.emit('refused', { error });
    }
  }
}

/** A version in the list. */
class StudioVersionRow extends AppElement {
  static override properties = {
    version: { attribute: false },
    styleName: { attribute: false },
    isShown: { attribute: false },
  };
  static override styles = css`
    :host {
      height: 100%;
    }
    .row {
      display: grid;
      grid-template-columns: 84px minmax(0, 1fr) auto;
      align-items: center;
      gap: 14px;
      height: 100%;
      padding-inline: 10px 14px;
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
    }
    .row.shown {
      border-color: var(--fp-accent);
    }
    img,
    .none {
      width: 84px;
      height: 60px;
      border-radius: 6px;
      background: var(--fp-raised);
      object-fit: contain;
    }
    .words {
      display: grid;
      min-width: 0;
    }
    .words > * {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .name {
      font-weight: 600;
    }
    .failed {
      color: var(--fp-danger);
    }
    .actions {
      display: flex;
      align-items: center;
      gap: 4px;
    }
    /* The height of a row is fixed: the name has the whole width beside a smaller still. */
    @media (max-width: 480px) {
      .row {
        grid-template-columns: 48px minmax(0, 1fr) auto;
        gap: 8px;
        padding-inline: 8px 4px;
      }
      img,
      .none {
        width: 48px;
        height: 48px;
      }
    }
  `;

  declare version: TemplateStyleVersionSummary;
  declare styleName: string;
  declare isShown: boolean;

  override render() {
    const { t, lang, session } = this.app;
    const {
      id,
      template_id: templateId,
      language: tag,
      status,
      stillcuts,
      created_at: created,
    } = this.version;
    const [still] = Object.values(stillcuts);
    const name = t('versions.of', { style: this.styleName, language: languageText(tag, lang) });
    return html`<div class="row ${this.isShown ? 'shown' : ''}">
      ${still ? html`<img src=${still} alt="" loading="lazy" />` : html`<span class="none"></span>`}
      <div class="words">
        <span class="name">${name}</span>
        <span class="hint ${status === 'failed' ? 'failed' : ''}">${t(`versions.status.${status}`)}</span>
        <span class="hint" title=${timeText(created, lang)}
          >${t('versions.uploaded', { time: relativeTime(created, lang) })}</span
        >
      </div>
      <div class="actions">
        ${
          this.isShown
            ? html`<span class="hint">${t('versions.shown')}</span>`
            : html`<a
                class="button"
                href="#/templates/${templateId}?version=${id}"
                aria-label=${`${t('versions.show')}: ${name}`}
                >${t('versions.show')}</a
              >`
        }
        ${
          session.isAdmin
            ? html`<studio-menu
                label=${t('common.moreOf', { name })}
                .items=${[{ id: 'delete', label: t('versions.delete'), isDanger: true }]}
                @choose=${() => this.emit('remove')}
              ></studio-menu>`
            : nothing
        }
      </div>
    </div>`;
  }
}

define('studio-versions', StudioVersions);
define('studio-version-row', StudioVersionRow);
