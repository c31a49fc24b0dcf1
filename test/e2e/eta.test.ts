import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';
import { WORKERS } from '../support/test-services.ts';

/** Each machine renders one session, and the others wait. */
const WAITING = WORKERS + 2;
/** A render must take longer than the interval at which ends are estimated, which is a second. */
const FRAMES = 1440;

test('after one render, the ends of waiting sessions are known before they start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-eta-'));
  try {
    const data = join(folder, 'data');
    const credentials = await makeClient(data);
    await using service = await startService(data, {
      REUSE_SEGMENTS: 'off',
      FRAMEPRESS_RENDERS: '1',
    });
    const client = await new Client(service.url).login(credentials);
    const version = await client.addTemplate(
      await writePackage(join(folder, 'a.zip'), smallLottie(FRAMES)),
    );
    const mapping = { template_style_version_id: version['id'], missing: 'example', resources: {} };
    const create = async () => {
      const body = { title: 'eta', render: 'preview', mapping };
      const answer = await client.send('POST', '/v2/render_sessions', body);
      return String((answer.body['render_session'] as Json)['id']);
    };
    const pastSeconds: number[] = [];
    for (let i = 0; i < 2; i++) {
      const startMs = performance.now();
      await client.waitFor(await create());
      pastSeconds.push((performance.now() - startMs) / 1000);
    }
    const ids: string[] = [];
    for (let i = 0; i < WAITING; i++) ids.push(await create());
    const last = ids.at(-1) ?? '';
    const read = async () => {
      const { body } = await client.send('GET', `/v2/render_sessions/${last}`);
      return body['render_session'] as Json & { eta_seconds: number | null };
    };
    await expect.poll(async () => (await read()).eta_seconds).not.toBeNull();
    const first = await read();
    expect(first).toMatchObject({ phase: expect.stringMatching(/queued|fetching/) });
    const seen: (number | null)[] = [];
    for (let now = first; now['status'] === 'preview_rendering'; now = await read()) {
      seen.push(now.eta_seconds);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(seen).not.toContain(null);
    expect(Math.min(...seen.map(Number))).toBeGreaterThanOrEqual(0);
    // The past renders are the reference, because the machine may have more to do during the next ones.
    const label = `${first.eta_seconds} s expected, ${pastSeconds.join(' s and ')} s in the past`;
    const eta = Number(first.eta_seconds);
    expect(eta, label).toBeGreaterThan((Math.min(...pastSeconds) * WAITING) / 2);
    expect(eta, label).toBeLessThan(Math.max(...pastSeconds) * WAITING * 2);
  } finally {
    await removeFolder(folder);
  }
});
