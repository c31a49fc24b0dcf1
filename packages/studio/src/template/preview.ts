import type { TemplateStyleVersion } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { durationText, sizeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';

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
  `;

  declare version: TemplateStyleVersion;

  /** An import that failed may have drawn nothing. */
  protected override updated(): void {
    const { status, stillcuts } = this.version;
    this.hidden = status === 'failed' && Object.keys(stillcuts).length === 0;
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
        controls
        loop
        playsinline
        preload="metadata"
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
