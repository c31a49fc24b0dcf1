import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { DiskRoom } from '../jobs/index.ts';
import { readiness } from './readiness.ts';

test('a database that does not answer is reported after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const parts = readiness({
    config: readConfig({ FRAMEPRESS_DATA_DIR: tmpdir() }),
    db: { ping: () => new Promise<void>(() => undefined) },
    store: { check: async () => undefined },
    hardware: Promise.resolve({}),
    state: { jobs: 'ok' },
    queue: {},
    disk: { check: async () => undefined } as DiskRoom,
    clockWatch: { state: 'ok' },
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await parts).toMatchObject({
    database: 'The database did not answer within 5 seconds.',
    jobs: 'ok',
  });
});
