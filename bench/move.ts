/**
 * Moves the folder of a service with many sessions to PostgreSQL and an S3 store. The command is killed and
 * started again until it ends; then a service opens all links that were given out. `npm run bench:move`
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, type Json, pause } from '../test/support/client.ts';
import { smallLottie, writePackage } from '../test/support/package.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { makeClient, PROGRAM, startService } from '../test/support/service.ts';
import { makeBuckets, s3Variables, startS3 } from '../test/support/stores.ts';
import { inFolder, say } from './support.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '5' },
  },
});
const SESSIONS = Number(values.sessions);
const FRAMES = 6;
const BUCKET = 'files';

await inFolder(async (root) => {
  const folder = join(root, 'data');
  const credentials = await makeClient(folder);
  const links = await renderSessions(root, folder, credentials);

  await using database = await startPostgres();
  await using s3 = await startS3();
  await makeBuckets(s3.url, BUCKET);
  const environment = {
    DATABASE_URL: await database.createEmptyDatabase(),
    FRAMEPRESS_STORAGE: `s3://${BUCKET}/moved`,
    ...s3Variables(s3.url),
    FRAMEPRESS_SIGNING_KEY: (await readFile(join(folder, 'signing.key'))).toString('base64'),
    FRAMEPRESS_SECRET_KEYS: (await readFile(join(folder, 'secrets.key'))).toString('base64'),
  };
  const startMs = performance.now();
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const { child, ended } = move(folder, environment);
    await Promise.race([pause(2000 + 1500 * kill), ended]);
    if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    await ended;
    say(`killed ${kill} times`);
  }
  const { output, ended } = move(folder, environment);
  if ((await ended) !== 0) throw new Error(output());
  say(output().trim());
  say(`${((performance.now() - startMs) / 1000).toFixed(0)} s in all`);

  await using service = await startService(join(root, 'cluster'), environment);
  let same = 0;
  for (const { link, bytes } of links) {
    const { pathname, search } = new URL(link);
    const answer = await fetch(`${service.url}${pathname}${search}`);
    if (answer.status === 200 && bytes.equals(Buffer.from(await answer.arrayBuffer()))) same += 1;
  }
  say(`${same} of ${links.length} links show the same video`);
  const client = await new Client(service.url).login(credentials);
  const { body } = await client.send('GET', '/v2/render_sessions?limit=1');
  const [last] = body['render_sessions'] as Json[];
  const started = { render: 'final' };
  const { status } = await client.send(
    'POST',
    `/v2/render_sessions/${last?.['id']}/render`,
    started,
  );
  const { status: ends } = await client.waitFor(String(last?.['id']));
  say(`a final of a moved session: ${status}, ${ends}`);
});

/** Renders the sessions as a batch. Returns the links of their videos. */
async function renderSessions(
  root: string,
  folder: string,
  credentials: { client_id: string; client_secret: string },
): Promise<{ link: string; bytes: Buffer }[]> {
  await using service = await startService(folder);
  const client = await new Client(service.url).login(credentials);
  const version = await client.addTemplate(
    await writePackage(join(root, 'small.zip'), smallLottie(FRAMES)),
  );
  const rows = Array.from({ length: SESSIONS }, () => ({ t_01: randomBytes(3).toString('hex') }));
  const batch = {
    template_style_version_id: version['id'],
    mapping: { missing: 'example' },
    render: 'preview',
    output: { width: 64 },
    rows,
  };
  const sent = await client.send('POST', '/v2/batches', batch);
  let state = sent.body['batch'] as Json;
  while (state['status'] !== 'completed') {
    await pause(1000);
    state = (await client.send('GET', `/v2/batches/${state['id']}`)).body['batch'] as Json;
  }
  say(`${JSON.stringify(state['counts'])}`);
  const links: { link: string; bytes: Buffer }[] = [];
  for (let path = `/v2/batches/${state['id']}/rows?limit=100`; path !== ''; ) {
    const { body } = await client.send('GET', path);
    for (const row of body['rows'] as Json[]) {
      const link = String(row['video_url']);
      links.push({ link, bytes: Buffer.from(await (await fetch(link)).arrayBuffer()) });
    }
    const next = body['next_cursor'];
    path = next ? `/v2/batches/${state['id']}/rows?limit=100&cursor=${next}` : '';
  }
  return links;
}

function move(folder: string, environment: Record<string, string>) {
  const { DATABASE_URL = '', FRAMEPRESS_STORAGE = '', ...others } = environment;
  const args = ['move', '--data-dir', folder, '--to', DATABASE_URL, FRAMEPRESS_STORAGE];
  const child = spawn(PROGRAM, args, { env: { ...process.env, ...others } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, ended, output: () => output };
}
