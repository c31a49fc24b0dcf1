import { describe, expect, test } from 'vitest';
import { temporaryApi } from '../api/api.fixture.ts';

const EDITOR = 'https://editor.example';
const SESSIONS = '/v2/render_sessions';

const preflight = (origin: string, headers = 'authorization,content-type') => ({
  origin,
  authorization: '',
  'access-control-request-method': 'POST',
  'access-control-request-headers': headers,
});

describe('a page of a configured origin', () => {
  test('gets an answer to a preflight of each route without a token', async () => {
    await using t = await temporaryApi({ corsOrigins: [EDITOR] });
    const { paths } = (await t.send('GET', '/openapi.json')).json;
    const urls = Object.keys(paths).filter((path) => path.startsWith('/v2/'));
    expect(urls.length).toBeGreaterThan(20);
    for (const url of urls) {
      const answer = await t.send('OPTIONS', url, undefined, preflight(EDITOR));
      expect([url, answer.status]).toEqual([url, 204]);
      expect(answer.headers['access-control-allow-origin']).toBe(EDITOR);
      expect(answer.headers['access-control-allow-methods']).toContain('PATCH');
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase();
      for (const name of [
        'authorization',
        'content-type',
        'idempotency-key',
        'prefer',
        'last-event-id',
        'range',
      ])
        expect(allowed.split(', ')).toContain(name);
    }
  });

  test('can read the headers of responses and errors', async () => {
    await using t = await temporaryApi({ corsOrigins: [EDITOR, 'http://localhost:3000'] });
    const answer = await t.send('GET', SESSIONS, undefined, { origin: 'http://localhost:3000' });
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(answer.headers['vary']).toContain('Origin');
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase();
    for (const name of ['x-request-id', 'ratelimit-remaining', 'retry-after', 'etag'])
      expect(exposed.split(', ')).toContain(name);
    const refused = await t.send('GET', SESSIONS, undefined, { origin: EDITOR, authorization: '' });
    expect(refused.status).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe(EDITOR);
  });
});

test('a page of a different origin is not allowed, and no page is allowed for /oauth', async () => {
  await using t = await temporaryApi({ corsOrigins: [EDITOR] });
  for (const origin of ['https://evil.example', `${EDITOR}.evil.example`, 'null']) {
    const answer = await t.send('OPTIONS', SESSIONS, undefined, preflight(origin));
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const readAnswer = await t.send('GET', SESSIONS, undefined, { origin });
    expect(readAnswer.headers['access-control-allow-origin']).toBeUndefined();
  }
  const token = await t.send('OPTIONS', '/oauth/token', undefined, preflight(EDITOR));
  expect(token.status).toBe(405);
  expect(token.headers['access-control-allow-origin']).toBeUndefined();
  const docs = await t.send('OPTIONS', '/docs', undefined, preflight(EDITOR));
  expect(docs).toMatchObject({ status: 405, json: { code: 'method_not_allowed', status: 405 } });
  expect(docs.headers['content-type']).toContain('application/problem+json');
});

test('without configured origins CORS is off, and * allows all pages', async () => {
  await using closed = await temporaryApi();
  const refused = await closed.send('OPTIONS', SESSIONS, undefined, preflight(EDITOR));
  expect(refused.status).toBe(405);
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  await using open = await temporaryApi({ corsOrigins: ['*'] });
  const answer = await open.send('OPTIONS', SESSIONS, undefined, preflight(EDITOR));
  expect(answer.status).toBe(204);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  // Tokens are sent in a header and never in a cookie.
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
});
