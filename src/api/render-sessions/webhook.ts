import { type Fault, fault, newId } from '../../base/index.ts';
import type { Repositories } from '../../database/index.ts';
import { isSigningSecret, newSigningSecret } from '../../webhooks/index.ts';
import type { ApiContext } from '../context.ts';
import { addressFaults } from '../webhook-endpoints/address.ts';
import type { CreateRequest } from './request-schema.ts';

type Given = { webhook_url?: unknown; webhook_secret?: unknown };

export function webhookFaults(context: ApiContext, body: Given): Fault[] {
  const { webhook_url: url, webhook_secret: secret } = body;
  const faults = addressFaults(context, url, '/webhook_url');
  if (typeof secret !== 'string') return faults;
  const refuse = (message: string, hint: string) =>
    faults.push(fault('invalid_request', message, { pointer: '/webhook_secret', hint }));
  if (url === undefined) {
    refuse('Expected webhook_url together with webhook_secret.', 'Omit webhook_secret.');
  }
  // The message does not contain the value: a malformed secret is still a secret.
  if (!isSigningSecret(secret)) {
    refuse(
      'Expected whsec_ and 24 to 64 bytes in base64 for /webhook_secret but received a different text.',
      'Omit it: the response then contains a new secret.',
    );
  }
  return faults;
}

type SessionWebhook = {
  tx: Repositories;
  context: ApiContext;
  accountId: string;
  sessionId: string;
  body: CreateRequest;
};

/**
 * Inserts the webhook endpoint of one session. Call it before the session is inserted, so that the
 * endpoint receives all its events. Returns the new secret when the client sent none.
 */
export async function addSessionWebhook({
  tx,
  context,
  accountId,
  sessionId,
  body,
}: SessionWebhook): Promise<{ webhook_secret?: string }> {
  if (body.webhook_url === undefined) return {};
  const id = newId('whe');
  const secret = body.webhook_secret ?? newSigningSecret();
  await tx.webhookEndpoints.insert({
    id,
    accountId,
    renderSessionId: sessionId,
    encryptedUrl: context.vault.encrypt(body.webhook_url, id),
    events: null,
    encryptedSecret: context.vault.encrypt(secret, id),
  });
  return body.webhook_secret === undefined ? { webhook_secret: secret } : {};
}
