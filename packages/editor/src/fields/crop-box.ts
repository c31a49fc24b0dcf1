import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { type Crop, type Rectangle, type Size, shownPart } from '../media/crop.ts';
import { type Corner, dragCorner, moveFocus, movePart, scaleAround } from '../media/crop-moves.ts';
import { defineElement } from './field-element.ts';

/** The detail of `crop-change`. */
export type CropChange = { crop: Crop; isCommitted: boolean };

const CORNERS: readonly (Corner & { name: string })[] = [
  { x: -1, y: -1, name: 'top-left' },
  { x: 1, y: -1, name: 'top-right' },
  { x: -1, y: 1, name: 'bottom-left' },
  { x: 1, y: 1, name: 'bottom-right' },
];

type Point = { x: number; y: number };
type Drag = { part: Rectangle; from: Point; corner: Corner | undefined };

/** A step of the arrow keys, and one of them with Shift, as a share of the file. */
const STEP = { plain: 0.01, shift: 0.05 };
/** What + and − multiply the size of the part by. */
const ZOOM = 0.94;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * An image with the part that its place shows, which can be moved with a pointer, and with a label also resized
 * with a pointer, two fingers or keys. Without a label it is hidden from screen readers.
 */
class CropBox extends LitElement {
  static override properties = {
    src: {},
    file: { attribute: false },
    place: { attribute: false },
    crop: { attribute: false },
    label: {},
    disabled: { type: Boolean, reflect: true },
  };
  static override styles = css`
    :host {
      display: grid;
      justify-items: center;
      min-width: 0;
    }
    /* Positions are those of the image, also in languages that are written from right to left. */
    .frame {
      position: relative;
      direction: ltr;
      width: min(100%, calc(var(--crop-ratio) * var(--crop-height, 180px)));
      aspect-ratio: var(--crop-ratio);
      touch-action: pan-y;
      user-select: none;
    }
    /* The corners are outside of the image, which they must not cover. */
    :host([label]) {
      padding: 26px;
    }
    .whole {
      position: absolute;
      inset: 0;
      overflow: hidden;
      border-radius: 4px;
      background: repeating-conic-gradient(#8883 0 25%, #8881 0 50%) 0 0 / 16px 16px;
    }
    .frame[data-plain] .whole {
      background-color: var(--crop-background, transparent);
      outline: 1px solid var(--fp-line);
    }
    img {
      display: block;
      width: 100%;
      height: 100%;
      object-fit: fill;
      pointer-events: none;
    }
    .frame[data-plain='contain'] img {
      object-fit: contain;
    }
    .part,
    .shade {
      position: absolute;
      inset-block-start: var(--crop-y);
      inset-inline-start: var(--crop-x);
      width: var(--crop-width);
      height: var(--crop-height-share);
    }
    .shade {
      box-shadow: 0 0 0 9999px #000a;
    }
    .part {
      outline: 2px solid #fff;
      box-shadow: 0 0 0 3px #0006;
      cursor: move;
      touch-action: none;
    }
    .part:focus-visible {
      outline: 3px solid var(--fp-accent);
    }
    :host([disabled]) .part {
      outline: none;
      box-shadow: none;
      cursor: default;
      pointer-events: none;
    }
    .corner {
      position: absolute;
      width: 26px;
      height: 26px;
      touch-action: none;
    }
    .corner::after {
      position: absolute;
      inset: 4px;
      border: 5px solid var(--fp-accent);
      content: '';
    }
    .top-left {
      inset: -26px auto auto -26px;
      cursor: nwse-resize;
    }
    .top-right {
      inset: -26px -26px auto auto;
      cursor: nesw-resize;
    }
    .bottom-left {
      inset: auto auto -26px -26px;
      cursor: nesw-resize;
    }
    .bottom-right {
      inset: auto -26px -26px auto;
      cursor: nwse-resize;
    }
    .top-left::after {
      border-block-end: 0;
      border-inline-end: 0;
    }
    .top-right::after {
      border-block-end: 0;
      border-inline-start: 0;
    }
    .bottom-left::after {
      border-block-start: 0;
      border-inline-end: 0;
    }
    .bottom-right::after {
      border-block-start: 0;
      border-inline-start: 0;
    }
  `;

