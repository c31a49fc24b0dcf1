import { FocusKeeper } from '@framepress/editor/look';
import {
  type CSSResultGroup,
  type CSSResultOrNative,
  css,
  html,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement } from '../components/base.ts';
import '../components/empty-state.ts';
import { errorBox } from '../components/error-box.ts';
import { plainError } from '../components/plain-words.ts';
import '../components/skeleton.ts';
import { sectionStyles } from '../shared/section-styles.ts';

const partStyles = css`
  .intro {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    margin-block-end: 16px;
  }
  studio-error-box {
    display: block;
    margin-block-end: 16px;
  }
  .intro p {
    flex: 1 1 280px;
    color: var(--fp-muted);
  }
  ul.cards {
    display: grid;
    gap: 10px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ul.cards > li {
    display: grid;
    gap: 8px;
    padding: 14px 16px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
  }
  .card-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
  }
  .card-head h2 {
    flex: 1 1 200px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  studio-skeleton {
    height: 72px;
  }
`;

type ListModel<Item> = {
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined;
  icon: string;
  add: () => void;
  card: (item: Item) => TemplateResult;
};

/** The base of the parts of the settings. */
export class SettingsPart extends AppElement {
  static override properties: PropertyDeclarations = {
    error: { state: true },
    isBusy: { state: true },
  };

  declare error: unknown;
  declare isBusy: boolean;
  protected leaving = new AbortController();
  /** The place of the card that has the focus before an update. */
  #focusedCard = -1;

  constructor() {
    super();
    this.isBusy = false;
    new FocusKeeper(
      this,
      () => this.#nextCard() ?? this.renderRoot.querySelector<HTMLElement>('button.primary'),
    );
  }

  static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return AppElement.finalizeStyles([sectionStyles, partStyles, styles]);
  }

  /** Remembers the card with the focus, which the update may remove. */
  protected override willUpdate(): void {
    this.#focusedCard = this.#cards().findIndex((card) => card.matches(':focus-within'));
  }

  protected override updated(): void {
    this.#focusedCard = -1;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.leaving = new AbortController();
    queueMicrotask(() => void this.load());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  /** A list of cards. Each stays that of its item, so that an open menu does not become another's. */
  protected cards<Item extends { id: string }>(
    items: readonly Item[],
    card: (item: Item) => TemplateResult,
  ): TemplateResult {
    return html`<ul class="cards">
      ${repeat(items, ({ id }) => id, card)}
    </ul>`;
  }

  #cards(): Element[] {
    return [...this.renderRoot.querySelectorAll('.cards > li')];
  }

  /** Returns the menu of the card in the place of one that was removed. */
  #nextCard(): HTMLElement | null | undefined {
    if (this.#focusedCard < 0) return undefined;
    const cards = this.#cards();
    const menu = cards[Math.min(this.#focusedCard, cards.length - 1)]?.querySelector('studio-menu');
    return menu?.shadowRoot?.querySelector<HTMLElement>('.opener');
  }

  /** Reads what the part shows. */
  protected async read(_signal: AbortSignal): Promise<void> {
    // Parts override this.
  }

  /** Reads the part. What was shown stays after an error, which is shown with it. */
  protected async load(): Promise<void> {
    const { signal } = this.leaving;
    try {
      await this.read(signal);
      this.error = undefined;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
  }

  /** Runs one action at a time. Shows `message` after success, and an error as a toast. */
  protected async act(work: () => Promise<unknown>, message?: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
      if (message) this.app.toast(message, 'success');
    } catch (error) {
      const { text, hints } = plainError(error, this.t);
      this.app.toast([text, ...hints].join(' '), 'error');
    } finally {
      this.isBusy = false;
    }
  }

  protected errorBox() {
    return errorBox(this.t, this.error, () => this.load());
  }

  /** The cards of a section with a button that adds one, or an empty state. */
  protected list<Item extends { id: string }>(
    section: 'people' | 'clients' | 'destinations' | 'webhooks',
    { items, icon, add, card }: ListModel<Item>,
  ) {
    const { t } = this;
    const button = html`<button class="primary" slot="actions" @click=${add}>
      ${t(`${section}.add`)}
    </button>`;
    const lead =
      items?.length === 0
        ? html`<studio-empty-state icon=${icon} heading=${t(`${section}.none`)}>
            ${t(`${section}.noneText`)} ${button}
          </studio-empty-state>`
        : html`<div class="intro"><p>${t(`${section}.text`)}</p>${button}</div>`;
    const isLoading = !items && this.error === undefined;
    return html`${this.errorBox()} ${lead}
      ${isLoading ? html`<studio-skeleton></studio-skeleton>` : nothing}
      ${items ? this.cards(items, card) : nothing}`;
  }
}
