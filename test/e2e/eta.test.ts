import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { holdRasterisers } from '../support/rasterisers.ts';
import { inDatabase } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

/** One is rendered, and two wait. */
const SESSIONS = 3;

test('after one render, the ends of waiting sessions are known before they start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-eta-'));
  try {
    const service = await sharedService({}, { isHeld: true });
    await inDatabase(service.dataDir, (db) =>
      db.accounts.setLimits(service.accountId, { rendersAtOnce: 1 }),
    );
    const client = await new Client(service.url).login(service.credentials);
    const file = await writePackage(join(folder, 'a.zip'), smallLottie(6));
    const { id: template_style_version_id } = await client.addTemplate(file);
    const create = async (text: string) => {
      const resources = { t_01: { source: { text } } };
      const mapping = { template_style_version_id, missing: 'example', resources };
      const body = { title: 'eta', render: 'preview', mapping };
      const answer = await client.send('POST', '/v2/render_sessions', body);
      return String((answer.body['render_session'] as Json)['id']);
    };
    const waiting = async () => {
      const { body } = await client.send('GET', `/v2/render_sessions?limit=${SESSIONS}`);
      const sessions = body['render_sessions'] as Json[];
      return sessions.filter(({ phase }) => phase === 'queued' || phase === 'fetching');
    };
    await client.waitFor(await create('past'));
    using resume = await holdRasterisers(service.workerPids);
    const ids: string[] = [];
    for (let i = 0; i < SESSIONS; i++) ids.push(await create(`Text ${i}`));
    await expect.poll(async () => (await waiting()).length).toBe(2);
    await expect
      .poll(async () => (await waiting()).map(({ eta_seconds }) => eta_seconds))
      .toEqual([expect.any(Number), expect.any(Number)]);
    for (const { eta_seconds } of await waiting())
      expect(Number(eta_seconds)).toBeGreaterThanOrEqual(0);
    resume();
    for (const id of ids)
      expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
  } finally {
    await removeFolder(folder);
  }
});
