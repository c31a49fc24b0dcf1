import { tokens } from '@framepress/editor/look';
import type { Language } from '@framepress/editor/strings';
import { css, html, type TemplateResult } from 'lit';
import { reached, type StudioApi, serverOf, studioApi } from './api.ts';
import type { AppContext, SignInHost, ToastKind } from './app-context.ts';
import { StudioElement } from './components/base.ts';
import type { StudioConfirm } from './components/confirm.ts';
import './components/error-box.ts';
import { focusedElement } from './components/focused-element.ts';
import { plainError } from './components/plain-words.ts';
import './components/toast.ts';
import type { StudioToasts } from './components/toast.ts';
import './frame.ts';
import { applyLanguage, storedLanguage, storeLanguage } from './language.ts';
import { PAGES, type PageEntry } from './pages.ts';
import { matchPath, type Route, routeOfHash, safePath } from './router.ts';
import { type Session, SessionCalls, type SignInChoices } from './session.ts';
import { loadStrings, type Translate, translator } from './strings/index.ts';

const HOME = '/templates';
const SIGN_IN = '/sign-in';

type PageNode = HTMLElement & { route: Route; app: AppContext | SignInHost };

const loadConfirm = () => import('./components/confirm.ts');

/** The studio: signs people in and shows the page of the address. */
export class FramepressStudio extends StudioElement {
  static override properties = {
    session: { state: true },
    shown: { state: true },
    failure: { state: true },
  };
  static override styles = [
    tokens,
    css`
      :host {
        display: block;
        min-height: 100dvh;
        background: var(--fp-surface);
      }
      .waiting {
        padding: 24px;
        color: var(--fp-muted);
      }
      .missing {
        display: grid;
        justify-items: start;
        gap: 12px;
        padding-block: 24px;
      }
    `,
  ];

  /** Undefined until it is known, and null without a session. */
  declare session: Session | null | undefined;
  declare shown: { entry: PageEntry; node: PageNode } | 'missing' | 'forbidden' | undefined;
  declare failure: { error: unknown; retry: () => void } | undefined;

