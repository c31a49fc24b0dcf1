import type { TemplateStyleVersion } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { durationText, sizeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import '../shared/player-bar.ts';

/** The demo video of a version, or its state while there is none. */
class StudioTemplatePreview extends AppElement {
  static override properties = { version: { attribute: false } };
  static override styles = css`
    .frame {
      display: grid;
      place-items: center;
      width: 100%;
      max-height: 56vh;
      aspect-ratio: var(--ratio);
      border: 1px solid var(--fp-line);
      border-radius: 12px;
      background: var(--fp-raised);
      overflow: hidden;
    }
    video {
      cursor: pointer;
    }
    .frame:fullscreen {
      max-height: none;
      border: 0;
      border-radius: 0;
      background: #0d0f13;
    }
    video,
    img {
      width: 100%;
      height: 100%;
      min-height: 0;
      object-fit: contain;
    }
    .none {
      display: grid;
      justify-items: center;
      gap: 8px;
      max-width: 340px;
      padding: 24px;
      color: var(--fp-muted);
      text-align: center;
    }
    .facts {
      margin-block-start: 8px;
    }
    studio-player-bar + .facts {
      margin-block-start: 0;
    }
  `;

  declare version: TemplateStyleVersion;

  /** An import that failed may have drawn nothing. The controls need the video, which is there after the first update. */
  protected override updated(): void {
    const { status, stillcuts } = this.version;
    this.hidden = status === 'failed' && Object.keys(stillcuts).length === 0;
    const bar = this.#bar();
    if (bar && bar.video !== this.#video()) this.requestUpdate();
  }

  #bar() {
    return this.renderRoot.querySelector('studio-player-bar');
  }

  #video() {
    return this.renderRoot.querySelector('video') ?? undefined;
  }

  override render() {
    const { t, lang } = this.app;
    const { width, height, fps, duration } = this.version;
    return html`<div
        class="frame"
        ${customProperties({ '--ratio': `${width || 16} / ${height || 9}` })}
      >
        ${this.#content()}
      </div>
      ${
        this.version.demo_video_url
          ? html`<studio-player-bar
              .app=${this.app}
              .video=${this.#video()}
              .frame=${this.renderRoot.querySelector<HTMLElement>('.frame') ?? undefined}
              .seconds=${duration}
            ></studio-player-bar>`
          : nothing
      }
      ${
        width && height
          ? html`<p class="facts muted">
              ${t('template.facts', {
                size: sizeText(width, height),
                duration: durationText(duration ?? 0, lang),
                fps: Math.round((fps ?? 0) * 100) / 100,
              })}
            </p>`
          : nothing
      }`;
  }

  /** The demo video, else the first still. Nothing if the import has failed. */
  #content() {
    const { t } = this;
    const { demo_video_url: video, stillcuts, status, name } = this.version;
    const [still] = Object.values(stillcuts);
    const label = t('template.demo', { name });
    if (video) {
      return html`<video
        src=${video}
        poster=${still ?? nothing}
        aria-label=${label}
        loop
        playsinline
        preload="metadata"
        @click=${() => this.#bar()?.toggle()}
      ></video>`;
    }
    if (still) return html`<img src=${still} alt=${label} />`;
    if (status === 'failed') return nothing;
    return html`<div class="none" role="status">
      ${icon('templates', 32)}${t('template.importing')}
    </div>`;
  }
}

define('studio-template-preview', StudioTemplatePreview);
