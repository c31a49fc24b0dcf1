import { type ParsedTokenInfo, Tokenizer, TokenType } from '@streamparser/json';
import { AppError, type Message, say } from '../base/index.ts';
import { MAX_ROW_CHARACTERS } from './raw-row.ts';

/** Characters of all fields beside the rows. A mapping may have a megabyte. */
const MAX_FIELDS_CHARACTERS = 2 * 1024 * 1024;
/** Characters that are read before the limits are checked: no string is collected far beyond them. */
const SLICE = 16 * 1024;

/**
 * Reads a JSON object whose list `rows` may be larger than memory should hold. `lines` returns the rows as
 * JSON lines; afterwards `fields` has all other fields.
 *
 * The tokenizer looks at each byte once. The time therefore grows with the size of the text alone.
 */
export class JsonDocument {
  readonly #list: string;
  readonly #tokenizer = new Tokenizer();
  #fields = '';
  #hasList = false;
  /** Whether the tokens belong to the list, and the text of the current row. */
  #inList = false;
  #row = '';
  #lines = '';
  #level = 0;
  /** The last token of the object itself if it was a string, and the key if it was the colon after one. */
  #string: string | undefined;
  #key: string | undefined;
  /** Characters since the end of the last token. The tokenizer collects them. */
  #unread = 0;

  constructor(list = 'rows') {
    this.#list = list;
    this.#tokenizer.onToken = (token) => this.#addToken(token);
  }

  /** Whether the object has the list. */
  get hasList(): boolean {
    return this.#hasList;
  }

  /** Returns the JSON of the object without its rows. Call it after `lines` has ended. */
  fields(): string {
    return this.#fields === '' ? 'null' : this.#fields;
  }

  /**
   * Splits the text at the commas of the list. The order of the tokens of a row is not checked: each row is
   * parsed later, and its faults are reported with the row.
   */
  async *lines(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of text) {
      for (let at = 0; at < chunk.length; at += SLICE) this.#readSlice(chunk.slice(at, at + SLICE));
      if (this.#lines !== '') yield this.#lines;
      this.#lines = '';
    }
    this.#tokenize(() => this.#tokenizer.end());
    if (this.#inList) throw malformed('the list "rows" does not end');
    if (this.#level !== 0) throw malformed('the object does not end');
  }

  /**
   * Reads a slice. Throws if a row or the other fields are too long, also while a token is not
   * complete.
   */
  #readSlice(slice: string): void {
    this.#unread += slice.length;
    this.#tokenize(() => this.#tokenizer.write(slice));
    const [row, fields] = [this.#row.length, this.#fields.length];
    if (row + (this.#inList ? this.#unread : 0) > MAX_ROW_CHARACTERS)
      throw tooLarge(say`a row`, MAX_ROW_CHARACTERS);
    if (fields + (this.#inList ? 0 : this.#unread) > MAX_FIELDS_CHARACTERS)
      throw tooLarge(say`all fields beside rows`, MAX_FIELDS_CHARACTERS);
  }

  #tokenize(step: () => void): void {
    try {
      step();
    } catch (cause) {
      throw malformed((cause as Error).message, cause);
    }
  }

  /** Adds a token to its row or to the other fields. A comma or the end of the list ends a row. */
  #addToken({ token, value }: ParsedTokenInfo): void {
    this.#unread = 0;
    const isEnd = token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET;
    if (isEnd) this.#level -= 1;
    if (this.#inList && this.#level <= 1 && isEnd) this.#endRow(true);
    if (this.#inList && this.#level === 2 && token === TokenType.COMMA) {
      this.#endRow();
      return;
    }
    const isList = token === TokenType.LEFT_BRACKET && this.#level === 1 && this.#isKeyOfList();
    if (this.#inList) this.#row += textOf(token, value);
    else this.#fields += textOf(token, value);
    if (this.#level === 1) this.#followKeys(token, value);
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#level += 1;
    // The rows are left out of the fields, which have an empty list.
    if (isList) [this.#hasList, this.#inList] = [true, true];
  }

  /** Returns whether the list that begins now is that of the rows; a second one is a field. */
  #isKeyOfList(): boolean {
    return !this.#hasList && this.#key === this.#list;
  }

  /** Keeps the last string, and makes it the key when a colon follows. */
  #followKeys(token: TokenType, value: ParsedTokenInfo['value']): void {
    this.#key = token === TokenType.COLON ? this.#string : undefined;
    this.#string = token === TokenType.STRING ? String(value) : undefined;
  }

  /** Ends a row; an empty row is reported later. */
  #endRow(isLast = false): void {
    if (this.#row !== '' || !isLast) this.#lines += `${this.#row || 'null'}\n`;
    this.#row = '';
    if (isLast) this.#inList = false;
  }
}

/** Returns the JSON of a token. A number that JSON cannot write, such as 1e999, is a fault of its row. */
function textOf(token: TokenType, value: ParsedTokenInfo['value']): string {
  if (token === TokenType.STRING) return JSON.stringify(value);
  // Two numbers without a comma between them must not become one.
  return token === TokenType.NUMBER ? ` ${value}` : String(value);
}

function malformed(reason: string, cause?: unknown): AppError {
  const message = say`The body is not valid JSON: ${reason.slice(0, 200).toWellFormed()}.`;
  return new AppError('malformed_body', message, {}, { cause });
}

function tooLarge(what: Message, limit: number): AppError {
  return new AppError(
    'payload_too_large',
    say`Expected at most ${limit} characters for ${what} but received more.`,
  );
}
