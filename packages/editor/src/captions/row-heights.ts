import type { Cue } from '../cues/cue.ts';

/** Heights of rows that were not drawn yet, in pixels. */
const ROW = 78;
const LINE = 21;
const FINDING = 20;
const CHARACTERS_OF_LINE = 44;

/** Where the rows of a long list are. Rows that were never drawn have the height that their texts suggest. */
export class RowHeights {
  #cues: readonly Cue[] = [];
  #findings: ReadonlyMap<number, readonly string[]> = new Map();
  #heights = new WeakMap<Cue, number>();
  /** The top of each row, and behind the last one the height of all. */
  #tops: number[] = [0];

  setCues(cues: readonly Cue[], findings: ReadonlyMap<number, readonly string[]>): void {
    if (cues === this.#cues && findings === this.#findings) return;
    this.#cues = cues;
    this.#findings = findings;
    this.#place();
  }

  /** The width has changed. */
  forget(): void {
    this.#heights = new WeakMap();
    this.#place();
  }

  get total(): number {
    return this.#tops.at(-1) ?? 0;
  }

  rangeOf(index: number): { top: number; bottom: number } {
    const top = this.#tops[index] ?? 0;
    return { top, bottom: this.#tops[index + 1] ?? top };
  }

  /** Returns the first and the last row that a view shows, with some around them. */
  visible({ top, height }: { top: number; height: number }, around: number): [number, number] {
    const first = this.#rowAt(top) - around;
    const last = this.#rowAt(top + height) + around;
    return [Math.max(0, first), Math.min(this.#cues.length - 1, last)];
  }

  /** Takes the heights of rows that were drawn. Returns whether one of them is another than before. */
  measure(heights: readonly (readonly [index: number, height: number])[]): boolean {
    let isOther = false;
    for (const [index, height] of heights) {
      const cue = this.#cues[index];
      if (!cue || height === 0 || this.#heights.get(cue) === height) continue;
      this.#heights.set(cue, height);
      const { top, bottom } = this.rangeOf(index);
      if (bottom - top !== height) isOther = true;
    }
    if (isOther) this.#place();
    return isOther;
  }

  #place(): void {
    const tops = [0];
    let top = 0;
    for (const [index, cue] of this.#cues.entries()) {
      top += this.#heights.get(cue) ?? this.#expected(cue, index);
      tops.push(top);
    }
    this.#tops = tops;
  }

  #expected({ text }: Cue, index: number): number {
    const lines = text
      .split('\n')
      .reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / CHARACTERS_OF_LINE)), 0);
    return ROW + (lines - 1) * LINE + (this.#findings.get(index)?.length ?? 0) * FINDING;
  }

  #rowAt(y: number): number {
    let [low, high] = [0, this.#cues.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tops[middle + 1] ?? 0) <= y) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
