import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { type Cue, MAX_CUE_CHARACTERS, parseTime, timeText } from '../cues/cue.ts';
import { defineElement } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { secondsText } from '../media/time-text.ts';
import { CaptionsElement } from './captions-element.ts';
import { cueListStyles } from './cue-list-styles.ts';
import { icons } from './icons.ts';
import { RowHeights } from './row-heights.ts';

/** What a person does with a cue of the list. */
export type CueAction =
  | { kind: 'text'; index: number; text: string }
  | { kind: 'times'; index: number; start: number; end: number }
  | { kind: 'choose'; index: number }
  | { kind: 'split'; index: number; place: number | undefined }
  | { kind: 'join' | 'remove'; index: number };

type TimeName = 'start' | 'end';

/** Rows beyond the visible ones, so that Tab finds the next one. */
const ROWS_AROUND = 4;
const STEP_SECONDS = 0.1;
const BIG_STEP_SECONDS = 1;

/** The cues of a track with their times and texts. Only the rows that are seen are in the page. It fires `cue-action`. */
export class CueList extends CaptionsElement {
  static override properties: PropertyDeclarations = {
    ...CaptionsElement.properties,
    cues: { attribute: false },
    chosen: { attribute: false },
    current: { attribute: false },
    findings: { attribute: false },
    textLanguage: { attribute: false },
    isDisabled: { attribute: false },
    view: { state: true },
    wrongTime: { state: true },
  };
  static override styles = [inherited, controls, cueListStyles];

  declare cues: readonly Cue[];
  /** The cue that the person has chosen; -1: none. */
  declare chosen: number;
  /** The cue that the frame shows; -1: none. */
  declare current: number;
  declare findings: ReadonlyMap<number, readonly string[]>;
  declare textLanguage: string | undefined;
  declare isDisabled: boolean;
  /** The part of the list that is seen, in pixels. */
  declare private view: { top: number; height: number };
  /** A typed time that is none, until its field is left or corrected. */
  declare private wrongTime:
    | { index: number; name: TimeName; text: string; problem: string }
    | undefined;
  readonly #rows = new RowHeights();
  #observer: ResizeObserver | undefined;
  #focused = -1;
  /** The text of the time that is being typed: a render meanwhile must keep it. */
  #draftTime: { index: number; name: TimeName; text: string } | undefined;
  /** The place of the cursor in the text that has or had the focus. */
  #cursor: { index: number; place: number } | undefined;

