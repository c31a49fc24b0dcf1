import { assert } from '../base/index.ts';

const KEY_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
/** Common file systems allow at least 255 bytes in a name. */
const MAX_PART_CHARACTERS = 200;

/** Returns the parts of a key. Any other text is a bug of the caller. */
export function keyParts(key: string): string[] {
  const parts = key.split('/');
  const fits = parts.every((p) => KEY_PART.test(p) && p.length <= MAX_PART_CHARACTERS);
  assert(fits, `not a storage key: ${JSON.stringify(key.slice(0, 300))}`);
  return parts;
}
