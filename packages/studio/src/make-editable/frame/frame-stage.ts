import { css, html, nothing, svg } from 'lit';
import { AppElement, define } from '../../components/base.ts';
import { customProperties } from '../../components/custom-properties.ts';
import { badgeStyles } from '../../shared/badge.ts';
import '../../components/error-box.ts';
import type { Corner, TemplateDraft } from '../draft.ts';
import { type Entry, labelOf } from '../entries.ts';
import { boxOf, contentsAt, cornersAt, placeOfName } from '../places.ts';
import type { Say } from '../strings/index.ts';

/** The pixels of the page that the name of the marked content takes at most. */
const NAME_WIDTH = 140;
const NAME_HEIGHT = 30;

/**
 * The frame on a quiet stage, with the outlines of contents. It fires `mark` and `hover` with
 * `{ id }`.
 */
class StudioFrameStage extends AppElement {
  static override properties = {
    say: { attribute: false },
    draft: { attribute: false },
    entries: { attribute: false },
    at: { type: Number },
    address: {},
    isExact: { attribute: false },
    isDrawing: { attribute: false },
    error: { attribute: false },
    marked: {},
    hovered: {},
  };
  static override styles = [
    badgeStyles,
    css`
    :host {
      min-width: 0;
      min-height: 0;
      padding: 28px;
      background: var(--fp-raised);
    }
    .room {
      display: grid;
      place-items: center;
      height: 100%;
      container-type: size;
    }
    .frame {
      position: relative;
      width: min(100cqw, 100cqh * var(--ratio));
      aspect-ratio: var(--ratio);
      border-radius: 6px;
      background: var(--fp-surface);
      box-shadow:
        0 0 0 1px color-mix(in srgb, var(--fp-text) 10%, transparent),
        0 10px 34px rgb(0 0 0 / 14%);
      cursor: pointer;
    }
    img,
    svg {
      position: absolute;
      inset: 0;
      display: block;
      width: 100%;
      height: 100%;
      border-radius: inherit;
    }
    img {
      object-fit: contain;
    }
    img.poster {
      opacity: 0.55;
    }
    svg {
      overflow: visible;
      pointer-events: none;
    }
    polygon {
      fill: none;
      vector-effect: non-scaling-stroke;
      stroke-linejoin: round;
    }
    .chosen {
      stroke: var(--fp-accent);
      stroke-dasharray: 3 4;
      stroke-width: 1.25;
      opacity: 0;
      transition: opacity 0.15s;
    }
    .frame:hover .chosen {
      opacity: 0.75;
    }
    .halo {
      stroke: #fff;
      stroke-width: 5;
      opacity: 0.85;
    }
    .line {
      stroke: #3b4cca;
      stroke-width: 2.5;
    }
    .hovered .line {
      stroke-width: 1.5;
    }
    .hovered .halo {
      stroke-width: 3.5;
    }
    .name {
      position: absolute;
      left: clamp(0%, var(--x), 70%);
      top: var(--y);
      max-width: min(60%, 280px);
      padding: 2px 8px;
      border-radius: 5px;
      background: #3b4cca;
      color: #fff;
      font-size: 0.75rem;
      font-weight: 600;
      line-height: 1.5;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      transform: translateY(calc(-100% - 5px));
      pointer-events: none;
    }
    .name.within {
      transform: translate(5px, 5px);
    }
    .name.below {
      transform: translateY(5px);
    }
    .badge {
      opacity: 0;
      transition: opacity 0.2s;
    }
    /* Most frames come sooner. */
    .badge.late {
      opacity: 1;
      transition-delay: 0.35s;
    }
    .empty {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      border-radius: inherit;
      background: linear-gradient(
        100deg,
        transparent 30%,
        color-mix(in srgb, var(--fp-text) 6%, transparent) 50%,
        transparent 70%
      );
      background-size: 220% 100%;
      animation: shimmer 1.6s linear infinite;
    }
    @keyframes shimmer {
      from {
        background-position: 120% 0;
      }
      to {
        background-position: -100% 0;
      }
    }
    .fault {
      position: absolute;
      inset-inline: 12px;
      inset-block-end: 12px;
      border-radius: var(--fp-radius);
      background: var(--fp-surface);
      cursor: auto;
    }
    @media (forced-colors: active) {
      .line {
        stroke: Highlight;
      }
    }
    @media (max-width: 760px) {
      :host {
        padding: 12px;
      }
    }
  `,
  ];

