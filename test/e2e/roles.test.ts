import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../src/media/testing/loopback-server.ts';
import { Client, type Json, pause } from '../support/client.ts';
import { startCollector } from '../support/collector.ts';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { holdableSegments } from '../support/held-segments.ts';
import { holdStream, writeStreamPackage } from '../support/held-stream.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf } from '../support/place.ts';
import { framepress, makeClient, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;

/** Returns the sum of a metric's values over all other labels. */
function metricValue(metrics: string, name: string, labels: Record<string, string> = {}): number {
  const isWanted = (line: string) =>
    line.startsWith(`${name}{`) || line.startsWith(`${name} `)
      ? Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`))
      : false;
  const values = metrics.split('\n').filter(isWanted);
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Returns the lines of a log with a message. */
function linesOf(log: string, message: string): Json[] {
  const lines = log.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as Json).filter(({ msg }) => msg === message);
}

/** Compares the metrics of the worker with what the API knows of two rendered previews. */
async function expectMetricsOf(client: Client, probeUrl: string) {
  const read = async (path: string) => {
    const response = await fetch(`${probeUrl}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await read('/healthz')).toMatchObject({ status: 200 });
  expect(await read('/readyz')).toMatchObject({ status: 200 });
  expect(await read('/v2/queue')).toMatchObject({ status: 404 });
  const { text } = await read('/metrics');
  const of = (name: string, labels?: Record<string, string>) => metricValue(text, name, labels);
  const { body } = await client.send('GET', '/v2/usage');
  const totals = body['totals'] as Record<string, number>;
  expect({
    renders: of('framepress_renders_total', { render: 'preview', outcome: 'rendered' }),
    frames: of('framepress_frames_total'),
    bytes: of('framepress_video_bytes_total'),
  }).toEqual({ renders: 2, frames: totals['frames'], bytes: totals['bytes'] });
  expect(of('framepress_render_cpu_seconds_total')).toBeCloseTo(totals['cpu_seconds'] ?? 0, 1);
  for (const name of ['framepress_render_wait_seconds_count', 'framepress_render_seconds_count'])
    expect(of(name)).toBe(2);
  for (const phase of ['composing', 'rendering', 'assembling'])
    expect(of('framepress_render_phase_seconds_count', { phase })).toBe(2);
  expect(of('framepress_segments_total', { source: 'drawn' })).toBeGreaterThanOrEqual(2);
  for (const process of ['service', 'isolated', 'rasteriser']) {
    expect(of('framepress_processes', { process })).toBeGreaterThanOrEqual(1);
    expect(of('framepress_process_memory_bytes', { process })).toBeGreaterThan(10_000_000);
  }
  const { body: now } = await client.send('GET', '/v2/queue');
  expect(now['queue']).toMatchObject({ unfinished: 0, queued: 0, running: 0, oldest_seconds: 0 });
  expect(of('framepress_queue_jobs')).toBe(0);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-roles-'));
});

afterAll(() => removeFolder(folder));

