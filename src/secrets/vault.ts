import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '../base/index.ts';

const KEY_BYTES = 32;
/** NIST SP 800-38D, 5.2.1.1: the length that needs no further hashing. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/**
 * Seals secrets for the database with AES-256-GCM. `owner` says whose secret it is, such as a row's
 * id: a sealed text that is moved to another owner cannot be opened.
 */
export type Vault = {
  seal(secret: string, owner: string): string;
  /** Throws `secret_key_missing` when none of the keys sealed it for this owner. */
  open(sealed: string, owner: string): string;
  /** Whether it is a sealed text and not one in the clear. */
  isSealed(text: string): boolean;
  /** Whether the first key sealed it; what another key sealed is to be sealed anew. */
  isCurrent(sealed: string): boolean;
  /** What each text begins with that the first key sealed. */
  prefix: string;
};

/** A vault whose first key seals and whose keys all open. Each has 32 bytes. */
export function createVault(keys: readonly Uint8Array[]): Vault {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const [[current, key] = []] = byName;
  if (current === undefined || key === undefined) throw new Error('a vault needs a key');
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([bytes, cipher.getAuthTag()]);
      return [VERSION, current, whole.toString('base64url')].join('.');
    },

    open(sealed, owner) {
      const [version, name = '', text = ''] = sealed.split('.');
      const its = byName.get(name);
      if (version !== VERSION || !its) throw missing(name);
      const bytes = Buffer.from(text, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', its, nonce)
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw missing(name, cause);
      }
    },

    isSealed: (text) => new RegExp(`^${VERSION}\\.[\\da-f]{12}\\.[\\w-]+$`).test(text),

    isCurrent: (sealed) => sealed.split('.')[1] === current,

    prefix: `${VERSION}.${current}.`,
  };
}

/** A key as it stands in the configuration: 32 bytes in base64 or hex. Undefined for another text. */
export function readVaultKey(text: string): Uint8Array | undefined {
  const isHex = /^[\da-f]{64}$/i.test(text);
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text)) return undefined;
  // The base64 of Node takes the URL's alphabet as well.
  const key = Buffer.from(text, isHex ? 'hex' : 'base64');
  return key.byteLength === KEY_BYTES ? key : undefined;
}

/** Tells keys apart without telling anything of them. */
function nameOf(key: Uint8Array): string {
  return createHash('sha256').update('framepress key name').update(key).digest('hex').slice(0, 12);
}

function missing(name: string, cause?: unknown): AppError {
  return new AppError(
    'secret_key_missing',
    `Expected the key ${name.slice(0, 12)} that stored credentials are encrypted with but it is not there.`,
    {
      hint: 'Put secrets.key back or add the key to FRAMEPRESS_SECRET_KEYS, or give the credentials again.',
    },
    { cause },
  );
}
