import { LANGUAGES, type Language } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { define, StudioElement } from './components/base.ts';
import { type IconName, icon } from './components/icons.ts';
import './components/menu.ts';
import { LANGUAGE_NAMES } from './language.ts';
import type { Section } from './pages.ts';
import type { Session } from './session.ts';
import type { StringKey, Translate } from './strings/index.ts';
import { storedTheme, storeTheme, THEMES } from './theme.ts';

const SECTIONS: readonly { id: Section; path: string; label: StringKey; icon: IconName }[] = [
  { id: 'templates', path: '/templates', label: 'templates.title', icon: 'templates' },
  { id: 'renders', path: '/renders', label: 'renders.title', icon: 'renders' },
  { id: 'batches', path: '/batches', label: 'batches.title', icon: 'batches' },
  { id: 'settings', path: '/settings', label: 'settings.title', icon: 'settings' },
];

/** The frame of all pages: navigation beside them, or below them on a phone. */
class StudioFrame extends StudioElement {
  static override properties = {
    t: { attribute: false },
    language: { attribute: false },
    session: { attribute: false },
    section: { attribute: false },
    isBare: { attribute: false },
    isFull: { attribute: false },
  };
  static override styles = css`
    .grid {
      display: grid;
      grid-template-columns: 208px minmax(0, 1fr);
      min-height: 100dvh;
    }
    .bare {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      position: sticky;
      inset-block-start: 0;
      display: flex;
      flex-direction: column;
      gap: 4px;
      height: 100dvh;
      padding: 16px 12px;
      border-inline-end: 1px solid var(--fp-line);
      background: var(--fp-raised);
    }
    .brand {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 40px;
      padding-inline: 10px;
      color: inherit;
      font-size: 1.0625rem;
      font-weight: 700;
      letter-spacing: -0.01em;
      text-decoration: none;
      border-radius: var(--fp-radius);
    }
    .brand .sign {
      color: var(--fp-accent);
    }
    nav {
      display: grid;
      gap: 2px;
      margin-block-start: 12px;
    }
    nav a {
      display: flex;
      align-items: center;
      gap: 10px;
      min-height: 40px;
      padding-inline: 10px;
      border-radius: var(--fp-radius);
      color: var(--fp-text);
      text-decoration: none;
    }
    nav a:hover {
      background: var(--fp-surface);
    }
    nav a[aria-current] {
      background: color-mix(in srgb, var(--fp-accent) 14%, var(--fp-raised));
      font-weight: 600;
    }
    .person {
      margin-block-start: auto;
      width: 100%;
    }
    .who {
      display: flex;
      align-items: center;
      gap: 10px;
      width: 100%;
      min-width: 0;
      text-align: start;
    }
    .names {
      display: grid;
      min-width: 0;
      line-height: 1.25;
    }
    .names span {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .names span + span {
      color: var(--fp-muted);
      font-size: 0.8125rem;
      font-weight: 400;
    }
    main {
      min-width: 0;
      padding: 28px 32px 64px;
    }
    main:focus {
      outline: none;
      box-shadow: none;
    }
    .content {
      max-width: 1200px;
      margin-inline: auto;
    }
    .full main {
      padding: 0;
    }
    .full .content {
      max-width: none;
    }
    .skip {
      position: absolute;
      inset-block-start: 8px;
      inset-inline-start: 8px;
      z-index: 40;
    }
    .skip:not(:focus) {
      clip-path: inset(50%);
    }
    @media (max-width: 760px) {
      .grid {
        display: block;
      }
      .side {
        position: static;
        flex-direction: row;
        align-items: center;
        justify-content: space-between;
        height: auto;
        padding: 6px 8px;
        border: 0;
        border-block-end: 1px solid var(--fp-line);
      }
      .person {
        width: auto;
        margin: 0;
      }
      .names {
        position: absolute;
        width: 1px;
        height: 1px;
        clip-path: inset(50%);
        overflow: hidden;
      }
      nav {
        position: fixed;
        inset: auto 0 0;
        z-index: 10;
        grid-template-columns: repeat(4, 1fr);
        gap: 0;
        margin: 0;
        padding: 4px 4px max(4px, env(safe-area-inset-bottom));
        border-block-start: 1px solid var(--fp-line);
        background: var(--fp-raised);
      }
      nav a {
        flex-direction: column;
        justify-content: center;
        gap: 2px;
        min-height: 52px;
        padding: 0;
        font-size: 0.75rem;
      }
      main {
        padding: 16px 16px 96px;
      }
      /* The page has its own bar with a link back, and needs the room. */
      .full .side {
        display: none;
      }
    }
  `;

  declare t: Translate;
  declare language: Language;
  declare session: Session | undefined;
  declare section: Section | undefined;
  declare isBare: boolean;
  declare isFull: boolean;

  constructor() {
    super();
    this.language = 'en';
    this.isBare = true;
    this.isFull = false;
  }

  /** Moves the focus to a page that was opened, so that a screen reader reads it. */
  focusContent(): void {
    this.renderRoot.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  override render() {
    const { t, isBare, isFull } = this;
    return html`${
      isBare
        ? nothing
        : html`<button class="skip" @click=${() => this.focusContent()}>${t('app.skip')}</button>`
    }
      <div class="grid ${isBare ? 'bare' : ''} ${isFull ? 'full' : ''}">
        ${isBare ? nothing : this.#sidebar()}
        <main tabindex="-1" id="content"><div class="content"><slot></slot></div></main>
      </div>`;
  }

  #sidebar() {
    const { t, section } = this;
    return html`<header class="side">
      <a class="brand" href="#/templates"
        ><span class="sign">${icon('mark', 24)}</span>${t('app.name')}</a
      >
      <nav aria-label=${t('app.pages')}>
        ${SECTIONS.map(
          ({ id, path, label, icon: name }) => html`<a
            href="#${path}"
            aria-current=${id === section ? 'page' : nothing}
            >${icon(name, 20)}${t(label)}</a
          >`,
        )}
      </nav>
      ${this.#personMenu()}
    </header>`;
  }

  #personMenu() {
    const { t, session } = this;
    if (!session) return nothing;
    const { name, role, account } = session.person;
    const theme = storedTheme();
    return html`<studio-menu
      class="person"
      up
      named
      label=${t('app.account')}
      .items=${[
        ...THEMES.map((id) => ({
          id,
          label: t(`app.theme.${id}`),
          isChecked: id === theme,
          group: t('app.theme'),
        })),
        ...LANGUAGES.map((id) => ({
          id,
          label: LANGUAGE_NAMES[id],
          lang: id,
          isChecked: id === this.language,
          group: t('app.language'),
        })),
        { id: 'sign-out', label: t('app.signOut') },
      ]}
      @choose=${({ detail }: CustomEvent<{ id: string }>) => this.#chooseItem(detail.id)}
    >
      <span class="who"
        >${icon('person', 20)}<span class="names"
          ><span>${name}</span><span>${account.name} · ${t(`role.${role}`)}</span></span
        ></span
      >
    </studio-menu>`;
  }

  /** Does what was chosen in the menu of the person: a theme, a language, or the sign-out. */
  #chooseItem(id: string): void {
    const theme = THEMES.find((name) => name === id);
    const language = LANGUAGES.find((name) => name === id);
    if (theme) {
      storeTheme(theme);
      this.requestUpdate();
    } else if (language) {
      this.emit('choose-language', { language });
    } else this.emit('sign-out');
  }
}

define('studio-frame', StudioFrame);

declare global {
  interface HTMLElementTagNameMap {
    'studio-frame': StudioFrame;
  }
}
