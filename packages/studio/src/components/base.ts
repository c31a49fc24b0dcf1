import { controls, resets } from '@framepress/editor/look';
import {
  type CSSResultGroup,
  type CSSResultOrNative,
  css,
  LitElement,
  type PropertyDeclarations,
} from 'lit';
import type { AppContext } from '../app-context.ts';
import type { Translate } from '../strings/index.ts';

/**
 * What every element of the studio needs in its shadow root: controls, headings, focus and less motion.
 * The colors are custom properties that `framepress-studio` sets once.
 */
const base = [
  resets,
  controls,
  css`
    :host {
      display: block;
    }
    :host([hidden]),
    [hidden] {
      display: none !important;
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
    .field {
      display: grid;
      gap: 4px;
    }
    .muted {
      color: var(--fp-muted);
    }
    button svg,
    .button svg {
      flex: none;
    }
  `,
];

/** Defines a custom element once, also when two copies of a module are loaded. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}

/** The base of all elements of the studio. Their own styles come after the shared ones. */
export abstract class StudioElement extends LitElement {
  static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return LitElement.finalizeStyles([base, styles]);
  }

  /** Fires an event for the owner of the element. */
  protected emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The base of elements that use the client, messages or texts of the app. */
export abstract class AppElement extends StudioElement {
  static override properties: PropertyDeclarations = { app: { attribute: false } };

  declare app: AppContext;

  /** Returns a text of the catalogue. */
  get t(): Translate {
    return this.app.t;
  }
}
