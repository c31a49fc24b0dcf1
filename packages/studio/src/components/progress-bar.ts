import { css, html, nothing } from 'lit';
import { define, StudioElement } from './base.ts';

/** Progress of 0 to `max` under a label; without `value` its end is unknown. */
class StudioProgressBar extends StudioElement {
  static override properties = { label: {}, value: { type: Number }, max: { type: Number } };
  static override styles = css`
    progress {
      display: block;
      width: 100%;
      height: 8px;
      border: 0;
      border-radius: 4px;
      background: var(--fp-line);
      appearance: none;
      overflow: hidden;
    }
    progress::-webkit-progress-bar {
      background: none;
    }
    progress::-webkit-progress-value {
      border-radius: 4px;
      background: var(--fp-accent);
      transition: inline-size 0.3s;
    }
    progress::-moz-progress-bar {
      border-radius: 4px;
      background: var(--fp-accent);
    }
    progress:indeterminate::-moz-progress-bar {
      background: none;
    }
    progress:indeterminate {
      background: linear-gradient(
          90deg,
          transparent 0%,
          var(--fp-accent) 50%,
          transparent 100%
        )
        0 0 / 50% 100% no-repeat var(--fp-line);
      animation: slide 1.4s infinite linear;
    }
    @media (forced-colors: active) {
      progress {
        outline: 1px solid CanvasText;
        background: Canvas;
        forced-color-adjust: none;
      }
      progress::-webkit-progress-value,
      progress::-moz-progress-bar {
        background: Highlight;
      }
    }
    @keyframes slide {
      from {
        background-position-x: -100%;
      }
      to {
        background-position-x: 200%;
      }
    }
  `;

  declare label: string;
  declare value: number | undefined;
  declare max: number;

  constructor() {
    super();
    this.label = '';
    this.value = undefined;
    this.max = 100;
  }

  override render() {
    return html`<progress
      aria-label=${this.label}
      max=${this.max}
      value=${this.value ?? nothing}
    ></progress>`;
  }
}

define('studio-progress-bar', StudioProgressBar);
