import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { studioApi } from './studio.fixture.ts';

const HOUR_MS = 3_600_000;
const refused = { status: 401, json: { code: 'unauthorized', sign_in: { openid: false } } };

describe('a one-time code', () => {
  test('begins a session with the role and account of the code', async () => {
    await using t = await studioApi();
    const { id } = await t.db.accounts.insert('Shop');
    const person = await t.signIn('editor', { accountId: id });
    expect(person.answer).toMatchObject({
      status: 200,
      json: {
        person: { name: 'Editor', role: 'editor', account: { id, name: 'Shop' } },
        csrf: expect.stringMatching(/^[\w-]{43}$/),
        sign_in: { openid: false },
        limits: { upload_bytes: 100_000 },
      },
    });
    expect(person.set).toMatch(
      /^framepress_session=fpw_\w{40}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    expect(person.answer.headers['cache-control']).toBe('no-store');
    const answer = await person.send('GET', '/studio/session');
    expect(answer.json).toEqual(person.answer.json);
  });

  test('works once, even if it is sent twice at the same time', async () => {
    await using t = await studioApi();
    const code = await t.db.studioSessions.addCode('acc_default', 'admin');
    const answers = await Promise.all(Array.from({ length: 8 }, () => t.signIn({ code })));
    expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([
      200,
      ...Array(7).fill(401),
    ]);
    expect((await t.signIn({ code })).answer).toMatchObject(refused);
  });

  test('is known only to its service, which can be asked without using the code', async () => {
    await using t = await studioApi();
    const code = await t.db.studioSessions.addCode('acc_default', 'admin');
    const ask = (text: string) =>
      t.send('POST', '/studio/link', {
        code_sha256: createHash('sha256').update(text).digest('hex'),
      });
    expect((await ask(code)).json).toEqual({ is_known: true });
    expect((await ask('fpl_other')).json).toEqual({ is_known: false });
    expect((await t.send('POST', '/studio/link', { code_sha256: code })).status).toBe(422);
    expect((await t.signIn({ code })).answer.status).toBe(200);
    expect((await ask(code)).json).toEqual({ is_known: false });
  });

  test('is not known if it would sign in a person whose access was ended', async () => {
    await using t = await studioApi();
    const sent = await t.signIn('viewer');
    const { id } = (await t.db.people.list()).find(({ role }) => role === 'viewer') ?? { id: '' };
    const code = await t.db.studioSessions.addCode('acc_default', 'viewer');
    const hash = createHash('sha256').update(code).digest('hex');
    expect(sent.answer.status).toBe(200);
    expect(await t.db.studioSessions.isCode(hash)).toBe(true);
    await t.db.people.setBlocked(id, true);
    expect(await t.db.studioSessions.isCode(hash)).toBe(false);
    const ownCode = await t.db.studioSessions.addCode('acc_default', 'viewer', { personId: id });
    const ownHash = createHash('sha256').update(ownCode).digest('hex');
    expect(await t.db.studioSessions.isCode(ownHash)).toBe(false);
  });

  test('expires after ten minutes', async () => {
    await using t = await studioApi();
    const code = await t.db.studioSessions.addCode('acc_default', 'admin');
    t.clock.ms += 600_000;
    expect((await t.signIn({ code })).answer).toMatchObject(refused);
  });

  test.each([
    { code: 'fpl_unknown' },
    { code: '' },
    { code: '\0' },
    { client_id: 'cl_1', client_secret: 'fps_1' },
    { client_id: '', client_secret: '' },
  ])('or a client that is unknown is refused: %j', async (body) => {
    await using t = await studioApi();
    const { answer, set } = await t.signIn(body);
    expect(answer).toMatchObject(refused);
    expect(set).toBe('');
  });

  test.each([
    {},
    { code: 1 },
    { code: 'x', client_id: 'y', client_secret: 'z' },
    { client_id: 'x' },
    { code: ['x'] },
    [],
  ])('in the malformed body %j is refused', async (body) => {
    await using t = await studioApi();
    expect([400, 422]).toContain((await t.signIn(body)).answer.status);
  });
});

describe('a client', () => {
  test('signs in with its secret, and has its own scope', async () => {
    await using t = await studioApi();
    const scope = 'render_session template_style_version:read';
    const { clientId, clientSecret } = await t.db.clients.create('Shop', { scope });
    const person = await t.signIn({ client_id: clientId, client_secret: clientSecret });
    expect(person.answer.json.person).toMatchObject({ name: 'Shop', role: 'viewer' });
    expect((await person.send('GET', '/v2/render_sessions')).status).toBe(200);
    expect((await person.send('GET', '/v2/uploads')).status).toBe(403);
  });

  test.each([
    ['*', 'admin'],
    ['mapping,render_session,upload,batch', 'editor'],
    ['*:read', 'viewer'],
  ])('with the scope %s has the role %s', async (scope, role) => {
    await using t = await studioApi();
    const { clientId, clientSecret } = await t.db.clients.create('Shop', { scope });
    const { answer } = await t.signIn({ client_id: clientId, client_secret: clientSecret });
    expect(answer.json.person.role).toBe(role);
  });

  test.each(['remove', 'rotate'] as const)(
    'that the operator changes (%s) is signed out',
    async (change) => {
      await using t = await studioApi();
      const { clientId, clientSecret } = await t.db.clients.create('Shop');
      const person = await t.signIn({ client_id: clientId, client_secret: clientSecret });
      expect((await person.send('GET', '/v2/render_sessions')).status).toBe(200);
      await t.db.clients[change](clientId);
      expect((await person.send('GET', '/v2/render_sessions')).status).toBe(401);
      expect(await person.send('GET', '/studio/session')).toMatchObject(refused);
    },
  );
});

describe('a session', () => {
  test('ends after twelve hours without use, and after seven days', async () => {
    await using t = await studioApi();
    const [usedLink, unused] = [await t.signIn(), await t.signIn()];
    const isIn = async ({ send }: typeof usedLink) =>
      (await send('GET', '/v2/clients')).status === 200;
    for (let hours = 0; hours < 165; hours += 11) {
      t.clock.ms += 11 * HOUR_MS;
      expect([hours, await isIn(usedLink)]).toEqual([hours, hours < 165 - 11 || 165 < 168]);
    }
    expect(await isIn(unused)).toBe(false);
    t.clock.ms += 3 * HOUR_MS;
    expect(await isIn(usedLink)).toBe(false);
    expect((await usedLink.send('GET', '/studio/session')).headers['set-cookie']).toContain(
      'Max-Age=0',
    );
  });

  test('ends with a sign-out, here or everywhere', async () => {
    await using t = await studioApi();
    const [first, two, three] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const other = await t.signIn('viewer');
    const end = await first.send('DELETE', '/studio/session');
    expect([end.status, end.headers['set-cookie']]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ]);
    const statuses = async () =>
      Promise.all(
        [first, two, three, other].map(
          async ({ send }) => (await send('GET', '/studio/session')).status,
        ),
      );
    expect(await statuses()).toEqual([401, 200, 200, 200]);
    expect((await two.send('DELETE', '/studio/session?everywhere=true')).status).toBe(204);
    expect(await statuses()).toEqual([401, 401, 401, 200]);
  });

  test('of before a sign-in in the same browser ends, and is never taken over', async () => {
    await using t = await studioApi();
    const earlier = await t.signIn('viewer');
    const fixed = `framepress_session=fpw_${'a'.repeat(40)}`;
    for (const cookie of [earlier.cookie, fixed]) {
      const { cookie: next } = await t.signIn('admin', { headers: { cookie } });
      expect(next).not.toBe(cookie);
      expect((await t.send('GET', '/studio/session', undefined, { cookie })).status).toBe(401);
    }
  });

  test('of a person who is blocked ends, and no link signs the person in', async () => {
    await using t = await studioApi();
    const person = await t.signIn('editor');
    const version = await t.addVersion();
    const created = await person.send('POST', '/v2/render_sessions', {
      mapping: { template_style_version_id: version, resources: {} },
      title: 'x',
      edit_token: true,
    });
    const { edit_token: token, render_session } = created.json;
    const { id } = render_session;
    const edit = { authorization: `Bearer ${token}` };
    const readSession = () => t.apiSend('GET', `/v2/render_sessions/${id}`, undefined, edit);
    expect((await readSession()).status).toBe(200);
    const [knownPerson] = await t.db.people.list();
    await t.db.people.setBlocked(knownPerson?.id ?? '', true);
    expect((await person.send('GET', '/studio/session')).status).toBe(401);
    expect((await readSession()).status).toBe(401);
    expect((await t.signIn('editor')).answer.status).toBe(401);
    await t.db.people.setBlocked(knownPerson?.id ?? '', false);
    expect((await t.signIn('editor')).answer.status).toBe(200);
  });

  test('is one of at most a hundred of a person', async () => {
    await using t = await studioApi();
    const first = await t.signIn();
    for (let count = 0; count < 100; count += 1) {
      t.clock.ms += 1;
      await t.db.studioSessions.signIn({
        accountId: 'acc_default',
        issuer: 'framepress',
        subject: 'acc_default/admin',
        name: 'Administrator',
        role: 'admin' as const,
      });
    }
    expect((await first.send('GET', '/studio/session')).status).toBe(401);
  });
});

