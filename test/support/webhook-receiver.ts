import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Json } from './client.ts';

type Posted = { headers: Record<string, string>; body: string };
type Received = { id: string; type: string; data: Json };

export type WebhookReceiver = AsyncDisposable & {
  url: string;
  /** The requests so far, also those that are not answered. */
  posted: readonly Posted[];
  /** Returns the requests, and throws an error if a signature does not belong to the secret. */
  received(secret: string): Received[];
  /** From now on it answers no request, until `resume`. */
  hold(): void;
  resume(): void;
};

/** Starts a server that accepts webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const posted: Posted[] = [];
  let isHeld = false;
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        posted.push({ headers: request.headers as Record<string, string>, body });
        if (!isHeld) response.writeHead(204).end();
      },
      // The sender was killed.
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    posted,
    received: (secret) =>
      posted.map(({ headers, body }) => ({
        id: headers['webhook-id'] ?? '',
        ...(new Webhook(secret).verify(body, headers) as { type: string; data: Json }),
      })),
    hold: () => {
      isHeld = true;
    },
    resume: () => {
      isHeld = false;
      server.closeAllConnections();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
