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
  const header = (name: string): string => {
    const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
    return String(entries.find(([key]) => key.toLowerCase() === `webhook-${name}`)?.[1]);
  };
  const text = await new Response(body as Uint8Array<ArrayBuffer>).text();
  const timestamp = header('timestamp');
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError('The webhook-timestamp is missing, too old or too new.');
  }
  const content = new TextEncoder().encode(`${header('id')}.${timestamp}.${text}`);
  const signatures = header('signature').matchAll(/(?:^| )v1,(\S+)/g);
  const candidates = [...signatures].map(([, signature = '']) => bytesOfBase64(signature));
  for (const secret of [secrets].flat()) {
    const key = await crypto.subtle.importKey(
      'raw',
      bytesOfBase64(secret.replace('whsec_', '')),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    for (const candidate of candidates) {
      // Web Crypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, candidate, content)) {
        return JSON.parse(text) as WebhookEvent;
      }
    }
  }
  throw new WebhookVerificationError('No webhook-signature is valid.');
}

/** Throws a `WebhookVerificationError` for other text. */
function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookVerificationError('A secret or signature is not base64.');
  }
}
