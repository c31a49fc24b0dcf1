import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';

test('after one render, the ends of waiting sessions are known before they start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-eta-'));
  try {
    const service = await sharedService({}, { isHeld: true });
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
    /** Returns the estimates of the sessions that wait. */
    const estimates = async () => {
      const { body } = await client.send('GET', '/v2/render_sessions?limit=100');
      const sessions = body['render_sessions'] as Json[];
      // Processes of a cluster fetch inputs at the same time, in any order.
      const waiting = sessions.filter(({ phase }) => phase === 'queued');
      return waiting.flatMap(({ eta_seconds }) =>
        eta_seconds === null ? [] : [Number(eta_seconds)],
      );
    };
    await client.waitFor(await create('past'));
    using resume = holdSegments(service.dataDir, 0);
    const ids: string[] = [];
    // As many as the service draws at once, and some that wait.
    let found: number[] = [];
    while (found.length < 2) {
      ids.push(await create(`Text ${ids.length}`));
      await pause(50);
      found = await estimates();
    }
    // The newest is listed first, and ends last.
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    resume();
    for (const id of ids)
      expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
  } finally {
    await removeFolder(folder);
  }
});
