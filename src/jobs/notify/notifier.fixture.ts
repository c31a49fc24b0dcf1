import { lookup } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../base/index.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { openTestDatabase } from '../../database/test-database.fixture.ts';
import { createVault } from '../../secrets/index.ts';
import { type Log, silentLog, systemClock } from '../../system/index.ts';
import { newSigningSecret, Sender } from '../../webhooks/index.ts';
import { Notifier } from './notifier.ts';

/** A received request, with the answer that the test sends to it. */
export type Received = {
  id: string;
  headers: Record<string, string>;
  body: string;
  json: { type: string; timestamp: string; data: { sequence: number; n: number } };
};

type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

/** Starts a web server on loopback that stores the requests that it receives. */
export async function receiver(answer: Answer = (_received, response) => void response.end('ok')) {
  const got: Received[] = [];
  const state = { answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const received = { id: headers['webhook-id'] ?? '', headers, body, json: JSON.parse(body) };
      got.push(received);
      state.answer(received, response, request);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    got,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    numbers: () => got.map(({ json }) => json.data.n),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a notifier with a real database and real sockets. Its clock is `Date`, which tests may set. */
export async function notifying(log: Log = silentLog, timeoutMs = 15_000) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-notify-'));
  const path = join(folder, 'framepress.sqlite');
  const db = await openTestDatabase(path);
  const vault = createVault([Buffer.alloc(32, 5)]);
  const running: Notifier[] = [];
  const senders: Sender[] = [];
  const start = () => {
    const sender = new Sender({ checkUrl: (url) => new URL(url), lookup, timeoutMs });
    senders.push(sender);
    const notifier = new Notifier({
      db,
      sender,
      vault,
      log,
      clock: systemClock,
      files: {
        clock: systemClock,
        config: {
          publicUrl: () => 'http://127.0.0.1',
          signingKey: Buffer.alloc(32, 5),
          fileUrlTtlSeconds: 60,
        },
      },
      pollMs: 10,
      drainMs: 50,
      random: () => 0,
    });
    running.push(notifier);
    return notifier;
  };
  return {
    db,
    vault,
    path,
    start,
    /** Adds an endpoint of the default account. Returns it with its secret. */
    async listen(url: string, events: string[] | null = null) {
      const [id, secret] = [newId('whe'), newSigningSecret()];
      await db.webhookEndpoints.insert({
        id,
        events,
        encryptedUrl: vault.encrypt(url, id),
        accountId: DEFAULT_ACCOUNT,
        renderSessionId: null,
        encryptedSecret: vault.encrypt(secret, id),
      });
      return { id, secret };
    },
    emit: (subjectId: string, n: number) =>
      db.events.append({
        accountId: DEFAULT_ACCOUNT,
        type: 'render_session.status.changed',
        subjectId,
        data: { n },
      }),
    deliveries: async (endpointId: string) =>
      (await db.webhookDeliveries.list(endpointId, {}, { limit: 100 })).sort(
        (a, b) => a.sequence - b.sequence,
      ),
    async [Symbol.asyncDispose]() {
      for (const notifier of running) await notifier[Symbol.asyncDispose]();
      for (const sender of senders) await sender[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for a condition. The time limit of the test ends a wait that fails. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
