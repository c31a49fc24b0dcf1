/** Maximum number of lines whose last turn is stored. */
const MAX_LINES = 10_000;

/**
 * Takes turns between lines, such as accounts: the line that holds least comes first; among equals,
 * the least recently served line.
 */
export class Turns {
  readonly #held = new Map<string, number>();
  readonly #servedAt = new Map<string, number>();
  #count = 0;

  /** The number of places that the line holds now. */
  heldBy(line: string): number {
    return this.#held.get(line) ?? 0;
  }

  /** The line whose turn it is; undefined without lines. */
  next(lines: Iterable<string>): string | undefined {
    let first: string | undefined;
    for (const line of lines) if (first === undefined || this.#isBefore(line, first)) first = line;
    return first;
  }

  take(line: string): void {
    this.#held.set(line, this.heldBy(line) + 1);
    // Deleted first, so that the map stays in the order in which lines were served.
    this.#servedAt.delete(line);
    this.#servedAt.set(line, ++this.#count);
    if (this.#servedAt.size <= MAX_LINES) return;
    const [oldest] = this.#servedAt.keys();
    if (oldest !== undefined) this.#servedAt.delete(oldest);
  }

  give(line: string): void {
    const heldCount = this.heldBy(line) - 1;
    if (heldCount > 0) this.#held.set(line, heldCount);
    else this.#held.delete(line);
  }

  #isBefore(line: string, other: string): boolean {
    const more = this.heldBy(line) - this.heldBy(other);
    if (more !== 0) return more < 0;
    return (this.#servedAt.get(line) ?? 0) < (this.#servedAt.get(other) ?? 0);
  }
}
