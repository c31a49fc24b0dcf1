import { css, html, nothing, type TemplateResult } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { icon } from '../components/icons.ts';
import { percentText } from '../words.ts';
import type { EditableFields } from './draft.ts';
import {
  type Entry,
  labelOf,
  twinsOf,
  type Work,
  withField,
  withMove,
  withSame,
  withSection,
  withSeparate,
} from './entries.ts';
import type { Say } from './strings/index.ts';
import type { Thumbnail } from './thumbnails.ts';

const FITS = ['cover', 'contain', 'fill', 'smart'] as const;
const MAX_LABEL = 200;
const MAX_HELP = 500;

/** The settings of the marked content. It fires `work`, and `mark` when the content joins another one. */
class StudioContentDetails extends AppElement {
  static override properties = {
    say: { attribute: false },
    work: { attribute: false },
    entry: { attribute: false },
    thumbnail: { attribute: false },
  };
  static override styles = css`
    .form {
      display: grid;
      gap: 14px;
      padding: 4px 14px 14px;
    }
    .pair {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 12px;
    }
    label {
      font-size: 0.8125rem;
    }
    .check {
      display: flex;
      align-items: center;
      gap: 10px;
      font-weight: 400;
      font-size: 0.9375rem;
    }
    textarea {
      min-height: 60px;
      resize: vertical;
      field-sizing: content;
    }
    .off {
      padding-block: 2px;
    }
    .focal {
      display: grid;
      grid-template-columns: 96px minmax(0, 1fr);
      align-items: center;
      gap: 14px;
    }
    .pad {
      position: relative;
      width: 96px;
      height: 96px;
      border-radius: 8px;
      background: var(--url, var(--fp-raised)) var(--x) var(--y) / var(--w) var(--h) no-repeat
        var(--fp-raised);
      cursor: crosshair;
      touch-action: none;
    }
    .pad::after {
      content: '';
      position: absolute;
      left: calc(var(--fx) * 1%);
      top: calc(var(--fy) * 1%);
      width: 16px;
      height: 16px;
      margin: -8px 0 0 -8px;
      border: 2.5px solid #fff;
      border-radius: 50%;
      box-shadow:
        0 0 0 1.5px rgb(0 0 0 / 55%),
        inset 0 0 0 1.5px rgb(0 0 0 / 55%);
    }
    .layers {
      display: grid;
      gap: 4px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .layers li {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      font-size: 0.8125rem;
    }
    .layers span {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .layers button,
    .order button {
      min-height: 32px;
      padding: 0 10px;
      font-size: 0.8125rem;
    }
    .order {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 8px;
    }
    .order .field {
      flex: 1;
      min-width: 130px;
    }
    .order svg {
      transform: rotate(90deg);
    }
    .order .down svg {
      transform: rotate(-90deg);
    }
    details[open] > summary {
      margin-block-end: 12px;
    }
    summary {
      width: fit-content;
      border-radius: 6px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      cursor: pointer;
    }
    .more {
      display: grid;
      gap: 14px;
    }
  `;

  declare say: Say;
  declare work: Work;
  declare entry: Entry;
  declare thumbnail: Thumbnail | undefined;

