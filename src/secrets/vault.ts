import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '../base/index.ts';

const KEY_BYTES = 32;
/** NIST SP 800-38D, 5.2.1.1: a nonce of 96 bits needs no further hashing. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/**
 * Encrypts secrets for the database with AES-256-GCM. `owner` is the id of the row that the secret
 * belongs to. A value that is moved to the row of another owner cannot be decrypted.
 */
export type Vault = {
  encrypt(secret: string, owner: string): string;
  /** Throws `secret_key_missing` when none of the keys has encrypted the value for this owner. */
  decrypt(encrypted: string, owner: string): string;
  /** False for a text in the clear. */
  isEncrypted(text: string): boolean;
  /** Each value that the first key has encrypted begins with this text. */
  currentPrefix: string;
};

/** A vault that encrypts with the first key and decrypts with all of them. A key has 32 bytes. */
export function createVault(keys: readonly Uint8Array[]): Vault {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const [[current, key] = []] = byName;
  if (current === undefined || key === undefined) throw new Error('a vault needs a key');
  return {
    encrypt(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final()]);
      const sealedBytes = Buffer.concat([bytes, cipher.getAuthTag()]);
      return [VERSION, current, sealedBytes.toString('base64url')].join('.');
    },

    decrypt(encrypted, owner) {
      const [version, name = '', text = ''] = encrypted.split('.');
      const itsKey = byName.get(name);
      if (version !== VERSION || !itsKey) throw keyMissing(name);
      const bytes = Buffer.from(text, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', itsKey, nonce)
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw keyMissing(name, cause);
      }
    },

    isEncrypted: (text) => new RegExp(`^${VERSION}\\.[\\da-f]{12}\\.[\\w-]+$`).test(text),

    currentPrefix: `${VERSION}.${current}.`,
  };
}

/** Decrypts a value. Returns a value that an older version stored in the clear unchanged. */
export function decryptIfEncrypted(vault: Vault, value: string, owner: string): string {
  return vault.isEncrypted(value) ? vault.decrypt(value, owner) : value;
}

/** Reads a key from the configuration: 32 bytes in base64 or hex. Undefined for any other text. */
export function readVaultKey(text: string): Uint8Array | undefined {
  const isHex = /^[\da-f]{64}$/i.test(text);
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text)) return undefined;
  // Node's base64 decoder accepts the URL alphabet as well.
  const key = Buffer.from(text, isHex ? 'hex' : 'base64');
  return key.byteLength === KEY_BYTES ? key : undefined;
}

/** A short name that identifies a key without revealing anything about it. */
function nameOf(key: Uint8Array): string {
  return createHash('sha256').update('framepress key name').update(key).digest('hex').slice(0, 12);
}

function keyMissing(name: string, cause?: unknown): AppError {
  return new AppError(
    'secret_key_missing',
    `The key ${name.slice(0, 12)}, which encrypted the stored credentials, is missing.`,
    {
      hint: 'Restore secrets.key or add the key to FRAMEPRESS_SECRET_KEYS, or send the credentials again.',
    },
    { cause },
  );
}
