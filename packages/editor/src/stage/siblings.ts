import { NewestTask } from '@framepress/player';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { StillFrame } from '../api/editor-api.ts';
import type { Mapping } from '../api/types.ts';
import { defineElement, type FieldContext } from '../fields/field-element.ts';
import { inherited } from '../look/index.ts';

/** Another style of the template, such as the square one. */
export type Sibling = { versionId: string; name: string; width: number; height: number };

const STILL_PIXELS = 360;

type Drawing = { siblings: readonly Sibling[]; seconds: number };

/** The same mapping in the other styles of the template: a frame of each, which the service draws. */
class Siblings extends LitElement {
  static override styles = [
    inherited,
    css`
      ul {
        display: flex;
        gap: 12px;
        margin: 0;
        padding: 0;
        overflow-x: auto;
        list-style: none;
      }
      figure {
        display: grid;
        gap: 4px;
        margin: 0;
      }
      .frame {
        block-size: 120px;
        aspect-ratio: var(--ratio);
        border-radius: 6px;
        background: var(--fp-raised);
        overflow: hidden;
      }
      img {
        display: block;
        inline-size: 100%;
        block-size: 100%;
      }
      figcaption {
        color: var(--fp-muted);
        font-size: 0.75rem;
      }
    `,
  ];
  static override properties = {
    context: { attribute: false },
    siblings: { attribute: false },
    mapping: { attribute: false },
    seconds: { attribute: false },
    drawStill: { attribute: false },
  };

  declare context: FieldContext;
  declare siblings: readonly Sibling[];
  declare mapping: Mapping | undefined;
  declare seconds: number;
  declare drawStill: (frame: StillFrame, signal: AbortSignal) => Promise<Blob>;
  readonly #urls = new Map<string, string>();
  readonly #drawings = new NewestTask();
  #leaving = new AbortController();

  constructor() {
    super();
    this.siblings = [];
    this.seconds = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#leaving = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
    for (const url of this.#urls.values()) URL.revokeObjectURL(url);
    this.#urls.clear();
  }

  protected override shouldUpdate(): boolean {
    return this.context !== undefined;
  }

  protected override render(): unknown {
    if (this.siblings.length === 0) return nothing;
    const { t } = this.context;
    return html`<ul aria-label=${t('stage.siblings')}>
      ${this.siblings.map((sibling) => this.#renderSibling(sibling))}
    </ul>`;
  }

  #renderSibling({ versionId, name, width, height }: Sibling): TemplateResult {
    const url = this.#urls.get(versionId);
    const caption = this.context.t('stage.sibling', { name, width, height });
    return html`<li>
      <figure>
        <div class="frame" data-ratio="${width} / ${height}">
          ${url ? html`<img src=${url} alt="" />` : nothing}
        </div>
        <figcaption>${caption}</figcaption>
      </figure>
    </li>`;
  }

  protected override updated(changes: PropertyValues<this>): void {
    for (const frame of this.renderRoot.querySelectorAll<HTMLElement>('.frame'))
      frame.style.setProperty('--ratio', frame.dataset['ratio'] ?? '');
    const { siblings, mapping, seconds } = this;
    const isNew = changes.has('siblings') || changes.has('mapping') || changes.has('seconds');
    if (!isNew || !mapping || siblings.length === 0) return;
    const { signal } = this.#leaving;
    void this.#drawings.run(() => this.#drawSiblings({ siblings, seconds }, signal));
  }

  /** Draws the siblings one after the other. A newer call ends this one after its current still. */
  async #drawSiblings({ siblings, seconds }: Drawing, signal: AbortSignal): Promise<void> {
    for (const { versionId, width, height } of siblings) {
      if (signal.aborted) return;
      const pixels = Math.round(Math.min(STILL_PIXELS, (STILL_PIXELS * width) / height));
      try {
        const still = await this.drawStill({ versionId, at: seconds, width: pixels }, signal);
        const formerUrl = this.#urls.get(versionId);
        this.#urls.set(versionId, URL.createObjectURL(still));
        if (formerUrl) URL.revokeObjectURL(formerUrl);
        this.requestUpdate();
      } catch {
        // A mapping with faults, or a moment that the style does not have: the last frame stays.
      }
      if (this.#drawings.hasNewer) return;
    }
  }
}

defineElement('framepress-siblings', Siblings);
