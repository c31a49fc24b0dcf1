import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { methodsAt } from '../http/methods.ts';
import { openApiPath } from '../http/openapi/document.ts';
import { type Log, logFields } from '../system/index.ts';
import { temporaryApi } from './api.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SESSIONS = '/v2/render_sessions';

describe('access', () => {
  test.each([
    ['no header', ''],
    ['the scheme Basic', 'Basic YTpi'],
    ['an unknown token', 'Bearer fpt_unknown'],
    ['two tokens', 'Bearer a b'],
  ])('%s is answered with 401 and a challenge, with any body', async (_name, authorization) => {
    await using t = await temporaryApi();
    const answer = await t.send('POST', SESSIONS, '{', { ...JSON_TYPE, authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="framepress"/);
    expect(answer.json).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('a token without the required scope is answered with 403 and the name of that scope', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const as = async (scope: string) => ({ authorization: `Bearer ${await t.token(scope)}` });
    const reads = await as('render_session:read');
    const refused = await t.send('POST', SESSIONS, '{}', { ...JSON_TYPE, ...reads });
    expect(refused.status).toBe(403);
    expect(refused.json.code).toBe('forbidden');
    expect(refused.headers['www-authenticate']).toContain('scope="render_session:write"');
    expect((await t.send('GET', SESSIONS, undefined, reads)).status).toBe(200);
    const url = '/v2/template_style_versions/tsv_ready/specs';
    expect((await t.send('GET', url, undefined, reads)).status).toBe(403);
    const versionReader = await as('template_style_version:read:tsv_ready');
    expect((await t.send('GET', url, undefined, versionReader)).status).toBe(200);
    const other = await as('template_style_version:tsv_other');
    expect((await t.send('GET', url, undefined, other)).status).toBe(403);
  });

  test('all tokens of a client share its rate limit, and responses report it', async () => {
    await using t = await temporaryApi({ rateLimitPerMinute: 2 });
    const [{ id: clientId = '' } = {}] = await t.db.clients.list();
    const first = await t.send('GET', SESSIONS);
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    await t.send('GET', SESSIONS);
    const { token } = await t.db.tokens.issue({ accountId: 'acc_default', clientId }, '*', null);
    const another = { authorization: `Bearer ${token}` };
    const third = await t.send('GET', SESSIONS, undefined, another);
    expect(third).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
    expect(third.headers['retry-after']).toBe('60');
    const other = { authorization: `Bearer ${await t.token()}` };
    expect((await t.send('GET', SESSIONS, undefined, other)).status).toBe(200);
    t.clock.ms += 60_000;
    expect((await t.send('GET', SESSIONS)).status).toBe(200);
  });

  test('the rate limit of an account is five times the limit of a client', async () => {
    await using t = await temporaryApi({ rateLimitPerMinute: 2 });
    const ask = async (token: string) =>
      t.send('GET', SESSIONS, undefined, { authorization: `Bearer ${token}` });
    const tokens = await Promise.all(Array.from({ length: 6 }, () => t.token()));
    // Requests above the limit of a client do not count for the account.
    const [greedy = ''] = tokens;
    for (let i = 0; i < 20; i++) await ask(greedy);
    for (const token of tokens.slice(1, 5)) {
      expect([(await ask(token)).status, (await ask(token)).status]).toEqual([200, 200]);
    }
    const refused = await ask(tokens[5] ?? '');
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '10', 'retry-after': '60' });
    const { id: account } = await t.db.accounts.insert('other');
    expect((await ask(await t.token('*', account))).status).toBe(200);
  });
});

