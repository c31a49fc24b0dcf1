import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { define, StudioElement } from '../base.ts';
import { customProperties } from '../custom-properties.ts';
import {
  columnsOf,
  type Place,
  type VirtualRange,
  visiblePlaces,
  visibleRange,
} from './virtual-range.ts';

/** How far before its end a list asks for more, in heights of the window. */
const AHEAD_WINDOWS = 1;

/**
 * A list that scrolls with the page and draws only the items near the window:
 * `<studio-virtual-list .items=${…} .keyOf=${…} .renderItem=${…} .rowHeight=${64}>`. With
 * `minItemWidth` it is a grid; `rowHeight` may then be a function of the width of an item. With
 * `placesOf` each item has a place of its own instead. It fires `more` near its end while `hasMore`. The items are drawn in the shadow root of the list; `itemStyles`
 * are the styles for them.
 */
class StudioVirtualList<Item = unknown> extends StudioElement {
  static override properties = {
    items: { attribute: false },
    keyOf: { attribute: false },
    renderItem: { attribute: false },
    rowHeight: { attribute: false },
    minItemWidth: { attribute: false },
    gap: { attribute: false },
    placesOf: { attribute: false },
    hasMore: { attribute: false },
    itemStyles: { attribute: false },
    label: {},
    width: { state: true },
    range: { state: true },
  };
  static override styles = css`
    [role='list'] {
      position: relative;
      height: var(--height);
    }
    [role='listitem'] {
      position: absolute;
      inset-block-start: 0;
      inset-inline-start: var(--x);
      width: var(--item-width);
      height: var(--item-height);
      transform: translateY(var(--y));
    }
    /* A menu that is open covers the rows below. */
    [role='listitem']:focus-within {
      z-index: 1;
    }
  `;

  declare items: readonly Item[];
  declare keyOf: (item: Item) => unknown;
  declare renderItem: (item: Item, index: number) => TemplateResult;
  declare rowHeight: number | ((itemWidth: number) => number);
  declare minItemWidth: number;
  declare gap: number;
  /** Returns the place of each item in a list of this width, row by row. */
  declare placesOf: ((items: readonly Item[], width: number) => readonly Place[]) | undefined;
  declare hasMore: boolean;
  declare itemStyles: CSSStyleSheet | undefined;
  declare label: string;
  declare width: number;
  declare range: VirtualRange | undefined;
  #resized = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    if (Math.abs(width - this.width) > 0.5) this.width = width;
  });
  /** The item that has the focus stays drawn. */
  #focused = -1;
  #asked = -1;
  #places: readonly Place[] | undefined;

  constructor() {
    super();
    this.items = [];
    this.keyOf = (item) => item;
    this.renderItem = () => html``;
    this.rowHeight = 56;
    this.minItemWidth = 0;
    this.gap = 0;
    this.hasMore = false;
    this.label = '';
    this.width = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    addEventListener('scroll', this.#measure, { passive: true, capture: true });
    addEventListener('resize', this.#measure, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    removeEventListener('scroll', this.#measure, { capture: true });
    removeEventListener('resize', this.#measure);
  }

  /**
   * Measures the range again, except when only the range has changed. A shorter list can ask for
   * more again.
   */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('itemStyles') && this.itemStyles && this.shadowRoot) {
      const { itemStyles } = this;
      const others = this.shadowRoot.adoptedStyleSheets.filter((sheet) => sheet !== itemStyles);
      this.shadowRoot.adoptedStyleSheets = [...others, itemStyles];
    }
    if (changed.has('items') && (changed.get('items')?.length ?? 0) > this.items.length) {
      this.#asked = -1;
    }
    if (changed.size === 1 && changed.has('range')) return;
    this.#places = this.placesOf?.(this.items, this.width);
    this.range = this.#rangeNow();
  }

  protected override updated(): void {
    this.#askForMore();
  }

  override render() {
    const { range, items } = this;
    if (!range) return html`<div role="list" aria-label=${this.label}></div>`;
    const indexes: number[] = [];
    for (let index = range.first; index < range.end; index++) indexes.push(index);
    if (this.#focused >= 0 && this.#focused < items.length && !indexes.includes(this.#focused)) {
      indexes.push(this.#focused);
      indexes.sort((a, b) => a - b);
    }
    return html`<div
      role="list"
      aria-label=${this.label}
      @focusin=${this.#keepFocused}
      @focusout=${() => {
        this.#focused = -1;
      }}
      ${customProperties({ '--height': `${range.height}px` })}
    >
      ${repeat(
        indexes,
        (index) => this.keyOf(items[index] as Item),
        (index) => {
          const { x, y, width, height } = this.#placeOf(index, range);
          return html`<div
            role="listitem"
            aria-setsize=${this.hasMore ? -1 : items.length}
            aria-posinset=${index + 1}
            data-index=${index}
            ${customProperties({
              '--x': `${x}px`,
              '--y': `${y}px`,
              '--item-width': `${width}px`,
              '--item-height': `${height}px`,
            })}
          >
            ${this.renderItem(items[index] as Item, index)}
          </div>`;
        },
      )}
    </div>`;
  }

  #placeOf(index: number, { columns, itemWidth }: VirtualRange): Place {
    const place = this.#places?.[index];
    if (place) return place;
    const rowHeight = this.#rowHeight(itemWidth);
    return {
      x: (index % columns) * (itemWidth + this.gap),
      y: Math.floor(index / columns) * rowHeight,
      width: itemWidth,
      height: rowHeight - this.gap,
    };
  }

  /** The distance from the top of a row to the next. */
  #rowHeight(itemWidth: number): number {
    const { rowHeight } = this;
    return (typeof rowHeight === 'function' ? rowHeight(itemWidth) : rowHeight) + this.gap;
  }

  /** Returns the items in the window. Undefined while the list has no width. */
  #rangeNow(): VirtualRange | undefined {
    const { width, minItemWidth, gap } = this;
    if (width === 0) return undefined;
    const { top } = this.getBoundingClientRect();
    if (this.#places)
      return {
        columns: 1,
        itemWidth: width,
        ...visiblePlaces(this.#places, -top, innerHeight - top),
      };
    const { itemWidth } = columnsOf({ width, minItemWidth, gap });
    const rowHeight = this.#rowHeight(itemWidth);
    const grid = { itemCount: this.items.length, width, rowHeight, minItemWidth, gap };
    return visibleRange(grid, -top, innerHeight - top);
  }

  /** Updates the drawn items after scrolling. The same range is not drawn again. */
  #measure = () => {
    const next = this.#rangeNow();
    const { range } = this;
    if (next?.first !== range?.first || next?.end !== range?.end) this.range = next;
    this.#askForMore();
  };

  /** Asks for more items near the end of the list, once for each length of the list. */
  #askForMore(): void {
    if (!this.hasMore || !this.range || this.#asked === this.items.length) return;
    const { bottom } = this.getBoundingClientRect();
    if (bottom > innerHeight * (1 + AHEAD_WINDOWS)) return;
    this.#asked = this.items.length;
    this.emit('more');
  }

  /** The item with the focus stays drawn when it is scrolled away. */
  #keepFocused = (event: Event) => {
    const item = (event.target as Element).closest<HTMLElement>('[data-index]');
    this.#focused = Number(item?.dataset['index'] ?? -1);
  };
}

define('studio-virtual-list', StudioVirtualList);
