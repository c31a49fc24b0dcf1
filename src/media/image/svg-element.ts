/** An element as selectors see it. */
export type Styled = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  parent: Styled | undefined;
};

/** An element of a drawing. `before` is written before it. */
export type Element = Styled & {
  attributes: Map<string, string>;
  parent: Element | undefined;
  isEmpty: boolean;
  before?: string;
  /** How a text is stretched; see `TextStretch`. */
  stretch?: { token: string; length: number; isScaled: boolean };
};

/** A part of CSS or SVG that cannot be drawn. */
export class UnsupportedStyle extends Error {}