  constructor() {
    super();
    this.cues = [];
    this.chosen = -1;
    this.current = -1;
    this.findings = new Map();
    this.isDisabled = false;
    this.view = { top: 0, height: 600 };
    this.addEventListener('focusout', () => {
      this.#focused = -1;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  /** Scrolls a cue into view. */
  async reveal(index: number): Promise<void> {
    // The rows above may turn out to be higher or lower than expected.
    for (let round = 0; round < 2; round++) {
      await this.updateComplete;
      const scroll = this.#scroll;
      const { top, bottom } = this.#rows.rangeOf(index);
      if (!scroll || (top >= scroll.scrollTop && bottom <= scroll.scrollTop + scroll.clientHeight))
        return;
      const isLarge = bottom - top > scroll.clientHeight;
      scroll.scrollTop = isLarge ? top : (top + bottom - scroll.clientHeight) / 2;
      this.#look();
    }
  }

  /** Moves the focus to the text of a cue. */
  async focusText(index: number, place: 'start' | 'end' = 'end'): Promise<void> {
    await this.reveal(index);
    await this.updateComplete;
    const text = this.#textOf(index);
    text?.focus({ preventScroll: true });
    const at = place === 'start' ? 0 : (text?.value.length ?? 0);
    text?.setSelectionRange(at, at);
  }

  /** Where the cursor is, or was, in the text of a cue. */
  cursorIn(index: number): number | undefined {
    return this.#cursor?.index === index ? this.#cursor.place : undefined;
  }

  #textOf(index: number): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector(`[data-cue="${index}"] textarea`);
  }

  get #scroll(): HTMLElement | null {
    return this.renderRoot.querySelector('.scroll');
  }

  /** Follows the part of the list that is seen. */
  #look(): void {
    const scroll = this.#scroll;
    if (!scroll) return;
    const { scrollTop: top, clientHeight: height } = scroll;
    if (top !== this.view.top || height !== this.view.height) this.view = { top, height };
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    if (changes.has('cues')) {
      // A list of other cues, such as after undo, has no wrong time.
      this.wrongTime = undefined;
      if (this.#cursor && !this.cues[this.#cursor.index]) this.#cursor = undefined;
    }
    this.#rows.setCues(this.cues, this.findings);
  }

  protected override render(): unknown {
    const { cues, view } = this;
    const [first, last] = this.#rows.visible(view, ROWS_AROUND);
    const indices = new Set<number>();
    if (this.#focused >= 0 && this.#focused < first) indices.add(this.#focused);
    for (let index = first; index <= last; index++) indices.add(index);
    if (this.#focused > last && this.#focused < cues.length) indices.add(this.#focused);
    return html`<div class="scroll" tabindex=${this.isDisabled ? 0 : nothing} @scroll=${this.#look}>
      <div class="space" role="list" aria-label=${this.t('list.label')}>
        ${repeat(
          indices,
          (index) => index,
          (index) => this.#renderRow(index),
        )}
      </div>
    </div>`;
  }

  #renderRow(index: number): unknown {
    const cue = this.cues[index];
    if (!cue) return nothing;
    const findings = this.findings.get(index) ?? [];
    const number = index + 1;
    const problem = this.wrongTime?.index === index ? this.wrongTime.problem : undefined;
    return html`<div
      role="listitem"
      class="cue"
      data-cue=${index}
      ?data-chosen=${index === this.chosen}
      ?data-current=${index === this.current}
      aria-current=${index === this.current}
      aria-setsize=${this.cues.length}
      aria-posinset=${number}
      @focusin=${() => this.#use(index)}
      @click=${() => this.#act({ kind: 'choose', index })}
    >
      <div class="head">
        <span class="number" aria-hidden="true">${number}</span>
        <span class="times" dir="ltr">
          ${this.#renderTime(cue, index, 'start')}<span aria-hidden="true">–</span>${this.#renderTime(cue, index, 'end')}
        </span>
        <span class="length" dir="auto">${secondsText(cue.end - cue.start, this.context.lang)}</span>
        ${this.isDisabled ? nothing : this.#renderActions(index, number)}
      </div>
      <textarea
        rows="1"
        dir="auto"
        lang=${this.textLanguage ?? nothing}
        maxlength=${MAX_CUE_CHARACTERS}
        aria-label=${this.t('cue.text', { number })}
        aria-describedby=${findings.length > 0 ? `findings-${index}` : nothing}
        .value=${live(cue.text)}
        ?disabled=${this.isDisabled}
        @input=${(event: InputEvent) => {
          this.#keepCursor(event, index);
          const { value: text } = event.target as HTMLTextAreaElement;
          this.#act({ kind: 'text', index, text });
        }}
        @select=${(event: Event) => this.#keepCursor(event, index)}
        @keyup=${(event: Event) => this.#keepCursor(event, index)}
        @pointerup=${(event: Event) => this.#keepCursor(event, index)}
        @keydown=${(event: KeyboardEvent) => this.#runKey(event, index)}
      ></textarea>
      ${problem ? html`<p class="fault" id="problem" role="alert">${problem}</p>` : nothing}
      ${
        findings.length > 0
          ? html`<div class="findings" id="findings-${index}">
              ${findings.map((text) => html`<p dir="auto">${text}</p>`)}
            </div>`
          : nothing
      }
    </div>`;
  }

  #renderTime(cue: Cue, index: number, name: TimeName): unknown {
    const wrong = this.wrongTime;
    const isWrong = wrong?.index === index && wrong.name === name;
    const draft = this.#draftTime;
    const isTyped = draft?.index === index && draft.name === name;
    const shownText = isWrong ? wrong.text : timeText(cue[name]);
    return html`<input
      class="time"
      data-time=${name}
      type="text"
      inputmode="decimal"
      autocomplete="off"
      aria-label=${this.t(name === 'start' ? 'cue.start' : 'cue.end', { number: index + 1 })}
      aria-invalid=${isWrong}
      aria-describedby=${isWrong ? 'problem' : nothing}
      .value=${live(isTyped ? draft.text : shownText)}
      ?disabled=${this.isDisabled}
      @input=${({ target }: Event) => {
        this.#draftTime = { index, name, text: (target as HTMLInputElement).value };
      }}
      @change=${({ target }: Event) => {
        this.#draftTime = undefined;
        this.#typeTime(index, name, (target as HTMLInputElement).value);
      }}
      @blur=${() => {
        this.#draftTime = undefined;
      }}
      @keydown=${(event: KeyboardEvent) => this.#stepTime(event, index, name)}
    />`;
  }

  #renderActions(index: number, number: number): unknown {
    const button = (kind: 'split' | 'join' | 'remove', isPossible: boolean, act: () => void) => {
      const label = this.t(`cue.${kind}`, { number });
      return html`<button
        class="plain icon"
        data-action=${kind}
        aria-label=${label}
        title=${label}
        aria-disabled=${!isPossible}
        @pointerdown=${(event: Event) => event.preventDefault()}
        @click=${(event: Event) => {
          event.stopPropagation();
          if (isPossible) act();
        }}
      >
        ${icons[kind]}
      </button>`;
    };
    const canSplit = (this.cues[index]?.text.trim().length ?? 0) > 1;
    return html`<span class="actions">
      ${button('split', canSplit, () => this.#act({ kind: 'split', index, place: this.cursorIn(index) }))}
      ${button('join', index + 1 < this.cues.length, () => this.#act({ kind: 'join', index }))}
      ${button('remove', true, () => this.#act({ kind: 'remove', index }))}
    </span>`;
  }

