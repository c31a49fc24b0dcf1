import { expect, test } from 'vitest';
import { type Fetch, sendRequest } from './transport.ts';

const REQUEST = { method: 'POST', url: 'https://service.example/v2/render_sessions' };

/** Sends a POST whose first attempts end as given. Returns the key of each attempt. */
async function keysOf(failed: (() => Promise<Response>)[]): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  const fetch: Fetch = async (_, { headers }) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const end = failed.shift();
    return end ? end() : Response.json({});
  };
  await sendRequest({ fetch, retries: 2, timeoutMs: 0 }, REQUEST, (response) => response.json());
  return keys;
}

test('all attempts of a POST have the same Idempotency-Key, and another POST has another', async () => {
  const lost = () => Promise.reject(new TypeError('The connection was lost.'));
  const busy = async () => new Response('busy', { status: 503 });
  const keys = await keysOf([lost, busy]);
  expect(keys[0]).toMatch(/./);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await keysOf([])).not.toContain(keys[0]);
});
