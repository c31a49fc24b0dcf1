import { describe, expect, test } from 'vitest';
import { studioApi } from './studio.fixture.ts';

const BODY = { name: 'x' };
const LIST = '/v2/clients';

describe('a request with the cookie', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    [
      'another site, with the own origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://framepress.test' },
    ],
    ['an old browser on another site', { 'sec-fetch-site': '', origin: 'https://evil.test' }],
    ['a sandboxed page', { 'sec-fetch-site': '', origin: 'null' }],
    ['the same host with TLS', { 'sec-fetch-site': '', origin: 'https://framepress.test' }],
    [
      'the same host with another port',
      { 'sec-fetch-site': '', origin: 'http://framepress.test:81' },
    ],
    [
      'a host with the same beginning',
      { 'sec-fetch-site': '', origin: 'http://framepress.test.evil.test' },
    ],
    [
      'a page with a referrer elsewhere',
      { 'sec-fetch-site': '', referer: 'https://evil.test/http://framepress.test/' },
    ],
    ['no page', { 'sec-fetch-site': '' }],
  ])('of %s has no effect', async (_name, headers) => {
    await using t = await studioApi({ corsOrigins: ['https://evil.test'] });
    const { send } = await t.signIn();
    const countBefore = (await t.db.clients.list()).length;
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', BODY],
    ] as const) {
      const answer = await send(method, LIST, body, headers);
      expect([method, answer.status]).toEqual([method, 401]);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    for (const method of ['GET', 'DELETE'] as const)
      expect((await send(method, '/studio/session', undefined, headers)).status).toBe(401);
    expect((await t.db.clients.list()).length).toBe(countBefore);
    expect((await send('GET', '/studio/session')).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['Sec-Fetch-Site', {}],
    ['Origin', { 'sec-fetch-site': '', origin: 'http://framepress.test' }],
    [
      'Origin of the address in use',
      { 'sec-fetch-site': '', origin: 'http://127.0.0.1:4210', host: '127.0.0.1:4210' },
    ],
  ])('of an own page, shown by %s, acts as the person', async (_name, headers) => {
    await using t = await studioApi();
    const { send } = await t.signIn();
    expect((await send('POST', LIST, BODY, headers)).status).toBe(201);
    expect((await send('GET', LIST, undefined, headers)).status).toBe(200);
  });

  test('that reads may show its page by Referer', async () => {
    await using t = await studioApi();
    const { send } = await t.signIn();
    const headers = { 'sec-fetch-site': '', referer: 'http://framepress.test/studio/' };
    expect((await send('GET', LIST, undefined, headers)).status).toBe(200);
    expect((await send('POST', LIST, BODY, headers)).status).toBe(401);
  });

  test.each(['', 'wrong', 'x'.repeat(43)])(
    'and the CSRF header %j changes nothing',
    async (csrf) => {
      await using t = await studioApi();
      const { send } = await t.signIn();
      const other = await t.signIn();
      for (const value of [csrf, other.csrf]) {
        const headers = { 'x-framepress-csrf': value };
        expect(await send('POST', LIST, BODY, headers)).toMatchObject({
          status: 403,
          json: { detail: expect.stringContaining('x-framepress-csrf') },
        });
        expect((await send('DELETE', '/studio/session', undefined, headers)).status).toBe(403);
        expect((await send('GET', LIST, undefined, headers)).status).toBe(200);
      }
    },
  );

  test('and a token acts for the token alone', async () => {
    await using t = await studioApi();
    const { send } = await t.signIn();
    const authorization = `Bearer ${await t.token('mapping')}`;
    expect((await send('GET', LIST, undefined, { authorization })).status).toBe(403);
    for (const wrong of ['Bearer fpt_wrong', 'Basic eDp5', 'Bearer'])
      expect((await send('GET', LIST, undefined, { authorization: wrong })).status).toBe(401);
  });

  test('reaches only /v2', async () => {
    await using t = await studioApi();
    const { send } = await t.signIn();
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await send('POST', '/mcp', body)).status).toBe(401);
  });

  test.each([
    ['twice', (cookie: string) => `${cookie}; framepress_session=fpw_${'b'.repeat(40)}`],
    ['in quotes', (cookie: string) => cookie.replace('=', '="').concat('"')],
    ['with a longer value', (cookie: string) => `${cookie}a`],
    ['under another name', (cookie: string) => `x${cookie}`],
    ['as a value', (cookie: string) => `x="${cookie}"`],
  ])('that has it %s is refused', async (_name, change) => {
    await using t = await studioApi();
    const { send, cookie } = await t.signIn();
    expect((await send('GET', LIST, undefined, { cookie: change(cookie) })).status).toBe(401);
  });

  test('among a hundred other cookies is accepted', async () => {
    await using t = await studioApi();
    const { send, cookie } = await t.signIn();
    const others = Array.from({ length: 100 }, (_, index) => `c${index}=${'x'.repeat(100)}`);
    const cookies = [...others, cookie, 'z=1'].join('; ');
    expect((await send('GET', LIST, undefined, { cookie: cookies })).status).toBe(200);
  });

  test('over HTTPS needs the cookie with the secure prefix', async () => {
    await using t = await studioApi({ publicUrl: () => 'https://framepress.test' });
    const { send, cookie } = await t.signIn('admin', {
      headers: { origin: 'https://framepress.test' },
    });
    expect((await send('GET', LIST)).status).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expect((await send('GET', LIST, undefined, { cookie: plain })).status).toBe(401);
    const both = `${plain}x; ${cookie}`;
    expect((await send('GET', LIST, undefined, { cookie: both })).status).toBe(200);
  });
});

