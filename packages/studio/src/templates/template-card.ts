import type { Template } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { define, StudioElement } from '../components/base.ts';
import { factsText, languageText, listText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import type { Translate } from '../strings/index.ts';
import { nameText } from '../words.ts';

/** The words below the poster need this many pixels. */
const WORDS_PX = 56;

/** The height of a card whose poster has the ratio of 16 to 9. */
export function cardHeight(width: number): number {
  return Math.round((width * 9) / 16) + WORDS_PX;
}

/** Returns whether the last upload of a template is still imported. */
export function isImporting({ latest_version: latest }: Template): boolean {
  return latest?.status === 'processing' || latest?.status === 'demo_rendering';
}

/** A template of the gallery. Its poster moves while the pointer or the focus is on it. */
class StudioTemplateCard extends StudioElement {
  static override properties = {
    t: { attribute: false },
    lang: { attribute: false },
    template: { attribute: false },
    isPlaying: { state: true },
    isShown: { state: true },
  };
  static override styles = css`
    :host {
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
      border: 1px solid var(--fp-line);
      border-radius: 12px;
      background: var(--fp-raised);
      overflow: hidden;
    }
    a:hover .poster {
      border-color: var(--fp-field-line);
    }
    img,
    video {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
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
    .none.failed {
      gap: 4px;
      padding: 8px 16px;
      line-height: 1.35;
      text-align: center;
    }
    .failed svg {
      color: var(--fp-danger);
    }
    .bad {
      color: var(--fp-danger);
    }
    .why {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 4;
      line-clamp: 4;
      overflow-wrap: anywhere;
    }
    a:hover .see {
      text-decoration: underline;
    }
    .see {
      color: var(--fp-accent);
    }
    .words {
      display: grid;
      align-content: start;
      height: 56px;
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
  `;

  declare t: Translate;
  /** The language of the person. */
  declare lang: string;
  declare template: Template;
  /** The video is in the page; it loads when it is wanted. */
  declare isPlaying: boolean;
  /** The video has frames to show. */
  declare isShown: boolean;

  constructor() {
    super();
    this.isPlaying = false;
    this.isShown = false;
  }

  override render() {
    const { template, t } = this;
    const { style_count: styles, languages } = template;
    return html`<a
      href=${this.#address()}
      @pointerenter=${this.#play}
      @pointerleave=${this.#stop}
      @focus=${this.#play}
      @blur=${this.#stop}
    >
      <div class="poster">${this.#poster()}</div>
      <div class="words">
        <span class="name" dir="auto">${nameText(template.name, t('common.noName'))}</span>
        <span class="facts"
          >${
            languages.length > 0
              ? factsText([t('templates.styles', { count: styles }), this.#languages()], this.lang)
              : this.#isFailed
                ? html`<span class="bad">${t('versions.status.failed')}</span> ·
                    <span class="see">${t('upload.why')}</span>`
                : nothing
          }</span
        >
      </div>
    </a>`;
  }

  /** A template of which nothing can be used opens with the report of its last import. */
  #address(): string {
    const { id, latest_version: latest } = this.template;
    const query = this.#isFailed ? `?version=${latest?.id ?? ''}&tab=report` : '';
    return `#/templates/${id}${query}`;
  }

  get #isFailed(): boolean {
    const { languages, latest_version: latest } = this.template;
    return languages.length === 0 && latest?.status === 'failed';
  }

  #languages(): string {
    const names = this.template.languages.map((tag) => languageText(tag, this.lang));
    return listText(names, this.lang);
  }

  /** The poster, and the demo video above it while it plays. */
  #poster() {
    const { template } = this;
    const { poster_url: poster, demo_video_url: video } = template;
    if (!poster) return this.#noPoster();
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

  /** Why there is no poster: the import has failed, or is not finished. */
  #noPoster() {
    const { t, template } = this;
    const { status, error } = template.latest_version ?? {};
    if (status === 'failed') {
      return html`<span class="none failed">
        ${icon('error', 20)}
        <span class="why" dir="auto">${error ? translateFault(error, t).message : t('template.failed')}</span>
      </span>`;
    }
    const isRunning = status === 'processing' || status === 'demo_rendering';
    const words = t(isRunning ? `versions.status.${status}` : 'templates.notReady');
    return html`<span class="none">${icon('templates', 28)}${words}</span>`;
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
