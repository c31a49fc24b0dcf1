import { css, html } from 'lit';
import { define, StudioElement } from './base.ts';

/** A grey block in the place of what is loading. Its size is set by the CSS of the page. */
class StudioSkeleton extends StudioElement {
  static override styles = css`
    :host {
      min-height: 1em;
      border-radius: var(--fp-radius);
      background: var(--fp-raised);
      animation: pulse 1.6s infinite ease-in-out;
    }
    @keyframes pulse {
      50% {
        opacity: 0.5;
      }
    }
  `;

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('aria-hidden', 'true');
  }

  override render() {
    return html``;
  }
}

define('studio-skeleton', StudioSkeleton);
