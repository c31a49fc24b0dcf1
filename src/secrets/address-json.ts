import { AppError } from '../base/index.ts';
import type { Vault } from './vault.ts';

/** JSON of a row in which presigned addresses are encrypted. `owner` is the row's id. */
export type AddressJson = {
  /** Encrypts each `remote_url` that has a query or user info. The rest stays readable. */
  write(value: unknown, owner: string): string;
  /** An address whose key is lost becomes null. */
  read(text: string, owner: string): unknown;
};

/** Precedes an encrypted address. The fetcher accepts no URL with this scheme. */
const MARK = 'sealed:';
const FIELD = 'remote_url';
/** The field and the start of its text as JSON.stringify writes them. */
export const ADDRESS_IN_JSON = `"${FIELD}":"`;
const ENCRYPTED_IN_JSON = `${ADDRESS_IN_JSON}${MARK}`;

/** Without a vault, encrypted addresses are read and written unchanged. */
export function addressJson(vault?: Vault): AddressJson {
  if (!vault) return { write: (value) => JSON.stringify(value), read: (text) => JSON.parse(text) };
  return {
    write(value, owner) {
      const text = JSON.stringify(value);
      if (!text.includes(ADDRESS_IN_JSON)) return text;
      return JSON.stringify(value, (key, inner: unknown) =>
        isSecretAddress(key, inner) ? MARK + vault.encrypt(inner, owner) : inner,
      );
    },

    read(text, owner) {
      if (!text.includes(ENCRYPTED_IN_JSON)) return JSON.parse(text);
      return JSON.parse(text, (key, inner: unknown) =>
        isSecretAddress(key, inner) ? decryptAddress(vault, inner, owner) : inner,
      );
    },
  };
}

/** The secret addresses in a JSON text, encrypted or in the clear, without the mark. */
export function addressesIn(text: string): string[] {
  const addresses: string[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (isSecretAddress(key, value))
      addresses.push(isEncryptedAddress(value) ? value.slice(MARK.length) : value);
  });
  return addresses;
}

/** The same JSON with encrypted addresses instead of its own, in the order of `addressesIn`. */
export function withAddresses(text: string, encrypted: readonly string[]): string {
  let index = 0;
  const value: unknown = JSON.parse(text, (key, rawValue: unknown) =>
    isSecretAddress(key, rawValue) ? MARK + encrypted[index++] : rawValue,
  );
  return JSON.stringify(value);
}

/** Also true for some addresses that hold no secret, such as one with a plain query. */
function isSecretAddress(key: string, value: unknown): value is string {
  return (
    key === FIELD && typeof value === 'string' && (/[?@]/.test(value) || isEncryptedAddress(value))
  );
}

function isEncryptedAddress(text: string): boolean {
  return text.startsWith(MARK);
}

/**
 * Returns an address in the clear; null if its key is lost. `owner` is the id that it was encrypted
 * for.
 */
function decryptAddress(vault: Vault, text: string, owner: string): string | null {
  // Older versions stored addresses in the clear.
  if (!isEncryptedAddress(text)) return text;
  try {
    return vault.decrypt(text.slice(MARK.length), owner);
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_key_missing') return null;
    throw error;
  }
}
