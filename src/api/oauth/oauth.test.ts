import { describe, expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

const JSON_TYPE = { 'content-type': 'application/json', authorization: '' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', authorization: '' };

const take = (t: Api, body: object) =>
  t.send('POST', '/oauth/token', JSON.stringify(body), JSON_TYPE);

async function client(t: Api, scope = '*') {
  const { clientId, clientSecret } = await t.db.clients.create('shop', { scope });
  return { client_id: clientId, client_secret: clientSecret };
}

function basic(id: string, secret: string): string {
  const parts = [id, secret].map((part) => encodeURIComponent(part));
  return `Basic ${Buffer.from(parts.join(':')).toString('base64')}`;
}

describe('a token', () => {
  test('is issued for JSON, a form and HTTP Basic, and is accepted by the API', async () => {
    await using t = await temporaryApi();
    const { client_id: id, client_secret: secret } = await client(t);
    const grant = { grant_type: 'client_credentials' };
    const json = await take(t, { ...grant, client_id: id, client_secret: secret });
    const parameters = { ...grant, client_id: id, client_secret: secret };
    const form = String(new URLSearchParams(parameters));
    const asForm = await t.send('POST', '/oauth/token', form, FORM_TYPE);
    const asBasic = await t.send('POST', '/oauth/token', 'grant_type=client_credentials', {
      ...FORM_TYPE,
      authorization: basic(id, secret),
    });
    for (const answer of [json, asForm, asBasic]) {
      expect(answer).toMatchObject({
        status: 200,
        json: {
          access_token: expect.stringMatching(/^fpt_\w{40}$/),
          token_type: 'bearer',
          created_at: Date.UTC(2026, 10, 20, 9, 30) / 1000,
          expires_in: null,
          scope: '*',
        },
      });
      expect(answer.headers['cache-control']).toBe('no-store');
      const authorization = `Bearer ${answer.json.access_token}`;
      const list = await t.send('GET', '/v2/render_sessions', undefined, { authorization });
      expect(list.status).toBe(200);
    }
  });

  test('expires after its lifetime', async () => {
    await using t = await temporaryApi({ tokenTtlSeconds: 60 });
    const { json } = await take(t, { grant_type: 'client_credentials', ...(await client(t)) });
    expect(json.expires_in).toBe(60);
    const authorization = `Bearer ${json.access_token}`;
    const list = () => t.send('GET', '/v2/render_sessions', undefined, { authorization });
    expect((await list()).status).toBe(200);
    t.clock.ms += 60_000;
    expect((await list()).status).toBe(401);
  });

  test('has at most the scope of its client', async () => {
    await using t = await temporaryApi();
    const credentials = await client(t, 'render_session');
    const requestScope = (scope: string) =>
      take(t, { grant_type: 'client_credentials', ...credentials, scope });
    expect((await requestScope('')).json.scope).toBe('render_session');
    expect((await requestScope('render_session:read')).json.scope).toBe('render_session:read');
    for (const scope of ['*', 'mapping', 'nonsense', 'render_session:read '.repeat(200)]) {
      expect(await requestScope(scope)).toMatchObject({
        status: 400,
        json: { error: 'invalid_scope' },
      });
    }
  });

  test.each([
    ...[',', ',,', ' ', ' , ', '\t', '\n', '\0', '\u00a0', '\u2003', '\ufeff'],
    'render_session\trender_session:read',
  ])('is not issued for the scope %j', async (scope) => {
    await using t = await temporaryApi();
    const grant = { grant_type: 'client_credentials', ...(await client(t, 'render_session')) };
    const refused = { status: 400, json: { error: 'invalid_scope' } };
    expect(await take(t, { ...grant, scope })).toMatchObject(refused);
    const form = String(new URLSearchParams({ ...grant, scope }));
    expect(await t.send('POST', '/oauth/token', form, FORM_TYPE)).toMatchObject(refused);
  });

  test('is not issued for a scope that is not a single string', async () => {
    await using t = await temporaryApi();
    const grant = { grant_type: 'client_credentials', ...(await client(t)) };
    const refused = { status: 400, json: { error: 'invalid_scope' } };
    for (const scope of [5, true, [], {}, ['mapping']]) {
      expect(await take(t, { ...grant, scope })).toMatchObject(refused);
    }
    const twice = `${new URLSearchParams(grant)}&scope=mapping&scope=upload`;
    expect(await t.send('POST', '/oauth/token', twice, FORM_TYPE)).toMatchObject(refused);
  });

  test('with an empty stored scope allows nothing', async () => {
    await using t = await temporaryApi();
    for (const scope of ['', ',', ' ']) {
      const authorization = `Bearer ${await t.token(scope)}`;
      const list = await t.send('GET', '/v2/render_sessions', undefined, { authorization });
      expect(list.status).toBe(403);
    }
  });

  test('allows nothing after it was revoked, and only its client can revoke it', async () => {
    await using t = await temporaryApi();
    const [firstClient, other] = [await client(t), await client(t)];
    const { json } = await take(t, { grant_type: 'client_credentials', ...firstClient });
    const token: string = json.access_token;
    const revoke = (body: object) =>
      t.send('POST', '/oauth/revoke', JSON.stringify(body), JSON_TYPE);
    const opens = async () =>
      (await t.send('GET', '/v2/render_sessions', undefined, { authorization: `Bearer ${token}` }))
        .status;
    expect((await revoke({ token })).status).toBe(401);
    expect((await revoke({ token, ...other })).status).toBe(200);
    expect(await opens()).toBe(200);
    expect((await revoke({ token, ...firstClient })).status).toBe(200);
    expect(await opens()).toBe(401);
    expect((await revoke({ token: 'fpt_unknown', ...firstClient })).status).toBe(200);
    expect(await revoke(firstClient)).toMatchObject({
      status: 400,
      json: { error: 'invalid_request' },
    });
  });
});

describe('an error has the form of RFC 6749 for', () => {
  test.each([
    ['a wrong secret', { client_secret: 'fps_wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'cl_none' }, 401, 'invalid_client'],
    ['no client', { client_id: undefined, client_secret: undefined }, 401, 'invalid_client'],
    ['a secret that is not a string', { client_secret: 5 }, 401, 'invalid_client'],
    ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
    ['a different grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('%s', async (_name, change, status, error) => {
    await using t = await temporaryApi();
    const body = { grant_type: 'client_credentials', ...(await client(t)), ...change };
    const answer = await take(t, body);
    expect(answer).toMatchObject({ status, json: { error } });
    expect(Object.keys(answer.json)).toEqual(['error', 'error_description']);
    expect(answer.headers['cache-control']).toBe('no-store');
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });

  test.each([
    ['broken JSON', '{', JSON_TYPE, 400],
    [
      'an unsupported content type',
      '<a/>',
      { ...JSON_TYPE, 'content-type': 'application/xml' },
      415,
    ],
    [
      'a broken Basic header',
      'grant_type=client_credentials',
      { ...FORM_TYPE, authorization: 'Basic %' },
      401,
    ],
    [
      'Basic with bad percent encoding',
      'grant_type=client_credentials',
      { ...FORM_TYPE, authorization: `Basic ${Buffer.from('%zz:x').toString('base64')}` },
      401,
    ],
  ])('%s', async (_name, body, headers, status) => {
    await using t = await temporaryApi();
    const answer = await t.send('POST', '/oauth/token', body, headers);
    const error = status === 401 ? 'invalid_client' : 'invalid_request';
    expect(answer).toMatchObject({ status, json: { error } });
  });
});

describe('requests for tokens are limited', () => {
  const grant = { grant_type: 'client_credentials' };
  const from = (t: Api, remoteAddress: string, body: object, headers = {}) =>
    t.app.inject({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('by IP address for any credentials, and by network for IPv6', async () => {
    await using t = await temporaryApi({ tokenRateLimitPerMinute: 2 });
    const wrong = { ...grant, client_id: 'cl_none', client_secret: 'x' };
    const right = { ...grant, ...(await client(t)) };
    const statuses = async (...addresses: string[]) => {
      const answers: number[] = [];
      for (const address of addresses) answers.push((await from(t, address, wrong)).statusCode);
      return answers;
    };
    expect(await statuses('192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1')).toEqual([401, 401, 429]);
    expect(await statuses('2001:db8::1', '2001:db8::2', '2001:db8::3')).toEqual([401, 401, 429]);
    const refused = await from(t, '192.0.2.1', right);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('at most 2 requests per minute'),
    });
    // Requests from other addresses still get tokens.
    expect((await from(t, '192.0.2.2', right)).statusCode).toBe(200);
    t.clock.ms += 60_000;
    expect((await from(t, '192.0.2.1', right)).statusCode).toBe(200);
  });

  test('by client, after its secret was verified', async () => {
    await using t = await temporaryApi({ tokenRateLimitPerMinute: 2 });
    const credentials = { ...grant, ...(await client(t)) };
    const wrong = { ...credentials, client_secret: 'fps_wrong' };
    for (let i = 0; i < 5; i++) {
      expect((await from(t, `192.0.2.${i}`, wrong)).statusCode).toBe(401);
    }
    const answers: number[] = [];
    for (let i = 10; i < 13; i++)
      answers.push((await from(t, `192.0.2.${i}`, credentials)).statusCode);
    expect(answers).toEqual([200, 200, 429]);
    const others = { ...grant, ...(await client(t)) };
    expect((await from(t, '192.0.2.20', others)).statusCode).toBe(200);
  });

  test('by the address from X-Forwarded-For, only for a trusted proxy', async () => {
    const wrong = { ...grant, client_id: 'cl_none', client_secret: 'x' };
    const ask = async (t: Api, proxy: string, client: string) =>
      (await from(t, proxy, wrong, { 'x-forwarded-for': client })).statusCode;
    await using t = await temporaryApi({ tokenRateLimitPerMinute: 1, trustProxy: ['10.0.0.0/8'] });
    expect([
      await ask(t, '10.0.0.1', '192.0.2.1'),
      await ask(t, '10.0.0.1', '192.0.2.2'),
      await ask(t, '10.0.0.1', 'made-up, 192.0.2.2'),
      await ask(t, '203.0.113.1', '192.0.2.3'),
      await ask(t, '203.0.113.1', '192.0.2.4'),
    ]).toEqual([401, 401, 429, 401, 429]);
    await using plain = await temporaryApi({ tokenRateLimitPerMinute: 1, trustProxy: [] });
    expect([
      await ask(plain, '10.0.0.1', '192.0.2.1'),
      await ask(plain, '10.0.0.1', '192.0.2.2'),
    ]).toEqual([401, 429]);
  });

  test('to bodies of 8 KB', async () => {
    await using t = await temporaryApi();
    const credentials = { ...grant, ...(await client(t)) };
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ ...credentials, more: '' }).length;
      return JSON.stringify({ ...credentials, more: 'x'.repeat(bytes - empty) });
    };
    const send = (body: string, headers: Record<string, string>) =>
      t.send('POST', '/oauth/token', body, headers);
    expect((await send(sized(8192), JSON_TYPE)).status).toBe(200);
    const refused = { status: 413, json: { error: 'invalid_request' } };
    expect(await send(sized(8193), JSON_TYPE)).toMatchObject(refused);
    const form = String(new URLSearchParams({ ...credentials, more: 'x'.repeat(8192) }));
    expect(await send(form, FORM_TYPE)).toMatchObject(refused);
    const revoke = await t.send('POST', '/oauth/revoke', sized(8193), JSON_TYPE);
    expect(revoke).toMatchObject(refused);
  });
});
