import { css, html, nothing, type PropertyValues } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { secondsRange } from '../components/format.ts';
import { numberText } from '../words.ts';
import { rowsOf, ticksOf } from './bar-rows.ts';
import type { TemplateDraft } from './draft.ts';
import { type Entry, labelOf, spanOf } from './entries.ts';
import type { Say } from './strings/index.ts';

const MAX_TICKS = 12;
const MAX_TICKS_PHONE = 6;

/**
 * The time of the frame, and from when to when each content is seen. Time goes from left to right in
 * every language. It fires `seek` with `{ at }`, `mark` and `hover` with `{ id }`.
 */
class StudioTimeLine extends AppElement {
  static override properties = {
    say: { attribute: false },
    draft: { attribute: false },
    entries: { attribute: false },
    at: { type: Number },
    marked: {},
    hovered: {},
  };
  static override styles = css`
    :host {
      --edge: 8px;
      padding: 8px 16px 12px;
      border-block-start: 1px solid var(--fp-line);
      background: var(--fp-surface);
      user-select: none;
    }
    .line {
      position: relative;
    }
    .ruler {
      position: relative;
      height: 18px;
      margin-inline: var(--edge);
      color: var(--fp-muted);
      font-size: 0.6875rem;
      font-variant-numeric: tabular-nums;
    }
    .ruler span {
      position: absolute;
      left: var(--x);
      transform: translateX(-50%);
      white-space: nowrap;
    }
    .ruler span:first-child {
      transform: none;
      margin-left: calc(-1 * var(--edge));
    }
    .ruler span.last {
      transform: translateX(calc(-100% + var(--edge)));
    }
    input[type='range'] {
      appearance: none;
      display: block;
      width: 100%;
      height: 16px;
      margin: 0;
      background: linear-gradient(var(--fp-line), var(--fp-line)) center / calc(100% - 8px) 4px
        no-repeat;
      cursor: pointer;
    }
    input[type='range']:focus-visible {
      border-radius: 8px;
    }
    input::-webkit-slider-thumb {
      appearance: none;
      width: 16px;
      height: 16px;
      border: 3px solid var(--fp-surface);
      border-radius: 50%;
      background: var(--fp-accent);
      box-shadow: 0 0 0 1px var(--fp-accent);
    }
    input::-moz-range-thumb {
      width: 10px;
      height: 10px;
      border: 3px solid var(--fp-surface);
      border-radius: 50%;
      background: var(--fp-accent);
      box-shadow: 0 0 0 1px var(--fp-accent);
    }
    .scroll {
      max-height: 118px;
      margin-block-start: 6px;
      overflow: hidden auto;
      scrollbar-width: thin;
    }
    .rows {
      position: relative;
      height: calc(var(--count) * 22px);
      margin-inline: var(--edge);
    }
    .head {
      position: absolute;
      inset-block: 33px 0;
      left: calc(var(--edge) + (100% - 2 * var(--edge)) * var(--at));
      z-index: 1;
      width: 2px;
      margin-left: -1px;
      background: var(--fp-accent);
      box-shadow: 0 0 0 1px var(--fp-surface);
      pointer-events: none;
    }
    .bar.bar {
      position: absolute;
      left: var(--x);
      top: calc(var(--row) * 22px + 1px);
      display: block;
      width: max(var(--width), 6px);
      min-height: 0;
      height: 20px;
      padding: 0 6px;
      border: 1px solid transparent;
      border-radius: 5px;
      background: color-mix(in srgb, var(--fp-accent) 20%, var(--fp-surface));
      font-size: 0.75rem;
      font-weight: 500;
      line-height: 18px;
      text-align: start;
      overflow: hidden;
      white-space: nowrap;
      text-overflow: clip;
    }
    .bar.bar.open {
      border: 1px dashed var(--fp-field-line);
      background: none;
      color: var(--fp-muted);
    }
    .bar:is(.hovered, :hover):not([aria-pressed='true']) {
      border: 1px solid var(--fp-accent);
    }
    .bar.bar[aria-pressed='true'] {
      border-color: transparent;
      background: var(--fp-accent);
      color: var(--fp-on-accent);
    }
    .bar:focus-visible {
      outline-offset: -2px;
      box-shadow:
        inset 0 0 0 2px var(--fp-accent),
        inset 0 0 0 4px var(--fp-surface);
    }
    @media (max-width: 760px) {
      :host {
        padding: 4px 12px 8px;
      }
      .ruler {
        display: none;
      }
      .head {
        inset-block-start: 16px;
      }
      .scroll {
        max-height: 66px;
        margin-block-start: 2px;
      }
    }
  `;

