import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { framepress } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { openFuzzWorld } from './fuzz-service.ts';
import { sendRandomRequests } from './random-requests.ts';

/** api-fuzz.long.test.ts sends other and more requests, and watches memory and open files. */
const WANTED = { seed: 1, requests: 1000 };

let folder: string;
let service: SharedService;
let world: Awaited<ReturnType<typeof openFuzzWorld>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-fuzz-'));
  service = await sharedService();
  // Renders are not the subject, and must not take the time of the requests.
  const limits = ['account', 'limits', service.accountId, '--renders-at-once', '1'];
  expect(await framepress([...limits, '--data-dir', service.dataDir])).toMatchObject({ code: 0 });
  world = await openFuzzWorld(folder, service);
});

afterAll(async () => {
  await endWork();
  world?.[Symbol.dispose]();
  await removeFolder(folder);
});

/** Ends what the requests have started, because other tests use the service after this one. */
async function endWork(): Promise<void> {
  const { client } = world;
  const idsOf = async (kind: string): Promise<string[]> => {
    const ids: string[] = [];
    let cursor: unknown = null;
    do {
      const { body } = await client.send(
        'GET',
        `/v2/${kind}?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      ids.push(...(body[kind] as Json[]).map(({ id }) => String(id)));
      cursor = body['next_cursor'] ?? null;
    } while (cursor !== null);
    return ids;
  };
  for (const kind of ['webhook_endpoints', 'destinations'])
    for (const id of await idsOf(kind)) await client.send('DELETE', `/v2/${kind}/${id}`);
  for (const kind of ['batches', 'render_sessions'])
    for (const id of await idsOf(kind)) await client.send('POST', `/v2/${kind}/${id}/cancel`);
}

test('requests of any content are answered as documented', async () => {
  const { failures, statuses } = await sendRandomRequests(world, WANTED);
  expect(failures, await service.log()).toEqual([]);
  // Requests reach the operations, and are refused by them.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 422]));
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});
