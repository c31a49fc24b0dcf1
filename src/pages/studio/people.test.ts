import { expect, test } from 'vitest';
import { studioApi } from './studio.fixture.ts';

const PEOPLE = '/studio/people';

/** Returns the code in a sign-in link. */
const codeOf = (link: string) => new URLSearchParams(new URL(link).hash.split('?')[1]).get('code');

test('an admin invites a person, who signs in once with the link and has the role', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  t.clock.ms += 1000;
  const invited = await admin.send('POST', PEOPLE, { name: ' Aiko ', role: 'editor' });
  expect(invited).toMatchObject({
    status: 201,
    json: { person: { name: 'Aiko', role: 'editor', signed_in_at: null, is_self: false } },
  });
  const code = codeOf(invited.json.studio_url);
  t.clock.ms += 6 * 24 * 3_600_000;
  const aiko = await t.signIn({ code });
  expect(aiko.answer.json.person).toMatchObject({ name: 'Aiko', role: 'editor' });
  expect((await t.signIn({ code })).answer.status).toBe(401);
  const later = await t.signIn('admin');
  const { people } = (await later.send('GET', PEOPLE)).json;
  expect(people).toMatchObject([
    { name: 'Administrator', signs_in_by: 'link', is_self: true },
    { name: 'Aiko', signs_in_by: 'invitation', signed_in_at: expect.any(String) },
  ]);
});

test('an admin changes the role, makes another link, and ends and allows the access', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  const { person, studio_url } = (
    await admin.send('POST', PEOPLE, { name: 'Aiko', role: 'viewer' })
  ).json;
  const path = `${PEOPLE}/${person.id}`;
  expect((await admin.send('PATCH', path, { role: 'admin' })).json.person.role).toBe('admin');
  const aiko = await t.signIn({ code: codeOf(studio_url) });
  expect(aiko.answer.json.person.role).toBe('admin');
  expect((await admin.send('PATCH', path, { is_blocked: true })).json.person.is_blocked).toBe(true);
  expect((await aiko.send('GET', '/studio/session')).status).toBe(401);
  expect((await admin.send('POST', `${path}/link`)).status).toBe(409);
  await admin.send('PATCH', path, { is_blocked: false });
  const former = (await admin.send('POST', `${path}/link`)).json.studio_url;
  const link = (await admin.send('POST', `${path}/link`)).json.studio_url;
  expect((await t.signIn({ code: codeOf(former) })).answer.status).toBe(401);
  expect((await t.signIn({ code: codeOf(link) })).answer.json.person.name).toBe('Aiko');
});

test('links of one account never take the place of those of another, and an end of access ends the link', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  const { person, studio_url } = (
    await admin.send('POST', PEOPLE, { name: 'Aiko', role: 'editor' })
  ).json;
  const { id: accountId } = await t.db.accounts.insert('second');
  for (let count = 0; count < 120; count++) await t.db.studioSessions.addCode(accountId, 'admin');
  const code = await t.db.studioSessions.addCode('acc_default', 'viewer');
  await t.db.studioSessions.addCode(accountId, 'admin');
  expect((await t.signIn({ code })).answer.status).toBe(200);
  const path = `${PEOPLE}/${person.id}`;
  for (const isBlocked of [true, false]) await admin.send('PATCH', path, { is_blocked: isBlocked });
  expect((await t.signIn({ code: codeOf(studio_url) })).answer.status).toBe(401);
});

test('an invitation expires after seven days, and does not sign in a blocked person', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  const invite = async () =>
    (await admin.send('POST', PEOPLE, { name: 'Aiko', role: 'editor' })).json;
  const late = await invite();
  const blocked = await invite();
  await admin.send('PATCH', `${PEOPLE}/${blocked.person.id}`, { is_blocked: true });
  expect((await t.signIn({ code: codeOf(blocked.studio_url) })).answer.status).toBe(401);
  t.clock.ms += 7 * 24 * 3_600_000;
  expect((await t.signIn({ code: codeOf(late.studio_url) })).answer.status).toBe(401);
});

