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
        align-items: end;
        justify-content: safe center;
        gap: 16px;
        margin: 0;
        padding: 10px 2px 0;
        overflow-x: auto;
        border-block-start: 1px solid var(--fp-line);
        list-style: none;
      }
      figure {
        display: grid;
        justify-items: center;
        gap: 4px;
        margin: 0;
      }
      .frame {
        block-size: 84px;
        aspect-ratio: var(--ratio);
        border-radius: 4px;
        background: light-dark(#dfe2e8, #0c0e12);
        box-shadow: 0 0 0 1px light-dark(rgb(16 19 26 / 10%), rgb(255 255 255 / 14%));
        overflow: hidden;
      }
      .frame[data-wide] {
        block-size: auto;
        inline-size: 104px;
      }
      img {
        display: block;
        inline-size: 100%;
        block-size: 100%;
      }
      figcaption {
        max-inline-size: 18ch;
        overflow: hidden;
        color: var(--fp-muted);
        font-size: 0.75rem;
        text-overflow: ellipsis;
        white-space: nowrap;
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
        <div class="frame" data-ratio="${width} / ${height}" ?data-wide=${width > height}>
          ${url ? html`<img src=${url} alt="" />` : nothing}
        </div>
        <figcaption title=${caption}>${name}</figcaption>
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
