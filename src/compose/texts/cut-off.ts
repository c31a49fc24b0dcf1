import {
  type Appearance,
  appearancesOf,
  apply,
  frameCount,
  type Layer,
  type Lottie,
} from '../../lottie/index.ts';
import type { Template } from '../../template/index.ts';
import { Outlines, Scene } from '../visible/index.ts';
import type { Rectangle } from './shape-bounds.ts';

type Point = readonly [x: number, y: number];

/**
 * A text in pixels of its layer: the corners of its lines, if it has no bounds, and the bounds of the
 * ink of its letters.
 */
export type SetText = { corners: readonly Point[]; letters: () => readonly Rectangle[] };

/** The cause that hides a part of a text: the edges of the frame, or masks, mattes and compositions. */
export type Cut = 'frame' | 'layers';

/** Frames at which texts are checked, in addition to the stills. */
const SAMPLES = 48;
/** Maximum number of layers to check, over all samples. */
const MAX_CHECKS = 1_000_000;
/** Pixels that a corner may lie outside: letters have some space at their sides. */
const TOLERANCE = 2;
/** The places of the points of a letter, as shares of its width and height. */
const THIRDS = [1 / 6, 1 / 2, 5 / 6];
const POINTS = THIRDS.length ** 2;
/** Maximum number of letters of a text that are checked, at even distances. */
const MAX_CHECKED = 600;
/** A text is cut off if more than this part of a letter, or of all letters, never shows. */
const MAX_HIDDEN = { letter: 1 / 2, text: 1 / 10 };
/** Layers that show less are not seen. */
const MIN_OPACITY = 0.05;

/**
 * The layers whose text is cut off, with the reason: some corner is never inside the frame, or masks,
 * mattes and the edges of compositions always hide a considerable part of its letters. A text that
 * enters, leaves, or is revealed shows each of its parts at some time.
 */
export function cutOff(
  lottie: Lottie,
  template: Pick<Template, 'stillcuts'>,
  texts: ReadonlyMap<Layer, SetText>,
): Map<Layer, Cut> {
  const unseen = new Map<Layer, Unseen>();
  for (const [layer, text] of texts) unseen.set(layer, new Unseen(text));
  const cut = new Map<Layer, Cut>();
  if (unseen.size === 0) return cut;
  const appearancesAt = appearancesOf(lottie);
  const outlines = new Outlines();
  let remainingChecks = MAX_CHECKS;
  for (const frame of framesOf(lottie, template)) {
    const appearances = appearancesAt(frame);
    remainingChecks -= appearances.length;
    lookAt(appearances, { lottie, unseen, outlines });
    // The result for a document this large would be incomplete, so nothing is reported.
    if (remainingChecks < 0) return new Map();
    if ([...unseen.values()].every(({ isWhole }) => isWhole)) return cut;
  }
  for (const [layer, unseenText] of unseen) {
    const reason = unseenText.reason(() => copiesOf(layer, unseen));
    // Letters that were not looked for in all frames may be seen.
    if (reason === 'frame' || (reason && !outlines.isExhausted)) cut.set(layer, reason);
  }
  return cut;
}

type Search = { lottie: Lottie; unseen: ReadonlyMap<Layer, Unseen>; outlines: Outlines };

/** Looks for the unseen parts of the texts in a frame. */
function lookAt(appearances: readonly Appearance[], { lottie, unseen, outlines }: Search): void {
  let scene: Scene | undefined;
  for (const appearance of appearances) {
    const unseenText = appearance.opacity > 0 ? unseen.get(appearance.layer) : undefined;
    if (!unseenText || unseenText.isWhole) continue;
    unseenText.lookForCorners(appearance, lottie);
    if (appearance.opacity < MIN_OPACITY || outlines.isExhausted) continue;
    scene ??= new Scene(lottie, appearances, outlines);
    unseenText.lookForLetters(appearance, scene);
  }
}

/** The parts of a text that have not been seen. */
class Unseen {
  readonly #corners: Set<Point>;
  readonly #text: SetText;
  /** For each point of the letters, whether it was seen. */
  #seenPoints: Uint8Array | undefined;
  #points: Point[] = [];
  /** The corners of all letters. */
  #bounds: Point[] = [];
  #unseenCount = 0;
  #list: Appearance['list'] | undefined;
  #wasShown = false;

  constructor(text: SetText) {
    this.#text = text;
    this.#corners = new Set(text.corners);
  }

  /** Whether all of the text was seen. */
  get isWhole(): boolean {
    return this.#corners.size === 0 && this.#seenPoints !== undefined && this.#unseenCount === 0;
  }

