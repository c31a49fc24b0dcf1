/**
 * Measures whole renders on one and on two worker processes, each bound to one core, with PostgreSQL and an S3
 * store, compares a long video of both with that of one machine, and measures one and two machines that share
 * nothing. `npm run bench:workers`
 */
import { createHash } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Processes, startProcesses } from '../test/cluster/processes.ts';
import { ended, endOf, signIn, startPreview } from '../test/cluster/renders.ts';
import { Client, type Json } from '../test/support/client.ts';
import { smallLottie, writePackage } from '../test/support/package.ts';
import { makeClient, PROGRAM, startProcess, startService } from '../test/support/service.ts';
import { BIRTHDAY, cutTemplate } from './cut-template.ts';
import { inFolder, median, say } from './support.ts';

const SESSIONS = 4;
const FRAMES = 300;
const FPS = 30;
/** No segment is used twice. */
const SETTINGS = { REUSE_SEGMENTS: 'off' };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    /** Keeps the files in a folder instead of the S3 store, which uses the same cores. */
    folder: { type: 'boolean', default: false },
  },
});

await inFolder(async (folder) => {
  const storage = values.folder ? { FRAMEPRESS_STORAGE: `file://${join(folder, 'shared')}` } : {};
  const settings = { ...SETTINGS, ...storage };
  await using cluster = await startProcesses(folder, { apis: 1, workers: 0 }, settings);
  await using opened = new AsyncDisposableStack();
  const sql = new pg.Pool({ connectionString: cluster.databaseUrl });
  opened.defer(() => sql.end());
  const client = await signIn(cluster);
  const programs = await Promise.all([0, 1].map((core) => boundTo(core, folder)));
  await cluster.add('worker', programs[0]);
  const { id } = await client.addTemplate(await cutTemplate(BIRTHDAY, folder, FRAMES));
  const render = () => secondsOf(client, sql, { versionId: String(id) });
  await render();
  const startCommits = await commitsOf(sql);
  await render();
  const commits = ((await commitsOf(sql)) - startCommits) / SESSIONS;
  say(`${commits.toFixed(0)} transactions for a session of ${FRAMES / FPS} s`);

  const ratios: number[] = [];
  for (let round = 1; round <= Number(values.rounds); round++) {
    const singleSeconds = await render();
    const second = await cluster.add('worker', programs[1]);
    const two = await render();
    await cluster.stop(second);
    ratios.push(singleSeconds / two);
    const rate = (seconds: number) => ((SESSIONS * FRAMES) / seconds).toFixed(1);
    say(
      `${rate(singleSeconds)} frames a second with one worker, ${rate(two)} with two: ${(singleSeconds / two).toFixed(2)} ×`,
    );
  }
  say(`two workers are ${median(ratios).toFixed(2)} × as fast as one (median)`);
  await cluster.add('worker', programs[1]);
  await compareLong({ folder, cluster, client, sql });
  for (const member of [...cluster.members]) await cluster.stop(member);
  await measureApart(folder, programs);
});

/** Returns the command line of a process that runs, with all its children, on one core. */
async function boundTo(core: number, folder: string): Promise<string> {
  const path = join(folder, `core-${core}`);
  await writeFile(path, `#!/bin/sh\nexec taskset -c ${core} '${PROGRAM}' "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

async function commitsOf(sql: pg.Pool): Promise<number> {
  // Each process reports its transactions once a second.
  await sleep(2000);
  const { rows } = await sql.query<{ count: number }>(
    'select sum(xact_commit)::int as count from pg_stat_database',
  );
  return rows[0]?.count ?? 0;
}

/** Renders the same on machines with SQLite and a disk, each bound to a core: one at work, then both. */
async function measureApart(folder: string, programs: readonly string[]): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const pack = await cutTemplate(BIRTHDAY, folder, FRAMES);
  const machines = await Promise.all(
    programs.map(async (program, number) => {
      const ownFolder = join(folder, `machine-${number}`);
      const credentials = await makeClient(ownFolder);
      const oneRasteriser = { ...SETTINGS, FRAMEPRESS_WORKERS: '1' };
      const service = opened.use(await startProcess(ownFolder, oneRasteriser, 'all', program));
      const client = await new Client(service.url).login(credentials);
      const versionId = String((await client.addTemplate(pack))['id']);
      return async () => {
        const ids = await Promise.all(
          Array.from({ length: SESSIONS }, () => startPreview(client, { versionId })),
        );
        for (const { status, errors } of await Promise.all(ids.map((id) => ended(client, id))))
          if (status !== 'preview_rendered') throw new Error(`${status} ${JSON.stringify(errors)}`);
      };
    }),
  );
  const seconds = async (group: typeof machines) => {
    const startMs = performance.now();
    await Promise.all(group.map((render) => render()));
    return (performance.now() - startMs) / 1000;
  };
  await seconds(machines);
  const ratios: number[] = [];
  for (let round = 1; round <= Number(values.rounds); round++)
    ratios.push((2 * (await seconds(machines.slice(0, 1)))) / (await seconds(machines)));
  say(`two machines that share nothing: ${median(ratios).toFixed(2)} × (median)`);
}

/** Renders some sessions at once. */
async function secondsOf(
  client: Client,
  sql: pg.Pool,
  session: { versionId: string },
): Promise<number> {
  const startMs = performance.now();
  const ids = await Promise.all(
    Array.from({ length: SESSIONS }, () => startPreview(client, session)),
  );
  for (const video of await endOf(client, sql, ids))
    if (!/^[0-9a-f]{64}$/.test(video)) throw new Error(video);
  return (performance.now() - startMs) / 1000;
}

/** Compares the bytes of a long video of both workers with those of one machine. */
async function compareLong({
  folder,
  cluster,
  client,
  sql,
}: {
  folder: string;
  cluster: Processes;
  client: Client;
  sql: pg.Pool;
}): Promise<void> {
  const frames = Number(values.minutes) * 60 * FPS;
  if (frames === 0) return;
  const pack = await writePackage(join(folder, 'long.zip'), smallLottie(frames));
  const text = 'a long video';
  const { id } = await client.addTemplate(pack);
  const startMs = performance.now();
  const [shared] = await endOf(client, sql, [
    await startPreview(client, { versionId: String(id), text }),
  ]);
  const seconds = (performance.now() - startMs) / 1000;
  for (const member of [...cluster.members]) await cluster.stop(member);

  const alone = join(folder, 'alone');
  await using service = await startService(alone);
  const singleClient = await new Client(service.url).login(await makeClient(alone));
  const version = await singleClient.addTemplate(pack);
  const session = await singleClient.waitFor(
    await startPreview(singleClient, { versionId: String(version['id']), text }),
  );
  const video = await fetch(String((session as Json)['video_url']));
  const bytes = Buffer.from(await video.arrayBuffer());
  const digest = createHash('sha256').update(bytes).digest('hex');
  say(
    `${values.minutes} minutes, ${bytes.length} bytes, rendered by two workers in ${seconds.toFixed(0)} s: ${
      shared === digest ? 'the same bytes as on one machine' : `${shared} instead of ${digest}`
    }`,
  );
}
