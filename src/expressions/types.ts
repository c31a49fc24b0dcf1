import type { TextDocument } from '../lottie/index.ts';

/** Limits of one bake: what the expressions of one document may cost. */
export type BakeLimits = {
  /** CPU time of the sandbox, its answer and the writing of keyframes. */
  cpuMs: number;
  /** Maximum size of the sandbox's memory. */
  memoryBytes: number;
  /** Maximum number of expressions, and of characters in all of them. */
  expressions: number;
  characters: number;
  /** Maximum number of sampled numbers, before simplification. */
  numbers: number;
};

/** Bounds of a text in pixels of its layer, as `sourceRectAtTime` returns them. */
export type TextBounds = { left: number; top: number; width: number; height: number };

/** A text that an expression measures. `number` is the position of its layer in `allLayers`. */
export type MeasuredText = {
  /** The layer's name. */
  layer: string;
  /** The document that is shown, with the text that expressions have set. */
  document: TextDocument;
};

/** Returns the bounds of a text; undefined if it cannot be laid out. */
export type MeasureText = (
  text: MeasuredText,
) => TextBounds | undefined | Promise<TextBounds | undefined>;

/** The values of a property without its expression: the fields of the property in the document. */
export type BakedProperty = { a?: 0 | 1; k: unknown };

/** Why an expression was left out. */
export type BakeFailure = { node: number; reason: string };

export type BakeResult = {
  /** By the number of the expression. */
  baked: Map<number, BakedProperty>;
  failed: BakeFailure[];
  /** Expressions whose values are not right in some frames or places, with the reason. */
  partly: BakeFailure[];
};

export type BakeOptions = {
  limits?: Partial<BakeLimits>;
  measure?: MeasureText;
  /** Part of the CPU time that this bake may use, when a document is baked several times. */
  part?: number;
  /** The frames that are evaluated, counted from the in-point; all by default. */
  frames?: readonly number[];
  /** Data files that expressions read, by their path in the package. */
  dataFiles?: ReadonlyMap<string, string>;
};
