import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { inherited } from '../look/index.ts';
import { clockText, secondsText, spokenTime } from '../media/time-text.ts';
import { clampStart, roundSeconds, trimOf } from '../media/trim.ts';
import type { Translate } from '../strings/index.ts';
import { defineElement } from './field-element.ts';

/** The detail of `trim-change`: the start in seconds of the file. */
export type TrimChange = { start: number; isCommitted: boolean };

type Drag = { fromX: number; start: number };

const STEP_SECONDS = 0.1;
const PAGE_SECONDS = 1;

/**
 * A time line with the part of a file that plays. The template fixes the length of the part, so it is
 * moved as a whole. Without a length the file plays to its end, and only the start is moved. The default slot
 * contains the background.
 */
class TrimBar extends LitElement {
  static override properties = {
    start: { type: Number },
    fileSeconds: { type: Number },
    placeSeconds: { type: Number },
    label: {},
    disabled: { type: Boolean, reflect: true },
    t: { attribute: false },
    lang: {},
  };
  static override styles = [
    inherited,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      /* Time runs from left to right in all languages, as on players. */
      .bar {
        position: relative;
        direction: ltr;
        height: var(--trim-height, 56px);
        margin-inline: 12px;
        border-radius: 4px;
        background: var(--fp-raised);
        touch-action: pan-y;
        user-select: none;
      }
      .content {
        position: absolute;
        inset: 0;
        overflow: hidden;
        border-radius: 4px;
      }
      .shade {
        position: absolute;
        inset-block: 0;
        background: color-mix(in srgb, var(--fp-surface) 72%, transparent);
        pointer-events: none;
      }
      .before {
        inset-inline: 0 calc(100% - var(--trim-from));
      }
      .after {
        inset-inline: var(--trim-to) 0;
      }
      .part {
        position: absolute;
        inset-block: 0;
        inset-inline: var(--trim-from) calc(100% - var(--trim-to));
        /* A short part of a long file can still be seen and pressed. */
        min-width: 14px;
        border: 3px solid var(--fp-accent);
        border-radius: 4px;
        box-shadow: 0 0 0 1px var(--fp-surface);
        cursor: grab;
        touch-action: none;
      }
      .part:focus-visible {
        box-shadow: var(--fp-focus);
      }
      .part:active {
        cursor: grabbing;
      }
      .part::before {
        position: absolute;
        inset: 0 -11px;
        content: '';
      }
      .part::after {
        position: absolute;
        inset-block: 0;
        inset-inline-start: 50%;
        width: 8px;
        height: 16px;
        margin-block: auto;
        border: 2px solid var(--fp-on-accent);
        border-block: 0;
        background: var(--fp-accent);
        box-shadow: 0 0 0 3px var(--fp-accent);
        transform: translateX(-50%);
        border-radius: 1px;
        content: '';
      }
      .part[data-open] {
        border-inline-end: 0;
      }
      .part[data-open]::after {
        inset-inline-start: 3px;
      }
      @media (forced-colors: active) {
        .part {
          border-color: Highlight;
        }
        .part::after {
          border-color: Canvas;
          background: Highlight;
          box-shadow: 0 0 0 3px Highlight;
          forced-color-adjust: none;
        }
      }
      :host([disabled]) .part {
        cursor: default;
        opacity: 0.6;
      }
      .times {
        display: flex;
        justify-content: space-between;
        margin-block-start: 4px;
        color: var(--fp-muted);
        font-size: 0.8125rem;
        font-variant-numeric: tabular-nums;
      }
      .length {
        margin: 2px 0 0;
        color: var(--fp-muted);
        font-size: 0.8125rem;
      }
    `,
  ];

  declare start: number;
  declare fileSeconds: number;
  declare placeSeconds: number | undefined;
  declare label: string;
  declare disabled: boolean;
  declare t: Translate;
  declare lang: string;
  #drag: Drag | undefined;
  #last: number | undefined;

  constructor() {
    super();
    this.disabled = false;
    this.start = 0;
  }

  protected override render(): unknown {
    const { fileSeconds, placeSeconds, lang, t, disabled } = this;
    const { start, end } = trimOf(this.start, { fileSeconds, placeSeconds });
    const shownEnd = Math.min(end, fileSeconds);
    const times = { start: clockText(start, lang), end: clockText(shownEnd, lang) };
    const spoken = {
      start: spokenTime(start, lang),
      end: spokenTime(shownEnd, lang),
      total: spokenTime(fileSeconds, lang),
    };
    return html`<div
        class="bar"
        @pointerdown=${this.#down}
        @pointermove=${this.#move}
        @pointerup=${this.#up}
        @pointercancel=${this.#up}
      >
        <div class="content" aria-hidden="true"><slot></slot></div>
        <div class="shade before"></div>
        <div class="shade after"></div>
        <div
          class="part"
          ?data-open=${placeSeconds === undefined}
          role="slider"
          tabindex=${disabled ? -1 : 0}
          aria-label=${this.label}
          aria-orientation="horizontal"
          aria-disabled=${disabled}
          aria-valuemin="0"
          aria-valuemax=${roundSeconds(fileSeconds)}
          aria-valuenow=${roundSeconds(start)}
          aria-valuetext=${t('video.part_at', spoken)}
          @keydown=${this.#moveByKey}
        ></div>
      </div>
      <div class="times">
        <span>${t('video.plays', times)}</span>
        <span dir="ltr">${clockText(fileSeconds, lang)}</span>
      </div>
      ${
        disabled || placeSeconds === undefined || placeSeconds >= fileSeconds
          ? nothing
          : html`<p class="length">
              ${t('video.length', { seconds: secondsText(placeSeconds, lang) })}
            </p>`
      }`;
  }

  /**
   * Sets the place of the part by script: the content security policy of a page may forbid style
   * attributes.
   */
  protected override updated(_: PropertyValues): void {
    const { fileSeconds, placeSeconds } = this;
    const { start, end } = trimOf(this.start, { fileSeconds, placeSeconds });
    const share = (seconds: number) =>
      `${Math.min(1, seconds / Math.max(0.01, fileSeconds)) * 100}%`;
    this.style.setProperty('--trim-from', share(start));
    this.style.setProperty('--trim-to', share(end));
  }

  /** Moves the start by keys. Each key is a committed change. */
  #moveByKey(event: KeyboardEvent): void {
    if (this.disabled || event.altKey || event.ctrlKey || event.metaKey) return;
    const small = event.shiftKey ? PAGE_SECONDS : STEP_SECONDS;
    const by: Record<string, number> = {
      ArrowRight: small,
      ArrowUp: small,
      ArrowLeft: -small,
      ArrowDown: -small,
      PageUp: PAGE_SECONDS,
      PageDown: -PAGE_SECONDS,
      Home: -this.fileSeconds,
      End: this.#lastStart - this.start,
    };
    const change = by[event.key];
    if (change === undefined) return;
    event.preventDefault();
    this.#emit(this.#bound(this.start + change), true);
  }

  /** The last start with which the file lasts until the end of the place. */
  get #lastStart(): number {
    const { fileSeconds, placeSeconds } = this;
    // A file that is too short can start anywhere: its end is held, repeated or hidden.
    const isShort = placeSeconds === undefined || placeSeconds >= fileSeconds;
    return clampStart(isShort ? fileSeconds : fileSeconds - placeSeconds, fileSeconds);
  }

  /** The part stays inside of the file, unless the mapping has a later start already. */
  #bound(start: number): number {
    const last = Math.max(this.#lastStart, this.start);
    return clampStart(Math.min(start, last), this.fileSeconds);
  }

  /** Begins to drag the part, which also gets the focus. */
  #down(event: PointerEvent): void {
    const part = (event.target as HTMLElement).closest<HTMLElement>('.part');
    if (this.disabled || !part || event.button !== 0) return;
    // Keys continue from here.
    event.preventDefault();
    part.focus();
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#drag = { fromX: event.clientX, start: this.start };
  }

  /** Reports the start while it is dragged. It is committed when the pointer is lifted. */
  #move(event: PointerEvent): void {
    if (!this.#drag) return;
    const { fromX, start } = this.#drag;
    const { width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const next = this.#bound(start + ((event.clientX - fromX) / width) * this.fileSeconds);
    this.#last = next;
    this.#emit(next, false);
  }

  /** Commits the start that was dragged to. */
  #up(): void {
    this.#drag = undefined;
    if (this.#last !== undefined) this.#emit(this.#last, true);
    this.#last = undefined;
  }

  #emit(start: number, isCommitted: boolean): void {
    const detail: TrimChange = { start, isCommitted };
    this.dispatchEvent(new CustomEvent('trim-change', { detail }));
  }
}

defineElement('framepress-trim-bar', TrimBar);