describe('a body that cannot be parsed is rejected:', () => {
  test.each([
    ['broken JSON', '{"title":', 400, 'malformed_body'],
    ['an empty body', '', 400, 'malformed_body'],
    ['a list', '[]', 400, 'malformed_body'],
    ['null', 'null', 400, 'malformed_body'],
    ['bytes that are not UTF-8', Buffer.from('{"title":"\xff"}', 'latin1'), 400, 'malformed_body'],
    ['JSON with 200,000 levels', '['.repeat(200_000) + ']'.repeat(200_000), 400, 'malformed_body'],
    ['the key __proto__', '{"mapping":{"__proto__":{"x":1}}}', 400, 'malformed_body'],
    ['6 MB', JSON.stringify({ title: 'x'.repeat(6e6) }), 413, 'payload_too_large'],
  ])('%s', async (_name, body, status, code) => {
    await using t = await temporaryApi();
    const headers = { ...JSON_TYPE, 'idempotency-key': 'k' };
    const answer = await t.send('POST', SESSIONS, body, headers);
    expect(answer).toMatchObject({ status, json: { status, code, errors: [{ code }] } });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
  });

  test('every route with a JSON body rejects it in the same form', async () => {
    await using t = await temporaryApi();
    const mapping = { template_style_version_id: await t.addVersion(), missing: 'example' };
    const mappingAnswer = await t.send('POST', '/v2/mappings', mapping);
    const body = { title: 'x', mapping: { ...mapping, resources: {} } };
    const session = `${SESSIONS}/${(await t.send('POST', SESSIONS, body)).json.render_session.id}`;
    const mappingPath = `/v2/mappings/${mappingAnswer.json.mapping.id}`;
    for (const [method, url] of [
      ['PATCH', session],
      ['POST', `${session}/render`],
      ['POST', `${session}/retry`],
      ['POST', `${session}/cancel`],
      ['PUT', mappingPath],
      ['PATCH', mappingPath],
      ['POST', '/v2/mappings/validate'],
      ['POST', '/v2/stills'],
      ['POST', '/v2/destinations'],
      ['POST', '/v2/webhook_endpoints'],
    ] as const) {
      const answer = await t.send(method, url, '[]', JSON_TYPE);
      expect({ url, code: answer.json.code }).toEqual({ url, code: 'malformed_body' });
    }
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    '',
  ])('a route that reads JSON answers a body of type %j with 415', async (type) => {
    await using t = await temporaryApi();
    const body = Buffer.from('title=x');
    const answer = await t.send('POST', SESSIONS, body, { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  test('a compressed body is answered with 415', async () => {
    await using t = await temporaryApi();
    for (const url of [SESSIONS, '/v2/batches']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const answer = await t.send('POST', url, gzipSync('{}'), headers);
      expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
      expect(answer.text).toContain('Content-Encoding');
    }
  });

  test('a URL with malformed percent encoding is answered with a problem', async () => {
    await using t = await temporaryApi();
    const answer = await t.send('GET', `${SESSIONS}/%zz`);
    expect(answer).toMatchObject({ status: 400, json: { code: 'malformed_body' } });
    expect(answer.headers['x-request-id']).toBe(answer.json.request_id);
  });
});

describe('URLs', () => {
  test('a URL without a route is answered with 404, for any token and body', async () => {
    await using t = await temporaryApi();
    for (const url of ['/v2', '/v2/nope', `${SESSIONS}/a/b/c`, '/files']) {
      expect(await t.send('GET', url)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
    const body = await t.send('POST', '/nope', '<a/>', { 'content-type': 'application/xml' });
    expect(body.status).toBe(404);
  });

  test.each([
    ['PUT', SESSIONS, 'GET, HEAD, POST'],
    ['DELETE', '/v2/template_style_versions/tsv_1/specs', 'GET, HEAD'],
    ['GET', '/oauth/token', 'POST'],
    ['POST', '/files/a/b.mp4', 'GET, HEAD, OPTIONS'],
  ] as const)(
    'a known URL with an unsupported method is answered with 405: %s %s',
    async (method, url, allow) => {
      await using t = await temporaryApi();
      const answer = await t.send(method, url);
      expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
      expect(answer.headers['allow']).toBe(allow);
    },
  );

  test('URLs are matched segment by segment', () => {
    const routes = [
      { method: 'GET', url: '/a/:id' },
      { method: 'POST', url: '/a/b' },
    ];
    expect(methodsAt('/a/b', routes)).toEqual(['GET', 'POST']);
    expect(methodsAt('/a/', routes)).toEqual([]);
    expect(methodsAt('/a/b/c', routes)).toEqual([]);
  });
});

describe('the service', () => {
  test('reports that it is alive, and which part is not ready', async () => {
    await using t = await temporaryApi();
    const open = { authorization: '' };
    expect(await t.send('GET', '/healthz', undefined, open)).toMatchObject({ status: 200 });
    expect(await t.send('GET', '/readyz', undefined, open)).toMatchObject({
      status: 200,
      json: { status: 'ok', parts: { database: 'ok', storage: 'ok', encoder: 'ok' } },
    });
    t.parts.encoder = 'ffmpeg is missing';
    // The result is cached for two seconds.
    expect((await t.send('GET', '/readyz', undefined, open)).status).toBe(200);
    t.clock.ms += 2000;
    const answer = await t.send('GET', '/readyz', undefined, open);
    expect(answer).toMatchObject({
      status: 503,
      json: { parts: { encoder: 'ffmpeg is missing' } },
    });
    expect(answer.headers['retry-after']).toBe('5');
  });

  test('answers 304 for an unchanged OpenAPI document', async () => {
    await using t = await temporaryApi();
    const first = await t.send('GET', '/openapi.json');
    const { etag } = first.headers;
    const notModified = await t.send('GET', '/openapi.json', undefined, {
      'if-none-match': `${etag}`,
    });
    expect([notModified.status, notModified.text, notModified.headers['etag']]).toEqual([
      304,
      '',
      etag,
    ]);
    const other = await t.send('GET', '/openapi.json', undefined, { 'if-none-match': '"x"' });
    expect([other.status, other.text]).toEqual([200, first.text]);
    // The document contains the public URL as soon as it is known.
    const url = await t.listen();
    expect((await t.send('GET', '/openapi.json')).json.servers).toEqual([{ url }]);
  });

  test('logs requests with their trace id and without secrets', async () => {
    const lines: string[] = [];
    const write = (...words: unknown[]) => void lines.push(JSON.stringify([logFields(), ...words]));
    const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
    await using t = await temporaryApi({}, log);
    // The first request also reads the document that answers are checked against.
    await t.send('GET', '/openapi.json');
    lines.length = 0;
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await t.send('GET', SESSIONS, undefined, { traceparent });
    await t.send('GET', '/files/a.mp4?expires=1&signature=hidden');
    await t.send('POST', '/oauth/token', '{"client_secret":"hidden"', JSON_TYPE);
    const logText = lines.join('\n');
    expect(lines).toHaveLength(3);
    expect(logText).toContain('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(logText).not.toContain(t.owner);
    expect(logText).not.toContain('hidden');
  });
});

test('the OpenAPI document contains exactly the routes of the API', async () => {
  await using t = await temporaryApi();
  const { json } = await t.send('GET', '/openapi.json', undefined, { authorization: '' });
  expect(json.openapi).toBe('3.1.0');
  expect(json.servers).toEqual([{ url: 'http://framepress.test' }]);
  const documented = Object.entries<object>(json.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const isWildcard = (route: string) => route.includes('{key}');
  const routes = routesOf(t.app.printRoutes({ commonPrefix: false }));
  expect(documented.filter((route) => !isWildcard(route)).sort()).toEqual(routes.sort());
  expect(documented.filter(isWildcard).sort()).toEqual(
    ['docs', 'editor', 'engine', 'examples', 'files', 'studio'].map(
      (folder) => `GET /${folder}/{key}`,
    ),
  );
  expect(documented.length).toBeGreaterThanOrEqual(12);
  const { schema } = json.paths[SESSIONS].post.requestBody.content['application/json'];
  expect(schema).toEqual({ $ref: '#/components/schemas/RenderSessionCreate' });
  const { properties, additionalProperties, required } =
    json.components.schemas.RenderSessionCreate;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['title', 'render', 'mapping']));
  expect(required).toEqual(['title']);
  expect(additionalProperties).toBe(false);
  expect(json.paths[SESSIONS].get.security).toEqual([{ token: [] }]);
  expect(json.paths['/healthz'].get.security).toBeUndefined();
});

/** Returns `GET /a/{id}` and so on, from Fastify's `printRoutes`. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branch, part, methods] = /^([│ ]*[├└]── )(\S+) \((.+)\)$/.exec(line) ?? [];
    if (branch === undefined || part === undefined || methods === undefined) return [];
    const level = branch.length / 4 - 1;
    const path = (above[level - 1] ?? '') + part;
    above[level] = path;
    above.length = level + 1;
    // Fastify prints wildcards without their paths.
    if (path.endsWith('*')) return [];
    const url = openApiPath(path);
    return methods
      .split(', ')
      .flatMap((m) => (['HEAD', 'OPTIONS'].includes(m) ? [] : [`${m} ${url}`]));
  });
}
