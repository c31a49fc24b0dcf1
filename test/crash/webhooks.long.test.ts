import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';

/** A receiver that takes its time. */
const SLOW_MS = 80;

/** 100 kills take a quarter of an hour. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 5);
const SESSIONS = 20;
/** New sessions are created so often that every kill interrupts work. */
const KILLS_A_BATCH = 10;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-crash-webhooks-'));
});

afterAll(() => removeFolder(folder));

test(`no event is lost in ${KILLS} kills, and repeated events have the same id`, {
  timeout: 200_000 + KILLS * 20_000,
}, async () => {
  const data = join(folder, 'data');
  const credentials = await makeClient(data);
  const failedOnce = new Set<string>();
  const receivers = [
    await receiver(() => 200),
    await receiver(async () => {
      await pause(SLOW_MS);
      return 204;
    }),
    await receiver((id) => {
      if (failedOnce.has(id) || randomInt(4) > 0) return 200;
      failedOnce.add(id);
      return 500;
    }),
  ];
  let service = await startService(data);
  try {
    const first = await new Client(service.url).login(credentials);
    for (const one of receivers) {
      const { body } = await first.send('POST', '/v2/webhook_endpoints', { url: one.url });
      one.verifier.webhook = new Webhook(String((body['webhook_endpoint'] as Json)['secret']));
    }
    const path = await writePackage(join(folder, 'small.zip'), smallLottie(10));
    const { id: versionId } = await first.addTemplate(path);

    const wanted: Request[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill > 0) service = await startService(data);
      if (kill % KILLS_A_BATCH === 0) {
        for (let i = 0; i < SESSIONS; i++) {
          wanted.push({ key: `${kill}-${i}`, cancels: i % 5 === 4, isDone: false });
        }
      }
      const working = work(service, credentials, versionId, wanted);
      await pause(randomInt(0, 2500));
      await service.crash();
      await working;
    }
    service = await startService(data);
    await work(service, credentials, versionId, wanted);
    expect(wanted.every(({ isDone }) => isDone)).toBe(true);
    await until(() => isSettled(data));
    await check(data, receivers, wanted.length);
  } finally {
    await service.stop();
    for (const { close } of receivers) close();
  }
});

type Request = { key: string; cancels: boolean; isDone: boolean };

/** Creates the wanted sessions and cancels some; requests that a kill interrupts are repeated. */
async function work(
  service: RunningService,
  credentials: { client_id: string; client_secret: string },
  versionId: unknown,
  wanted: Request[],
): Promise<void> {
  try {
    const client = await new Client(service.url).login(credentials);
    for (const expected of wanted.filter(({ isDone }) => !isDone)) {
      const mapping = { template_style_version_id: versionId, missing: 'example', resources: {} };
      const { body } = await client.send(
        'POST',
        '/v2/render_sessions',
        { title: expected.key, render: 'preview', mapping },
        { 'idempotency-key': expected.key },
      );
      const { id } = body['render_session'] as Json;
      if (expected.cancels) await client.send('POST', `/v2/render_sessions/${id}/cancel`);
      expected.isDone = true;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

type Received = { id: string; body: string; status: number };

async function receiver(answer: (id: string) => number | Promise<number>) {
  const got: Received[] = [];
  const verifier: { webhook?: Webhook; failures: unknown[] } = { failures: [] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const id = headers['webhook-id'] ?? '';
      const body = Buffer.concat(chunks).toString();
      try {
        verifier.webhook?.verify(body, headers);
      } catch (error) {
        verifier.failures.push(error);
      }
      void Promise.resolve(answer(id)).then((status) => {
        got.push({ id, body, status });
        response.writeHead(status).end();
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    got,
    verifier,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type StoredEvent = { id: string; subject_id: string; sequence: number; data: string };

/** Every event in the database must have reached every receiver, in order. */
async function check(
  data: string,
  receivers: { got: Received[]; verifier: { failures: unknown[] } }[],
  sessionCount: number,
): Promise<void> {
  const { query } = await placeOf(data);
  const sessions = (await query('select id, status from render_sessions')) as {
    id: string;
    status: string;
  }[];
  const events = (await query(
    'select * from events order by subject_id, sequence',
  )) as unknown as StoredEvent[];
  expect(sessions).toHaveLength(sessionCount);
  for (const { id, status } of sessions) {
    const mine = events.filter((event) => event.subject_id === id);
    expect(mine.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(mine.map((event) => JSON.parse(event.data).data.render_session.status)).toEqual([
      'preview_rendering',
      status,
    ]);
  }
  for (const [index, { got, verifier }] of receivers.entries()) {
    expect(verifier.failures).toEqual([]);
    const bodies = got.map(({ body }) => JSON.parse(body) as { data: Json });
    const taken = got.flatMap(({ id, status }) => (status < 300 ? [id] : []));
    expect(new Set(taken)).toEqual(new Set(events.map(({ id }) => id)));
    for (const { id } of sessions) {
      const order = got.flatMap(({ status }, i) => {
        const { render_session: session, sequence } = bodies[i]?.data ?? {};
        return status < 300 && (session as Json | undefined)?.['id'] === id ? [sequence] : [];
      });
      expect([...new Set(order)], id).toEqual([1, 2]);
    }
    process.stdout.write(
      `receiver ${index + 1}: ${events.length} events, ${taken.length - new Set(taken).size} doubles, ${got.length - taken.length} refused\n`,
    );
  }
}

async function isSettled(data: string): Promise<boolean> {
  const { query } = await placeOf(data);
  const [counted] = await query(
    `select (select count(*) from webhook_deliveries where status = 'pending')
       + (select count(*) from render_sessions where status = 'preview_rendering') as n`,
  );
  return counted?.['n'] === 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(100);
}