  declare src: string;
  /** The size of the upright file. */
  declare file: Size;
  declare place: Size;
  declare crop: Crop;
  /** The name of the large view. */
  declare label: string | undefined;
  declare disabled: boolean;
  readonly #pointers = new Map<number, Point>();
  #drag: Drag | undefined;
  #pinch: { part: Rectangle; distance: number } | undefined;
  #last: Crop | undefined;

  protected override render(): unknown {
    const { label } = this;
    const { strategy } = this.crop;
    const isPlain = strategy === 'contain' || strategy === 'fill';
    const isLarge = label !== undefined && !this.disabled;
    const part = html`<div
      class="part"
      role=${isLarge ? 'application' : nothing}
      aria-label=${isLarge ? label : nothing}
      tabindex=${isLarge ? 0 : nothing}
      @keydown=${isLarge ? this.#moveByKey : nothing}
    >
      ${
        isLarge && this.#isMovable
          ? CORNERS.map(({ name }) => html`<div class="corner ${name}" data-corner=${name}></div>`)
          : nothing
      }
    </div>`;
    return html`<div
      class="frame"
      aria-hidden=${label === undefined ? 'true' : nothing}
      data-plain=${isPlain ? strategy : nothing}
      @pointerdown=${this.#down}
      @pointermove=${this.#move}
      @pointerup=${this.#up}
      @pointercancel=${this.#up}
    >
      <div class="whole">
        ${this.src ? html`<img src=${this.src} alt="" draggable="false" @load=${this.#reportSize} @error=${this.#reportFailure} />` : nothing}
        ${isPlain ? nothing : html`<div class="shade"></div>`}
      </div>
      ${isPlain ? nothing : part}
    </div>`;
  }

  /** Only crops with a part of the person's choice. */
  get #isMovable(): boolean {
    return this.crop.strategy === 'cover' || this.crop.strategy === 'manual';
  }

  /** The arrow keys move the part, + and − change its size. */
  #moveByKey(event: KeyboardEvent): void {
    const { crop, file, place } = this;
    if (!this.#isMovable || event.ctrlKey || event.metaKey || event.altKey) return;
    const part = shownPart(file, place, crop);
    const step = event.shiftKey ? STEP.shift : STEP.plain;
    const arrow = ARROWS[event.key];
    const factor = { '+': ZOOM, '=': ZOOM, '-': 1 / ZOOM }[event.key];
    if (!arrow && factor === undefined) return;
    event.preventDefault();
    if (arrow) {
      this.#moveBy(part, { x: arrow.x * step * file.width, y: arrow.y * step * file.height }, true);
      return;
    }
    const scaled = scaleAround(part, factor ?? 1, { file, place });
    this.#emit({ strategy: 'manual', ...scaled }, true);
  }

  /**
   * Sets the place of the shown part by script: the content security policy of a page may forbid
   * style attributes.
   */
  protected override updated(_: PropertyValues): void {
    const { crop, file, place } = this;
    const isPlain = crop.strategy === 'contain' || crop.strategy === 'fill';
    const shape = isPlain ? place : file;
    this.style.setProperty('--crop-ratio', String(shape.width / shape.height));
    const part = shownPart(file, place, crop);
    const share = (value: number, total: number) => `${(value / total) * 100}%`;
    this.style.setProperty('--crop-x', share(part.x, file.width));
    this.style.setProperty('--crop-y', share(part.y, file.height));
    this.style.setProperty('--crop-width', share(part.width, file.width));
    this.style.setProperty('--crop-height-share', share(part.height, file.height));
    const background = crop.strategy === 'contain' ? crop.background : undefined;
    if (background === undefined) this.style.removeProperty('--crop-background');
    else this.style.setProperty('--crop-background', `#${background.replace('#', '')}`);
  }

  /** Reports the size of the image that is shown, which may be a smaller copy of the file. */
  #reportSize(event: Event): void {
    const { naturalWidth: width, naturalHeight: height } = event.target as HTMLImageElement;
    this.dispatchEvent(new CustomEvent('image-size', { detail: { width, height } }));
  }

