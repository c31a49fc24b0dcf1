import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The specification allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Returns a new secret of an endpoint: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns whether a text is a valid secret: `whsec_` and 24 to 64 bytes in base64. */
export function isSigningSecret(text: string): boolean {
  if (!text.startsWith(PREFIX)) return false;
  const key = keyOf(text);
  const isWhole = key.toString('base64') === text.slice(PREFIX.length);
  return isWhole && key.byteLength >= 24 && key.byteLength <= 64;
}

/**
 * Returns the headers of an attempt: the message id, which is the same for all attempts, the time of
 * this attempt, and a signature for each secret (Standard Webhooks 1.0, "Webhook headers").
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { id: string; atMs: number; body: string },
): Record<string, string> {
  const seconds = Math.floor(message.atMs / 1000);
  const content = `${message.id}.${seconds}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
