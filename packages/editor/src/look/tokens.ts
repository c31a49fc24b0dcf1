import { css } from 'lit';

/** Sizes, focus and less motion: for every shadow root. */
export const resets = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  /* The outline is visible with forced colors, which remove shadows. */
  :focus-visible {
    outline: 2px solid transparent;
    box-shadow: var(--fp-focus);
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;

/**
 * The look of the editor and the studio, as custom properties: for the outermost element only, so that
 * the elements within inherit what a page sets on `framepress-editor`. A page chooses light or dark with
 * `color-scheme`. docs/editor.md lists them.
 */
const properties = css`
  :host {
    --fp-font: system-ui, sans-serif;
    --fp-text: light-dark(#1c1f26, #eceef2);
    --fp-muted: light-dark(#565d6b, #a3abba);
    --fp-surface: light-dark(#ffffff, #15181e);
    --fp-raised: light-dark(#f5f6f8, #1e222a);
    --fp-line: light-dark(#d5d9e0, #363c48);
    --fp-field-line: light-dark(#858d9c, #747d8d);
    --fp-accent: light-dark(#3b4cca, #9ba8ff);
    --fp-on-accent: light-dark(#ffffff, #10131a);
    --fp-danger: light-dark(#b3261e, #ffb4ab);
    --fp-warning: light-dark(#7a4d00, #f5c26b);
    --fp-success: light-dark(#146c2e, #7bd88f);
    --fp-radius: 8px;
    --fp-focus: 0 0 0 2px var(--fp-surface), 0 0 0 4px var(--fp-accent);
  }
  /*
   * The font of the system draws every script on phones, macOS and Windows. Linux needs the name of a font
   * with the script, or mixes letters of several fonts.
   */
  :host(:is(:lang(ja), [data-language='ja'])) {
    --fp-font: 'Noto Sans CJK JP', system-ui, 'Hiragino Sans', 'Yu Gothic UI', Meiryo, sans-serif;
  }
  :host(:is(:lang(ar), [data-language='ar'])) {
    --fp-font: 'Noto Sans Arabic', system-ui, 'Segoe UI', 'Geeza Pro', Tahoma, sans-serif;
  }
  :host(:is(:lang(hi), [data-language='hi'])) {
    --fp-font:
      'Noto Sans Devanagari', system-ui, 'Nirmala UI', 'Kohinoor Devanagari', Mangal, sans-serif;
  }
`;

/** Text, sizes and focus of an element within another one that has the `tokens`. */
export const inherited = css`
  :host {
    color: var(--fp-text);
    font: 0.9375rem / 1.45 var(--fp-font);
    /* Names, addresses and messages of others may have no place to break. */
    overflow-wrap: break-word;
  }
  :host([hidden]) {
    display: none;
  }
  ${resets}
`;

/** The whole look of an outermost element. */
export const tokens = [properties, inherited];
