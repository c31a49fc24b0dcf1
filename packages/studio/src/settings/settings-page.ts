import type { Language } from '@framepress/editor/strings';
import { css, html, nothing, type PropertyValues } from 'lit';
import type { AppContext } from '../app-context.ts';
import { define } from '../components/base.ts';
import { PageElement } from '../components/page-element.ts';
import '../components/skeleton.ts';
import './account-part.ts';
import './clients-part.ts';
import './destinations-part.ts';
import './people-part.ts';
import { withSettingsTexts } from './strings/index.ts';
import './usage-part.ts';
import './webhooks-part.ts';

const PARTS = ['usage', 'people', 'clients', 'destinations', 'webhooks', 'account'] as const;
const ADMIN_PARTS = ['people', 'clients', 'destinations', 'webhooks'];

export class SettingsPage extends PageElement {
  static override properties = { ownApp: { state: true } };
  static override styles = css`
    nav {
      display: flex;
      gap: 4px;
      margin-block-end: 20px;
      border-block-end: 1px solid var(--fp-line);
      overflow-x: auto;
      scrollbar-width: none;
    }
    nav a {
      flex: none;
      padding: 9px 12px;
      border-block-end: 2px solid transparent;
      border-radius: 6px 6px 0 0;
      color: var(--fp-muted);
      font-weight: 500;
      text-decoration: none;
    }
    nav a[aria-current] {
      border-color: var(--fp-accent);
      color: var(--fp-text);
    }
    nav a:focus-visible {
      box-shadow: inset 0 0 0 2px var(--fp-accent);
    }
  `;

  /** The app with the texts of the settings; undefined until they are loaded. */
  declare ownApp: AppContext | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('app')) void this.#readTexts(this.app);
  }

  async #readTexts(app: AppContext): Promise<void> {
    const t = await withSettingsTexts(app.t, app.lang as Language);
    if (this.app === app) this.ownApp = { ...app, t };
  }

  /** On a phone the entry of the page may be outside of the row. */
  override updated(): void {
    const current = this.renderRoot.querySelector('nav [aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  override render() {
    const { ownApp: app } = this;
    if (!app) return html`<studio-skeleton></studio-skeleton>`;
    const { t } = app;
    const { isAdmin } = app.session;
    const visibleParts = PARTS.filter((part) => isAdmin || !ADMIN_PARTS.includes(part));
    const name = this.route.params['part'];
    const part = PARTS.find((each) => each === name) ?? 'usage';
    return html`<div class="page-head"><h1>${t('settings.title')}</h1></div>
      <nav aria-label=${t('settings.parts')}>
        ${visibleParts.map(
          (each) => html`<a
            href="#/settings/${each}"
            aria-current=${each === part ? 'page' : nothing}
            >${t(`settings.${each}`)}</a
          >`,
        )}
      </nav>
      ${visibleParts.includes(part) ? this.#part(part, app) : html`<p>${t('settings.adminOnly')}</p>`}`;
  }

  #part(part: (typeof PARTS)[number], app: AppContext) {
    switch (part) {
      case 'usage':
        return html`<studio-usage-part .app=${app}></studio-usage-part>`;
      case 'people':
        return html`<studio-people-part .app=${app}></studio-people-part>`;
      case 'clients':
        return html`<studio-clients-part .app=${app}></studio-clients-part>`;
      case 'destinations':
        return html`<studio-destinations-part .app=${app}></studio-destinations-part>`;
      case 'webhooks':
        return html`<studio-webhooks-part .app=${app}></studio-webhooks-part>`;
      case 'account':
        return html`<studio-account-part .app=${app}></studio-account-part>`;
    }
  }
}

define('studio-settings-page', SettingsPage);
