import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { startFuzzService } from './fuzz-service.ts';
import { sendRandomRequests } from './random-requests.ts';

/** api-fuzz.long.test.ts sends other and more requests, and watches memory and open files. */
const WANTED = { seed: 1, requests: 1000 };

let folder: string;
let started: Awaited<ReturnType<typeof startFuzzService>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-fuzz-'));
  started = await startFuzzService(folder);
});

afterAll(async () => {
  await started?.stop();
  await removeFolder(folder);
});

test('requests of any content are answered as documented', async () => {
  const { failures, statuses } = await sendRandomRequests(started, WANTED);
  expect(failures, started.service.log()).toEqual([]);
  // Requests reach the operations, and are refused by them.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 422]));
  expect((await fetch(`${started.service.url}/readyz`)).status).toBe(200);
});
