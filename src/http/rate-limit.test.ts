import { expect, test } from 'vitest';
import { temporaryApi } from '../api/api.fixture.ts';
import { RateCounter } from './rate-limit.ts';

function counter(limit = 3) {
  const clock = { ms: 0, nowMs: () => clock.ms };
  return { clock, rates: new RateCounter(limit, clock) };
}

test('counts the requests of a key for one minute from its first request', () => {
  const { clock, rates } = counter();
  expect(rates.count('a')).toEqual({ limit: 3, count: 1, endsInSeconds: 60 });
  clock.ms += 59_000;
  expect(rates.count('a')).toEqual({ limit: 3, count: 2, endsInSeconds: 1 });
  expect(rates.count('b').count).toBe(1);
  clock.ms += 1000;
  expect(rates.count('a')).toEqual({ limit: 3, count: 1, endsInSeconds: 60 });
  expect(rates.size).toBe(2);
});

test('stores at most 10,000 keys and removes expired keys', () => {
  const { clock, rates } = counter();
  rates.count('first');
  for (let i = 0; i < 20_000; i++) rates.count(`key ${i}`);
  expect(rates.size).toBe(10_000);
  expect(rates.count('key 19999').count).toBe(2);
  expect(rates.count('first').count).toBe(1);
  clock.ms += 60_000;
  rates.count('last');
  expect(rates.size).toBe(1);
});

test.each([-3600_000, 3600_000])(
  'a step of the clock by %i ms makes no window longer',
  (stepMs) => {
    const { clock, rates } = counter();
    rates.count('a');
    clock.ms += 20_000 + stepMs;
    // A step back does not count as time, and a step forward may end a window.
    expect(rates.count('a').endsInSeconds).toBeLessThanOrEqual(60);
    clock.ms += 60_000;
    expect(rates.count('a').count).toBe(1);
  },
);

test('the editors of an account use up neither its requests nor those of each other', async () => {
  await using t = await temporaryApi({ rateLimitPerMinute: 20 });
  const version = await t.addVersion();
  const mapping = { template_style_version_id: version, missing: 'example', resources: {} };
  const editors: { id: string; authorization: string }[] = [];
  for (let i = 0; i < 8; i++) {
    const body = { title: 'x', mapping, edit_token: true };
    const { json } = await t.send('POST', '/v2/render_sessions', body);
    editors.push({ id: json.render_session.id, authorization: `Bearer ${json.edit_token}` });
  }
  const readSession = async ({ id, authorization }: (typeof editors)[number]) =>
    (await t.send('GET', `/v2/render_sessions/${id}`, undefined, { authorization })).status;
  const statuses = [];
  for (const editor of editors)
    for (let i = 0; i < 19; i++) statuses.push(await readSession(editor));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [firstEditor] = editors;
  if (firstEditor) statuses.push(await readSession(firstEditor), await readSession(firstEditor));
  expect(statuses.slice(-2)).toEqual([200, 429]);
  // The account's own server has its whole share, and so have its other clients.
  for (let i = 0; i < 12; i++) expect((await t.send('GET', '/v2/account')).status).toBe(200);
  for (let client = 0; client < 4; client++) {
    const authorization = `Bearer ${await t.token()}`;
    for (let i = 0; i < 20; i++)
      expect((await t.send('GET', '/v2/account', undefined, { authorization })).status).toBe(200);
  }
});
