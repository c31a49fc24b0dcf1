import { AppError } from '../base/index.ts';
import { MAX_ROW_CHARACTERS } from './raw-row.ts';

/** Characters of all fields beside the rows. A mapping may have a megabyte. */
const MAX_FIELDS_CHARACTERS = 2 * 1024 * 1024;
/** Characters before a list in which its key is looked for. */
const KEY_CHARACTERS = 1000;

/**
 * Reads a JSON object whose list `rows` may be larger than memory should hold. `lines` returns the rows as
 * JSON lines; afterwards `fields` has all other fields.
 */
export class JsonDocument {
  readonly #list: string;
  #fields = '';
  #hasList = false;
  /** Whether the text belongs to the list, and that of the current row. */
  #inList = false;
  #row = '';
  #lines = '';
  #level = 0;
  #isString = false;
  #isEscape = false;

  constructor(list = 'rows') {
    this.#list = list;
  }

  /** Whether the object has the list. */
  get hasList(): boolean {
    return this.#hasList;
  }

  /** Returns the object without its list. Call it after `lines` has ended. */
  fields(): unknown {
    try {
      return JSON.parse(this.#fields === '' ? 'null' : this.#fields);
    } catch (cause) {
      throw malformed((cause as Error).message, cause);
    }
  }

  /**
   * Splits the text at the commas of the list. Only strings and brackets are looked at: each row is parsed
   * later, and its faults are reported with the row.
   */
  async *lines(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const some of text) {
      this.#read(some);
      if (this.#row.length > MAX_ROW_CHARACTERS) throw tooLarge('a row', MAX_ROW_CHARACTERS);
      if (this.#fields.length > MAX_FIELDS_CHARACTERS)
        throw tooLarge('all fields beside rows', MAX_FIELDS_CHARACTERS);
      if (this.#lines !== '') yield this.#lines;
      this.#lines = '';
    }
    if (this.#inList) throw malformed('the list "rows" does not end');
  }

  #read(text: string): void {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#isString) {
        this.#skipString(code);
        continue;
      }
      const isTurn = this.#isTurn(code, text, start, at);
      if (!isTurn) continue;
      this.#keep(text.slice(start, at));
      start = at + 1;
      this.#turn(code);
    }
    this.#keep(text.slice(start));
  }

  #skipString(code: number): void {
    if (this.#isEscape) this.#isEscape = false;
    else if (code === BACKSLASH) this.#isEscape = true;
    else if (code === QUOTE) this.#isString = false;
  }

  /** Follows the brackets. Returns whether the list begins or ends here, or the next row begins. */
  #isTurn(code: number, text: string, start: number, at: number): boolean {
    switch (code) {
      case QUOTE:
        this.#isString = true;
        return false;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.#level += 1;
        if (code === OPEN_OBJECT || this.#level !== 2 || this.#hasList) return false;
        return lastKey(this.#before(text, start, at)) === this.#list;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.#level -= 1;
        return this.#inList && this.#level === 1;
      case COMMA:
        return this.#inList && this.#level === 2;
      default:
        return false;
    }
  }

  /** The end of the text before a position: its length is limited, because there may be many lists. */
  #before(text: string, start: number, at: number): string {
    const own = text.slice(Math.max(start, at - KEY_CHARACTERS), at);
    return (this.#fields.slice(-KEY_CHARACTERS) + own).slice(-KEY_CHARACTERS);
  }

  #turn(code: number): void {
    if (code === OPEN_LIST) {
      this.#hasList = true;
      this.#inList = true;
      // The rows are left out of the fields.
      this.#fields += '[]';
      return;
    }
    const isEnd = code !== COMMA;
    this.#lines += lineOf(this.#row, isEnd);
    this.#row = '';
    if (isEnd) this.#inList = false;
  }

  #keep(part: string): void {
    if (this.#inList) this.#row += part;
    else this.#fields += part;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93];

/** Returns the name of the field whose value follows a text. */
function lastKey(before: string): string {
  const [, name] = /"((?:[^"\\]|\\.)*)"\s*:\s*$/.exec(before) ?? [];
  return name ?? '';
}

/** A row on one line; an empty row is reported later. Line breaks between tokens are spaces to JSON. */
function lineOf(row: string, isEnd: boolean): string {
  const text = row.trim();
  if (text === '') return isEnd ? '' : 'null\n';
  return `${text.replaceAll(/[\r\n]+/g, ' ')}\n`;
}

function malformed(reason: string, cause?: unknown): AppError {
  const message = `The body is not valid JSON: ${reason.slice(0, 200).toWellFormed()}.`;
  return new AppError('malformed_body', message, {}, { cause });
}

function tooLarge(what: string, limit: number): AppError {
  return new AppError(
    'payload_too_large',
    `Expected at most ${limit} characters for ${what} but received more.`,
  );
}
