import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeNextVersion } from './next-version.ts';
import { startProcesses } from './processes.ts';
import { endOf, signIn, startPreview } from './renders.ts';

/** Some segments. */
const FRAMES = 90;

test('processes of two versions work side by side while one replaces the other', {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-versions-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => removeFolder(folder));
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES));
  const next = await makeNextVersion(join(folder, 'next'));
  // Each session draws its own segments, and each worker leads one.
  const settings = { REUSE_SEGMENTS: 'session', FRAMEPRESS_RENDERS: '1' };
  const cluster = opened.use(await startProcesses(folder, { apis: 1, workers: 1 }, settings));
  const former = [...cluster.members];
  const sql = new pg.Pool({ connectionString: cluster.databaseUrl });
  opened.defer(() => sql.end());
  const client = await signIn(cluster);
  const versionId = String((await client.addTemplate(pack))['id']);
  const begin = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => startPreview(client, { versionId, text: 'upgraded' })),
    );
  const ended = (ids: readonly string[]) => endOf(client, sql, ids);
  const [before = ''] = await ended(await begin(1));

  // The sessions go on while the new processes start and migrate.
  const during = await begin(2);
  await cluster.add('api', next);
  await cluster.add('worker', next);
  const { rows } = await sql.query('select count(*)::int from next_table');
  expect(rows).toEqual([{ count: 0 }]);
  await expect(cluster.add('worker')).rejects.toThrow('used by a newer version');

  // Both versions render, until the new one has rendered, too.
  const seen = new Set(await ended(during));
  while (seen.size < 2 || !seen.has(before))
    for (const video of await ended(await begin(3))) seen.add(video);
  const [after = ''] = [...seen].filter((video) => video !== before);

  // The old processes stop while their sessions render. Others continue them.
  const last = await begin(3);
  for (const member of former) expect(await cluster.stop(member)).toBe(0);
  for (const video of await ended(last)) seen.add(video);
  expect(await ended(await begin(1))).toEqual([after]);
  // No video has segments of both.
  expect(seen).toEqual(new Set([before, after]));
  expect(after).toMatch(/^[0-9a-f]{64}$/);
});
