import { css, html, nothing, type PropertyDeclarations } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Fit } from '../api/types.ts';
import type { Translate } from '../strings/index.ts';
import { defineElement, FieldElement } from './field-element.ts';

/** The service counts code points; people count what they see. */
type Length = { graphemes: number; codePoints: number };

const segmenters = new Map<string, Intl.Segmenter>();

/** Pasted line breaks are spaces in a field of one line. */
const LINE_BREAKS = /\r\n|[\r\n]/g;

type FitNote = { text: string; isWarning: boolean };

const MAX_GLYPHS = 12;

/** The service accepts no longer text. A text of a megabyte must not reach the history. */
const MAX_CHARACTERS = 10_000;
const MAX_ROWS = 8;

/** From this share of its limit on, the length of a text is shown. */
const COUNTED_SHARE = 0.7;

/** Nobody sees a text that is shrunk to more than the first; one that is below the second is hard to read. */
const SHRUNK = { seen: 0.9, small: 0.6 };

/** A text, with its length and how it fits. */
export class TextField extends FieldElement {
  static override styles = [
    ...FieldElement.styles,
    css`
      textarea {
        display: block;
        resize: vertical;
        field-sizing: content;
        max-block-size: 16em;
      }
      /* One line of the video, which may need several here to be read. */
      textarea[data-line] {
        resize: none;
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
    const lineCount = (text ?? example).split('\n').length;
    const rows = multiline ? Math.min(MAX_ROWS, Math.max(2, lineCount)) : 1;
    return html`<textarea
      id="control"
      data-first
      ?data-line=${!multiline}
      dir="auto"
      rows=${rows}
      autocomplete="off"
      .value=${value}
      placeholder=${placeholder}
      ?disabled=${this.disabled}
      aria-invalid=${isInvalid}
      aria-describedby="notes"
      @keydown=${multiline ? nothing : keepOneLine}
      @input=${this.#setTyped}
      @paste=${this.#paste}
    ></textarea>`;
  }

  /** Lets a field of one line grow in browsers that do not do it by themselves. */
  protected override updated(): void {
    if (this.editable.multiline || CSS.supports('field-sizing', 'content')) return;
    const control = this.renderRoot.querySelector('textarea');
    if (!control) return;
    control.style.blockSize = 'auto';
    const borders = control.offsetHeight - control.clientHeight;
    control.style.blockSize = `${control.scrollHeight + borders}px`;
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
    if (over === 0 && count < limit * COUNTED_SHARE) return nothing;
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
    const control = target as HTMLTextAreaElement;
    this.#setText(control.value);
    // The entry may be the same as before. Then the control is not drawn again.
    if (this.wasCut) control.value = cutText(control.value, MAX_CHARACTERS, this.context.lang);
    else if (!this.editable.multiline && control.value.search(LINE_BREAKS) >= 0)
      this.requestUpdate();
  }

  /** Inserts only the part of a huge text that can be used. The browser would insert all of it. */
  #paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (pasted.length <= MAX_CHARACTERS) return;
    event.preventDefault();
    const control = event.target as HTMLTextAreaElement;
    const { selectionStart, selectionEnd, value } = control;
    const room = MAX_CHARACTERS - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0));
    const part = cutText(pasted, Math.max(0, room), this.context.lang);
    control.setRangeText(part, selectionStart ?? 0, selectionEnd ?? 0, 'end');
    this.#setText(control.value);
    this.wasCut = true;
  }

  /** Sets the text, cut to what the service takes. `wasCut` shows a note about it. */
  #setText(value: string): void {
    const oneLine = this.editable.multiline ? value : value.replaceAll(LINE_BREAKS, ' ');
    const text = cutText(oneLine, MAX_CHARACTERS, this.context.lang);
    this.wasCut = text !== oneLine;
    this.change({ ...this.entry, source: { text } });
  }
}

/** Enter would break the line. A key that chooses among words of an input method is not meant for the field. */
function keepOneLine(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.isComposing) event.preventDefault();
}

/** Returns how a text fits, in plain words. A text that fits has no notes. */
export function fitNotes(fit: Fit | undefined, t: Translate, lang: string): FitNote[] {
  if (!fit) return [];
  const { font_scale: scale = 1, overflow, word_broken: isBroken } = fit;
  const { missing_glyphs: missing = [] } = fit;
  const percent = new Intl.NumberFormat(lang, { style: 'percent' });
  const notes: FitNote[] = [];
  const warn = (text: string) => notes.push({ text, isWarning: true });
  if (overflow) warn(t('text.overflow'));
  else if (scale < SHRUNK.small) warn(t('text.small', { percent: percent.format(scale) }));
  else if (scale < SHRUNK.seen)
    notes.push({ text: t('text.shrunk', { percent: percent.format(scale) }), isWarning: false });
  if (isBroken) warn(t('text.word_broken'));
  if (missing.length > 0) {
    const glyphs = missing.slice(0, MAX_GLYPHS).join(' ');
    warn(t('text.missing_glyphs', { count: missing.length, glyphs }));
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
