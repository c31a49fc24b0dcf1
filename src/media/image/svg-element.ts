/** An element of a drawing. `textBefore` is written before it. */
export type Element = {
  /** The local name in small letters. */
  name: string;
  /** The name as it is written. */
  written: string;
  attributes: Map<string, string>;
  parent: Element | undefined;
  isEmpty: boolean;
  textBefore?: string;
  /** How a text is stretched; see `TextStretch`. */
  stretch?: { token: string; length: number; isScaled: boolean };
};

/** A part of CSS or SVG that cannot be drawn. */
export class UnsupportedStyle extends Error {}
