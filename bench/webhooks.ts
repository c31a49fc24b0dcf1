import { fork } from 'node:child_process';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '../src/base/index.ts';
import { DEFAULT_ACCOUNT, openDatabase } from '../src/database/index.ts';
import { Notifier } from '../src/jobs/index.ts';
import { createVault } from '../src/secrets/index.ts';
import { EVENT_FORMS } from '../src/service/event-forms.ts';
import { silentLog, systemClock } from '../src/system/index.ts';
import { newSigningSecret, Sender } from '../src/webhooks/index.ts';

/*
 * Measures the time of an event from its commit to the receiver, with the default configuration: 1,000
 * events per minute to 50 endpoints, one of which hangs. BENCH_SECONDS sets the duration (60).
 */

const ENDPOINTS = 50;
const EVENTS_PER_MINUTE = 1000;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);

type Report = { latenciesMs: number[]; doubles: number };

if (process.send) await receive();
else await measure();

/** Starts the receivers in a separate process: the first one hangs, the others answer immediately. */
async function receive(): Promise<void> {
  const latenciesMs: number[] = [];
  const ids = new Set<string>();
  let doubles = 0;
  const urls: string[] = [];
  for (let i = 0; i < ENDPOINTS; i++) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (i === 0) return;
        const receivedMs = Date.now();
        response.writeHead(204).end();
        const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
        latenciesMs.push(receivedMs - Date.parse(timestamp));
        const key = `${i} ${request.headers['webhook-id']}`;
        if (ids.has(key)) doubles += 1;
        ids.add(key);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  }
  process.send?.({ urls });
  process.on('message', () => process.send?.({ latenciesMs, doubles }));
  process.on('disconnect', () => process.exit());
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv });
  const [{ urls }] = (await once(child, 'message')) as [{ urls: string[] }];
  const folder = await mkdtemp(join(tmpdir(), 'framepress-bench-'));
  const db = await openDatabase(join(folder, 'framepress.sqlite'), EVENT_FORMS);
  const vault = createVault([Buffer.alloc(32, 1)]);
  for (const url of urls) {
    const id = newId('whe');
    await db.webhookEndpoints.insert({
      id,
      accountId: DEFAULT_ACCOUNT,
      renderSessionId: null,
      encryptedUrl: vault.encrypt(url, id),
      events: null,
      encryptedSecret: vault.encrypt(newSigningSecret(), id),
    });
  }
  const config = {
    publicUrl: () => 'http://127.0.0.1:4210',
    signingKey: Buffer.alloc(32, 2),
    fileUrlTtlSeconds: 86_400,
  };
  const sender = new Sender({ checkUrl: (url) => new URL(url), lookup });
  const notifier = new Notifier({
    db,
    sender,
    vault,
    log: silentLog,
    clock: systemClock,
    files: { config, clock: systemClock },
  });

  const cpu = process.cpuUsage();
  const start = performance.now();
  const events = await insertEvents(db, start);
  const deliveries = events * (ENDPOINTS - 1);
  let report: Report = { latenciesMs: [], doubles: 0 };
  for (let waited = 0; report.latenciesMs.length < deliveries && waited < 60; waited++) {
    await sleep(500);
    child.send('report');
    [report] = (await once(child, 'message')) as [Report];
  }
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = report.latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  process.stdout.write(
    `${JSON.stringify({
      events,
      endpoints: ENDPOINTS,
      dead: 1,
      seconds: Math.round(seconds),
      taken: sorted.length,
      wanted: deliveries,
      doubles: report.doubles,
      latencyMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
      cpuShareOfOneCore: Math.round((user + system) / 10_000 / seconds) / 100,
    })}\n`,
  );
  await notifier[Symbol.asyncDispose]();
  await sender[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
  child.disconnect();
  await rm(folder, { recursive: true, force: true });
}

/** Inserts two events per session, evenly over the time; returns their number. */
async function insertEvents(db: Awaited<ReturnType<typeof openDatabase>>, start: number) {
  await db.templateVersions.insert({
    id: 'tsv_bench',
    accountId: DEFAULT_ACCOUNT,
    language: 'en',
    name: 'Birthday',
    packageKey: 'k',
    packageLabel: 'birthday.lottie',
    digest: 'd',
  });
  const sessions = Math.round((SECONDS * EVENTS_PER_MINUTE) / 60 / 2);
  const resources = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`t_${i}`, { source: { text: `Text number ${i}` } }]),
  );
  for (let i = 0; i < sessions; i++) {
    const id = newId('rs');
    await db.renderSessions.insert({
      id,
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: 'tsv_bench',
      title: `Session ${i}`,
      render: 'preview',
      mapping: { id: newId('map'), template_style_version_id: 'tsv_bench', resources },
      metadata: { order: String(i) },
      externalId: `order-${i}`,
    });
    await db.renderSessions.finish(id, 'preview_rendered', {
      phase: 'done',
      videoKey: `sessions/${id}/video.mp4`,
      thumbnails: [`sessions/${id}/thumbnail_01.jpg`],
    });
    const due = start + ((i + 1) * SECONDS * 1000) / sessions;
    await sleep(Math.max(0, due - performance.now()));
  }
  // The version has an event, too.
  return sessions * 2 + 1;
}