  #use(index: number): void {
    this.#focused = index;
    if (index !== this.chosen) this.#act({ kind: 'choose', index });
  }

  #keepCursor({ target }: Event, index: number): void {
    this.#cursor = { index, place: (target as HTMLTextAreaElement).selectionStart };
  }

  #act(detail: CueAction): void {
    this.dispatchEvent(new CustomEvent('cue-action', { detail }));
  }

  /** Ctrl+Enter splits at the cursor; Alt and the arrow keys go to the cues before and behind. */
  #runKey(event: KeyboardEvent, index: number): void {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault();
      const place = (target as HTMLTextAreaElement).selectionStart;
      this.#act({ kind: 'split', index, place });
    } else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      const next = index + (key === 'ArrowUp' ? -1 : 1);
      if (this.cues[next]) void this.focusText(next);
    }
  }

  /** Takes a typed time. A wrong one stays in its field, with the reason. */
  #typeTime(index: number, name: TimeName, text: string): void {
    const cue = this.cues[index];
    if (!cue) return;
    const seconds = parseTime(text);
    const isShown = text.trim() === timeText(cue[name]);
    if (seconds === undefined || (name === 'end' && seconds <= cue.start && !isShown)) {
      const problem = this.t(seconds === undefined ? 'cue.time_wrong' : 'cue.end_wrong');
      this.wrongTime = { index, name, text, problem };
      return;
    }
    this.wrongTime = undefined;
    // The field shows tenths: what was not changed keeps its milliseconds.
    if (!isShown) this.#setTime(index, cue, name, seconds);
  }

  /** A later start moves the cue; everything else keeps its other end. */
  #setTime(index: number, { start, end }: Cue, name: TimeName, seconds: number): void {
    const times =
      name === 'end'
        ? { start, end: seconds }
        : { start: seconds, end: seconds < end ? end : seconds + (end - start) };
    this.#act({ kind: 'times', index, ...times });
  }

  #stepTime(event: KeyboardEvent, index: number, name: TimeName): void {
    const cue = this.cues[index];
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (!cue || altKey || ctrlKey || metaKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    const by = (shiftKey ? BIG_STEP_SECONDS : STEP_SECONDS) * (key === 'ArrowUp' ? 1 : -1);
    const typed = parseTime((target as HTMLInputElement).value) ?? cue[name];
    const from = timeText(cue[name]) === timeText(typed) ? cue[name] : typed;
    const least = name === 'end' ? cue.start + STEP_SECONDS : 0;
    const most = name === 'start' ? cue.end - STEP_SECONDS : Number.POSITIVE_INFINITY;
    const seconds = Math.max(least, Math.min(most, from + by));
    this.wrongTime = undefined;
    this.#draftTime = undefined;
    this.#setTime(index, cue, name, Math.max(0, seconds));
  }

  /** Places the rows, and measures those that were drawn for the first time. */
  protected override updated(): void {
    if (!this.#observer && this.#scroll) {
      let formerWidth = 0;
      this.#observer = new ResizeObserver(([entry]) => {
        const { width = 0 } = entry?.contentRect ?? {};
        // Texts have other lines in another width.
        if (width !== formerWidth) this.#rows.forget();
        formerWidth = width;
        this.#look();
        this.requestUpdate();
      });
      this.#observer.observe(this.#scroll);
    }
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-cue]')];
    for (const row of rows) fitText(row.querySelector('textarea'));
    const heights = rows.map((row) => [Number(row.dataset['cue']), row.offsetHeight] as const);
    const isOther = this.#rows.measure(heights);
    for (const row of rows) {
      const { top } = this.#rows.rangeOf(Number(row.dataset['cue']));
      row.style.setProperty('transform', `translateY(${top}px)`);
    }
    const space = this.renderRoot.querySelector<HTMLElement>('.space');
    space?.style.setProperty('block-size', `${this.#rows.total}px`);
    // Higher rows may leave a gap at the end of the view, lower ones hide the last row.
    if (isOther) this.requestUpdate();
  }
}

/** Makes a text as high as its lines, where the browser does not do it by itself. */
function fitText(text: HTMLTextAreaElement | null): void {
  if (!text || CSS.supports('field-sizing', 'content')) return;
  text.style.setProperty('block-size', 'auto');
  text.style.setProperty('block-size', `${text.scrollHeight + 2}px`);
}

defineElement('framepress-cue-list', CueList);
