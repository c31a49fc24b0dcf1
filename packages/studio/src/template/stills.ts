import type { TemplateStyleVersion } from '@framepress/client';
import { css, html } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import '../components/empty-state.ts';

/** The stills of a version, each a link to the whole image. */
class StudioStills extends AppElement {
  static override properties = { version: { attribute: false } };
  static override styles = css`
    ul {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(220px, 1fr));
      gap: 16px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    a {
      display: grid;
      gap: 6px;
      color: inherit;
      text-decoration: none;
      border-radius: var(--fp-radius);
    }
    img {
      display: block;
      width: 100%;
      height: auto;
      max-height: 60vh;
      aspect-ratio: var(--ratio);
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
      background: var(--fp-raised);
      object-fit: contain;
    }
  `;

  declare version: TemplateStyleVersion;

  override render() {
    const { t } = this;
    const { stillcuts, width, height } = this.version;
    const stills = Object.entries(stillcuts);
    if (stills.length === 0) {
      return html`<studio-empty-state icon="image" heading=${t('stills.none')}></studio-empty-state>`;
    }
    // Stills are in the order of time, which goes from left to right.
    return html`<ul dir="ltr" ${customProperties({ '--ratio': `${width ?? 16} / ${height ?? 9}` })}>
      ${stills.map(
        ([name, url]) => html`<li>
          <a href=${url} target="_blank" rel="noreferrer" aria-label=${t('stills.open', { name })}>
            <img src=${url} alt=${t('stills.alt', { name })} loading="lazy" />
            <span class="hint">${name}</span>
          </a>
        </li>`,
      )}
    </ul>`;
  }
}

define('studio-stills', StudioStills);
