/**
 * Measures the API under load while a render runs: reads of a session, and creations. `npm run bench:api`;
 * `-- --seconds 10` measures longer. The service with all its processes is on the first core, and the load
 * generator on the second (Linux; `taskset`). With `--split`, the worker is a process of its own beside the
 * load generator.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { Client, type Json } from '../test/support/client.ts';
import { makeClient, startService } from '../test/support/service.ts';
import { BIRTHDAY, cutTemplate } from './cut-template.ts';
import { say } from './support.ts';

const SESSIONS = '/v2/render_sessions';
const FRAMES = 300;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    render: { type: 'boolean', default: true },
    split: { type: 'boolean', default: false },
    only: { type: 'string' },
    corrected: { type: 'boolean', default: false },
    rate: { type: 'string', default: '160' },
  },
  allowNegative: true,
});
const seconds = Number(values.seconds);

// TMPDIR must be on a disk, because a creation waits for it.
const folder = await mkdtemp(join(tmpdir(), 'framepress-load-'));
try {
  await measure(join(folder, 'data'));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(data: string): Promise<void> {
  const settings = {
    REUSE_SEGMENTS: 'off',
    FRAMEPRESS_LOG_LEVEL: 'info',
    FRAMEPRESS_ACCOUNT_QUEUE: '1000000',
  };
  bindToCore('0');
  await using service = await startService(data, settings, values.split ? 'api' : 'all');
  bindToCore('1');
  await using worker = values.split ? await startService(data, settings, 'worker') : undefined;
  const credentials = await makeClient(data);
  const client = await new Client(service.url).login(credentials);
  const token = await client.send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...credentials,
  });
  const headers = {
    authorization: `Bearer ${String(token.body['access_token'])}`,
    'content-type': 'application/json',
  };
  const { id: version } = await client.addTemplate(await cutTemplate(BIRTHDAY, folder, FRAMES));
  const mapping = { template_style_version_id: version, resources: {}, missing: 'example' };
  const start = async () => {
    const body = { title: 'bench', render: 'preview', mapping };
    const answer = await client.send('POST', SESSIONS, body);
    return String((answer.body['render_session'] as Json)['id']);
  };
  const rendered = await start();
  await client.waitFor(rendered);
  let isMeasuring = values.render;
  const hasBegun = Promise.withResolvers<void>();
  const noteProgress = ({ render_progress: progress }: Json) => {
    if (Number(progress) > 0) hasBegun.resolve();
  };
  const rendering = (async () => {
    while (isMeasuring) await client.waitFor(await start(), noteProgress);
  })().catch(() => undefined);
  if (values.render) await hasBegun.promise;

  const load = { headers, duration: seconds, connections: 16 };
  const url = `${service.url}${SESSIONS}`;
  const create = (render: object) => ({
    ...load,
    url,
    method: 'POST' as const,
    overallRate: Number(values.rate),
    // Each connection sends its requests of a second one after another from the start of the second. The
    // correction of autocannon expects one request each millisecond, and counts a delay many times.
    ignoreCoordinatedOmission: !values['corrected'],
    body: JSON.stringify({ title: 'load', mapping, ...render }),
  });
  const phases: Record<string, autocannon.Options> = {
    'reads of a rendered session': { ...load, url: `${url}/${rendered}` },
    'creations of drafts': create({}),
    'creations with a render': create({ render: 'preview' }),
  };
  for (const [name, options] of Object.entries(phases)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    await autocannon({ ...options, duration: 1 });
    const { requests, latency, non2xx, errors } = await autocannon(options);
    say(
      `${name}: ${requests.average.toFixed(0)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms, max ${latency.max} ms, failed ${non2xx + errors}`,
    );
  }
  isMeasuring = false;
  await Promise.all([service.crash(), worker?.crash()]);
  await rendering;
}

/** Binds this process, and those that it starts from now on, to a core. */
function bindToCore(core: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', core, String(process.pid)], { stdio: 'ignore' });
}