  /** Removes the corners that are within the frame: those that remain were never seen. */
  lookForCorners({ matrix }: Appearance, { w, h }: Lottie): void {
    this.#wasShown = true;
    for (const corner of this.#corners) {
      const [x, y] = apply(matrix, ...corner);
      if (isInside(x, w) && isInside(y, h)) this.#corners.delete(corner);
    }
  }

  /**
   * Marks the points of letters that are seen in this frame. Call it for several frames: a letter counts as
   * cut off only if it is never seen.
   */
  lookForLetters(appearance: Appearance, scene: Scene): void {
    const seenPoints = this.#preparePoints();
    this.#list = appearance.list;
    if (this.#unseenCount === 0) return;
    if (scene.isFree(appearance, this.#bounds)) {
      seenPoints.fill(1);
      this.#unseenCount = 0;
      return;
    }
    for (const [index, point] of this.#points.entries()) {
      if (scene.isExhausted) return;
      if (seenPoints[index] === 1) continue;
      if (!scene.isSeen(appearance, ...apply(appearance.matrix, ...point))) continue;
      seenPoints[index] = 1;
      this.#unseenCount -= 1;
    }
  }

  /** Returns why the text is cut off, if it is. `copies`: what was seen of the same text beside it. */
  reason(copies: () => readonly Unseen[]): Cut | undefined {
    if (this.#wasShown && this.#corners.size > 0) return 'frame';
    const seenPoints = this.#seenPoints;
    if (!seenPoints || this.#unseenCount === 0) return undefined;
    const others = copies().flatMap((copy) =>
      copy.#list === this.#list && copy.#seenPoints?.length === seenPoints.length
        ? [copy.#seenPoints]
        : [],
    );
    let hidden = 0;
    for (let letter = 0; letter < seenPoints.length; letter += POINTS) {
      let hiddenPoints = 0;
      for (let at = letter; at < letter + POINTS; at++)
        if (seenPoints[at] !== 1 && !others.some((other) => other[at] === 1)) hiddenPoints += 1;
      if (hiddenPoints > POINTS * MAX_HIDDEN.letter) return 'layers';
      hidden += hiddenPoints;
    }
    return hidden > seenPoints.length * MAX_HIDDEN.text ? 'layers' : undefined;
  }

  /**
   * Chooses nine points in each letter, of at most `MAX_CHECKED` letters, at the first call. Returns which
   * were seen.
   */
  #preparePoints(): Uint8Array {
    if (this.#seenPoints) return this.#seenPoints;
    const letters = this.#text.letters();
    const step = Math.max(1, Math.ceil(letters.length / MAX_CHECKED));
    const checked = letters.filter((_, index) => index % step === 0);
    this.#points = checked.flatMap(([left, top, right, bottom]) =>
      THIRDS.flatMap((down) =>
        THIRDS.map(
          (across): Point => [left + (right - left) * across, top + (bottom - top) * down],
        ),
      ),
    );
    this.#bounds = cornersAround(checked);
    this.#unseenCount = this.#points.length;
    this.#seenPoints = new Uint8Array(this.#points.length);
    return this.#seenPoints;
  }
}

/** The corners of the box around all letters. */
function cornersAround(letters: readonly Rectangle[]): Point[] {
  let [left, top, right, bottom] = letters[0] ?? [0, 0, 0, 0];
  for (const [x1, y1, x2, y2] of letters) {
    [left, top] = [Math.min(left, x1), Math.min(top, y1)];
    [right, bottom] = [Math.max(right, x2), Math.max(bottom, y2)];
  }
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** The other texts of an editable: designs cut a text into slices that they show side by side. */
function copiesOf(layer: Layer, texts: ReadonlyMap<Layer, Unseen>): Unseen[] {
  const name = layer.t?.d.sid;
  return [...texts].flatMap(([other, unseen]) => {
    const isAtOnce = other.ip < layer.op && layer.ip < other.op;
    return other !== layer && other.t?.d.sid === name && isAtOnce ? [unseen] : [];
  });
}

function isInside(place: number, size: number): boolean {
  return place >= -TOLERANCE && place <= size + TOLERANCE;
}

/** The stills first, since they show the texts at rest. */
function framesOf(lottie: Lottie, { stillcuts }: Pick<Template, 'stillcuts'>): Set<number> {
  const count = frameCount(lottie);
  const stills = Object.values(stillcuts).map(({ frame }) => frame);
  const even = Array.from({ length: SAMPLES }, (_, i) => Math.floor(((i + 0.5) * count) / SAMPLES));
  return new Set([...stills, ...even].map((frame) => lottie.ip + frame));
}
