import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, startService } from '../support/service.ts';

const ROWS = 60;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-batch-crash-'));
});

afterAll(() => removeFolder(folder));

test('after kill -9 in the middle of a batch, only its unfinished rows are rendered again', async () => {
  const dataDir = join(folder, 'data');
  const credentials = await makeClient(dataDir);
  let service = await startService(dataDir);
  try {
    let client = await new Client(service.url).login(credentials);
    const file = await writePackage(join(folder, 'small.zip'), smallLottie(6));
    const { id: version } = await client.addTemplate(file);
    const rows = Array.from({ length: ROWS }, (_, i) => ({ t_01: `Row ${i % 5}` }));
    const created = await client.send('POST', '/v2/batches', {
      template_style_version_id: version,
      rows,
      render: 'preview',
      output: { width: 32 },
      mapping: { resources: {}, missing: 'example' },
    });
    const id = String((created.body['batch'] as Json)['id']);
    const read = async () =>
      (await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json & {
        counts: Record<string, number>;
      };
    // Killed while the rows are checked, and twice while they are rendered.
    await service.crash();
    for (const share of [0.3, 0.6]) {
      service = await startService(dataDir);
      client = await new Client(service.url).login(credentials);
      while (((await read()).counts['rendered'] ?? 0) < ROWS * share) await pause(20);
      await service.crash();
    }
    const before = await attemptsOf(dataDir, id);
    service = await startService(dataDir);
    client = await new Client(service.url).login(credentials);
    while ((await read())['status'] !== 'completed') await pause(50);

    expect(await read()).toMatchObject({ counts: { total: ROWS, rendered: ROWS, failed: 0 } });
    const after = await attemptsOf(dataDir, id);
    expect(after.map(({ batch_row: row }) => row)).toEqual(
      Array.from({ length: ROWS }, (_, i) => i + 1),
    );
    // A finished row is the same session, at the time at which it was finished.
    for (const row of before.filter(({ status }) => status === 'preview_rendered'))
      expect(after).toContainEqual(row);
    expect(await eventsOf(dataDir, id)).toEqual(['batch.completed']);
  } finally {
    await service.stop();
  }
});

async function attemptsOf(dataDir: string, batchId: string) {
  const { query } = await placeOf(dataDir);
  const rows = await query(
    'select batch_row, id, status, attempt, updated_at from render_sessions where batch_id = ? order by batch_row',
    batchId,
  );
  return rows.map((row) => ({ ...row })) as { batch_row: number; status: string }[];
}

async function eventsOf(dataDir: string, batchId: string): Promise<unknown[]> {
  const { query } = await placeOf(dataDir);
  const rows = await query('select type from events where subject_id = ?', batchId);
  return rows.map(({ type }) => type);
}
