import { randomBase58 } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';

/** 234 bits of chance: unguessable even where its plain SHA-256 is known. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBase58(40)}`;
}

/** What is stored in the place of a secret or a token. */
export function hashSecret(secret: string): string {
  return sha256(secret);
}
