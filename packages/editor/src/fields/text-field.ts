import { css, html, nothing, type PropertyDeclarations } from 'lit';
import { live } from 'lit/directives/live.js';
import { defineElement, FieldElement } from './field-element.ts';
import { fitNotes } from './fit-notes.ts';
import { cutText, lengthOf } from './graphemes.ts';

/** The service accepts no longer text. A text of a megabyte must not reach the history. */
const MAX_CHARACTERS = 10_000;
const MAX_ROWS = 8;

/** A text, with its length and how it fits. */
class TextField extends FieldElement {
  static override styles = [
    ...FieldElement.styles,
    css`
      textarea {
        resize: vertical;
        field-sizing: content;
        max-block-size: 16em;
      }
      .count {
        color: var(--fp-muted);
        font-variant-numeric: tabular-nums;
      }
    `,
  ];
  static override properties: PropertyDeclarations = { wasCut: { state: true } };
  declare wasCut: boolean;

  constructor() {
    super();
    this.wasCut = false;
  }

  get #text(): string | undefined {
    return this.entry?.source?.['text'];
  }

  protected override renderLabel(): unknown {
    return html`<label id="label" for="control"><bdi>${this.editable.label}</bdi></label>`;
  }

  protected override renderControl(): unknown {
    const text = this.#text;
    const { multiline, example_text: example = '' } = this.editable;
    const value = live(text ?? '');
    // The example is what the frame shows, but not a text that was typed.
    const placeholder = text === undefined ? example : '';
    const isInvalid = this.faults.length > 0 || this.#over > 0;
    if (!multiline)
      return html`<input
        id="control"
        data-first
        type="text"
        dir="auto"
        autocomplete="off"
        .value=${value}
        placeholder=${placeholder}
        ?disabled=${this.disabled}
        aria-invalid=${isInvalid}
        aria-describedby="notes"
        @input=${this.#input}
        @paste=${this.#paste}
      />`;
    const rows = Math.min(MAX_ROWS, Math.max(2, (text ?? example).split('\n').length));
    return html`<textarea
      id="control"
      data-first
      dir="auto"
      rows=${rows}
      .value=${value}
      placeholder=${placeholder}
      ?disabled=${this.disabled}
      aria-invalid=${isInvalid}
      aria-describedby="notes"
      @input=${this.#input}
      @paste=${this.#paste}
    ></textarea>`;
  }

  protected override renderNotes(): unknown {
    const { lang, t } = this.context;
    return html`${this.#renderCount()}
    ${this.wasCut ? html`<p class="fault">${t('text.too_long', { limit: MAX_CHARACTERS })}</p>` : nothing}
    ${fitNotes(this.fit, t, lang).map(
      ({ text, isWarning }) => html`<p class=${isWarning ? 'warning' : 'hint'}>${text}</p>`,
    )}`;
  }

  #renderCount(): unknown {
    const { max_length: limit } = this.editable;
    if (limit === undefined || this.#text === undefined) return nothing;
    const count = lengthOf(this.#text, this.context.lang).graphemes;
    const over = this.#over;
    if (over > 0) return html`<p class="fault">${this.t('text.over', { count: over })}</p>`;
    // A screen reader would read each change of the count.
    return html`<p class="count" aria-live="off">${this.t('text.count', { count, limit })}</p>`;
  }

  /** The number of characters above the limit of the service, which counts code points. */
  get #over(): number {
    const { max_length: limit = MAX_CHARACTERS } = this.editable;
    return Math.max(0, lengthOf(this.#text ?? '', this.context.lang).codePoints - limit);
  }

  #input({ target }: InputEvent): void {
    const control = target as HTMLInputElement;
    this.#set(control.value);
    // The entry may be the same as before. Then the control is not drawn again.
    if (this.wasCut) control.value = cutText(control.value, MAX_CHARACTERS, this.context.lang);
  }

  /** Inserts only the part of a huge text that can be used. The browser would insert all of it. */
  #paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (pasted.length <= MAX_CHARACTERS) return;
    event.preventDefault();
    const control = event.target as HTMLInputElement | HTMLTextAreaElement;
    const { selectionStart, selectionEnd, value } = control;
    const room = MAX_CHARACTERS - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0));
    const part = cutText(pasted, Math.max(0, room), this.context.lang);
    control.setRangeText(part, selectionStart ?? 0, selectionEnd ?? 0, 'end');
    this.#set(control.value);
    this.wasCut = true;
  }

  #set(value: string): void {
    const text = cutText(value, MAX_CHARACTERS, this.context.lang);
    this.wasCut = text !== value;
    this.change({ ...this.entry, source: { text } });
  }
}

defineElement('framepress-text-field', TextField);