test('only admins of the account manage its people, and nobody their own access', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  const [self] = (await admin.send('GET', PEOPLE)).json.people;
  const { person } = (await admin.send('POST', PEOPLE, { name: 'Aiko', role: 'viewer' })).json;
  const body = { name: 'Eve', role: 'admin' };
  for (const role of ['viewer', 'editor'] as const) {
    const other = await t.signIn(role);
    expect((await other.send('GET', PEOPLE)).status).toBe(403);
    expect((await other.send('POST', PEOPLE, body)).status).toBe(403);
    expect((await other.send('PATCH', `${PEOPLE}/${person.id}`, { role: 'admin' })).status).toBe(
      403,
    );
    expect((await other.send('POST', `${PEOPLE}/${person.id}/link`)).status).toBe(403);
  }
  expect((await t.send('GET', PEOPLE)).status).toBe(401);
  expect((await t.send('POST', PEOPLE, body, { cookie: admin.cookie })).status).toBe(403);
  expect((await admin.send('PATCH', `${PEOPLE}/${self.id}`, { is_blocked: true })).status).toBe(
    409,
  );
  const { id: accountId } = await t.db.accounts.insert('second');
  const stranger = await t.signIn('admin', { accountId });
  expect((await stranger.send('PATCH', `${PEOPLE}/${person.id}`, { role: 'admin' })).status).toBe(
    404,
  );
  expect((await stranger.send('POST', `${PEOPLE}/${person.id}/link`)).status).toBe(404);
});

test.each([
  {},
  { name: '', role: 'editor' },
  { name: ' ', role: 'editor' },
  { name: 'a\0b', role: 'editor' },
  { name: 'x'.repeat(201), role: 'editor' },
  { name: 'Aiko', role: 'owner' },
  { name: 'Aiko', role: 'editor', account: 'acc_other' },
])('the invitation %j is refused', async (body) => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  expect((await admin.send('POST', PEOPLE, body)).status).toBe(422);
});

test('the role of people of shared links and of an organization does not change here', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  await t.signIn('editor');
  await t.db.people.signIn({
    accountId: 'acc_default',
    issuer: 'https://id.test',
    subject: 's',
    name: 'Olga',
    role: 'viewer',
  });
  const { people } = (await admin.send('GET', PEOPLE)).json;
  for (const { id, is_self: isSelf } of people) {
    if (isSelf) continue;
    expect((await admin.send('PATCH', `${PEOPLE}/${id}`, { role: 'admin' })).status).toBe(409);
    expect((await admin.send('POST', `${PEOPLE}/${id}/link`)).status).toBe(409);
  }
});

test('a person whose access was ended can be removed, and gives room for others', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  const invite = async (name: string) => {
    t.clock.ms += 1;
    return (await admin.send('POST', PEOPLE, { name, role: 'viewer' })).json.person;
  };
  const aiko = `${PEOPLE}/${(await invite('Aiko')).id}`;
  expect((await admin.send('DELETE', aiko)).json).toMatchObject({
    status: 409,
    detail: 'The person can still sign in.',
  });
  await invite('Ben');
  await admin.send('PATCH', aiko, { is_blocked: true });
  const names = async () =>
    (await admin.send('GET', PEOPLE)).json.people.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['Administrator', 'Ben', 'Aiko']);
  expect(await t.db.people.count('acc_default')).toBe(2);
  expect((await admin.send('DELETE', aiko)).status).toBe(204);
  expect((await admin.send('DELETE', aiko)).status).toBe(404);
  expect(await names()).toEqual(['Administrator', 'Ben']);
});

test('people who come back by themselves are not removed, because their block would end', async () => {
  await using t = await studioApi();
  const admin = await t.signIn('admin');
  await t.signIn('viewer');
  const { people } = (await admin.send('GET', PEOPLE)).json;
  const { id } = people.find(({ role }: { role: string }) => role === 'viewer');
  await admin.send('PATCH', `${PEOPLE}/${id}`, { is_blocked: true });
  expect((await admin.send('DELETE', `${PEOPLE}/${id}`)).status).toBe(409);
});
