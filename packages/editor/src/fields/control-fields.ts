import { css, html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { defineElement, FieldElement } from './field-element.ts';

const styles = css`
  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 96px;
    align-items: center;
    gap: 12px;
  }
  .row input[type='text']:only-child {
    grid-column: 1 / -1;
  }
  .axes {
    display: grid;
    grid-template-columns: repeat(2, auto minmax(0, 1fr));
    align-items: center;
    gap: 8px;
    color: var(--fp-muted);
  }
  .axes.slid {
    grid-template-columns: auto minmax(0, 1fr) 96px;
  }
  .axes input[type='range'] {
    width: 100%;
    min-width: 0;
    margin: 0;
  }
`;

/** Values beyond this are rejected by the service. */
const MAX_VALUE = 1_000_000;

/** Returns the number of a text, which may have a comma for decimals; undefined for other texts. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/** Text inputs for numbers. A text that is no number yet stays until the field is left. */
abstract class NumbersField extends FieldElement {
  static override styles = [...FieldElement.styles, styles];
  static override properties: PropertyDeclarations = { typed: { state: true } };

  declare typed: Readonly<Record<string, string>>;

  constructor() {
    super();
    this.typed = {};
  }

  protected abstract numbers(): Readonly<Record<string, number>>;
  protected abstract set(key: string, value: number, isCommitted?: boolean): void;

  protected get min(): number {
    return this.editable.min ?? -MAX_VALUE;
  }

  protected get max(): number {
    return this.editable.max ?? MAX_VALUE;
  }

  /** When the entry changes, keeps only typed texts that mean its number, such as `1.` for 1. */
  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has('entry')) return;
    // Undo changes the entry, too.
    const numbers = this.numbers();
    const otherTexts = Object.entries(this.typed).filter(
      ([key, text]) => numberOf(text) === numbers[key],
    );
    if (otherTexts.length < Object.keys(this.typed).length)
      this.typed = Object.fromEntries(otherTexts);
  }

  /** Whether a typed text is no number or beyond the limits. */
  #isInvalid(key: string): boolean {
    const text = this.typed[key];
    const value = text === undefined ? 0 : numberOf(text);
    return text !== undefined && (value === undefined || value < this.min || value > this.max);
  }

  protected input(key: string, label: string): unknown {
    return html`<input
      type="text"
      inputmode="decimal"
      data-first
      dir="ltr"
      autocomplete="off"
      aria-label=${label}
      aria-invalid=${this.#isInvalid(key) || this.faults.length > 0}
      aria-describedby="notes"
      .value=${live(this.typed[key] ?? String(this.numbers()[key]))}
      ?disabled=${this.disabled}
      @input=${({ target }: InputEvent) => this.#type(key, (target as HTMLInputElement).value)}
      @change=${() => {
        if (!this.#isInvalid(key)) this.typed = {};
      }}
      @keydown=${(event: KeyboardEvent) => this.#stepByKey(event, key)}
    />`;
  }

  /**
   * The arrow keys change the number, as in a field of the type "number". With Shift, by ten steps.
   */
  #stepByKey(event: KeyboardEvent, key: string): void {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (sign === undefined) return;
    event.preventDefault();
    const step = (this.editable.step ?? 1) * (event.shiftKey ? 10 : 1);
    const next = (this.numbers()[key] ?? 0) + sign * step;
    this.typed = {};
    this.set(key, Number(Math.min(this.max, Math.max(this.min, next)).toFixed(6)));
  }

  /** Keeps a typed text. The entry changes only if the text is a number within the limits. */
  #type(key: string, text: string): void {
    this.typed = { ...this.typed, [key]: text };
    const value = numberOf(text);
    if (value !== undefined && !this.#isInvalid(key)) this.set(key, value);
  }

  protected override renderNotes(): unknown {
    if (!Object.keys(this.typed).some((key) => this.#isInvalid(key))) return nothing;
    const format = new Intl.NumberFormat(this.context.lang);
    const values = { min: format.format(this.min), max: format.format(this.max) };
    return html`<p class="fault">${this.t('field.number', values)}</p>`;
  }
}

/** A number: a slider when it has limits, and the digits. */
class NumberField extends NumbersField {
  protected override numbers(): Record<string, number> {
    const example = this.editable.example_value;
    return { number: this.entry?.source?.number ?? (typeof example === 'number' ? example : 0) };
  }

  protected override set(_: string, number: number, isCommitted = true): void {
    this.change({ source: { number } }, isCommitted);
  }

  protected override renderControl(): unknown {
    return html`<div class="row">${this.#renderSlider()} ${this.input('number', this.editable.label)}</div>`;
  }

  /** Nothing without both limits. `step` is any number if the template sets none. */
  #renderSlider(): unknown {
    const { min, max, step, label } = this.editable;
    if (min === undefined || max === undefined) return nothing;
    const slide = (event: Event, isCommitted: boolean) => {
      this.typed = {};
      this.set('number', Number((event.target as HTMLInputElement).value), isCommitted);
    };
    return html`<input
      type="range"
      aria-label=${label}
      min=${min}
      max=${max}
      step=${step ?? 'any'}
      .value=${live(String(this.numbers()['number']))}
      ?disabled=${this.disabled}
      @input=${(event: Event) => slide(event, false)}
      @change=${(event: Event) => slide(event, true)}
    />`;
  }
}

