import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { makeClient, startService } from '../support/service.ts';

const MEGABYTE = 2 ** 20;
/** A request that is read takes more than its size: its bytes, its text and its values. */
const BODY = JSON.stringify({ title: 'x'.repeat(900_000) });
const REQUESTS = 150;

test('an API near its memory limit rejects a flood of large requests without reading them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-overload-'));
  try {
    const credentials = await makeClient(folder);
    // Any API uses more than this, so it rejects new work from its first request.
    await using service = await startService(folder, { FRAMEPRESS_MEMORY_LIMIT_MB: '64' }, 'api');
    const client = await new Client(service.url).login(credentials);
    const ready = await client.send('GET', '/readyz');
    expect(ready).toMatchObject({
      status: 503,
      body: { parts: { database: 'ok', load: 'The memory of the service is nearly full.' } },
    });
    const before = await rssOf(service.pid);
    const seen: string[] = [];
    let left = REQUESTS;
    const flood = async () => {
      while (left-- > 0) {
        const { status, headers } = await client.send('POST', '/v2/render_sessions', BODY);
        seen.push(`${status} ${headers.get('retry-after')}`);
      }
    };
    await Promise.all(Array.from({ length: 50 }, flood));
    expect(new Set(seen)).toEqual(new Set(['503 5']));
    expect(await rssOf(service.pid)).toBeLessThan(before + (REQUESTS * MEGABYTE) / 2);
    expect((await client.send('GET', '/v2/render_sessions')).status).toBe(200);
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    // The log has one line for all requests.
    expect(service.log().match(/new work is rejected/g)).toHaveLength(1);
    expect(service.log()).not.toContain('a request failed');
  } finally {
    await removeFolder(folder);
  }
});

async function rssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+) kB/.exec(text)?.[1]) * 1024;
}
