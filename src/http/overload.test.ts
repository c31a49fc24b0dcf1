import { expect, test } from 'vitest';
import { temporaryApi } from '../api/api.fixture.ts';

const SESSIONS = '/v2/render_sessions';
const ACCEPTED = 20;
const REASON = 'The memory of the service is nearly full.';

test('a flood of new work gets 503 with Retry-After, and reads and cancels are served', async () => {
  await using t = await temporaryApi();
  const version = await t.addVersion();
  const body = {
    title: 'x',
    mapping: { template_style_version_id: version, missing: 'example', resources: {} },
  };
  const { json } = await t.send('POST', SESSIONS, body);
  const path = `${SESSIONS}/${json.render_session.id}`;
  let accepted = 0;
  t.asked.overload = () => (accepted++ < ACCEPTED ? undefined : REASON);

  const answers = await Promise.all(
    Array.from({ length: 300 }, () => t.send('POST', SESSIONS, body)),
  );
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(ACCEPTED);
  expect(refused).toHaveLength(300 - ACCEPTED);
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect(refused[0]?.json).toMatchObject({ code: 'unavailable', detail: REASON });
  expect(refused[0]?.json.errors[0]).toMatchObject({ retryable: true });

  const posts = [
    `${path}/render`,
    `${path}/retry`,
    '/v2/stills',
    '/v2/uploads',
    '/v2/mappings/validate',
    '/v2/template_style_versions',
  ];
  for (const url of posts) expect([url, (await t.send('POST', url)).status]).toEqual([url, 503]);
  // A refusal of the token comes first.
  const stranger = await t.send('POST', SESSIONS, body, { authorization: '' });
  expect(stranger.status).toBe(401);
  for (const url of [path, SESSIONS, '/healthz', '/readyz', '/openapi.json'])
    expect([url, (await t.send('GET', url)).status]).toEqual([url, 200]);
  expect((await t.send('PATCH', path, { title: 'y' })).status).toBe(200);
  expect((await t.send('POST', `${path}/cancel`)).json.render_session.status).toBe('canceled');
  expect((await t.send('DELETE', path)).status).toBe(204);
});
