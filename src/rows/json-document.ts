import { AppError } from '../base/index.ts';
import { MAX_ROW_CHARACTERS } from './raw-row.ts';

/** Characters of all fields beside the rows. A mapping may have a megabyte. */
const MAX_FIELDS_CHARACTERS = 2 * 1024 * 1024;

/**
 * Reads a JSON object whose list `rows` may be larger than memory should hold. `lines` returns the rows as
 * JSON lines; afterwards `fields` has all other fields.
 */
export class JsonDocument {
  readonly #list: string;
  #fields = '';
  #hasList = false;

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
    let level = 0;
    let isString = false;
    let isEscape = false;
    /** Whether the characters belong to the list, and those of the current row. */
    let inList = false;
    let row = '';
    let key = '';
    for await (const some of text) {
      let start = 0;
      let lines = '';
      const keep = (end: number) => {
        const part = some.slice(start, end);
        if (inList) row += part;
        else this.#fields += part;
        start = end;
      };
      for (let at = 0; at < some.length; at++) {
        const code = some.charCodeAt(at);
        if (isString) {
          if (isEscape) isEscape = false;
          else if (code === BACKSLASH) isEscape = true;
          else if (code === QUOTE) isString = false;
          continue;
        }
        if (code === QUOTE) isString = true;
        else if (code === OPEN_OBJECT || code === OPEN_LIST) {
          level += 1;
          if (inList || level !== 2 || code !== OPEN_LIST) continue;
          keep(at);
          key = lastKey(this.#fields);
          if (key !== this.#list || this.#hasList) continue;
          this.#hasList = true;
          // The list itself is left out of the fields.
          this.#fields += '[]';
          start = at + 1;
          inList = true;
        } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
          level -= 1;
          if (!inList || level !== 1) continue;
          keep(at);
          lines += lineOf(row);
          row = '';
          inList = false;
          start = at + 1;
        } else if (code === COMMA && inList && level === 2) {
          keep(at);
          lines += lineOf(row) || '\u0020null\n';
          row = '';
          start = at + 1;
        }
      }
      keep(some.length);
      if (row.length > MAX_ROW_CHARACTERS) throw tooLarge(`a row`, MAX_ROW_CHARACTERS);
      if (this.#fields.length > MAX_FIELDS_CHARACTERS)
        throw tooLarge('all fields beside rows', MAX_FIELDS_CHARACTERS);
      if (lines !== '') yield lines;
    }
    if (inList) throw malformed('the list "rows" does not end');
  }
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93];

/** Returns the name of the field whose value follows a text. */
function lastKey(before: string): string {
  const [, name] = /"((?:[^"\\]|\\.)*)"\s*:\s*$/.exec(before.slice(-1000)) ?? [];
  return name ?? '';
}

/** A row on one line. Line breaks between its tokens are spaces to JSON. */
function lineOf(row: string): string {
  const text = row.trim();
  return text === '' ? '' : `${text.replaceAll(/[\r\n]+/g, ' ')}\n`;
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
