import { randomBase58 } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';

/** Returns a new secret of 234 random bits. It cannot be guessed even if its plain SHA-256 is known. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBase58(40)}`;
}

/** Returns the hash that is stored instead of a secret or token. */
export function hashSecret(secret: string): string {
  return sha256(secret);
}