test('API and worker share a folder: the API accepts work, the worker does it, and a cancel reaches the worker', async () => {
  const data = join(folder, 'data');
  await using collector = await startCollector();
  const environment = { FRAMEPRESS_LOG_LEVEL: 'info', ...collector.environment };
  await using api = await startService(data, environment, 'api');
  const client = await new Client(api.url).login(await makeClient(data));
  const create = async (version: Json, headers = {}, resources = {}) => {
    const mapping = { template_style_version_id: version['id'], missing: 'example', resources };
    const session = { title: 'apart', render: 'preview', mapping };
    const answer = await client.send('POST', '/v2/render_sessions', session, headers);
    const id = String((answer.body['render_session'] as Json)['id']);
    return { id, requestId: answer.headers.get('x-request-id') };
  };
  const adding = client.addTemplate(await writePackage(join(folder, 'short.zip'), smallLottie(12)));
  const port = await freePort();
  await using worker = await startService(
    data,
    {
      ...environment,
      FRAMEPRESS_PROBE_PORT: `${port}`,
      FRAMEPRESS_STALL_SECONDS: '3600',
      FRAMEPRESS_FETCH_TIMEOUT_SECONDS: '1',
      FRAMEPRESS_SEGMENTS_MAX_MB: '0',
      ...(await holdableSegments(data)),
    },
    'worker',
  );
  const version = await adding;
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traced = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const short = await create(version, traced);
  expect(await client.waitFor(short.id)).toMatchObject({ status: 'preview_rendered' });
  // Lines and spans of both processes have the ids of the client's request.
  const ids = { requestId: short.requestId, sessionId: short.id, traceId };
  await expect
    .poll(() => linesOf(api.log(), 'request'))
    .toContainEqual(expect.objectContaining(ids));
  await expect
    .poll(() => linesOf(worker.log(), 'rendered'))
    .toContainEqual(expect.objectContaining(ids));
  await expect
    .poll(() => collector.namesOf(traceId).sort())
    .toEqual(
      expect.arrayContaining([
        ...['POST /v2/render_sessions', 'assembling', 'composing', 'render', 'rendering'],
        'wait in queue',
      ]),
    );
  // The API process receives the rows of a batch, and the worker checks and renders them.
  const batch = await client.send('POST', '/v2/batches', {
    template_style_version_id: version['id'],
    mapping: { missing: 'example' },
    render: 'preview',
    output: { width: 32, fps: 5 },
    invalid_rows: 'skip',
    rows: [{ t_01: 'One' }, { t_01: 'Two', c_01: 'no color' }],
  });
  const batchPath = `/v2/batches/${(batch.body['batch'] as Json)['id']}`;
  let state = batch.body['batch'] as Json;
  while (state['status'] !== 'completed') {
    await pause(50);
    state = (await client.send('GET', batchPath)).body['batch'] as Json;
  }
  expect(state).toMatchObject({ counts: { rendered: 1, invalid: 1 } });
  await expectMetricsOf(client, `http://127.0.0.1:${port}`);
  // The API process draws stills.
  const example = { template_style_version_id: version['id'], missing: 'example', resources: {} };
  const still = await client.still({ mapping: example, at: 0 });
  expect(still.response.headers.get('content-type')).toBe('image/png');

  // The segment store is full, so the worker has removed the segments at the end of each render.
  await expect.poll(() => entriesOf(data, 'segments')).toEqual([]);
  // A file that is not sent within the time limit of the worker.
  await using server = await startServer(() => undefined);
  const logo = { [LOGO]: { source: { remote_url: server.url('/never.png') } } };
  const { id: late } = await create(version, {}, logo);
  expect(await client.waitFor(late)).toMatchObject({
    status: 'failed',
    errors: [{ code: 'asset_timeout', editable: LOGO }],
  });

  const read = async (id: string) =>
    (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
  const cancel = async (id: string) => {
    const { status } = await client.send('POST', `/v2/render_sessions/${id}/cancel`);
    expect(status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'canceled', hls_url: null });
  };
  const streamed = await client.addTemplate(await writeStreamPackage(join(folder, 'stream.zip')));
  {
    using stream = await holdStream(client, streamed, data);
    await expect.poll(async () => (await read(stream.id))['phase']).toBe('rendering');
    const { stdout } = await framepress(['top', '--json', '--data-dir', data]);
    expect(JSON.parse(stdout)).toMatchObject({
      // The segments of a cluster are jobs, too.
      queue: isCluster ? {} : { unfinished: 1, queued: 0, running: 1 },
      renders: [{ id: stream.id, phase: 'rendering', render: 'preview', priority: 'normal' }],
    });
    await cancel(stream.id);
    while ((await entriesOf(data, 'work')).includes(stream.id)) await pause(20);
  }
  // A cancel while no worker runs: the API or the next worker removes the files.
  const left = await holdStream(client, streamed, data);
  await worker.crash();
  left.resume();
  expect(await left.segments()).not.toEqual([]);
  await cancel(left.id);
  await using _next = await startService(data, environment, 'worker');
  await expect.poll(left.segments).toEqual([]);
});
