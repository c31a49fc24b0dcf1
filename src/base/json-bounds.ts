const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export type JsonBounds = { levels: number; entries: number; keys: number; values: number };

/**
 * Returns the first bound that a JSON text exceeds: its levels, the entries of a list, the keys of an object, or
 * the values in all. It looks at each character once, and does not check whether the text is JSON. Repeated
 * keys count.
 *
 * Call it before a parser: V8 builds an object of 400,000 keys in half a second, and nothing interrupts it.
 */
export function exceededBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  const counts = new Counts(bounds);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let exceeded: keyof JsonBounds | undefined;
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) exceeded = counts.next();
    else if (code === OPEN_LIST || code === OPEN_OBJECT) exceeded = counts.open(code === OPEN_LIST);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) counts.close();
    if (exceeded !== undefined) return exceeded;
  }
  return undefined;
}

/** Counts the values of the open lists and objects. */
class Counts {
  readonly #bounds: JsonBounds;
  readonly #counts: Uint32Array;
  readonly #isList: Uint8Array;
  #level = 0;
  #values = 1;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
    this.#counts = new Uint32Array(bounds.levels + 1);
    this.#isList = new Uint8Array(bounds.levels + 1);
  }

  /**
   * Enters a list or an object. As all methods that count, it returns the bound that is exceeded, if one
   * is.
   */
  open(isList: boolean): keyof JsonBounds | undefined {
    if (this.#level === this.#bounds.levels) return 'levels';
    this.#level += 1;
    this.#counts[this.#level] = 1;
    this.#isList[this.#level] = isList ? 1 : 0;
    return this.#add();
  }

  /** Counts an entry or key after a comma. */
  next(): keyof JsonBounds | undefined {
    const count = (this.#counts[this.#level] ?? 0) + 1;
    this.#counts[this.#level] = count;
    const kind = this.#isList[this.#level] === 1 ? 'entries' : 'keys';
    return count > this.#bounds[kind] ? kind : this.#add();
  }

  close(): void {
    if (this.#level > 0) this.#level -= 1;
  }

  /** Counts a value of the whole text. */
  #add(): keyof JsonBounds | undefined {
    this.#values += 1;
    return this.#values > this.#bounds.values ? 'values' : undefined;
  }
}

/** Returns the place of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}
