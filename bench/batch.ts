/**
 * Measures batches: the check of 10,000 rows with reads meanwhile, a kill in the middle, and videos that
 * differ in one text next to single cold sessions. `npm run bench:batch`; `-- --part check`, `crash` or
 * `reuse` runs one part. `--rows`, `--videos` and `--width` change its size.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Client, type Json, pause } from '../test/support/client.ts';
import { smallLottie, writePackage } from '../test/support/package.ts';
import { makeClient, type RunningService, startService } from '../test/support/service.ts';
import { BIRTHDAY, cutTemplate } from './cut-template.ts';
import { inFolder, megabytes, say } from './support.ts';

const READ_EVERY_MS = 5;
/** Frames. */
const TEN_SECONDS = 300;

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    rows: { type: 'string', default: '10000' },
    crashRows: { type: 'string', default: '60' },
    videos: { type: 'string', default: '20' },
    width: { type: 'string', default: '480' },
  },
});

const PARTS = { check, crash, reuse };
for (const [name, part] of Object.entries(PARTS))
  if (values.part === undefined || values.part === name) await inFolder(part);

async function check(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  await using service = await startService(dataDir);
  const client = await new Client(service.url).login(await makeClient(dataDir));
  const { id: version } = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(6)),
  );
  const count = Number(values.rows);
  const header = 't_01,c_01,external_id,title,metadata.city,output.width\n';
  const lines = Array.from(
    { length: count },
    (_, i) => `"Grüße, Zoë ${i}",0a7b83,order-${i},Card ${i},Bern,64\n`,
  );
  const draft = await client.send('POST', '/v2/render_sessions', {
    title: 'read',
    mapping: { template_style_version_id: version, resources: {}, missing: 'example' },
  });
  const session = `/v2/render_sessions/${(draft.body['render_session'] as Json)['id']}`;
  const mappingAnswer = await client.send('POST', '/v2/mappings', {
    template_style_version_id: version,
    resources: {},
    missing: 'example',
  });
  const mappingId = String((mappingAnswer.body['mapping'] as Json)['id']);
  // Warm.
  for (let i = 0; i < 50; i++) await client.send('GET', session);
  const rssBefore = await megabytes(service.pid);
  const readMs: number[] = [];
  let isDone = false;
  let peak = 0;
  const reading = (async () => {
    while (!isDone) {
      const startMs = performance.now();
      await client.send('GET', session);
      readMs.push(performance.now() - startMs);
      peak = Math.max(peak, await megabytes(service.pid));
      await pause(READ_EVERY_MS);
    }
  })();
  const startMs = performance.now();
  const query = `template_style_version_id=${version}&mapping_id=${mappingId}&start=false`;
  const { body } = await client.send('POST', `/v2/batches?${query}`, header + lines.join(''), {
    'content-type': 'text/csv',
  });
  const answeredMs = performance.now() - startMs;
  const id = String((body['batch'] as Json)['id']);
  for (let status: unknown = 'checking'; status === 'checking'; await pause(50))
    status = ((await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json)['status'];
  const seconds = (performance.now() - startMs) / 1000;
  isDone = true;
  await reading;
  const counts = ((await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json)['counts'];
  say(
    `${count} rows checked in ${seconds.toFixed(1)} s (answered after ${answeredMs.toFixed(0)} ms)`,
  );
  say(`  ${JSON.stringify(counts)}`);
  say(
    `  reads meanwhile: ${readMs.length}, p50 ${percentile(readMs, 50)} ms, p99 ${percentile(readMs, 99)} ms`,
  );
  say(`  memory of the service: ${rssBefore} MB before, at most ${peak} MB`);
}

async function crash(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  const credentials = await makeClient(dataDir);
  let service = await startService(dataDir);
  try {
    let client = await new Client(service.url).login(credentials);
    const { id: version } = await client.addTemplate(
      await writePackage(join(folder, 'small.zip'), smallLottie(6)),
    );
    const count = Number(values.crashRows);
    const rows = Array.from({ length: count }, (_, i) => ({ t_01: `Row ${i}` }));
    const id = await createBatch(client, { template_style_version_id: version, rows });
    const rendered = async () => Number((await countsOf(client, id))['rendered']);
    while ((await rendered()) < count / 2) await pause(20);
    await service.crash();
    const firstAttempts = attemptsOf(dataDir, id);
    service = await startService(dataDir);
    client = await new Client(service.url).login(credentials);
    while ((await rendered()) < count) await pause(50);
    const attempts = attemptsOf(dataDir, id);
    const repeats = firstAttempts.filter((row) => !attempts.includes(row)).length;
    say(
      `${count} rows, killed after ${firstAttempts.length}: ${repeats} finished rows were rendered again,`,
    );
    say(`  ${attempts.length} sessions for ${count} rows`);
  } finally {
    await service.stop();
  }
}

function attemptsOf(dataDir: string, batchId: string): string[] {
  using db = new DatabaseSync(join(dataDir, 'framepress.sqlite'), { readOnly: true });
  return db
    .prepare(
      `select batch_row, id, attempt, updated_at from render_sessions
      where batch_id = ? and status = 'final_rendered'`,
    )
    .all(batchId)
    .map((row) => JSON.stringify(row));
}

async function reuse(folder: string): Promise<void> {
  const count = Number(values.videos);
  const file = await cutTemplate(BIRTHDAY, folder, TEN_SECONDS, (lottie) => {
    // The text shows for three of the ten seconds.
    const message = lottie.layers.find(({ nm }) => nm === 'message');
    if (!message) throw new Error('The template has no message.');
    Object.assign(message, { nm: 't_01', ip: 105, op: 195 });
  });
  const single = await secondsOf(join(folder, 'single'), file, async (client, version) => {
    for (let i = 0; i < count; i++) {
      const { template_style_version_id, mapping, output } = birthday(version);
      const { status, body } = await client.send('POST', '/v2/render_sessions', {
        title: `Video ${i}`,
        render: 'final',
        output,
        mapping: {
          template_style_version_id,
          ...mapping,
          resources: { t_01: { source: { text: `Name ${i}` } } },
        },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      await client.waitFor(String((body['render_session'] as Json)['id']));
    }
  });
  say(`${count} single cold sessions: ${single.toFixed(1)} s`);
  const batch = await secondsOf(join(folder, 'batch'), file, async (client, version) => {
    const rows = Array.from({ length: count }, (_, i) => ({ t_01: `Name ${i}` }));
    const id = await createBatch(client, { ...birthday(version), rows });
    while (Number((await countsOf(client, id))['rendered']) < count) await pause(20);
    const { body } = await client.send('GET', `/v2/batches/${id}/rows`);
    const last = (body['rows'] as Json[]).at(-1)?.['render_session_id'];
    const session = await client.send('GET', `/v2/render_sessions/${last}`);
    const { timings } = session.body['render_session'] as Json;
    say(`  seconds of the last row: ${JSON.stringify(timings)}`);
  });
  say(`${count} ten-second videos at ${values.width} px that differ in one text:`);
  say(
    `  single cold sessions ${single.toFixed(1)} s, batch ${batch.toFixed(1)} s: ${(single / batch).toFixed(2)} ×`,
  );
}

function birthday(version: string) {
  return {
    template_style_version_id: version,
    mapping: { resources: {}, missing: 'example' },
    output: { width: Number(values.width) },
  };
}

/** The single sessions share no segments, and the batch shares them as by default. */
async function secondsOf(
  dataDir: string,
  file: string,
  work: (client: Client, version: string) => Promise<void>,
): Promise<number> {
  const reuseSegments = dataDir.endsWith('single') ? 'off' : 'account';
  await using service: RunningService = await startService(dataDir, {
    REUSE_SEGMENTS: reuseSegments,
  });
  const client = await new Client(service.url).login(await makeClient(dataDir));
  const { id } = await client.addTemplate(file);
  const startMs = performance.now();
  await work(client, String(id));
  return (performance.now() - startMs) / 1000;
}

async function createBatch(client: Client, body: Json): Promise<string> {
  const mapping = { resources: {}, missing: 'example' };
  const answer = await client.send('POST', '/v2/batches', {
    mapping,
    output: { width: 64 },
    ...body,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return String((answer.body['batch'] as Json)['id']);
}

async function countsOf(client: Client, id: string): Promise<Json> {
  const { body } = await client.send('GET', `/v2/batches/${id}`);
  return (body['batch'] as Json)['counts'] as Json;
}

function percentile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length * share) / 100)] ?? 0).toFixed(1);
}
