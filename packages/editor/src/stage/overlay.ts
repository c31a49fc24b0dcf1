import { css, html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { defineElement } from '../fields/field-element.ts';
import { inherited } from '../look/index.ts';
import type { Point, Size } from './geometry.ts';

/** The layer of an editable in the frame: under the pointer, or that of the field in use. */
export type Outline = { corners: readonly Point[]; isInUse: boolean };

/** A text that is edited in its place. */
export type InPlace = {
  name: string;
  label: string;
  text: string;
  /** What the frame shows while the text is empty. */
  example: string;
  isMultiline: boolean;
  corners: readonly Point[];
};

/** The detail of `overlay-end`. `isByKey`: the focus is to go back to the field. */
export type InPlaceEnd = { name: string; isByKey: boolean };

/** A position that can be dragged: a point of the video. */
export type Handle = { name: string; x: number; y: number };

/** The detail of `overlay-point`. Moves until a committed one are one step of undo. */
export type PointMove = Handle & { isCommitted: boolean };

/** A place may be a thin line of the video, which is too small for a text box. */
const MIN_WIDTH_SHARE = 0.24;
const MAX_LINES = 6;

/**
 * Lies exactly over the video: outlines of layers, the box of a text that is edited in its place, and the handle of
 * a position. It fires `overlay-text` with the text, `overlay-end`, and `overlay-point`.
 */
class Overlay extends LitElement {
  static override styles = [
    inherited,
    css`
      :host {
        position: absolute;
        inset: 0;
        inline-size: 100%;
        block-size: 100%;
        margin: auto;
        direction: ltr;
        pointer-events: none;
      }
      svg {
        position: absolute;
        inset: 0;
        inline-size: 100%;
        block-size: 100%;
        overflow: visible;
      }
      polygon {
        fill: none;
        stroke-linejoin: round;
        vector-effect: non-scaling-stroke;
      }
      /* Two colors are seen on every image. */
      .halo {
        stroke: rgb(255 255 255 / 85%);
        stroke-width: 4;
      }
      .line {
        stroke: #3b4cca;
        stroke-width: 2;
      }
      .hovered .line {
        stroke-dasharray: 6 4;
      }
      .handle {
        position: absolute;
        inset-block-start: var(--handle-top);
        inset-inline-start: var(--handle-left);
        inline-size: 44px;
        block-size: 44px;
        margin: -22px;
        cursor: move;
        pointer-events: auto;
        touch-action: none;
      }
      .handle::before {
        position: absolute;
        inset: 12px;
        border: 3px solid #fff;
        border-radius: 50%;
        outline: 2px solid #3b4cca;
        background: #3b4cca;
        box-shadow: 0 2px 8px rgb(0 0 0 / 40%);
        content: '';
      }
      textarea {
        position: absolute;
        inset-block-start: var(--place-top);
        inset-inline-start: var(--place-left);
        inline-size: var(--place-width);
        block-size: auto;
        /* It covers the text that is drawn below it. */
        min-block-size: max(40px, var(--place-height));
        max-block-size: 100%;
        margin: 0;
        padding: 8px 10px;
        border: 2px solid var(--fp-accent);
        border-radius: var(--fp-radius);
        background: var(--fp-surface);
        box-shadow: 0 6px 24px rgb(0 0 0 / 35%);
        color: var(--fp-text);
        font: 500 1rem / 1.35 var(--fp-font);
        field-sizing: content;
        resize: none;
        pointer-events: auto;
      }
      textarea::placeholder {
        color: var(--fp-muted);
      }
    `,
  ];
  static override properties = {
    video: { attribute: false },
    outlines: { attribute: false },
    inPlace: { attribute: false },
    handle: { attribute: false },
  };

  declare video: Size;
  declare outlines: readonly Outline[];
  declare inPlace: InPlace | undefined;
  declare handle: Handle | undefined;
  #endedByKey = false;

  constructor() {
    super();
    this.outlines = [];
  }

  protected override shouldUpdate(): boolean {
    return this.video !== undefined;
  }

  protected override render(): TemplateResult {
    const { width, height } = this.video;
    return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">
        ${this.outlines.map(({ corners, isInUse }) => {
          const points = corners.map(([x, y]) => `${x},${y}`).join(' ');
          return svg`<g class=${isInUse ? 'in-use' : 'hovered'}>
            <polygon class="halo" points=${points}></polygon>
            <polygon class="line" points=${points}></polygon>
          </g>`;
        })}
      </svg>
      ${this.handle ? this.#renderHandle(this.handle) : nothing}
      ${this.inPlace ? this.#renderText(this.inPlace) : nothing}`;
  }

  /** For pointers only: the field of the position has the same values for keys and screen readers. */
  #renderHandle({ name }: Handle): TemplateResult {
    const drag = (event: PointerEvent, isCommitted: boolean) => {
      const target = event.target as HTMLElement;
      if (!target.hasPointerCapture(event.pointerId)) return;
      const box = this.getBoundingClientRect();
      const x = Math.round(((event.clientX - box.left) / box.width) * this.video.width);
      const y = Math.round(((event.clientY - box.top) / box.height) * this.video.height);
      this.#emit('overlay-point', { name, x, y, isCommitted });
    };
    const stop = (event: Event) => event.stopPropagation();
    return html`<div
      class="handle"
      aria-hidden="true"
      @mousedown=${(event: Event) => event.preventDefault()}
      @pointerdown=${({ target, pointerId }: PointerEvent) =>
        (target as HTMLElement).setPointerCapture(pointerId)}
      @pointermove=${(event: PointerEvent) => drag(event, false)}
      @pointerup=${(event: PointerEvent) => drag(event, true)}
      @click=${stop}
      @dblclick=${stop}
    ></div>`;
  }

  #renderText({ name, label, text, example, isMultiline }: InPlace): TemplateResult {
    const rows = Math.min(MAX_LINES, (text || example).split('\n').length);
    return html`<textarea
      dir="auto"
      rows=${rows}
      autocomplete="off"
      aria-label=${label}
      placeholder=${example}
      .value=${live(text)}
      @input=${(event: InputEvent) => {
        const { value } = event.target as HTMLTextAreaElement;
        // A field of one line takes no line break, also not from the clipboard.
        const typed = isMultiline ? value : value.replaceAll(/\r\n|[\r\n]/g, ' ');
        this.#emit('overlay-text', { name, text: typed });
        this.requestUpdate();
      }}
      @keydown=${(event: KeyboardEvent) => this.#endByKey(event, { name, isMultiline })}
      @blur=${() => {
        const isByKey = this.#endedByKey;
        this.#endedByKey = false;
        this.#emit('overlay-end', { name, isByKey });
      }}
      @click=${(event: Event) => event.stopPropagation()}
      @dblclick=${(event: Event) => event.stopPropagation()}
    ></textarea>`;
  }

  /** Escape and Enter end the editing; in a text with several lines, Enter breaks the line. */
  #endByKey(
    event: KeyboardEvent,
    { name, isMultiline }: Pick<InPlace, 'name' | 'isMultiline'>,
  ): void {
    // A key that chooses among words of an input method is not meant for the box.
    if (event.isComposing) return;
    const { key, ctrlKey, metaKey } = event;
    const isEnd = key === 'Escape' || (key === 'Enter' && (!isMultiline || ctrlKey || metaKey));
    if (!isEnd) return;
    event.preventDefault();
    event.stopPropagation();
    this.#endedByKey = true;
    this.#emit('overlay-end', { name, isByKey: true });
  }

  /** Sets positions by script: the content security policy of a page may forbid style attributes. */
  protected override updated(changes: PropertyValues<this>): void {
    const { video, inPlace } = this;
    if (this.handle) {
      const { x, y } = this.handle;
      this.style.setProperty('--handle-left', `${shareOf(x, video.width)}%`);
      this.style.setProperty('--handle-top', `${shareOf(y, video.height)}%`);
    }
    if (!inPlace) return;
    const box = this.renderRoot.querySelector('textarea');
    if (!box) return;
    const xs = inPlace.corners.map(([x]) => x / video.width);
    const ys = inPlace.corners.map(([, y]) => y / video.height);
    const width = Math.min(1, Math.max(MIN_WIDTH_SHARE, Math.max(...xs) - Math.min(...xs)));
    const left = Math.min(1 - width, Math.max(0, Math.min(...xs)));
    const top = Math.min(0.85, Math.max(0, Math.min(...ys)));
    const height = Math.min(1 - top, Math.max(...ys) - Math.min(...ys));
    for (const [side, share] of Object.entries({ left, top, width, height }))
      box.style.setProperty(`--place-${side}`, `${share * 100}%`);
    const former = changes.get('inPlace');
    if (changes.has('inPlace') && former?.name !== inPlace.name) {
      box.focus();
      box.select();
    }
  }

  #emit(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** A handle outside of the video would be lost. */
function shareOf(value: number, size: number): number {
  return Math.min(100, Math.max(0, (value / size) * 100));
}

defineElement('framepress-overlay', Overlay);
