import { html, nothing, type PropertyDeclarations } from 'lit';
import { live } from 'lit/directives/live.js';
import type { CaptionStyle, CaptionTrack } from '../api/types.ts';
import { CAPTION_STYLES, type StyleName, styleOf } from '../cues/tracks.ts';
import { parseHex } from '../fields/colors.ts';
import { defineElement } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { CaptionsElement } from './captions-element.ts';
import type { CaptionKey } from './strings/index.ts';
import { stylePickerStyles } from './style-picker-styles.ts';

/** The colors of the styles, as the service draws them. */
const COLORS = { color: '#ffffff', highlight: '#ffd60a', ink: '#0c0e12' };
const SIZE = { min: 3, max: 12, step: 0.5, usual: 5.5 };
const POSITIONS = ['top', 'middle', 'bottom'] as const;

type ColorName = 'color' | 'highlight' | 'background';

/** The detail of `style-change`. Undefined: the style of the template, or the plain one. */
export type StyleChange = { style: CaptionStyle | undefined; part: string; isCommitted: boolean };

/** The look of captions: the styles as samples, and what is changed in the chosen one. It fires `style-change`. */
class StylePicker extends CaptionsElement {
  static override properties: PropertyDeclarations = {
    ...CaptionsElement.properties,
    trackValue: { attribute: false },
    hasTemplateStyle: { attribute: false },
    isDisabled: { attribute: false },
  };
  static override styles = [inherited, controls, stylePickerStyles];

  declare trackValue: CaptionTrack;
  /** The template has captions of its own design. */
  declare hasTemplateStyle: boolean;
  declare isDisabled: boolean;

