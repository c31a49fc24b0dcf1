import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { tokens } from '../look/index.ts';
import { clockText, spokenTime } from '../media/time-text.ts';
import { clampStart, startForEnd, trimOf } from '../media/trim.ts';
import type { Translate } from '../strings/index.ts';
import { defineElement } from './field-element.ts';

/** The detail of `trim-change`: the start in seconds of the file. */
export type TrimChange = { start: number; isCommitted: boolean };

type Handle = 'in' | 'out';
type Drag = { handle: Handle | 'part'; fromX: number; start: number };

const STEP_SECONDS = 0.1;
const PAGE_SECONDS = 1;

/**
 * A time line with the part of a file that plays. Its length is fixed by the place, so both handles
 * and the part between them move the start. What is behind it is in the default slot.
 */
class TrimBar extends LitElement {
  static override properties = {
    start: { type: Number },
    fileSeconds: { type: Number },
    placeSeconds: { type: Number },
    inLabel: {},
    outLabel: {},
    disabled: { type: Boolean, reflect: true },
    t: { attribute: false },
    lang: {},
  };
  static override styles = [
    tokens,
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
        border-block: 3px solid var(--fp-accent);
        cursor: grab;
        touch-action: none;
      }
      .handle {
        position: absolute;
        inset-block: 0;
        width: 14px;
        border-radius: 4px;
        background: var(--fp-accent);
        cursor: ew-resize;
        touch-action: none;
      }
      /* A finger needs more room than the handle shows. */
      .handle::before {
        position: absolute;
        inset: 0 -8px;
        content: '';
      }
      .handle::after {
        position: absolute;
        inset: 30% 6px;
        border-radius: 1px;
        background: var(--fp-on-accent);
        content: '';
      }
      .in {
        inset-inline-start: calc(var(--trim-from) - 13px);
      }
      .out {
        inset-inline-start: calc(var(--trim-to) - 1px);
      }
      :host([disabled]) :is(.handle, .part) {
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
    `,
  ];
  declare start: number;
  declare fileSeconds: number;
  declare placeSeconds: number | undefined;
  declare inLabel: string;
  declare outLabel: string;
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
    const { fileSeconds, placeSeconds, lang, t } = this;
    const { start, end } = trimOf(this.start, { fileSeconds, placeSeconds });
    const shownEnd = Math.min(end, fileSeconds);
    const times = { start: clockText(start, lang), end: clockText(shownEnd, lang) };
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
        <div class="part" data-handle="part"></div>
        ${this.#renderHandle('in', start, this.inLabel)}
        ${placeSeconds === undefined ? nothing : this.#renderHandle('out', shownEnd, this.outLabel)}
      </div>
      <div class="times">
        <span>${t('video.plays', times)}</span>
        <span dir="ltr">${clockText(fileSeconds, lang)}</span>
      </div>`;
  }

  #renderHandle(handle: Handle, seconds: number, label: string): unknown {
    const { fileSeconds, lang, t } = this;
    const spoken = { time: spokenTime(seconds, lang), total: spokenTime(fileSeconds, lang) };
    return html`<div
      class="handle ${handle}"
      role="slider"
      tabindex=${this.disabled ? -1 : 0}
      data-handle=${handle}
      aria-label=${label}
      aria-orientation="horizontal"
      aria-disabled=${this.disabled}
      aria-valuemin="0"
      aria-valuemax=${Math.round(fileSeconds * 100) / 100}
      aria-valuenow=${Math.round(seconds * 100) / 100}
      aria-valuetext=${t('video.at', spoken)}
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
    ></div>`;
  }

  protected override updated(_: PropertyValues): void {
    const { fileSeconds, placeSeconds } = this;
    const { start, end } = trimOf(this.start, { fileSeconds, placeSeconds });
    const share = (seconds: number) =>
      `${Math.min(1, seconds / Math.max(0.01, fileSeconds)) * 100}%`;
    this.style.setProperty('--trim-from', share(start));
    this.style.setProperty('--trim-to', share(end));
  }

  #key(event: KeyboardEvent): void {
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
    this.#emit(clampStart(this.start + change, this.fileSeconds), true);
  }

  /** The last start with which the file lasts until the end of the place. */
  get #lastStart(): number {
    const { fileSeconds, placeSeconds } = this;
    if (placeSeconds === undefined) return clampStart(fileSeconds, fileSeconds);
    return startForEnd(fileSeconds, placeSeconds, fileSeconds);
  }

  #down(event: PointerEvent): void {
    const target = (event.target as HTMLElement).closest<HTMLElement>('[data-handle]');
    if (this.disabled || !target || event.button !== 0) return;
    // Pressing moves the focus to a handle, so that keys continue from here.
    event.preventDefault();
    const handle = target.dataset['handle'] as Drag['handle'];
    const focused = handle === 'part' ? 'in' : handle;
    this.renderRoot.querySelector<HTMLElement>(`.${focused}`)?.focus();
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#drag = { handle, fromX: event.clientX, start: this.start };
  }

  #move(event: PointerEvent): void {
    if (!this.#drag) return;
    const { handle, fromX, start } = this.#drag;
    const { fileSeconds, placeSeconds } = this;
    const { width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const moved = start + ((event.clientX - fromX) / width) * fileSeconds;
    const next =
      handle === 'out' && placeSeconds !== undefined
        ? startForEnd(moved + placeSeconds, placeSeconds, fileSeconds)
        : handle === 'part'
          ? Math.min(clampStart(moved, fileSeconds), Math.max(start, this.#lastStart))
          : clampStart(moved, fileSeconds);
    this.#last = next;
    this.#emit(next, false);
  }

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
