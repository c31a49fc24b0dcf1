import { css, html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { lowestContrast, parseHex } from './colors.ts';
import { defineElement, FieldElement } from './field-element.ts';

/** A color: the native picker, hex digits, and the colors of the brand. */
class ColorField extends FieldElement {
  static override styles = [
    ...FieldElement.styles,
    css`
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      input[type='color'] {
        inline-size: 44px;
        block-size: 36px;
        padding: 0;
        border: 1px solid var(--fp-field-line);
        border-radius: var(--fp-radius);
        background: none;
        overflow: hidden;
        cursor: pointer;
      }
      input[type='color']::-webkit-color-swatch-wrapper {
        padding: 0;
      }
      input[type='color']::-webkit-color-swatch {
        border: 0;
      }
      input[type='color']::-moz-color-swatch {
        border: 0;
      }
      .row input[type='text'] {
        inline-size: 7.5em;
        font-variant-numeric: tabular-nums;
      }
      .palette {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .palette button {
        inline-size: 26px;
        min-block-size: 26px;
        padding: 0;
        border-color: color-mix(in srgb, var(--fp-text) 22%, transparent);
        background: var(--swatch);
        forced-color-adjust: none;
      }
      .palette button[aria-pressed='true'] {
        outline: 2px solid var(--fp-text);
        outline-offset: 2px;
      }
    `,
  ];
  static override properties: PropertyDeclarations = { typed: { state: true } };

  /** Digits that may not be a color yet. They stay as they are until the field is left. */
  declare typed: string | undefined;

  /** The color of the entry, else of the example, as `#rrggbb` or `#rrggbbaa`. */
  get #color(): string {
    const { source } = this.entry ?? {};
    const text = source?.['color'] ?? source?.['text'] ?? this.editable.example_text ?? '';
    return parseHex(text) ?? '#000000';
  }

  get #isInvalid(): boolean {
    return this.typed !== undefined && parseHex(this.typed) === undefined;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    // Undo changes the entry, too.
    if (!changes.has('entry') || this.typed === undefined) return;
    if (parseHex(this.typed) !== this.#color) this.typed = undefined;
  }

  protected override renderControl(): unknown {
    const { label } = this.editable;
    return html`<div class="row">
        <input
          type="color"
          aria-label=${this.t('color.pick', { label })}
          .value=${live(this.#color.slice(0, 7))}
          ?disabled=${this.disabled}
          @input=${(event: InputEvent) => this.#pick(event, false)}
          @change=${(event: Event) => this.#pick(event, true)}
        />
        <input
          type="text"
          data-first
          dir="ltr"
          spellcheck="false"
          autocomplete="off"
          maxlength="9"
          aria-label=${this.t('color.hex', { label })}
          aria-invalid=${this.#isInvalid || this.faults.length > 0}
          aria-describedby="notes"
          .value=${live(this.typed ?? this.#color)}
          ?disabled=${this.disabled}
          @input=${this.#type}
          @change=${() => {
            if (!this.#isInvalid) this.typed = undefined;
          }}
        />
        ${this.#renderPalette()}
      </div>`;
  }

  #renderPalette(): unknown {
    const { palette } = this.context;
    if (palette.length === 0 || this.disabled) return nothing;
    return html`<div class="palette" role="group" aria-label=${this.t('color.palette')}>
      ${palette.map(
        (color) =>
          html`<button
            data-color=${color}
            aria-label=${this.t('color.use', { color })}
            title=${color}
            aria-pressed=${color === this.#color}
            @click=${() => this.#set(color)}
          ></button>`,
      )}
    </div>`;
  }

  /** Sets colors by script: the content security policy of a page may forbid style attributes. */
  protected override updated(): void {
    for (const button of this.renderRoot.querySelectorAll<HTMLElement>('.palette button'))
      button.style.setProperty('--swatch', button.dataset['color'] ?? '');
  }

  protected override renderNotes(): unknown {
    if (this.#isInvalid) return html`<p class="fault">${this.t('color.invalid')}</p>`;
    // The colors of the template are the choice of its designer.
    if (this.entry === undefined) return nothing;
    const low = lowestContrast(this.#color, this.context.palette);
    if (!low) return nothing;
    const ratio = new Intl.NumberFormat(this.context.lang, { maximumFractionDigits: 1 });
    const values = { other: low.other, ratio: ratio.format(low.ratio) };
    return html`<p class="hint">${this.t('color.low_contrast', values)}</p>`;
  }

  /** Sets the color of the native picker. */
  #pick(event: Event, isCommitted: boolean): void {
    const { value } = event.target as HTMLInputElement;
    // The native picker knows no alpha.
    this.#set(value + this.#color.slice(7), isCommitted);
  }

  /** Keeps a typed text. The entry changes only if the text is a color. */
  #type({ target }: InputEvent): void {
    const { value } = target as HTMLInputElement;
    const color = parseHex(value);
    this.typed = value;
    if (color) this.change({ source: { color } });
  }

  /** Sets a color, and drops a text that is no color yet. */
  #set(color: string, isCommitted = true): void {
    this.typed = undefined;
    this.change({ source: { color } }, isCommitted);
  }
}

defineElement('framepress-color-field', ColorField);
