import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, startOpenIdIssuer } from '../../../test/support/openid-issuer.ts';
import type { OpenIdConfig } from '../../config/index.ts';
import { studioApi } from './studio.fixture.ts';

const START = '/studio/sign-in/openid';
const HOME = 'http://framepress.test/studio/#';

let issuer: Awaited<ReturnType<typeof startOpenIdIssuer>>;
beforeEach(async () => {
  issuer = await startOpenIdIssuer();
});
afterEach(() => issuer[Symbol.asyncDispose]());

function openid(changes: Partial<OpenIdConfig> = {}): OpenIdConfig {
  return {
    issuer: issuer.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scope: 'openid profile',
    roleClaim: 'roles',
    roles: new Map(),
    defaultRole: 'viewer',
    accountClaim: undefined,
    sessionSeconds: 43_200,
    ...changes,
  };
}

type Studio = Awaited<ReturnType<typeof studioApi>>;
type Answer = Awaited<ReturnType<Studio['send']>>;

const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .filter((text) => !text.includes('Max-Age=0'))
    .map((text) => text.split(';')[0])
    .join('; ');

/** Sends the browser to the issuer, and returns the address with which it comes back. */
async function visitIssuer(t: Studio, to = '') {
  const start = await t.send('GET', `${START}${to}`);
  expect(start.status).toBe(302);
  const response = await fetch(String(start.headers.location), { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  return { cookie: cookiesOf(start), path: `${back.pathname}${back.search}`, start };
}

async function signIn(t: Studio, to = '') {
  const { cookie, path } = await visitIssuer(t, to);
  const answer = await t.send('GET', path, undefined, { cookie, 'sec-fetch-site': 'cross-site' });
  expect(answer.status).toBe(302);
  return { answer, cookie: cookiesOf(answer), location: String(answer.headers.location) };
}

const sessionOf = async (t: Studio, cookie: string) =>
  (await t.send('GET', '/studio/session', undefined, { cookie })).json;

describe('a sign-in at the issuer', () => {
  test('begins a session with the name, role and account of the claims', async () => {
    await using t = await studioApi({ openid: openid({ accountClaim: 'team' }) });
    const { id } = await t.db.accounts.insert('Shop');
    issuer.behavior.claims = { sub: 'ada', name: 'Ada', roles: ['viewer', 'editor'], team: id };
    const { cookie, location, answer } = await signIn(t, '?to=/templates/tpl_1?tab=use');
    expect(location).toBe(`${HOME}/templates/tpl_1?tab=use`);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await sessionOf(t, cookie)).toMatchObject({
      person: { name: 'Ada', role: 'editor', account: { id } },
      sign_in: { openid: true },
    });
    expect((await t.db.people.list())[0]).toMatchObject({ issuer: issuer.issuer, subject: 'ada' });
  });

  test('asks with a state, a nonce and a challenge, and sends no secret to the browser', async () => {
    await using t = await studioApi({ openid: openid() });
    const { start } = await visitIssuer(t);
    const { searchParams, origin } = new URL(String(start.headers.location));
    expect(origin).toBe(issuer.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `http://framepress.test${START}/callback`,
      scope: 'openid profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
    });
    const set = String(start.headers['set-cookie']);
    expect(set).toMatch(
      /^framepress_openid=v1\.\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/%0d%0aset-cookie:x=1\r\n',
    'javascript:alert(1)',
    `/${'a'.repeat(400)}`,
    '/x#y',
    '/x y',
  ])('does not lead to %j afterwards', async (to) => {
    await using t = await studioApi({ openid: openid() });
    const { location } = await signIn(t, `?to=${encodeURIComponent(to)}`);
    expect(location).toMatch(/^http:\/\/framepress\.test\/studio\/#\/[\w/%:=.-]*$/);
    expect(location).not.toContain('evil');
  });

  test('reads the metadata of the issuer once', async () => {
    await using t = await studioApi({ openid: openid() });
    await Promise.all([signIn(t), signIn(t), signIn(t)]);
    expect(issuer.requests.filter((path) => path.includes('well-known'))).toHaveLength(1);
  });

  test('works again after the issuer could not be read', async () => {
    await using t = await studioApi({ openid: openid() });
    for (const garbage of ['{', '[]', '{"issuer":"https://evil.test"}', 'x'.repeat(2_000_000)]) {
      issuer.behavior.garbage = garbage;
      const start = await t.send('GET', START);
      expect(start.headers.location).toBe(`${HOME}/sign-in?error=openid_unavailable`);
    }
    issuer.behavior.garbage = undefined;
    expect((await signIn(t)).location).toBe(`${HOME}/`);
  });
});

describe('a role', () => {
  test.each<[string, Record<string, unknown>, Partial<OpenIdConfig>, string | undefined]>([
    ['in a list', { roles: ['x', 'admin', 'viewer'] }, {}, 'admin'],
    ['as a text', { roles: 'editor' }, {}, 'editor'],
    ['in an object', { realm: { roles: ['editor'] } }, { roleClaim: 'realm.roles' }, 'editor'],
    [
      'under a URL',
      { 'https://x.test/r': ['editor'] },
      { roleClaim: 'https://x.test/r' },
      'editor',
    ],
    ['by a group', { roles: ['staff'] }, { roles: new Map([['staff', 'editor']]) }, 'editor'],
    [
      'that is not mapped',
      { roles: ['admin'] },
      { roles: new Map([['staff', 'editor']]) },
      undefined,
    ],
    ['that is unknown', { roles: ['owner', 7, null, { admin: 1 }] }, {}, undefined],
    ['of the prototype', {}, { roleClaim: '__proto__.constructor.name' }, undefined],
    ['by default', {}, { defaultRole: 'viewer' }, 'viewer'],
    ['that is missing', {}, {}, undefined],
  ])('%s', async (_name, claims, config, role) => {
    await using t = await studioApi({ openid: openid({ defaultRole: undefined, ...config }) });
    issuer.behavior.claims = { sub: 'ada', ...claims };
    const { cookie, location } = await signIn(t);
    if (role === undefined) {
      expect([location, cookie]).toEqual([`${HOME}/sign-in?error=openid_no_role`, '']);
      expect(await t.db.people.list()).toEqual([]);
    } else expect((await sessionOf(t, cookie)).person).toMatchObject({ role, name: 'ada' });
  });

  test.each([undefined, 'acc_none', ['acc_default', 'acc_default'], 7, ''])(
    'without an account that exists (%j) is refused',
    async (team) => {
      await using t = await studioApi({ openid: openid({ accountClaim: 'team' }) });
      issuer.behavior.claims = { sub: 'ada', team };
      expect((await signIn(t)).location).toBe(`${HOME}/sign-in?error=openid_no_role`);
    },
  );

  test('is read again at each sign-in, and ends the rights of earlier sessions', async () => {
    await using t = await studioApi({ openid: openid() });
    issuer.behavior.claims = { sub: 'ada', roles: ['admin'] };
    const first = await signIn(t);
    expect((await sessionOf(t, first.cookie)).person.role).toBe('admin');
    issuer.behavior.claims = { sub: 'ada', roles: ['viewer'] };
    await signIn(t);
    expect((await sessionOf(t, first.cookie)).person.role).toBe('viewer');
    expect(await t.db.people.list()).toHaveLength(1);
  });

  test('that is withdrawn ends the earlier sessions at the next sign-in', async () => {
    await using t = await studioApi({ openid: openid({ defaultRole: undefined }) });
    issuer.behavior.claims = { sub: 'ada', roles: ['admin'] };
    const { cookie } = await signIn(t);
    issuer.behavior.claims = { sub: 'ada' };
    expect((await signIn(t)).location).toBe(`${HOME}/sign-in?error=openid_no_role`);
    expect((await sessionOf(t, cookie)).code).toBe('unauthorized');
  });

  test('is read again when the session has lasted for the configured time', async () => {
    await using t = await studioApi({ openid: openid({ sessionSeconds: 3600 }) });
    const { cookie } = await signIn(t);
    const link = await t.signIn('admin');
    t.clock.ms += 3_599_000;
    expect((await sessionOf(t, cookie)).person.name).toBe('Ada');
    t.clock.ms += 1000;
    expect((await sessionOf(t, cookie)).code).toBe('unauthorized');
    // A link has no issuer.
    expect((await sessionOf(t, link.cookie)).person.role).toBe('admin');
    expect((await sessionOf(t, (await signIn(t)).cookie)).person.name).toBe('Ada');
  });

  test('of a blocked person is refused', async () => {
    await using t = await studioApi({ openid: openid() });
    const { cookie } = await signIn(t);
    const [person] = await t.db.people.list();
    await t.db.people.setBlocked(person?.id ?? '', true);
    expect((await sessionOf(t, cookie)).code).toBe('unauthorized');
    expect((await signIn(t)).location).toBe(`${HOME}/sign-in?error=openid_blocked`);
  });
});

describe('an answer is refused', () => {
  const hour = 3600;
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['with another nonce', (claims) => ({ ...claims, nonce: 'other' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.test' })],
    ['for another client', (claims) => ({ ...claims, aud: 'other' })],
    ['that has expired', (claims) => ({ ...claims, exp: Number(claims['exp']) - hour })],
    ['of the future', (claims) => ({ ...claims, nbf: Number(claims['exp']) + hour })],
    ['without a subject', ({ sub: _, ...claims }) => claims],
  ])('%s', async (_name, change) => {
    await using t = await studioApi({ openid: openid() });
    issuer.behavior.change = change;
    const { location, cookie } = await signIn(t);
    expect([location, cookie]).toEqual([`${HOME}/sign-in?error=openid_failed`, '']);
    expect(await t.db.people.list()).toEqual([]);
  });

  test.each(['other key', 'none'] as const)('with the signature of %s', async (signature) => {
    await using t = await studioApi({ openid: openid() });
    issuer.behavior.signature = signature;
    expect((await signIn(t)).location).toBe(`${HOME}/sign-in?error=openid_failed`);
  });

  test.each<[string, (parameters: URLSearchParams) => void, string]>([
    ['with another state', (p) => p.set('state', 'other'), 'openid_failed'],
    ['without a state', (p) => p.delete('state'), 'openid_failed'],
    ['with two states', (p) => p.append('state', 'other'), 'openid_failed'],
    ['without a code', (p) => p.delete('code'), 'openid_failed'],
    ['with an unknown code', (p) => p.set('code', 'other'), 'openid_failed'],
    ['with another issuer', (p) => p.set('iss', 'https://evil.test'), 'openid_failed'],
    ['without the issuer', (p) => p.delete('iss'), 'openid_failed'],
    ['with a refusal', (p) => p.set('error', 'access_denied'), 'openid_denied'],
    ['with an error', (p) => p.set('error', 'server_error'), 'openid_failed'],
  ])('%s', async (_name, change, error) => {
    await using t = await studioApi({ openid: openid() });
    issuer.behavior.answer = change;
    const { location, cookie } = await signIn(t);
    expect([location, cookie]).toEqual([`${HOME}/sign-in?error=${error}`, '']);
  });

  test('in another browser, twice, or after ten minutes', async () => {
    await using t = await studioApi({ openid: openid() });
    const expired = `${HOME}/sign-in?error=openid_expired`;
    const { cookie, path } = await visitIssuer(t);
    const back = async (cookies: string) =>
      (await t.send('GET', path, undefined, { cookie: cookies })).headers.location;
    expect(await back('')).toBe(expired);
    expect(await back('framepress_openid=x')).toBe(expired);
    expect(await back(`${cookie.slice(0, -4)}AAAA`)).toBe(expired);
    expect(await back((await visitIssuer(t)).cookie)).toBe(`${HOME}/sign-in?error=openid_failed`);
    const secondVisit = await visitIssuer(t);
    t.clock.ms += 600_000;
    const late = await t.send('GET', secondVisit.path, undefined, { cookie: secondVisit.cookie });
    expect(late.headers.location).toBe(expired);
  });

  test('when its code was used', async () => {
    await using t = await studioApi({ openid: openid() });
    const { cookie, path } = await visitIssuer(t);
    const first = await t.send('GET', path, undefined, { cookie });
    expect(first.headers.location).toBe(`${HOME}/`);
    expect(String(first.headers['set-cookie'])).toContain('framepress_openid=; Path=/; Max-Age=0');
    const second = await t.send('GET', path, undefined, { cookie });
    expect(second.headers.location).toBe(`${HOME}/sign-in?error=openid_failed`);
  });
});

test('without an issuer the routes do not exist', async () => {
  await using t = await studioApi();
  for (const path of [START, `${START}/callback?code=x`])
    expect((await t.send('GET', path)).status).toBe(404);
});

test('attempts are limited for each network address', async () => {
  await using t = await studioApi({ openid: openid(), tokenRateLimitPerMinute: 2 });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await t.send('GET', START)).status);
  expect(statuses).toEqual([302, 302, 429]);
});

test('over HTTPS all cookies are secure', async () => {
  await using t = await studioApi({ openid: openid(), publicUrl: () => 'https://studio.test' });
  const { cookie, path, start } = await visitIssuer(t);
  expect(start.headers['set-cookie']).toMatch(/^__Host-framepress_openid=.*; Secure$/);
  const answer = await t.send('GET', path, undefined, { cookie });
  expect(answer.headers.location).toBe('https://studio.test/studio/#/');
  expect(cookiesOf(answer)).toMatch(/^__Host-framepress_session=fpw_/);
});