  override render() {
    const { say, entry } = this;
    const { isChosen, type, fields } = entry;
    if (!isChosen) {
      return html`<div class="form">
        <p class="hint off">${say(`off.${this.#reason()}`)}</p>
        ${this.#twins()}
      </div>`;
    }
    return html`<div class="form">
      <div class="field">
        <label for="label">${say('field.label')}</label>
        <input
          id="label"
          dir="auto"
          maxlength=${MAX_LABEL}
          .value=${fields.label ?? labelOf(entry)}
          @input=${(event: Event) => this.#set('label', typedText(event))}
        />
      </div>
      ${this.#limits(type)}
      <label class="check"
        ><input
          type="checkbox"
          .checked=${fields.required ?? isRequired(entry)}
          @change=${(event: Event) => this.#set('required', (event.target as HTMLInputElement).checked)}
        />${say('field.required')}</label
      >
      ${this.#order()}
      <details>
        <summary>${say('field.more')}</summary>
        <div class="more">
          <div class="field">
            <label for="help">${say('field.help')}</label>
            <textarea
              id="help"
              dir="auto"
              rows="2"
              maxlength=${MAX_HELP}
              .value=${fields.help ?? ''}
              @input=${(event: Event) => this.#set('help', typedText(event) || undefined)}
            ></textarea>
          </div>
          ${this.#furtherLimits(type)} ${this.#twins()}
          <p class="hint">${say('field.name', { name: entry.name })}</p>
        </div>
      </details>
    </div>`;
  }

  /** Why it is not proposed, as far as it is known. */
  #reason() {
    const code = this.entry.contents[0]?.left_out_code;
    const codes = ['small', 'decoration', 'background', 'never_shows', 'moment'] as const;
    return codes.find((name) => name === code) ?? 'other';
  }

  /** The limits that most people set. */
  #limits(type: Entry['type']): TemplateResult | typeof nothing {
    const { say } = this;
    const { fields } = this.entry;
    if (type === 'text') {
      return html`<div class="pair">
        ${this.#number('max_length', { least: 1, most: 100_000 })}
        ${this.#number('max_lines', { least: 1, most: 1000 })}
      </div>`;
    }
    if (type === 'image' || type === 'video') {
      const fit = fields.crop_strategy ?? 'cover';
      return html`<div class="field">
          <label for="fit">${say('field.fit')}</label>
          <select
            id="fit"
            @change=${(event: Event) =>
              this.#set('crop_strategy', typedText(event) as (typeof FITS)[number])}
          >
            ${FITS.map((id) => html`<option value=${id} ?selected=${id === fit}>${say(`fit.${id}`)}</option>`)}
          </select>
        </div>
        ${fit === 'cover' ? this.#focalPoint() : nothing}`;
    }
    if (type === 'number') {
      return html`<div class="pair">${this.#number('min', {})} ${this.#number('max', {})}</div>`;
    }
    if (type === 'menu') {
      return html`<div class="field">
        <label for="options">${say('field.options')}</label>
        <textarea
          id="options"
          dir="auto"
          rows="3"
          .value=${(fields.options ?? []).join('\n')}
          @change=${(event: Event) => {
            const lines = typedText(event)
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean);
            this.#set('options', lines.length > 0 ? [...new Set(lines)] : undefined);
          }}
        ></textarea>
        <span class="hint">${say('field.optionsHint')}</span>
      </div>`;
    }
    return nothing;
  }

  #furtherLimits(type: Entry['type']) {
    const { say } = this;
    if (type === 'number') return this.#number('step', { least: 0 });
    if (type !== 'text') return nothing;
    return html`${this.#number('min_font_size', { least: 1, most: 10_000 })}
      <label class="check"
        ><input
          type="checkbox"
          .checked=${this.entry.fields.multiline ?? false}
          @change=${(event: Event) =>
            this.#set('multiline', (event.target as HTMLInputElement).checked || undefined)}
        />${say('field.multiline')}</label
      >`;
  }

  #number(
    name: 'max_length' | 'max_lines' | 'min_font_size' | 'min' | 'max' | 'step',
    { least, most }: { least?: number; most?: number },
  ) {
    const isWhole = name === 'max_length' || name === 'max_lines';
    return html`<div class="field">
      <label for=${name}>${this.say(`field.${name}`)}</label>
      <input
        id=${name}
        inputmode=${isWhole ? 'numeric' : 'decimal'}
        placeholder=${this.say('field.any')}
        .value=${String(this.entry.fields[name] ?? '')}
        @input=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          const text = input.value.trim().replace(',', '.');
          const value = Number(text);
          const isRange = value >= (least ?? -Infinity) && value <= (most ?? Infinity);
          const isValid = text === '' || (isRange && (!isWhole || Number.isInteger(value)));
          input.ariaInvalid = String(!isValid);
          if (isValid) this.#set(name, text === '' ? undefined : value);
        }}
      />
    </div>`;
  }

  /** The part of a image that stays when it is cropped. */
  #focalPoint() {
    const { say, app, thumbnail } = this;
    const { focal_x: x = 0.5, focal_y: y = 0.5 } = this.entry.fields;
    const slider = (name: 'focal_x' | 'focal_y', value: number) =>
      html`<div class="field">
        <label for=${name}>${say(`field.${name}`)}</label>
        <input
          id=${name}
          type="range"
          dir="ltr"
          min="0"
          max="1"
          step="0.01"
          .value=${String(value)}
          aria-valuetext=${percentText(100 * value, app.lang)}
          @input=${(event: Event) => this.#set(name, Number(typedText(event)))}
        />
      </div>`;
    return html`<div class="focal">
      <div
        class="pad"
        aria-hidden="true"
        ${customProperties({ ...thumbnail, '--fx': 100 * x, '--fy': 100 * y })}
        @pointerdown=${this.#focus}
        @pointermove=${this.#focus}
      ></div>
      <div class="more">${slider('focal_x', x)} ${slider('focal_y', y)}</div>
    </div>`;
  }

  #focus = (event: PointerEvent) => {
    if ((event.buttons & 1) === 0) return;
    const pad = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') pad.setPointerCapture(event.pointerId);
    const { left, top, width, height } = pad.getBoundingClientRect();
    const share = (value: number) => Math.round(100 * Math.min(1, Math.max(0, value))) / 100;
    const { id } = this.entry;
    const across = withField(this.work, id, 'focal_x', share((event.clientX - left) / width));
    const work = withField(across, id, 'focal_y', share((event.clientY - top) / height));
    this.emit('work', { work, key: `${id}:focal` });
  };

  /** One field for several layers: what it fills, and what could join it. */
  #twins() {
    const { say, work, entry } = this;
    const twins = twinsOf(work, entry.id);
    return html`${
      entry.contents.length > 1 && !entry.isFixed
        ? html`<div class="field">
            <span class="hint">${say('same.layers')}</span>
            <ul class="layers">
              ${entry.contents.map(
                (content) => html`<li>
                  <span dir="auto">${content.path}</span>
                  <button @click=${() => this.#change(withSeparate(work, entry.id, content.id))}>
                    ${say('same.separate')}
                  </button>
                </li>`,
              )}
            </ul>
          </div>`
        : nothing
    }
    ${
      twins.length > 0
        ? html`<div class="field">
            <label for="same">${say('same.label')}</label>
            <select
              id="same"
              aria-describedby="same-hint"
              @change=${(event: Event) => {
                const intoId = typedText(event);
                this.#change(withSame(work, entry.id, intoId));
                this.emit('mark', { id: intoId });
              }}
            >
              <option value="" selected>${say('same.none')}</option>
              ${twins.map((twin) => html`<option value=${twin.id}>${labelOf(twin)}</option>`)}
            </select>
            <span class="hint" id="same-hint">${say('same.hint')}</span>
          </div>`
        : nothing
    }`;
  }

  /** Its place in the form. */
  #order() {
    const { say, work, entry } = this;
    const scenes = work.sections.filter(({ kind }) => kind === 'scene');
    const members = work.entries.filter(({ sectionId }) => sectionId === entry.sectionId);
    const index = members.indexOf(entry);
    const isScene = scenes.some(({ id }) => id === entry.sectionId);
    const button = (by: number, name: 'order.up' | 'order.down', isEnd: boolean) =>
      html`<button
        class=${by > 0 ? 'down' : 'up'}
        aria-label=${say(name)}
        title=${say(name)}
        aria-disabled=${isEnd}
        @click=${() => this.#change(withMove(work, entry.id, by))}
      >
        ${icon('back', 16)}
      </button>`;
    return html`<div class="order">
      ${
        isScene && scenes.length > 1
          ? html`<div class="field">
              <label for="scene">${say('order.scene')}</label>
              <select
                id="scene"
                @change=${(event: Event) => this.#change(withSection(work, entry.id, typedText(event)))}
              >
                ${scenes.map(
                  ({ id, name }) =>
                    html`<option value=${id} ?selected=${id === entry.sectionId}>${name}</option>`,
                )}
              </select>
            </div>`
          : nothing
      }
      ${button(-1, 'order.up', index <= 0)} ${button(1, 'order.down', index === members.length - 1)}
    </div>`;
  }

  #set<Name extends keyof EditableFields>(name: Name, value: EditableFields[Name] | undefined) {
    const { id } = this.entry;
    this.#change(withField(this.work, id, name, value), `${id}:${name}`);
  }

  #change(work: Work, key?: string): void {
    if (work !== this.work) this.emit('work', { work, key });
  }
}

/** What the service takes if template.json says nothing. */
function isRequired({ type }: Entry): boolean {
  return type === 'text' || type === 'color' || type === 'image' || type === 'video';
}

function typedText({ target }: Event): string {
  return (target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;
}

define('studio-content-details', StudioContentDetails);