  #reportFailure(): void {
    this.dispatchEvent(new CustomEvent('image-failed'));
  }

  /** Returns the position of a pointer in pixels of the file. */
  #filePoint({ clientX, clientY }: PointerEvent): Point {
    const frame = this.renderRoot.querySelector('.frame') as HTMLElement;
    const { left, top, width, height } = frame.getBoundingClientRect();
    return {
      x: ((clientX - left) / width) * this.file.width,
      y: ((clientY - top) / height) * this.file.height,
    };
  }

  /**
   * Begins to drag the part or one of its corners, or to pinch with a second finger. Only crops
   * with a part that can be moved are dragged.
   */
  #down(event: PointerEvent): void {
    const { crop, file, place } = this;
    if (this.disabled || !this.#isMovable || event.button !== 0 || this.#pointers.size > 1) return;
    const at = this.#filePoint(event);
    const target = event.target as HTMLElement;
    const part = shownPart(file, place, crop);
    const isInside = target.closest('.part') !== null;
    // A finger beside the part scrolls the page; a click beside it moves the part there.
    if (!isInside && event.pointerType === 'touch') return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, at);
    const corner = CORNERS.find(({ name }) => name === target.dataset['corner']);
    const from = isInside ? at : { x: part.x + part.width / 2, y: part.y + part.height / 2 };
    this.#drag = { part, from, corner };
    this.#pinch = undefined;
    if (this.#pointers.size === 2 && this.label !== undefined) {
      this.#pinch = { part, distance: this.#distance() };
    }
    if (!isInside) this.#dragTo(at);
  }

  /**
   * Drags with one pointer and pinches with two, each from where it began, so that rounding does
   * not add up.
   */
  #move(event: PointerEvent): void {
    if (!this.#drag || !this.#pointers.has(event.pointerId)) return;
    const at = this.#filePoint(event);
    this.#pointers.set(event.pointerId, at);
    if (!this.#pinch) {
      if (this.#pointers.size === 1) this.#dragTo(at);
      return;
    }
    const { part, distance } = this.#pinch;
    // Fingers that move apart show less of the image.
    this.#emit({
      strategy: 'manual',
      ...scaleAround(part, distance / Math.max(1, this.#distance()), this),
    });
  }

  /**
   * A pinch whose finger is lifted becomes a drag of the other one. The last pointer commits the
   * crop.
   */
  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0) {
      const [remainingPointer] = this.#pointers.values();
      if (remainingPointer)
        this.#drag = {
          part: shownPart(this.file, this.place, this.crop),
          from: remainingPointer,
          corner: undefined,
        };
      this.#pinch = undefined;
      return;
    }
    this.#drag = undefined;
    this.#pinch = undefined;
    if (this.#last) this.#emit(this.#last, true);
    this.#last = undefined;
  }

  /**
   * Reports the crop for a pointer at a position of the file. The distance counts from the start of
   * the drag.
   */
  #dragTo(at: Point): void {
    if (!this.#drag) return;
    const { part, from, corner } = this.#drag;
    const { file, place } = this;
    const by = { x: at.x - from.x, y: at.y - from.y };
    if (corner)
      this.#emit({ strategy: 'manual', ...dragCorner(part, corner, by, { file, place }) });
    else this.#moveBy(part, by);
  }

  #moveBy(part: Rectangle, by: Point, isCommitted = false): void {
    const { crop, file } = this;
    if (crop.strategy === 'cover') this.#emit(moveFocus(crop, part, by, file), isCommitted);
    else this.#emit({ strategy: 'manual', ...movePart(part, by, file) }, isCommitted);
  }

  /** The distance of two fingers in pixels of the file; 1 with fewer pointers. */
  #distance(): number {
    const [a, b] = [...this.#pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 1;
  }

  /** Reports a crop. `#last` is committed when the last pointer is lifted. */
  #emit(crop: Crop, isCommitted = false): void {
    this.#last = crop;
    const detail: CropChange = { crop, isCommitted };
    this.dispatchEvent(new CustomEvent('crop-change', { detail }));
  }
}

defineElement('framepress-crop-box', CropBox);
