import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { EditorApi } from '../api/editor-api.ts';
import type { Editable, Entry, Fault, Fit, Group, Kind, Mapping } from '../api/types.ts';
import { controls, FocusKeeper, inherited } from '../look/index.ts';
import { icons } from '../stage/icons.ts';
import type { StringKey, Translate, Values } from '../strings/index.ts';
import { fieldStyles } from './field-styles.ts';

/** Controls of a field that names none as its first. */
const FALLBACK =
  ':is(input:not([type="file"]), textarea, select, button:not(.reset)):not(:disabled)';

/** The labels of files without a template.json, such as "t 01", which say nothing to a person. */
const UNNAMED = /^[a-z]{1,12}[ _-]?\d+$/i;

/** What all fields of an editor share. */
export type FieldContext = {
  readonly t: Translate;
  readonly lang: string;
  readonly direction: 'ltr' | 'rtl';
  readonly api: EditorApi;
  /** The size of the video in pixels, once it is known. */
  readonly video?: { readonly width: number; readonly height: number } | undefined;
  /** Colors of the template and its mapping: `#rrggbb`. */
  readonly palette: readonly string[];
  /** Names of the template's fonts. */
  readonly fontChoices: readonly string[];
  /** The fonts whose files can be read for a sample. */
  readonly packageFonts: readonly string[];
  /** The text editables, whose names can stand in a speech. */
  readonly texts?: readonly { readonly name: string; readonly label: string }[];
  /** Returns the mapping with all edits. */
  readonly mapping?: () => Mapping;
  /** Returns a file that the host page lets people choose. */
  readonly askMediaLibrary?: ((kind: Kind) => Promise<{ url: string } | undefined>) | undefined;
};

/** The detail of `field-change`. Without entry: the field shows the example of the template. */
export type FieldChange = {
  name: string;
  group: Group;
  entry: Entry | undefined;
  /** False while a control is moved, such as a slider. */
  isCommitted: boolean;
};

/**
 * A field of the form. It fires `field-change` and `field-focus`, which bubble. It never changes its
 * own entry: the form sets the new one.
 */
export abstract class FieldElement extends LitElement {
  static override styles = [inherited, controls, fieldStyles];
  static override properties: PropertyDeclarations = {
    name: {},
    group: {},
    editable: { attribute: false },
    entry: { attribute: false },
    fit: { attribute: false },
    isFitStale: { attribute: false },
    faults: { attribute: false },
    disabled: { type: Boolean, reflect: true },
    isLocked: { attribute: false },
    missing: { type: Boolean },
    context: { attribute: false },
  };

  declare name: string;
  declare group: Group;
  declare editable: Editable;
  declare entry: Entry | undefined;
  declare fit: Fit | undefined;
  /** The fit is of an older text: the frame is not drawn yet. */
  declare isFitStale: boolean;
  declare faults: readonly Fault[];
  declare disabled: boolean;
  /** The page has locked this field. A form that cannot be changed at all says so once. */
  declare isLocked: boolean;
  /** The editable is required and has no entry. */
  declare missing: boolean;
  declare context: FieldContext;

  constructor() {
    super();
    this.group = 'resources';
    this.isFitStale = false;
    this.faults = [];
    this.disabled = false;
    this.isLocked = false;
    this.missing = false;
    new FocusKeeper(this, () => this.#firstControl());
    this.addEventListener('focusin', () =>
      this.dispatchEvent(
        new CustomEvent('field-focus', { bubbles: true, detail: { name: this.name } }),
      ),
    );
  }

  /**
   * Moves the focus to the control that people use first. `isSelected`: what is typed next replaces its
   * text, as after Tab; otherwise it is added at the end.
   */
  focusField({ isSelected = false } = {}): void {
    const control = this.#firstControl();
    control?.focus();
    const isText =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && control.type === 'text');
    if (!isText) return;
    // A selection of before would be back with the focus.
    if (isSelected) control.select();
    else control.setSelectionRange(control.value.length, control.value.length);
  }

  /**
   * The control that gets the focus of the field. The button that takes the example is before it in
   * the tree, and must not get the keys that are meant for the control.
   */
  #firstControl(): HTMLElement | null {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    return find('[data-first]') ?? find(FALLBACK);
  }

  protected t(key: StringKey, values?: Values): string {
    return this.context.t(key, values);
  }

  /**
   * Reports another entry. Undefined removes it. Changes until a committed one are one step of
   * undo.
   */
  protected change(entry: Entry | undefined, isCommitted = true): void {
    const { name, group } = this;
    const detail: FieldChange = { name, group, entry, isCommitted };
    this.dispatchEvent(new CustomEvent('field-change', { bubbles: true, detail }));
  }

  protected override shouldUpdate(_: PropertyValues): boolean {
    return this.context !== undefined && this.editable !== undefined;
  }

  protected override render(): TemplateResult {
    const { label, help } = this.editable;
    return html`<div class="field" role="group" aria-labelledby="label">
      <div class="head">
        ${this.renderLabel()}
        ${this.#sample ? html`<q class="sample" dir="auto">${this.#sample}</q>` : nothing}
        ${this.missing ? html`<span class="required">${this.t('field.required')}</span>` : nothing}
        ${
          this.entry !== undefined && !this.disabled
            ? html`<button
                class="plain small reset"
                aria-label=${this.t(this.resetKeys.named, { label })}
                title=${this.t(this.resetKeys.short, { label })}
                @click=${() => this.change(undefined)}
              >
                ${icons.reset}
              </button>`
            : nothing
        }
      </div>
      ${help ? html`<p class="help" dir="auto">${help}</p>` : nothing}
      ${this.renderControl()}
      <div class="notes" id="notes" aria-live="polite">
        ${this.renderNotes()}
        ${this.faults.map(
          ({ message, hint }) =>
            html`<p class="fault" dir="auto">
              ${hint ? this.t('field.hint', { message, hint }) : message}
            </p>`,
        )}
        ${this.isLocked ? html`<p class="hint">${this.t('field.locked')}</p>` : nothing}
      </div>
    </div>`;
  }

  /** The label: a `<label for="control">` when the field has one main control with this id. */
  protected renderLabel(): unknown {
    return html`<span class="label" id="label"><bdi>${this.editable.label}</bdi></span>`;
  }

  /** The text of the design, beside a label that says nothing. */
  get #sample(): string | undefined {
    const { label, example_text: sample, input_type: kind } = this.editable;
    return kind === 'text' && UNNAMED.test(label) ? sample : undefined;
  }

  /** What the button does that removes the entry. */
  protected get resetKeys(): { short: StringKey; named: StringKey } {
    return { short: 'field.reset', named: 'field.reset_of' };
  }

  /** The controls. Those that take part in an error have `aria-describedby="notes"`. */
  protected abstract renderControl(): unknown;

  /** The fit report and other hints. */
  protected renderNotes(): unknown {
    return nothing;
  }
}

/** Defines a custom element, unless another copy of this module has done so. */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