  /** Undefined until its strings are loaded. */
  #lang: Language | undefined;
  #t: Translate = translator('en');
  readonly #server = serverOf(document.baseURI);
  readonly #calls = new SessionCalls(this.#server);
  readonly #api: StudioApi = studioApi(
    this.#server,
    () => this.session?.csrf ?? '',
    () => this.#signInAgain(),
  );
  #choices: SignInChoices = { openid: false };
  #isExpired = false;
  #turn = 0;
  #languageTurn = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#follow);
    void this.#start();
  }

  /** Questions come after the page, and are there when the connection is lost later. */
  protected override firstUpdated(): void {
    loadConfirm().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#follow);
  }

  override render(): TemplateResult {
    const { session, failure, shown: shownPage } = this;
    const t = this.#t;
    return html`<studio-frame
        .t=${t}
        .language=${this.#lang ?? 'en'}
        .session=${session ?? undefined}
        .section=${typeof shownPage === 'object' ? shownPage.entry.section : undefined}
        .isBare=${!session || (typeof shownPage === 'object' && shownPage.entry.isPublic === true)}
        .isFull=${typeof shownPage === 'object' && shownPage.entry.isFull === true}
        @sign-out=${() => void this.#signOut()}
        @choose-language=${({ detail }: CustomEvent<{ language: Language }>) => {
          storeLanguage(detail.language);
          this.#speak(detail.language).catch((error: unknown) =>
            this.#toasts()?.show(plainError(error, this.#t).text, 'error'),
          );
        }}
      >
        ${failure ? this.#failureBox(failure) : this.#page()}
      </studio-frame>
      <studio-toasts .t=${t}></studio-toasts>
      <studio-confirm .t=${t}></studio-confirm>`;
  }

  /** The page that is shown, or that there is none at this address. */
  #page(): TemplateResult | HTMLElement {
    const { shown: shownPage } = this;
    const t = this.#t;
    if (!shownPage) {
      const text = this.#lang ? t('app.loading') : '';
      return html`<p class="waiting" role="status">${text}</p>`;
    }
    if (typeof shownPage === 'object') return shownPage.node;
    const isMissing = shownPage === 'missing';
    return html`<div class="missing">
      <h1>${t(isMissing ? 'app.notFound' : 'app.forEditors')}</h1>
      <p>${t(isMissing ? 'app.notFoundText' : 'error.forbidden')}</p>
      <a class="button" href="#${HOME}">${t('app.toTemplates')}</a>
    </div>`;
  }

  #failureBox({ error, retry }: { error: unknown; retry: () => void }) {
    return html`<studio-error-box
      .t=${this.#t}
      .error=${error}
      heading=${this.#t('app.pageFailed')}
      can-retry
      @retry=${retry}
    ></studio-error-box>`;
  }

  /**
   * Reads the language and who is signed in, then shows the page of the address. A failure is shown
   * with a button that starts anew.
   */
  async #start(): Promise<void> {
    this.failure = undefined;
    try {
      const language = this.#lang ? undefined : this.#speak(storedLanguage());
      const [{ session, signIn }] = await Promise.all([this.#calls.read(), language]);
      this.#choices = signIn;
      this.session = session ?? null;
      await this.#show();
    } catch (error) {
      this.failure = { error, retry: () => void this.#start() };
    }
  }

  /** Shows everything in a language. The page keeps what was done in it. The newest call wins. */
  async #speak(newLanguage: Language): Promise<void> {
    const turn = ++this.#languageTurn;
    const language = await reached(loadStrings(newLanguage));
    if (turn !== this.#languageTurn) return;
    const formerTranslate = this.#t;
    this.#lang = language;
    this.#t = translator(language);
    applyLanguage(language);
    if (typeof this.shown === 'object') {
      const { entry, node } = this.shown;
      node.app = this.#appFor(entry);
      if (document.title === this.#titleWith(formerTranslate(entry.title), formerTranslate)) {
        this.#setTitle(this.#t(entry.title));
      }
    }
    this.requestUpdate();
  }

  #follow = () => void this.#show();

  /** Shows the page of the address, or the sign-in first. The newest call wins. */
  async #show(): Promise<void> {
    if (this.session === undefined) return;
    const turn = ++this.#turn;
    const focused = focusedElement();
    this.failure = undefined;
    const route = routeOfHash(location.hash);
    if (route.path === '/') return this.#replace(HOME);
    const foundEntry = pageFor(route);
    if (!foundEntry) {
      this.shown = 'missing';
      return this.#focusPage(this.#t('app.notFound'), focused);
    }
    const { entry, params } = foundEntry;
    if (!this.session && !entry.isPublic) return this.#toSignIn();
    if (entry.isForEditors && !this.session?.canEdit) {
      this.shown = 'forbidden';
      return this.#focusPage(this.#t('app.forEditors'), focused);
    }
    const isSame = typeof this.shown === 'object' && this.shown.node.route.path === route.path;
    if (isSame && typeof this.shown === 'object') {
      this.shown.node.route = { ...route, params };
      return;
    }
    try {
      await reached(entry.load());
      if (turn !== this.#turn) return;
      const node = document.createElement(entry.tag) as PageNode;
      node.route = { ...route, params };
      node.app = this.#appFor(entry);
      this.shown = { entry, node };
      document.documentElement.toggleAttribute('data-full', entry.isFull === true);
      this.#focusPage(this.#t(entry.title), focused);
    } catch (error) {
      if (turn === this.#turn) this.failure = { error, retry: () => void this.#reload() };
    }
  }

  /**
   * Loads the whole page, since a browser may not load a module again. Only if the service answers:
   * otherwise the browser would show its own error.
   */
  async #reload(): Promise<void> {
    const turn = this.#turn;
    try {
      await this.#calls.read();
      if (turn === this.#turn) location.reload();
    } catch (error) {
      if (turn === this.#turn) this.failure = { error, retry: () => void this.#reload() };
    }
  }

  /** Moves the focus to the page, unless it was moved while the page was loaded. */
  #focusPage(title: string, focusedBefore: Element | null): void {
    this.#setTitle(title);
    scrollTo(0, 0);
    const frame = this.renderRoot.querySelector('studio-frame');
    void this.updateComplete.then(() => {
      const focused = focusedElement();
      if (!focused || focused === focusedBefore) frame?.focusContent();
    });
  }

  #setTitle(title: string): void {
    document.title = this.#titleWith(title, this.#t);
  }

  #titleWith(title: string, t: Translate): string {
    return `${title} · ${t('app.name')}`;
  }

  #appFor(entry: PageEntry): AppContext | SignInHost {
    return entry.isPublic || !this.session ? this.#signInHost() : this.#pageContext(this.session);
  }

  #toasts() {
    return this.renderRoot.querySelector<StudioToasts>('studio-toasts');
  }

  /** Returns what pages of a signed-in person use. */
  #pageContext(session: Session): AppContext {
    return {
      ...this.#api,
      t: this.#t,
      lang: this.#lang ?? 'en',
      session,
      navigate: (path) => {
        location.hash = path;
      },
      toast: (text: string, kind?: ToastKind) => this.#toasts()?.show(text, kind),
      confirm: async (request) => {
        await loadConfirm();
        const question = this.renderRoot.querySelector<StudioConfirm>('studio-confirm');
        return (await question?.ask(request)) ?? false;
      },
      setTitle: (title) => this.#setTitle(title),
    };
  }

  /**
   * Returns what the sign-in uses. `done` shows a page of the studio, never an address of another
   * site.
   */
  #signInHost(): SignInHost {
    return {
      t: this.#t,
      lang: this.#lang ?? 'en',
      server: this.#server,
      calls: this.#calls,
      choices: this.#choices,
      isExpired: this.#isExpired,
      done: (session, to) => {
        this.session = session;
        this.#isExpired = false;
        this.shown = undefined;
        this.#replace(safePath(to) ?? HOME);
      },
    };
  }

  /** Shows the sign-in, which leads back to the page of the address afterwards. */
  #toSignIn(): void {
    const to = location.hash.slice(1);
    this.#replace(to && to !== HOME ? `${SIGN_IN}?${new URLSearchParams({ to })}` : SIGN_IN);
  }

  /** Changes the address without an entry in the history. */
  #replace(path: string): void {
    history.replaceState(null, '', `#${path}`);
    void this.#show();
  }

  /**
   * The service does not know the person any more. The address of the page is kept for after the
   * sign-in.
   */
  #signInAgain(): void {
    if (!this.session) return;
    this.session = null;
    this.#isExpired = true;
    this.shown = undefined;
    this.#toSignIn();
  }

  /**
   * The person stays signed in here if the service cannot be reached, because its cookie is still
   * valid.
   */
  async #signOut(): Promise<void> {
    const { session } = this;
    if (!session) return;
    try {
      await this.#calls.signOut(session.csrf);
    } catch (error) {
      this.failure = { error, retry: () => void this.#signOut() };
      return;
    }
    this.session = null;
    this.shown = undefined;
    this.#replace(SIGN_IN);
  }
}

/**
 * Returns the first page whose pattern matches, with its parameters. Undefined: there is no such
 * page.
 */
function pageFor(route: Route) {
  for (const entry of PAGES) {
    const params = matchPath(entry.pattern, route.path);
    if (params) return { entry, params };
  }
  return undefined;
}