test('another site cannot sign a person in', async () => {
  await using t = await studioApi();
  const code = await t.db.studioSessions.addCode('acc_default', 'admin');
  const { answer, set } = await t.signIn(
    { code },
    { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' } },
  );
  expect([answer.status, set]).toEqual([403, '']);
  expect((await t.signIn({ code })).answer.status).toBe(200);
});

test('a role that changes applies at once, and ends what the person may no longer see', async () => {
  await using t = await studioApi();
  const person = {
    accountId: 'acc_default',
    issuer: 'https://issuer.test',
    subject: '1',
    name: 'Ada',
  };
  const secret = await t.db.studioSessions.signIn({ ...person, role: 'admin' });
  const cookie = `framepress_session=${secret}`;
  const { json } = await t.send('GET', '/studio/session', undefined, { cookie });
  const headers = { cookie, 'x-framepress-csrf': json.csrf };
  expect((await t.send('POST', LIST, BODY, headers)).status).toBe(201);
  const leave = new AbortController();
  const stream = await t.app.inject({
    method: 'GET',
    url: '/v2/webhook_events',
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    payloadAsStream: true,
    signal: leave.signal,
  });
  expect(stream.statusCode).toBe(200);
  await t.db.studioSessions.signIn({ ...person, role: 'viewer' });
  expect((await t.send('POST', LIST, BODY, headers)).status).toBe(403);
  expect((await t.send('GET', LIST, undefined, headers)).status).toBe(403);
  expect((await t.send('GET', '/v2/render_sessions', undefined, headers)).status).toBe(200);
  // The stream ends by itself when its rights are checked again.
  for await (const _chunk of stream.stream());
  leave.abort();
});

test('a stream ends when the person signs out', async () => {
  await using t = await studioApi();
  const { cookie, send } = await t.signIn();
  const stream = await t.app.inject({
    method: 'GET',
    url: '/v2/webhook_events',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payloadAsStream: true,
  });
  expect(stream.statusCode).toBe(200);
  expect((await send('DELETE', '/studio/session?everywhere=true')).status).toBe(204);
  for await (const _chunk of stream.stream());
});
