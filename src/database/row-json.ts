import { AppError } from '../base/index.ts';
import type { Vault } from '../secrets/index.ts';

/** JSON of a row whose presigned addresses are encrypted for that row; `owner` is its id. */
export type RowJson = {
  /** Encrypts each `remote_url` that has a query or user info; all else stays readable. */
  write(value: unknown, owner: string): string;
  /** An address whose key is lost becomes null. */
  read(text: string, owner: string): unknown;
};

/** In front of an encrypted address. No address that is fetched has this scheme. */
const MARK = 'sealed:';
const FIELD = 'remote_url';
/** As JSON.stringify writes the field and the beginning of its text. */
export const ADDRESS_IN_JSON = `"${FIELD}":"`;
const SEALED_IN_JSON = `${ADDRESS_IN_JSON}${MARK}`;

/** Without a vault the encrypted form is read and written as it is. */
export function rowJson(vault?: Vault): RowJson {
  if (!vault) return { write: (value) => JSON.stringify(value), read: (text) => JSON.parse(text) };
  return {
    write(value, owner) {
      const text = JSON.stringify(value);
      if (!text.includes(ADDRESS_IN_JSON)) return text;
      return JSON.stringify(value, (key, inner: unknown) =>
        isSecretAddress(key, inner) ? MARK + vault.seal(inner, owner) : inner,
      );
    },

    read(text, owner) {
      if (!text.includes(SEALED_IN_JSON)) return JSON.parse(text);
      return JSON.parse(text, (key, inner: unknown) =>
        isSecretAddress(key, inner) ? openAddress(vault, inner, owner) : inner,
      );
    },
  };
}

/** The same JSON with each secret address as `reseal` returns it, given without the mark. */
export function resealJson(
  text: string,
  owner: string,
  reseal: (sealed: string, owner: string) => string,
): string {
  let isSame = true;
  const value: unknown = JSON.parse(text, (key, before: unknown) => {
    if (!isSecretAddress(key, before)) return before;
    const after = reseal(before.startsWith(MARK) ? before.slice(MARK.length) : before, owner);
    isSame &&= before === MARK + after;
    return MARK + after;
  });
  return isSame ? text : JSON.stringify(value);
}

/** More than a presigned query is encrypted: what this takes for a secret need not be one. */
function isSecretAddress(key: string, value: unknown): value is string {
  return key === FIELD && typeof value === 'string' && (/[?@]/.test(value) || isMarked(value));
}

function isMarked(text: string): boolean {
  return text.startsWith(MARK);
}

function openAddress(vault: Vault, text: string, owner: string): string | null {
  // Written by a version that encrypted no addresses.
  if (!isMarked(text)) return text;
  try {
    return vault.open(text.slice(MARK.length), owner);
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_key_missing') return null;
    throw error;
  }
}
