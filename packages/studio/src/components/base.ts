import { controls } from '@framepress/editor/look';
import { css } from 'lit';

/**
 * What every element of the studio needs in its shadow root: controls, headings, focus and less motion.
 * The colors are custom properties that `framepress-studio` sets once.
 */
export const base = [
  controls,
  css`
    *,
    *::before,
    *::after {
      box-sizing: border-box;
    }
    :host {
      display: block;
    }
    :host([hidden]),
    [hidden] {
      display: none !important;
    }
    :focus-visible {
      outline: 2px solid transparent;
      box-shadow: var(--fp-focus);
    }
    h1,
    h2,
    h3,
    p {
      margin: 0;
      text-wrap: pretty;
    }
    h1 {
      font-size: 1.5rem;
      font-weight: 650;
      line-height: 1.25;
      letter-spacing: -0.01em;
    }
    /* These scripts join their letters. */
    h1:lang(ar),
    h1:lang(hi) {
      letter-spacing: normal;
    }
    :is(h1, h2, h3):lang(ja) {
      word-break: auto-phrase;
    }
    h2 {
      font-size: 1.0625rem;
      font-weight: 650;
      line-height: 1.3;
    }
    h3 {
      font-size: 0.9375rem;
      font-weight: 600;
    }
    a {
      color: var(--fp-accent);
      text-underline-offset: 2px;
    }
    .muted {
      color: var(--fp-muted);
    }
    button svg,
    .button svg {
      flex: none;
    }
    @media (prefers-reduced-motion: reduce) {
      *,
      *::before,
      *::after {
        animation: none !important;
        transition: none !important;
      }
    }
  `,
];

/** Defines a custom element once, also when two copies of a module are loaded. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
