import type { Template } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define, StudioElement } from '../components/base.ts';
import { durationText, factsText, languageText, listText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { badgeStyles } from '../shared/badge.ts';
import '../components/menu.ts';
import { ratioText } from '../shared/frame-shape.ts';
import type { Translate } from '../strings/index.ts';
import { nameText } from '../words.ts';
import { MAX_RATIO, MIN_RATIO } from './gallery-rows.ts';

/** Pixels below the poster for the words. */
export const WORDS_PX = 52;

const LABELS = {
  use: 'templates.use',
  makeEditable: 'template.makeEditable',
  open: 'upload.open',
  rename: 'common.rename',
  delete: 'delete.action',
} as const;

export type CardAction = keyof typeof LABELS;

/** Returns whether the last upload of a template is still imported. */
export function isImporting({ latest_version: latest }: Template): boolean {
  return latest?.status === 'processing' || latest?.status === 'demo_rendering';
}

/**
 * A template of the gallery. Its poster moves while the pointer or the focus is on it; without a pointer that can
 * rest on it, while all of it is in the window. It fires `act` with `{ action }`.
 */
class StudioTemplateCard extends StudioElement {
  static override properties = {
    t: { attribute: false },
    lang: { attribute: false },
    template: { attribute: false },
    actions: { attribute: false },
    isPlaying: { state: true },
    isShown: { state: true },
  };
  static override styles = [
    badgeStyles,
    css`
    :host {
      position: relative;
      height: 100%;
    }
    a {
      display: flex;
      flex-direction: column;
      height: 100%;
      border-radius: 12px;
      color: inherit;
      text-decoration: none;
    }
    .poster {
      position: relative;
      flex: 1;
      min-height: 0;
      border-radius: 14px;
      background: var(--fp-raised);
      box-shadow: 0 0 0 1px var(--fp-line);
      overflow: hidden;
      transition: box-shadow 160ms;
    }
    a:hover .poster {
      box-shadow:
        0 0 0 1px var(--fp-field-line),
        0 10px 28px rgb(0 0 0 / 14%);
    }
    img,
    video {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
    /* Their shape is not that of the card. */
    .extreme :is(img, video) {
      object-fit: contain;
    }
    video {
      /* A click that begins on the image also ends there. */
      pointer-events: none;
      opacity: 0;
    }
    video.shown {
      opacity: 1;
    }
    .none {
      position: absolute;
      inset: 0;
      display: grid;
      place-content: center;
      justify-items: center;
      gap: 6px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    studio-menu {
      position: absolute;
      inset-block-start: 8px;
      inset-inline-end: 8px;
      border-radius: var(--fp-radius);
      background: var(--fp-surface);
      box-shadow: 0 0 0 1px var(--fp-line);
    }
    @media (hover: hover) {
      :host(:not(:hover, :focus-within)) studio-menu {
        opacity: 0;
      }
    }
    /* It is always there, and the poster is what a person looks at. */
    @media (hover: none) {
      studio-menu:not(:focus-within) {
        background: color-mix(in srgb, var(--fp-surface) 60%, transparent);
        box-shadow: none;
      }
    }
    .sign {
      position: absolute;
      inset-block-end: 8px;
      inset-inline-start: 8px;
      display: flex;
      align-items: center;
      gap: 6px;
      max-width: calc(100% - 80px);
      padding: 2px 10px;
      border-radius: 99px;
      background: var(--fp-surface);
      color: var(--fp-warning);
      font-size: 0.75rem;
      font-weight: 600;
    }
    .words {
      display: grid;
      align-content: start;
      height: 52px;
      padding: 8px 2px 0;
      line-height: 1.35;
    }
    .name,
    .facts {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .name {
      font-weight: 600;
    }
    .facts {
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
  `,
  ];

  declare t: Translate;
  /** The language of the person. */
  declare lang: string;
  declare template: Template;
  /** The actions of the menu. */
  declare actions: readonly CardAction[];
  /** The video is in the page; it loads when it is wanted. */
  declare isPlaying: boolean;
  /** The video has frames to show. */
  declare isShown: boolean;
  #inWindow = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) this.#play();
      else this.#stop();
    },
    { threshold: 1 },
  );

  constructor() {
    super();
    this.actions = [];
    this.isPlaying = false;
    this.isShown = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const isTouched = navigator.maxTouchPoints > 0 && matchMedia('(hover: none)').matches;
    if (isTouched) this.#inWindow.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#inWindow.disconnect();
  }

  override render() {
    const { template, t, lang } = this;
    const name = nameText(template.name, t('common.noName'));
    const { duration: seconds = null, is_fillable: isFillable = true } =
      template.ready_version ?? {};
    return html`<a
        href="#/templates/${template.id}"
        @pointerenter=${this.#play}
        @pointerleave=${this.#stop}
        @focus=${this.#play}
        @blur=${this.#stop}
      >
        <div class="poster ${this.#isExtreme() ? 'extreme' : ''}">
          ${this.#poster()}
          ${isFillable ? nothing : html`<span class="sign">${t('editables.none')}</span>`}
          ${seconds === null ? nothing : html`<span class="badge">${durationText(seconds, lang)}</span>`}
        </div>
        <div class="words">
          <span class="name" dir="auto">${name}</span>
          <span class="facts">${this.#facts()}</span>
        </div>
      </a>
      ${
        this.actions.length > 0
          ? html`<studio-menu
              label=${t('common.moreOf', { name })}
              .items=${this.actions.map((id) => ({
                id,
                label: t(LABELS[id]),
                isDanger: id === 'delete',
              }))}
              @choose=${({ detail }: CustomEvent<{ id: CardAction }>) =>
                this.emit('act', { action: detail.id })}
            ></studio-menu>`
          : nothing
      }`;
  }

  /** Its shape is not cut to that of the card. */
  #isExtreme(): boolean {
    const { width, height } = this.template.ready_version ?? {};
    const ratio = (width ?? 16) / (height ?? 9);
    return ratio < MIN_RATIO || ratio > MAX_RATIO;
  }

  /** The sizes, and the languages if there are several. */
  #facts(): string {
    const { template, lang } = this;
    const sizes = template.sizes.map(ratioText);
    const languages = template.languages.map((tag) => languageText(tag, lang));
    return factsText(
      [...sizes, ...(languages.length > 1 ? [listText(languages, lang)] : [])],
      lang,
    );
  }

  /** The poster, and the demo video above it while it plays. */
  #poster() {
    const { template } = this;
    const { poster_url: poster, demo_video_url: video } = template;
    if (!poster) return html`<span class="none">${icon('templates', 28)}</span>`;
    return html`<img src=${poster} alt="" loading="lazy" decoding="async" />
      ${
        this.isPlaying && video
          ? html`<video
              class=${this.isShown ? 'shown' : ''}
              src=${video}
              muted
              loop
              playsinline
              .muted=${true}
              .autoplay=${true}
              aria-hidden="true"
              @playing=${() => {
                this.isShown = true;
              }}
            ></video>`
          : nothing
      }`;
  }

  #play = () => {
    // People who want less motion see the poster.
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.isPlaying = true;
  };

  #stop = () => {
    const video = this.renderRoot.querySelector('video');
    // Otherwise the browser goes on loading it.
    video?.removeAttribute('src');
    video?.load();
    this.isPlaying = false;
    this.isShown = false;
  };
}

define('studio-template-card', StudioTemplateCard);