  get #style(): CaptionStyle | undefined {
    return styleOf(this.trackValue);
  }

  /** The name of the style that is drawn; undefined: that of the template. */
  get #name(): StyleName | undefined {
    return this.#style?.name ?? (this.hasTemplateStyle ? undefined : 'plain');
  }

  protected override render(): unknown {
    const names: (StyleName | undefined)[] = this.hasTemplateStyle
      ? [undefined, ...CAPTION_STYLES]
      : [...CAPTION_STYLES];
    return html`<fieldset class="styles" ?disabled=${this.isDisabled}>
        <legend>${this.t('style.title')}</legend>
        <div class="samples">${names.map((name) => this.#renderSample(name))}</div>
      </fieldset>
      ${this.#name === undefined ? nothing : this.#renderOptions(this.#name)}`;
  }

  #renderSample(name: StyleName | undefined): unknown {
    const key: CaptionKey = name === undefined ? 'style.template' : `style.${name}`;
    const words = this.t('style.sample').split(' ');
    const spoken = words.length > 1 ? 1 : 0;
    return html`<label class="choice" title=${this.t(key)}>
      <input
        class="visually-hidden"
        type="radio"
        name="style"
        .checked=${live(name === this.#name)}
        @change=${() => this.#choose(name)}
      />
      <span class="sample" data-style=${name ?? 'template'} aria-hidden="true">
        <span class="text"
          >${words.map(
            (word, at) =>
              html`${at > 0 ? ' ' : ''}<span class=${at === spoken ? 'word spoken' : 'word'}>${word}</span>`,
          )}</span
        >
      </span>
      <span class="name">${this.t(key)}</span>
    </label>`;
  }

  #renderOptions(name: StyleName): unknown {
    const style = this.#style ?? { name };
    const hasHighlight = name === 'word-highlight' || name === 'word-pop';
    const hasOutline = name === 'outline' || name === 'word-pop';
    return html`<div class="options">
      ${this.#renderColor('color', style, COLORS.color, 'style.color')}
      ${hasHighlight ? this.#renderColor('highlight', style, COLORS.highlight, 'style.highlight') : nothing}
      ${this.#renderColor('background', style, COLORS.ink, hasOutline ? 'style.outline_color' : 'style.background')}
      <label for="size">${this.t('style.size')}</label>
      <span class="row">
        <input
          id="size"
          type="range"
          min=${SIZE.min}
          max=${SIZE.max}
          step=${SIZE.step}
          aria-valuetext=${style.size === undefined ? this.t('style.automatic') : this.#percent(style.size)}
          .value=${live(String(style.size ?? SIZE.usual))}
          ?disabled=${this.isDisabled}
          @input=${(event: Event) => this.#set('size', Number(inputValue(event)), false)}
          @change=${(event: Event) => this.#set('size', Number(inputValue(event)))}
        />
        ${
          style.size === undefined
            ? html`<output for="size">${this.t('style.automatic')}</output>`
            : this.#renderReset('size')
        }
      </span>
      <span class="label" id="position">${this.t('style.position')}</span>
      <span class="segments" role="radiogroup" aria-labelledby="position">
        ${POSITIONS.map(
          (position) =>
            html`<label class="segment">
              <input
                class="visually-hidden"
                type="radio"
                name="position"
                .checked=${live((style.position ?? 'bottom') === position)}
                ?disabled=${this.isDisabled}
                @change=${() => this.#set('position', position === 'bottom' ? undefined : position)}
              />
              <span>${this.t(`style.${position}`)}</span>
            </label>`,
        )}
      </span>
      <label for="font">${this.t('style.font')}</label>
      <select
        id="font"
        ?disabled=${this.isDisabled}
        @change=${(event: Event) => this.#set('font', inputValue(event) || undefined)}
      >
        ${this.#fonts(style.font).map(
          (font) =>
            html`<option value=${font} ?selected=${font === (style.font ?? '')}>
              ${font === '' ? this.t('style.font_usual') : font}
            </option>`,
        )}
      </select>
    </div>`;
  }

  /** The fonts of the template, and one that a mapping names already. */
  #fonts(chosen: string | undefined): string[] {
    return [...new Set(['', ...this.context.fontChoices, ...(chosen ? [chosen] : [])])];
  }

  #renderColor(name: ColorName, style: CaptionStyle, usual: string, label: CaptionKey): unknown {
    const value = parseHex(style[name] ?? '') ?? usual;
    return html`<label for=${name}>${this.t(label)}</label>
      <span class="row">
        <input
          id=${name}
          type="color"
          .value=${live(value.slice(0, 7))}
          ?disabled=${this.isDisabled}
          @input=${(event: Event) => this.#set(name, inputValue(event) + value.slice(7), false)}
          @change=${(event: Event) => this.#set(name, inputValue(event) + value.slice(7))}
        />
        <span class="palette">
          ${this.context.palette.slice(0, 6).map(
            (color) =>
              html`<button
                class="swatch"
                data-color=${color}
                aria-label=${this.t('style.use_color', { color })}
                title=${color}
                aria-pressed=${color === value}
                ?disabled=${this.isDisabled}
                @click=${() => this.#set(name, color)}
              ></button>`,
          )}
        </span>
        ${style[name] === undefined ? nothing : this.#renderReset(name)}
      </span>`;
  }

  #renderReset(name: ColorName | 'size'): unknown {
    if (this.isDisabled) return nothing;
    return html`<button class="plain small" @click=${() => this.#set(name, undefined)}>
      ${this.t('style.reset')}
    </button>`;
  }

  #percent(value: number): string {
    const options = { style: 'percent', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(this.context.lang, options).format(value / 100);
  }

  /** Another style keeps size, position, font and color. What is behind the letters belongs to the style before. */
  #choose(name: StyleName | undefined): void {
    const { background: _, ...options } = this.#style ?? { name: 'plain' };
    this.#emitStyle(name && { ...options, name }, 'style', true);
  }

  #set<Name extends keyof CaptionStyle>(
    name: Name,
    value: CaptionStyle[Name] | undefined,
    isCommitted = true,
  ): void {
    const style = this.#style ?? { name: this.#name ?? 'plain' };
    const changed = { ...style, [name]: value };
    this.#emitStyle(changed as CaptionStyle, `style ${name}`, isCommitted);
  }

  #emitStyle(style: CaptionStyle | undefined, part: string, isCommitted: boolean): void {
    const detail: StyleChange = { style, part, isCommitted };
    this.emit('style-change', detail);
  }

  /** Sets colors by script: the content security policy of a page may forbid style attributes. */
  protected override updated(): void {
    for (const swatch of this.renderRoot.querySelectorAll<HTMLElement>('.swatch'))
      swatch.style.setProperty('--swatch', swatch.dataset['color'] ?? '');
    const samples = this.renderRoot.querySelectorAll<HTMLElement>('.sample');
    for (const sample of samples) {
      const isChosen = sample.dataset['style'] === this.#name;
      const { color, highlight, background } = isChosen && this.#style ? this.#style : {};
      for (const [name, value] of Object.entries({ color, highlight, background })) {
        const hex = value === undefined ? undefined : parseHex(value);
        if (hex) sample.style.setProperty(`--${name}`, hex);
        else sample.style.removeProperty(`--${name}`);
      }
      sample.toggleAttribute('data-boxed', background !== undefined);
    }
  }
}

function inputValue({ target }: Event): string {
  return (target as HTMLInputElement | HTMLSelectElement).value;
}

defineElement('framepress-caption-style', StylePicker);
