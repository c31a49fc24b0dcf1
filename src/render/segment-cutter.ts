import type { Composition } from '../compose/index.ts';
import type { Range, Timeline } from '../output/index.ts';
import { type Segment, segmentOf } from './segment.ts';

type Pass = { timeline: Timeline; ranges: readonly Range[] };

/**
 * Cuts segments out of a composition, each once. Passes with the same timeline, such as outputs of two sizes,
 * share their segments. A segment is released when its last pass has received it.
 */
export class SegmentCutter {
  readonly #composition: Composition;
  /** The number of passes that still need a segment. */
  readonly #wanted = new Map<string, number>();
  readonly #cut = new Map<string, Segment>();

  constructor(composition: Composition, passes: readonly Pass[]) {
    this.#composition = composition;
    for (const { timeline, ranges } of passes) {
      for (const range of ranges) {
        const key = keyOf(timeline, range);
        this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + 1);
      }
    }
  }

  /** Returns a pass's segment. Each pass calls this once for each of its segments. */
  take(timeline: Timeline, range: Range): Segment {
    const key = keyOf(timeline, range);
    const segment = this.#cut.get(key) ?? segmentOf(this.#composition, timeline, range);
    const remainingUses = (this.#wanted.get(key) ?? 1) - 1;
    this.#wanted.set(key, remainingUses);
    if (remainingUses > 0) this.#cut.set(key, segment);
    else this.#cut.delete(key);
    return segment;
  }
}

function keyOf(timeline: Timeline, { first, count }: Range): string {
  return JSON.stringify([timeline, first, count]);
}