  declare say: Say;
  declare draft: TemplateDraft;
  /** What can be outlined. */
  declare entries: readonly Entry[];
  declare at: number;
  /** Of the image that is shown. */
  declare address: string | undefined;
  /** False: the image is a still of the version, until the frame is drawn. */
  declare isExact: boolean;
  declare isDrawing: boolean;
  declare error: unknown;
  declare marked: string | undefined;
  declare hovered: string | undefined;

  override render() {
    const { draft, app, address, isDrawing, isExact, error } = this;
    const { width, height } = draft;
    return html`<div class="room">
      <div
        class="frame"
        ${customProperties({ '--ratio': String(width / height) })}
        @click=${this.#clicked}
        @pointermove=${this.#moved}
        @pointerleave=${() => this.emit('hover', {})}
      >
        ${
          address
            ? html`<img class=${isExact ? '' : 'poster'} src=${address} alt=${this.say('frame.alt')} draggable="false" />`
            : html`<div class="empty"></div>`
        }
        <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
          ${this.#outlines()}
        </svg>
        ${this.#name()}
        <span class="badge ${isDrawing ? 'late' : ''}" aria-hidden="true"
          >${this.say('frame.drawing')}</span
        >
        ${
          error
            ? html`<studio-error-box
                class="fault"
                .t=${app.t}
                .error=${error}
                heading=${this.say('frame.failed')}
                can-retry
                @click=${(event: Event) => event.stopPropagation()}
                @retry=${() => this.emit('retry')}
              ></studio-error-box>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** Those that can be filled while the pointer is over the frame; the hovered and the marked one. */
  #outlines() {
    const { hovered, marked, at } = this;
    return this.entries.flatMap((entry) =>
      entry.contents.map((content) => {
        const corners = cornersAt(content, at);
        if (!corners) return nothing;
        const points = corners.map((corner) => corner.join()).join(' ');
        if (entry.id !== marked && entry.id !== hovered)
          return entry.isChosen ? svg`<polygon class="chosen" points=${points} />` : nothing;
        return svg`<g class=${entry.id === marked ? 'marked' : 'hovered'}>
          <polygon class="halo" points=${points} />
          <polygon class="line" points=${points} />
        </g>`;
      }),
    );
  }

  /** The label of the marked content, or of the hovered one, beside its place. */
  #name() {
    const { draft, at } = this;
    const entry =
      this.entries.find(({ id }) => id === this.hovered) ??
      this.entries.find(({ id }) => id === this.marked);
    const corners = entry?.contents.flatMap((content) => cornersAt(content, at) ?? []) ?? [];
    if (!entry || corners.length === 0) return nothing;
    const box = boxOf(corners);
    const others = this.entries
      .filter((other) => other !== entry)
      .flatMap(({ contents }) =>
        contents.flatMap((content) => {
          const place = cornersAt(content, at);
          return place ? [boxOf(place)] : [];
        }),
      );
    const pixel =
      draft.width / (this.renderRoot.querySelector('.frame')?.clientWidth || draft.width);
    const place = placeOfName(box, others, {
      width: NAME_WIDTH * pixel,
      height: NAME_HEIGHT * pixel,
      frameHeight: draft.height,
    });
    const x = Math.max(0, box.left / draft.width);
    const y = Math.max(0, (place === 'below' ? box.bottom : box.top) / draft.height);
    return html`<span
      class="name ${place}"
      dir="auto"
      aria-hidden="true"
      ${customProperties({ '--x': `${100 * x}%`, '--y': `${100 * y}%` })}
      >${labelOf(entry)}</span
    >`;
  }

  #pointOf({ clientX, clientY }: MouseEvent): Corner {
    const frame = this.renderRoot.querySelector('.frame');
    const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect();
    const { draft } = this;
    return [((clientX - left) / width) * draft.width, ((clientY - top) / height) * draft.height];
  }

  /** The entries under the pointer, the smallest first. */
  #entriesAt(event: MouseEvent): Entry[] {
    const contents = this.entries.flatMap((entry) => entry.contents);
    const foundContents = contentsAt(contents, this.at, this.#pointOf(event));
    const entries = foundContents.flatMap(
      (content) => this.entries.find((entry) => entry.contents.includes(content)) ?? [],
    );
    return [...new Set(entries)];
  }

  /** A further click at the same place marks what is behind. */
  #clicked = (event: MouseEvent) => {
    const foundEntries = this.#entriesAt(event);
    const index = foundEntries.findIndex(({ id }) => id === this.marked);
    this.emit('mark', { id: foundEntries[(index + 1) % Math.max(1, foundEntries.length)]?.id });
  };

  #moved = (event: MouseEvent) => {
    this.emit('hover', { id: this.#entriesAt(event)[0]?.id });
  };
}

define('studio-frame-stage', StudioFrameStage);
