import { WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

const TOLERANCE_SECONDS = 300;

export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** Largest difference between the time of the request and now. Default: 300. */
  toleranceSeconds?: number | undefined;
};

/**
 * Returns the event of a webhook request, or throws a `WebhookVerificationError`. `body` is the body
 * exactly as it was received. Several secrets may be given while a secret is rotated.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const text =
    typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const seconds = Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - seconds) > toleranceSeconds) {
    throw new WebhookVerificationError('The webhook-timestamp is malformed, too old or too new.');
  }
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1,') ? (bytesOf(entry.slice(3)) ?? []) : []));
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      // Web Crypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, content)) {
        return JSON.parse(text) as WebhookEvent;
      }
    }
  }
  throw new WebhookVerificationError('No signature of the webhook request is valid.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.byteLength === 0) {
    throw new WebhookVerificationError('Expected a secret of the form whsec_<base64>.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
