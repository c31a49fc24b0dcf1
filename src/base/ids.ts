import { randomBytes } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns `length` random base-58 characters, without modulo bias. */
export function randomBase58(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 232 = 4 × 58: larger bytes would favour the first characters.
      if (byte < 232 && text.length < length) text += ALPHABET[byte % 58];
    }
  }
  return text;
}

/**
 * Returns an opaque, unguessable identifier: the prefix, an underscore, 20 base-58 characters (117
 * bits).
 */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase58(20)}`;
}
