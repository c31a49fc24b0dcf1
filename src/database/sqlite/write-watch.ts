import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Statements that may change, add or remove a token or its owner. */
const WRITES_TOKENS =
  /^\s*(insert|update|delete|replace|with|alter|drop)\b[^;]*\b(tokens|clients|accounts)\b/i;

/** Shows whether tokens may have been changed: by this connection, or by any other process. */
export class TokenWatch {
  #file: DatabaseSync | undefined;
  #version: StatementSync | undefined;
  #writes = 0;

  attach(file: DatabaseSync): void {
    this.#file = file;
  }

  /** Returns a function that counts a run of this statement; undefined if it changes no token. */
  counterOf(text: string): (() => void) | undefined {
    if (!WRITES_TOKENS.test(text)) return undefined;
    return () => {
      this.#writes += 1;
    };
  }

  /** Returns a text that is different after each change. SQLite counts the commits of other connections. */
  state(): string {
    this.#version ??= this.#file?.prepare('PRAGMA data_version');
    return `${this.#writes} ${String(this.#version?.get()?.['data_version'])}`;
  }
}