test('attempts to sign in are limited for each network address', async () => {
  await using t = await studioApi({ tokenRateLimitPerMinute: 3 });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1)
    statuses.push((await t.signIn({ code: 'fpl_wrong' })).answer.status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  t.clock.ms += 60_000;
  expect((await t.signIn('admin')).answer.status).toBe(200);
});

test.each<[string, string, Record<string, string>, boolean]>([
  ['http', 'http://framepress.test', { origin: 'http://framepress.test' }, false],
  ['https', 'http://framepress.test', { origin: 'https://studio.test' }, true],
  ['https by PUBLIC_URL', 'https://framepress.test', {}, true],
  [
    'http beside an https PUBLIC_URL',
    'https://studio.test',
    { origin: 'http://127.0.0.1:4210' },
    false,
  ],
  ['https by a trusted proxy', 'http://framepress.test', { 'x-forwarded-proto': 'https' }, true],
])('over %s the cookie is as safe as the connection', async (_name, url, headers, isSecure) => {
  await using t = await studioApi({ publicUrl: () => url, trustProxy: ['127.0.0.1'] });
  const code = await t.db.studioSessions.addCode('acc_default', 'admin');
  const { headers: received } = await t.send('POST', '/studio/session', { code }, headers);
  const cookie = String(received['set-cookie']);
  expect(cookie.startsWith('__Host-framepress_session=')).toBe(isSecure);
  expect(cookie.endsWith('; Secure')).toBe(isSecure);
  const [value = ''] = cookie.split(';');
  const answer = await t.send('GET', '/studio/session', undefined, { cookie: value, ...headers });
  expect(answer.status).toBe(200);
});

test('an X-Forwarded-Proto of a stranger is ignored', async () => {
  await using t = await studioApi();
  const code = await t.db.studioSessions.addCode('acc_default', 'admin');
  const headers = { 'x-forwarded-proto': 'https' };
  const answer = await t.send('POST', '/studio/session', { code }, headers);
  expect(answer.headers['set-cookie']).not.toContain('Secure');
});
