/** Maximum number of owners whose last turn is stored. */
const MAX_OWNERS = 10_000;

/**
 * Takes turns between owners, such as accounts: the owner that holds least comes first; among equals,
 * the least recently served owner.
 */
export class FairOrder {
  readonly #places = new Map<string, number>();
  readonly #servedAt = new Map<string, number>();
  #count = 0;

  /** The number of places that the owner holds now. */
  placesOf(owner: string): number {
    return this.#places.get(owner) ?? 0;
  }

  /** The owner whose turn it is; undefined without owners. */
  next(owners: Iterable<string>): string | undefined {
    let first: string | undefined;
    for (const owner of owners)
      if (first === undefined || this.#isBefore(owner, first)) first = owner;
    return first;
  }

  /**
   * The owner gets a place, and becomes the most recently served. Call `give` when the place is free again.
   */
  take(owner: string): void {
    this.#places.set(owner, this.placesOf(owner) + 1);
    // Deleted first, so that the map stays in the order in which owners were served.
    this.#servedAt.delete(owner);
    this.#servedAt.set(owner, ++this.#count);
    if (this.#servedAt.size <= MAX_OWNERS) return;
    const [oldest] = this.#servedAt.keys();
    if (oldest !== undefined) this.#servedAt.delete(oldest);
  }

  /** Takes one place from the owner. */
  give(owner: string): void {
    const heldCount = this.placesOf(owner) - 1;
    if (heldCount > 0) this.#places.set(owner, heldCount);
    else this.#places.delete(owner);
  }

  /** Whether it is the turn of `owner` before that of `other`. */
  #isBefore(owner: string, other: string): boolean {
    const more = this.placesOf(owner) - this.placesOf(other);
    if (more !== 0) return more < 0;
    return (this.#servedAt.get(owner) ?? 0) < (this.#servedAt.get(other) ?? 0);
  }
}
