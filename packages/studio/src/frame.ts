import { LANGUAGES, type Language } from '@framepress/editor/strings';
import { css, html, nothing, type PropertyValues } from 'lit';
import { define, StudioElement } from './components/base.ts';
import { type IconName, icon } from './components/icons.ts';
import './components/menu.ts';
import { LANGUAGE_NAMES } from './language.ts';
import { isFoldedAtStart, storeFold } from './navigation-fold.ts';
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

/** The name of the account that every service has from the start. Its name says nothing to people. */
const FIRST_ACCOUNT = 'default';

/**
 * The frame of all pages: navigation beside them, or below them on a phone. Folded, it shows only icons, with
 * their names beside them while they have the pointer or the focus.
 */
class StudioFrame extends StudioElement {
  static override properties = {
    t: { attribute: false },
    language: { attribute: false },
    session: { attribute: false },
    section: { attribute: false },
    isBare: { attribute: false },
    isFull: { attribute: false },
    isFolded: { state: true },
  };
  static override styles = css`
    .grid {
      display: grid;
      grid-template-columns: 216px minmax(0, 1fr);
      min-height: 100dvh;
      transition: grid-template-columns 160ms ease-out;
    }
    .folded {
      grid-template-columns: 65px minmax(0, 1fr);
    }
    .bare {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      position: sticky;
      inset-block-start: 0;
      z-index: 30;
      display: flex;
      flex-direction: column;
      gap: 4px;
      box-sizing: border-box;
      height: 100dvh;
      padding: 14px 12px 12px;
      border-inline-end: 1px solid var(--fp-line);
      background: var(--fp-raised);
    }
    .brand {
      display: flex;
      align-items: center;
      gap: 10px;
      min-height: 40px;
      padding-inline: 8px;
      color: inherit;
      font-size: 1.0625rem;
      font-weight: 700;
      letter-spacing: -0.01em;
      text-decoration: none;
      border-radius: var(--fp-radius);
    }
    .brand .sign {
      display: grid;
      color: var(--fp-accent);
    }
    nav {
      display: grid;
      gap: 2px;
      margin-block-start: 14px;
    }
    nav a,
    .fold {
      position: relative;
      display: flex;
      align-items: center;
      justify-content: flex-start;
      gap: 12px;
      min-height: 40px;
      padding-inline: 10px;
      border: 0;
      border-radius: var(--fp-radius);
      background: none;
      color: var(--fp-muted);
      font-weight: 500;
      text-decoration: none;
    }
    nav a:hover,
    .fold:hover {
      background: color-mix(in srgb, var(--fp-text) 6%, transparent);
      color: var(--fp-text);
    }
    nav a[aria-current] {
      background: color-mix(in srgb, var(--fp-accent) 12%, transparent);
      color: var(--fp-text);
      font-weight: 600;
    }
    nav a[aria-current] svg {
      color: var(--fp-accent);
    }
    .fold {
      width: 100%;
      margin-block-start: auto;
      font-size: 0.875rem;
    }
    .person {
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
    .initial {
      display: grid;
      place-items: center;
      flex: none;
      width: 28px;
      height: 28px;
      margin-inline-start: -2px;
      border-radius: 50%;
      background: color-mix(in srgb, var(--fp-accent) 16%, var(--fp-surface));
      font-size: 0.8125rem;
      font-weight: 650;
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
    @media (min-width: 761px) {
      .folded .brand {
        padding-inline: 7px;
      }
      .folded :is(.brand, .who) :is(.word, .names) {
        position: absolute;
        width: 1px;
        height: 1px;
        clip-path: inset(50%);
        overflow: hidden;
        white-space: nowrap;
      }
      /* The name of an icon, beside it. */
      .folded :is(nav a, .fold) .word {
        position: absolute;
        inset-inline-start: calc(100% + 10px);
        z-index: 1;
        padding: 5px 10px;
        border-radius: 6px;
        background: var(--fp-text);
        color: var(--fp-surface);
        font-size: 0.8125rem;
        font-weight: 500;
        white-space: nowrap;
        opacity: 0;
        pointer-events: none;
      }
      .folded :is(nav a, .fold):is(:hover, :focus-visible) .word {
        opacity: 1;
      }
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
      max-width: 1240px;
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
    @media (prefers-reduced-motion: reduce) {
      .grid {
        transition: none;
      }
    }
    @media (forced-colors: active) {
      .folded :is(nav a, .fold) .word {
        border: 1px solid;
      }
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
      .fold {
        display: none;
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
      nav a[aria-current] {
        background: none;
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
  declare isFolded: boolean;

  constructor() {
    super();
    this.language = 'en';
    this.isBare = true;
    this.isFull = false;
    this.isFolded = isFoldedAtStart('normal');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('isFull')) this.isFolded = isFoldedAtStart(this.isFull ? 'full' : 'normal');
  }

  /** Moves the focus to a page that was opened, so that a screen reader reads it. */
  focusContent(): void {
    this.renderRoot.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  override render() {
    const { t, isBare, isFull, isFolded } = this;
    const looks = [isBare ? 'bare' : isFolded ? 'folded' : '', isFull ? 'full' : ''];
    return html`${
      isBare
        ? nothing
        : html`<button class="skip" @click=${() => this.focusContent()}>${t('app.skip')}</button>`
    }
      <div class="grid ${looks.join(' ')}">
        ${isBare ? nothing : this.#sidebar()}
        <main tabindex="-1" id="content"><div class="content"><slot></slot></div></main>
      </div>`;
  }

  #sidebar() {
    const { t, section } = this;
    return html`<header class="side">
      <a class="brand" href="#/templates"
        ><span class="sign">${icon('mark', 26)}</span><span class="word">${t('app.name')}</span></a
      >
      <nav aria-label=${t('app.pages')}>
        ${SECTIONS.map(
          ({ id, path, label, icon: name }) => html`<a
            href="#${path}"
            aria-current=${id === section ? 'page' : nothing}
            >${icon(name, 20)}<span class="word">${t(label)}</span></a
          >`,
        )}
      </nav>
      <button class="fold" @click=${() => this.#fold(!this.isFolded)}>
        ${icon('panel', 20)}<span class="word">${t(this.isFolded ? 'app.unfold' : 'app.fold')}</span>
      </button>
      ${this.#personMenu()}
    </header>`;
  }

  #fold(isFolded: boolean): void {
    this.isFolded = isFolded;
    storeFold(this.isFull ? 'full' : 'normal', isFolded);
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
        ><span class="initial" aria-hidden="true">${initialOf(name)}</span
        ><span class="names"
          ><span>${name}</span
          ><span>${[account.name === FIRST_ACCOUNT ? '' : account.name, t(`role.${role}`)].filter(Boolean).join(' · ')}</span></span
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

function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '').toLocaleUpperCase();
}

define('studio-frame', StudioFrame);

declare global {
  interface HTMLElementTagNameMap {
    'studio-frame': StudioFrame;
  }
}