  declare say: Say;
  declare draft: TemplateDraft;
  declare entries: readonly Entry[];
  declare at: number;
  declare marked: string | undefined;
  declare hovered: string | undefined;

  /** Keeps the bar of the marked content in view. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('marked') && this.marked !== undefined)
      this.renderRoot.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const { draft, at, app } = this;
    const { duration, fps } = draft;
    const last = Math.max(1 / fps, duration - 1 / fps);
    return html`<div class="line" dir="ltr">
      <div class="ruler" aria-hidden="true">${this.#ruler(last)}</div>
      <input
        type="range"
        min="0"
        max=${last}
        step=${1 / fps}
        .value=${String(at)}
        aria-label=${this.say('time.label')}
        aria-valuetext=${this.say('time.value', { seconds: numberText(at, app.lang, 1) })}
        @input=${(event: Event) => this.emit('seek', { at: Number((event.target as HTMLInputElement).value) })}
      />
      <div class="head" ${customProperties({ '--at': String(at / last) })}></div>
      ${this.#bars(last)}
    </div>`;
  }

  #ruler(last: number) {
    const isPhone = matchMedia('(max-width: 760px)').matches;
    const ticks = ticksOf(last, isPhone ? MAX_TICKS_PHONE : MAX_TICKS);
    return ticks.map((seconds) => {
      const isLast = seconds > last * 0.96;
      return html`<span
        class=${isLast ? 'last' : ''}
        ${customProperties({ '--x': `${(100 * seconds) / last}%` })}
        >${numberText(seconds, this.app.lang, 1)}</span
      >`;
    });
  }

  #bars(last: number) {
    const { entries } = this;
    const spans = entries.map((entry) => {
      const { start, end } = spanOf(entry);
      return { start: Math.min(start, last), end: Math.min(end, last) };
    });
    const { rows, count } = rowsOf(spans, last / 400);
    const order = entries.toSorted((a, b) => spanOf(a).start - spanOf(b).start);
    const reached = entries.find(({ id }) => id === this.marked) ?? order[0];
    return html`<div class="scroll">
      <div
        class="rows"
        role="group"
        aria-label=${this.say('time.bars')}
        ${customProperties({ '--count': String(count) })}
      >
        ${entries.map((entry, index) =>
          this.#bar(entry, {
            span: spans[index] ?? { start: 0, end: 0 },
            row: rows[index] ?? 0,
            last,
            order,
            isReached: entry === reached,
          }),
        )}
      </div>
    </div>`;
  }

  /** Tab goes to one of the bars; the arrow keys go on from there. */
  #bar(
    entry: Entry,
    {
      span,
      row,
      last,
      order,
      isReached,
    }: {
      span: { start: number; end: number };
      row: number;
      last: number;
      order: readonly Entry[];
      isReached: boolean;
    },
  ) {
    const { app, marked, hovered } = this;
    const label = labelOf(entry);
    const time = secondsRange(span.start, span.end, app.lang);
    return html`<button
      class="bar ${entry.isChosen ? '' : 'open'} ${entry.id === hovered ? 'hovered' : ''}"
      data-id=${entry.id}
      tabindex=${isReached ? 0 : -1}
      aria-pressed=${entry.id === marked}
      aria-label=${this.say('time.bar', { name: label, time })}
      title=${label}
      ${customProperties({
        '--x': `${(100 * span.start) / last}%`,
        '--width': `${(100 * (span.end - span.start)) / last}%`,
        '--row': String(row),
      })}
      @click=${() => this.emit('mark', { id: entry.id })}
      @pointerenter=${() => this.emit('hover', { id: entry.id })}
      @pointerleave=${() => this.emit('hover', {})}
      @keydown=${(event: KeyboardEvent) => this.#moveFrom(entry, order, event)}
    >
      ${label || nothing}
    </button>`;
  }

  #moveFrom(entry: Entry, order: readonly Entry[], event: KeyboardEvent): void {
    const at = order.indexOf(entry);
    const to: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: order.length - 1,
    };
    const next = order[to[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    this.emit('mark', { id: next.id });
    const bars = [...this.renderRoot.querySelectorAll<HTMLElement>('.bar')];
    bars.find(({ dataset }) => dataset['id'] === next.id)?.focus();
  }
}

define('studio-time-line', StudioTimeLine);
