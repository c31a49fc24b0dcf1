import { expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';

const ACCEPT = { accept: 'application/json, text/event-stream' };

test('agents that wait for a batch hold one request each', async () => {
  await using t = await temporaryApi();
  const version = await t.addVersion();
  const created = await t.send(
    'POST',
    '/v2/batches',
    JSON.stringify({
      template_style_version_id: version,
      mapping: { missing: 'example' },
      rows: [{ t_01: 'Ada' }],
    }),
    { 'content-type': 'application/json' },
  );
  const { id } = created.json.batch;
  const path = `/v2/batches/${id}`;
  /** The seconds for which each request for the batch wanted to be held. */
  const preferences: (string | undefined)[] = [];
  const inject = t.app.inject.bind(t.app) as (options: object) => unknown;
  const recorded = (options: { url: string; headers?: Record<string, string> }) => {
    if (options.url === path) preferences.push(options.headers?.['prefer']);
    return inject(options);
  };
  Object.assign(t.app, { inject: recorded });
  const params = { name: 'wait_for_batch', arguments: { batch_id: id, timeout_seconds: 600 } };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const waits = Array.from({ length: 6 }, () => t.send('POST', '/mcp', call, ACCEPT));
  await expect.poll(() => preferences.filter((prefer) => prefer === 'wait=10').length).toBe(6);
  expect(preferences).toHaveLength(12);
  expect((await t.send('POST', `${path}/cancel`)).status).toBe(200);
  for (const { status, text } of await Promise.all(waits)) {
    expect(status).toBe(200);
    expect(text).toContain('canceled');
  }
});
