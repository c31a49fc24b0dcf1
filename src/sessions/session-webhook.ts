import { AppError, type Fault, fault, newId } from '../base/index.ts';
import type { NewSession, Repositories, WebhookEndpoint } from '../database/index.ts';
import { decryptIfEncrypted, type Vault } from '../secrets/index.ts';
import { isSigningSecret, newSigningSecret } from '../webhooks/index.ts';
import type { CreateRequest } from './request-schema.ts';
import type { SessionContext } from './session-context.ts';
import { addressFaults } from './webhook-address.ts';

/** A request for a session adds one. */
const MAX_WEBHOOKS = 100;

type Given = { webhook_url?: unknown; webhook_secret?: unknown };

/** Returns the faults of the webhook that a request for a session asks for. */
export function webhookFaults(context: Pick<SessionContext, 'checkUrl'>, body: Given): Fault[] {
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
  vault: Vault;
  session: Pick<NewSession, 'id' | 'accountId'>;
  fields: Pick<CreateRequest, 'webhook_url' | 'webhook_secret'>;
};

/**
 * Inserts the webhook endpoint of one session. Call it before the session is inserted, so that the
 * endpoint receives all its events. Returns the new secret when the client sent none.
 */
export async function addSessionWebhook({
  tx,
  vault,
  session,
  fields: { webhook_url: url, webhook_secret: requestedSecret },
}: SessionWebhook): Promise<{ webhook_secret?: string }> {
  if (url === undefined) return {};
  const id = newId('whe');
  const secret = requestedSecret ?? newSigningSecret();
  await tx.webhookEndpoints.insert({
    id,
    accountId: session.accountId,
    renderSessionId: session.id,
    encryptedUrl: vault.encrypt(url, id),
    events: null,
    encryptedSecret: vault.encrypt(secret, id),
  });
  return requestedSecret === undefined ? { webhook_secret: secret } : {};
}

/**
 * Inserts the webhook endpoints of a session for its copy, with the same address, events and secret. Call
 * it before the copy is inserted. Endpoints that are disabled, or cannot be decrypted, are left out.
 */
export async function copySessionWebhooks(
  { tx, vault }: Pick<SessionWebhook, 'tx' | 'vault'>,
  { id: originalId, accountId }: Pick<NewSession, 'id' | 'accountId'>,
  copyId: string,
): Promise<void> {
  const page = { limit: MAX_WEBHOOKS };
  for (const endpoint of await tx.webhookEndpoints.list(accountId, originalId, page)) {
    const { status, events, encryptedUrl, encryptedSecret } = endpoint;
    const id = newId('whe');
    const reencrypt = (text: string) =>
      vault.encrypt(decryptIfEncrypted(vault, text, endpoint.id), id);
    if (status !== 'enabled' || !canDecrypt(vault, endpoint)) continue;
    await tx.webhookEndpoints.insert({
      id,
      accountId,
      renderSessionId: copyId,
      encryptedUrl: reencrypt(encryptedUrl),
      events,
      encryptedSecret: reencrypt(encryptedSecret),
    });
  }
}

/** Whether the keys of the service decrypt the address and the secret of an endpoint. */
function canDecrypt(
  vault: Vault,
  {
    id,
    encryptedUrl,
    encryptedSecret,
  }: Pick<WebhookEndpoint, 'id' | 'encryptedUrl' | 'encryptedSecret'>,
): boolean {
  try {
    for (const text of [encryptedUrl, encryptedSecret]) decryptIfEncrypted(vault, text, id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_key_missing') return false;
    throw error;
  }
}