/** A point: two numbers, each with a slider for pointers if the size of the video is known. */
export class PointField extends NumbersField {
  protected override numbers(): { x: number; y: number } {
    const example = this.editable.example_value;
    const examplePoint = typeof example === 'object' ? example : { x: 0, y: 0 };
    return this.entry?.source?.point ?? examplePoint;
  }

  protected override set(key: string, value: number, isCommitted = true): void {
    this.change({ source: { point: { ...this.numbers(), [key]: value } } }, isCommitted);
  }

  /** Moves the point by another control, such as its handle in the frame. */
  movePoint({ x, y, isCommitted }: { x: number; y: number; isCommitted: boolean }): void {
    if (this.disabled) return;
    this.typed = {};
    this.change({ source: { point: { x, y } } }, isCommitted);
  }

  protected override renderControl(): unknown {
    const { label } = this.editable;
    const { width, height } = this.context.video ?? {};
    return html`<div class="axes ${width === undefined ? '' : 'slid'}">
      <span aria-hidden="true">X</span>${this.#renderSlider('x', width)}
      ${this.input('x', this.t('field.x', { label }))}
      <span aria-hidden="true">Y</span>${this.#renderSlider('y', height)}
      ${this.input('y', this.t('field.y', { label }))}
    </div>`;
  }

  /** The digits beside it have the arrow keys and the name. */
  #renderSlider(axis: 'x' | 'y', size: number | undefined): unknown {
    if (size === undefined) return nothing;
    const value = this.numbers()[axis];
    const slide = ({ target }: Event, isCommitted: boolean) => {
      this.typed = {};
      this.set(axis, Math.round(Number((target as HTMLInputElement).value)), isCommitted);
    };
    return html`<input
      type="range"
      tabindex="-1"
      aria-hidden="true"
      min=${Math.min(0, Math.floor(value))}
      max=${Math.max(size, Math.ceil(value))}
      step="any"
      .value=${live(String(value))}
      ?disabled=${this.disabled}
      @input=${(event: Event) => slide(event, false)}
      @change=${(event: Event) => slide(event, true)}
    />`;
  }
}

/** A switch, beside its label. */
class CheckboxField extends FieldElement {
  static override styles = [
    ...FieldElement.styles,
    css`
      .head input[type='checkbox'] {
        position: relative;
        order: 1;
        inline-size: 40px;
        block-size: 24px;
        border: 1px solid var(--fp-field-line);
        border-radius: 12px;
        background: var(--fp-raised);
        appearance: none;
        cursor: pointer;
        transition: background 120ms;
      }
      .head input::before {
        position: absolute;
        inset-block-start: 3px;
        inset-inline-start: 3px;
        inline-size: 16px;
        block-size: 16px;
        border-radius: 50%;
        background: var(--fp-field-line);
        transition: inset-inline-start 120ms;
        content: '';
      }
      .head input:checked {
        border-color: var(--fp-accent);
        background: var(--fp-accent);
      }
      .head input:checked::before {
        inset-inline-start: 19px;
        background: var(--fp-on-accent);
      }
      .head label {
        padding-block: 8px;
        cursor: pointer;
      }
      @media (forced-colors: active) {
        .head input::before,
        .head input:checked::before {
          background: CanvasText;
          forced-color-adjust: none;
        }
      }
    `,
  ];

  protected override renderLabel(): unknown {
    const isChecked = this.entry?.source?.checkbox ?? this.editable.example_value === true;
    return html`<label class="label" id="label" for="control"><bdi>${this.editable.label}</bdi></label>
      <input
        id="control"
        type="checkbox"
        data-first
        role="switch"
        aria-describedby="notes"
        .checked=${live(isChecked)}
        ?disabled=${this.disabled}
        @change=${({ target }: Event) =>
          this.change({ source: { checkbox: (target as HTMLInputElement).checked } })}
      />`;
  }

  protected override renderControl(): unknown {
    return nothing;
  }
}

/** A menu: one of its options. */
class MenuField extends FieldElement {
  protected override renderLabel(): unknown {
    return html`<label class="label" id="label" for="control"><bdi>${this.editable.label}</bdi></label>`;
  }

  protected override renderControl(): unknown {
    const { options = [], example_value: example } = this.editable;
    const chosen = this.entry?.source?.menu ?? example;
    const label = typeof chosen === 'number' ? options[chosen - 1] : chosen;
    return html`<select
      id="control"
      data-first
      aria-invalid=${this.faults.length > 0}
      aria-describedby="notes"
      ?disabled=${this.disabled}
      @change=${({ target }: Event) =>
        this.change({ source: { menu: (target as HTMLSelectElement).value } })}
    >
      ${options.map(
        (option) =>
          html`<option value=${option} .selected=${live(option === label)}>${option}</option>`,
      )}
    </select>`;
  }
}

defineElement('framepress-number-field', NumberField);
defineElement('framepress-point-field', PointField);
defineElement('framepress-checkbox-field', CheckboxField);
defineElement('framepress-menu-field', MenuField);
