import type { Template } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement, define } from '../components/base.ts';
import { icon } from '../components/icons.ts';
import '../components/menu.ts';
import { isMendable } from '../shared/mendable.ts';
import { nameText } from '../words.ts';
import { isImporting } from './template-card.ts';

export type UnreadyAction = 'retry' | 'delete';

/**
 * Templates of which nothing can be used: still imported, or failed. For people who can mend them. It fires `act`
 * with `{ action, template }`.
 */
class StudioUnreadyList extends AppElement {
  static override properties = { templates: { attribute: false } };
  static override styles = css`
    details {
      border: 1px solid var(--fp-line);
      border-radius: 14px;
      padding: 4px 16px;
    }
    summary {
      padding-block: 10px;
      border-radius: 6px;
      font-weight: 600;
      cursor: pointer;
    }
    ul {
      display: grid;
      gap: 2px;
      margin: 0 0 8px;
      padding: 0;
      list-style: none;
    }
    li {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      align-items: center;
      gap: 12px;
      min-height: 52px;
    }
    .sign {
      display: grid;
      color: var(--fp-muted);
    }
    .failed {
      color: var(--fp-danger);
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
    .actions {
      display: flex;
      gap: 4px;
    }
    @media (max-width: 600px) {
      li {
        grid-template-columns: auto minmax(0, 1fr);
        padding-block: 8px;
      }
      .actions {
        grid-column: 2;
      }
    }
  `;

  declare templates: readonly Template[];

  constructor() {
    super();
    this.templates = [];
  }

  override render() {
    const { t, templates } = this;
    if (templates.length === 0) return nothing;
    return html`<details ?open=${templates.some(isImporting)}>
      <summary>${t('templates.unready', { count: templates.length })}</summary>
      <ul>
        ${repeat(
          templates,
          ({ id }) => id,
          (template) => this.#item(template),
        )}
      </ul>
    </details>`;
  }

  #item(template: Template) {
    const { t } = this;
    const name = nameText(template.name, t('common.noName'));
    const { id: versionId, status, error } = template.latest_version ?? {};
    const isFailed = status === 'failed';
    return html`<li>
      <span class="sign ${isFailed ? 'failed' : ''}">${icon(isFailed ? 'error' : 'templates', 20)}</span>
      <div class="words">
        <a dir="auto" href="#/templates/${template.id}${isFailed ? `?version=${versionId}&tab=report` : ''}"
          >${name}</a
        >
        <span class="hint" dir="auto"
          >${isFailed ? (error ? translateFault(error, t).message : t('template.failed')) : status ? t(`versions.status.${status}`) : t('templates.notReady')}</span
        >
      </div>
      <div class="actions">
        ${
          isFailed
            ? html`${
                error && isMendable(error)
                  ? html`<a class="button" href="#/make-editable/${versionId}"
                      >${t('template.makeEditable')}</a
                    >`
                  : nothing
              }
              <button @click=${() => this.#act('retry', template)}>${t('common.retry')}</button>`
            : nothing
        }
        <studio-menu
          label=${t('common.moreOf', { name })}
          .items=${[{ id: 'delete', label: t('delete.action'), isDanger: true }]}
          @choose=${() => this.#act('delete', template)}
        ></studio-menu>
      </div>
    </li>`;
  }

  #act(action: UnreadyAction, template: Template): void {
    this.emit('act', { action, template });
  }
}

define('studio-unready-list', StudioUnreadyList);
