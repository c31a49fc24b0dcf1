import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { addVersion, temporaryDatabase } from '../../database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { writeEncryptedText } from '../../rows/index.ts';
import { createVault } from '../../secrets/index.ts';
import { NO_LIMITS } from '../../speech/models.fixture.ts';
import { openDiskStore } from '../../storage/index.ts';
import { silentLog } from '../../system/index.ts';
import { checkBatch } from './check-batch.ts';

const ROWS = 250;

test('a process that was stopped while it checked a batch leaves the rows to the next one', async () => {
  await using t = await temporaryDatabase();
  const { db } = t;
  const folder = await mkdtemp(join(tmpdir(), 'framepress-check-'));
  const vault = createVault([Buffer.alloc(32, 1)]);
  const store = openDiskStore(join(folder, 'files'));
  const path = join(folder, 'rows');
  await writeEncryptedText(path, Readable.from(['{"a":"b"}\n'.repeat(ROWS)]), vault, 'bat_1');
  await store.put('batches/bat_1/rows', path);
  await addVersion(db, 'tsv_1');
  await db.batches.insert({
    id: 'bat_1',
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: 'tsv_1',
    title: 'Cards',
    render: 'final',
    priority: 'batch',
    externalId: null,
    metadata: {},
    options: {},
    invalidRows: 'stop',
    startsItself: true,
    rowsFormat: { kind: 'json_lines' },
    rowsKey: 'batches/bat_1/rows',
    storedBytes: 0,
    expiresAtMs: null,
  });
  const batch = await db.batches.find('bat_1');
  if (!batch) expect.fail();

  /** Starts a check that waits before a row. */
  const start = (blockedRow: number) => {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const check = async (row: number, values: Record<string, unknown>) => {
      if (row === blockedRow) {
        reached.resolve();
        await release.promise;
      }
      const checked = { row, values, title: '', externalId: null, faults: [], faultCount: 0 };
      return { checked };
    };
    const context = {
      db,
      store,
      vault,
      log: silentLog,
      checkerOf: async () => check,
      actions: { sessionStarted: async () => undefined, fileStored: async () => undefined },
      defaultLimits: NO_LIMITS,
      ahead: async () => 0,
    };
    const ended = checkBatch(batch, context, new AbortController().signal);
    return { reached: reached.promise, goOn: release.resolve, ended };
  };

  const stopped = start(1);
  await stopped.reached;
  const next = start(ROWS);
  await next.reached;
  stopped.goOn();
  await stopped.ended;
  expect(await db.batches.find('bat_1')).toMatchObject({ status: 'checking', errors: [] });
  // A canceled check keeps the rows, and a resume continues it.
  await db.batches.cancel('bat_1');
  next.goOn();
  await next.ended;
  expect(await db.batches.find('bat_1')).toMatchObject({ status: 'canceled' });
  await db.batches.continueCanceled('bat_1');
  expect(await db.batches.find('bat_1')).toMatchObject({ status: 'checking', endedAtMs: null });
  const last = start(ROWS);
  await last.reached;
  last.goOn();
  await last.ended;
  expect(await db.batches.find('bat_1')).toMatchObject({
    status: 'running',
    counts: { waiting: ROWS },
  });
  await removeFolder(folder);
});
