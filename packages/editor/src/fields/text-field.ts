import { css, html, nothing, type PropertyDeclarations } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Fit } from '../api/types.ts';
import type { Translate } from '../strings/index.ts';
import { defineElement, FieldElement } from './field-element.ts';

/** The service counts code points; people count what they see. */
type Length = { graphemes: number; codePoints: number };

const segmenters = new Map<string, Intl.Segmenter>();

type FitNote = { text: string; isWarning: boolean };

const MAX_GLYPHS = 12;

/** The service accepts no longer text. A text of a megabyte must not reach the history. */
const MAX_CHARACTERS = 10_000;
const MAX_ROWS = 8;

/** A text, with its length and how it fits. */
export class TextField extends FieldElement {
  static override styles = [
    ...FieldElement.styles,
    css`
      textarea {
        resize: vertical;
        field-sizing: content;
        max-block-size: 16em;
      }
      /* Notes of an older text. Those of a quick typist do not flicker. */
      .stale {
        animation: leave 1ms 300ms both !important;
      }
      @keyframes leave {
        to {
          visibility: hidden;
        }
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
        @input=${this.#setTyped}
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
      @input=${this.#setTyped}
      @paste=${this.#paste}
    ></textarea>`;
  }

  protected override renderNotes(): unknown {
    const { lang, t } = this.context;
    return html`${this.#renderCount()}
    ${this.wasCut ? html`<p class="fault">${t('text.too_long', { limit: MAX_CHARACTERS })}</p>` : nothing}
    ${fitNotes(this.fit, t, lang).map(
      ({ text, isWarning }) =>
        html`<p class="${isWarning ? 'warning' : 'hint'} ${this.isFitStale ? 'stale' : ''}">${text}</p>`,
    )}`;
  }

  /** Nothing without a limit or a text of the entry. Characters are counted as graphemes. */
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

  /** Sets a text that was typed elsewhere, such as in the frame. */
  typeText(text: string): void {
    if (!this.disabled) this.#setText(text);
  }

  #setTyped({ target }: InputEvent): void {
    const control = target as HTMLInputElement;
    this.#setText(control.value);
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
    this.#setText(control.value);
    this.wasCut = true;
  }

  /** Sets the text, cut to what the service takes. `wasCut` shows a note about it. */
  #setText(value: string): void {
    const text = cutText(value, MAX_CHARACTERS, this.context.lang);
    this.wasCut = text !== value;
    this.change({ ...this.entry, source: { text } });
  }
}

/** Returns how a text fits, in plain words. A text that fits has no notes. */
export function fitNotes(fit: Fit | undefined, t: Translate, lang: string): FitNote[] {
  if (!fit) return [];
  const { font_scale: scale = 1, overflow, word_broken: isBroken } = fit;
  const { missing_glyphs: missing = [], fallback_fonts: fonts = [] } = fit;
  const percent = new Intl.NumberFormat(lang, { style: 'percent' });
  const notes: FitNote[] = [];
  const warn = (text: string) => notes.push({ text, isWarning: true });
  if (overflow) warn(t('text.overflow'));
  else if (scale < 0.995)
    notes.push({ text: t('text.shrunk', { percent: percent.format(scale) }), isWarning: false });
  if (isBroken) warn(t('text.word_broken'));
  if (missing.length > 0) {
    const glyphs = missing.slice(0, MAX_GLYPHS).join(' ');
    warn(t('text.missing_glyphs', { count: missing.length, glyphs }));
  }
  if (fonts.length > 0) {
    const text = t(fit.font_replaced ? 'text.font_replaced' : 'text.fallback_fonts', {
      count: fonts.length,
      fonts: new Intl.ListFormat(lang).format(fonts),
    });
    notes.push({ text, isWarning: false });
  }
  return notes;
}

/** Returns the characters as people count them. A segmenter is made once per language. */
function graphemesOf(text: string, lang: string): Iterable<Intl.SegmentData> {
  let segmenter = segmenters.get(lang);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(lang, { granularity: 'grapheme' });
    segmenters.set(lang, segmenter);
  }
  return segmenter.segment(text);
}

/** Returns the length of a text: an emoji of a family is one grapheme of seven code points. */
export function lengthOf(text: string, lang: string): Length {
  let graphemes = 0;
  for (const _ of graphemesOf(text, lang)) graphemes++;
  let codePoints = 0;
  for (const _ of text) codePoints++;
  return { graphemes, codePoints };
}

/** Returns the part of a text that has at most `max` code points and ends after a grapheme. */
export function cutText(text: string, max: number, lang: string): string {
  // No text has more code points than UTF-16 units.
  if (text.length <= max) return text;
  let codePoints = 0;
  let end = 0;
  for (const { segment, index } of graphemesOf(text.slice(0, max * 2), lang)) {
    codePoints += [...segment].length;
    if (codePoints > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

defineElement('framepress-text-field', TextField);
