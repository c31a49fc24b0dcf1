import { expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { listAll } from '../../database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { createVault, type EncryptedRow } from '../../secrets/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';

const PATH = '/v2/mappings';
const LOGO = '(Footage)/USER/logo_01.png';
const text = (words: string) => ({ source: { text: words } });

test('a partial mapping is stored, completed by PATCH and copied into a session', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const start = { template_style_version_id: 'tsv_ready', resources: { t_01: text('One') } };
  const key = { 'idempotency-key': 'k' };
  const creation = await t.send('POST', PATH, start, key);
  expect(creation.status).toBe(201);
  const { id } = creation.json.mapping;
  expect((await t.send('POST', PATH, start, key)).json.mapping.id).toBe(id);
  expect((await t.send('GET', `${PATH}/${id}`)).json).toEqual(creation.json);
  expect(creation.json.mapping).toMatchObject({ ...start, id: expect.stringMatching(/^map_/) });

  const create = () =>
    t.send('POST', '/v2/render_sessions', { title: 'x', mapping_id: id, render: 'preview' });
  const early = await create();
  expect(early.status).toBe(422);
  expect(early.json.errors).toHaveLength(2);
  expect(early.json.errors[0]).toMatchObject({
    code: 'editable_missing',
    pointer: '/mapping_id',
    editable: 'c_01',
  });

  t.clock.ms += 1000;
  const { c_01, [LOGO]: logo } = RESOURCES;
  const more = { resources: { c_01, [LOGO]: logo, t_01: text('Two') } };
  const changed = await t.send('PATCH', `${PATH}/${id}`, more);
  expect(changed.json.mapping).toMatchObject(more);
  expect(changed.json.mapping.updated_at > changed.json.mapping.created_at).toBe(true);
  const { json } = await create();
  const { mapping } = json.render_session;
  expect(mapping.resources.t_01).toEqual(text('Two'));
  // The session has a copy. Changes of the stored mapping and of the copy do not affect each other.
  expect(mapping.id).not.toBe(id);
  expect((await t.send('PATCH', `${PATH}/${mapping.id}`, {})).status).toBe(409);
  await t.send('PUT', `${PATH}/${id}`, { ...start, missing: 'example' });
  const sessionAnswer = await t.send('GET', `/v2/render_sessions/${json.render_session.id}`);
  expect(sessionAnswer.json.render_session.mapping).toEqual(mapping);

  const emptyAnswer = await t.send('PATCH', `${PATH}/${id}`, {
    resources: { t_01: null },
    missing: null,
  });
  expect(emptyAnswer.json.mapping.resources).toEqual({});
  expect(emptyAnswer.json.mapping).not.toHaveProperty('missing');
});

test('two simultaneous changes of a mapping are both applied, and their result is checked', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const creation = await t.send('POST', PATH, { template_style_version_id: 'tsv_ready' });
  const url = `${PATH}/${creation.json.mapping.id}`;
  const { c_01 } = RESOURCES;
  const { findIn } = t.db.templateVersions;
  // The second request arrives while the first is checked.
  t.db.templateVersions.findIn = async (...request) => {
    t.db.templateVersions.findIn = findIn;
    expect((await t.send('PATCH', url, { resources: { c_01 } })).status).toBe(200);
    return findIn(...request);
  };
  const first = await t.send('PATCH', url, { resources: { t_01: text('One') } });
  const { resources } = (await t.send('GET', url)).json.mapping;
  expect(resources).toEqual({ t_01: text('One'), c_01 });
  expect(first.json.mapping.resources).toEqual(resources);
});

test('lists stored mappings of the account by page, without those of sessions, and removes them', async () => {
  await using t = await temporaryApi();
  const mapping = { template_style_version_id: await t.addVersion() };
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    // Two of them in the same millisecond.
    if (i > 1) t.clock.ms += 1;
    ids.unshift((await t.send('POST', PATH, mapping)).json.mapping.id);
  }
  const ofSession = { ...mapping, resources: {}, missing: 'example' };
  const session = await t.send('POST', '/v2/render_sessions', { title: 'x', mapping: ofSession });
  const ownId = session.json.render_session.mapping.id;
  const { id: account } = await t.db.accounts.insert('second');
  const other = { authorization: `Bearer ${await t.token('*', account)}` };
  expect((await t.send('GET', PATH, undefined, other)).json.mappings).toEqual([]);

  const first = (await t.send('GET', `${PATH}?limit=2`)).json;
  const secondPage = (await t.send('GET', `${PATH}?limit=2&cursor=${first.next_cursor}`)).json;
  expect(secondPage.next_cursor).toBeNull();
  const listed = [...first.mappings, ...secondPage.mappings].map(({ id }: { id: string }) => id);
  expect(listed).toEqual([ids[0], ...ids.slice(1).sort().reverse()]);

  const url = `${PATH}/${ids[0]}`;
  expect((await t.send('DELETE', url, undefined, other)).status).toBe(404);
  expect((await t.send('DELETE', `${PATH}/${ownId}`)).status).toBe(409);
  expect((await t.send('DELETE', url)).status).toBe(204);
  expect((await t.send('GET', url)).status).toBe(404);
  expect((await t.send('GET', PATH)).json.mappings).toHaveLength(2);
});

test('the entries of a partial mapping are checked, and other accounts cannot use it', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const bad = {
    template_style_version_id: 'tsv_ready',
    resources: { t_1: text('x'), c_01: { source: { color: 'zz' } } },
    titel: 1,
  };
  const { status, json } = await t.send('POST', PATH, bad);
  expect(status).toBe(422);
  expect(json.errors.map((e: { pointer: string }) => e.pointer)).toEqual([
    '/titel',
    '/resources/c_01/source',
    '/resources/t_1',
  ]);
  const none = await t.send('POST', PATH, { template_style_version_id: 'tsv_none' });
  expect(none.json.errors).toMatchObject([{ pointer: '/template_style_version_id' }]);
  const creation = await t.send('POST', PATH, { template_style_version_id: 'tsv_ready' });
  const url = `${PATH}/${creation.json.mapping.id}`;
  expect((await t.send('PATCH', url, { resources: { t_01: {} } })).status).toBe(422);
  const { id: account } = await t.db.accounts.insert('second');
  const other = { authorization: `Bearer ${await t.token('*', account)}` };
  expect((await t.send('GET', url, undefined, other)).status).toBe(404);
  for (const method of ['PUT', 'PATCH'] as const) {
    expect((await t.send(method, url, {}, other)).status).toBe(404);
  }
  const reader = { authorization: `Bearer ${await t.token('mapping:read')}` };
  expect((await t.send('GET', url, undefined, reader)).status).toBe(200);
  expect((await t.send('PATCH', url, {}, reader)).status).toBe(403);
});

test('a mapping whose URL cannot be decrypted shows null, and a render with it is rejected', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const logo = { source: { remote_url: 'https://example.com/logo.png?signature=swordfish' } };
  const mapping = {
    template_style_version_id: 'tsv_ready',
    resources: { ...RESOURCES, [LOGO]: logo },
  };
  const sessions = '/v2/render_sessions';
  const { id } = (await t.send('POST', PATH, mapping)).json.mapping;
  const draft = (await t.send('POST', sessions, { title: 'x', mapping })).json.render_session;
  expect(draft.mapping.resources[LOGO]).toEqual(logo);
  const lost = createVault([Buffer.alloc(32, 8)]);
  for (const store of t.db.encrypted.addresses) {
    const rows = await listAll(store, lost.currentPrefix);
    const encrypted = (row: EncryptedRow) => row.values.map(() => lost.encrypt('x', row.owner));
    await store.replace(rows.map((row) => ({ row, values: encrypted(row) })));
  }

  const nothing = { source: { remote_url: null } };
  const answer = await t.send('GET', `${PATH}/${id}`);
  expect(answer.json.mapping.resources[LOGO]).toEqual(nothing);
  const { json } = await t.send('GET', `${sessions}/${draft.id}`);
  expect(json.render_session.mapping.resources[LOGO]).toEqual(nothing);
  const answers = [
    await t.send('POST', `${sessions}/${draft.id}/render`, { render: 'preview' }),
    await t.send('POST', sessions, { title: 'x', mapping_id: id }),
    await t.send('POST', `${sessions}/${draft.id}/copy`),
    await t.send('POST', `${PATH}/${id}/fit-report`),
  ];
  const pointer = '/mapping/resources/(Footage)~1USER~1logo_01.png/source/remote_url';
  for (const { status, json: problem } of answers) {
    expect(status).toBe(503);
    expect(problem.errors).toMatchObject([{ code: 'secret_key_missing', pointer }]);
  }
  const changes = { mapping_changes: { resources: { [LOGO]: logo } } };
  expect((await t.send('POST', `${sessions}/${draft.id}/copy`, changes)).status).toBe(201);
  expect((await t.send('PATCH', `${sessions}/${draft.id}`, changes)).status).toBe(200);
  // Setting a different entry is rejected, because it would lose the encrypted URL.
  expect((await t.send('PATCH', `${PATH}/${id}`, { resources: {} })).status).toBe(422);
  const mended = await t.send('PATCH', `${PATH}/${id}`, { resources: { [LOGO]: logo } });
  expect(mended.json.mapping.resources[LOGO]).toEqual(logo);
});

test('a mapping cannot grow above the limit of one request body', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const logo = (url: string) => ({ [LOGO]: { source: { remote_url: url } } });
  const start = {
    template_style_version_id: 'tsv_ready',
    resources: logo('https://example.com/a'),
  };
  const { id } = (await t.send('POST', PATH, start)).json.mapping;
  // Earlier versions of Framepress allowed such a size.
  const body = { ...start, resources: logo(`https://example.com/${'a'.repeat(1024 * 1024)}`) };
  const mapping = { id, accountId: DEFAULT_ACCOUNT, templateStyleVersionId: 'tsv_ready', body };
  await t.db.mappings.replace(mapping);
  const changed = await t.send('PATCH', `${PATH}/${id}`, { resources: { t_01: text('One') } });
  expect(changed).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  const named = await t.send('POST', '/v2/render_sessions', { title: 'x', mapping_id: id });
  expect(named).toMatchObject({
    status: 413,
    json: { errors: [{ code: 'payload_too_large', pointer: '/mapping_id' }] },
  });
  const mended = await t.send('PATCH', `${PATH}/${id}`, { resources: logo('https://example.com') });
  expect(mended.status).toBe(200);
});

test('drafts and mappings count for the quota, and may become smaller when it is exceeded', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const start = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const { id } = (await t.send('POST', PATH, start)).json.mapping;
  const full = { status: 429, json: { code: 'quota_exceeded' } };
  t.asked.refuse = new AppError('quota_exceeded', 'The account would store 2 MB (limit: 1 MB).');
  expect(await t.send('POST', PATH, start)).toMatchObject(full);
  expect(await t.send('POST', '/v2/render_sessions', { title: 'x', mapping: start })).toMatchObject(
    full,
  );
  const more = { ...start, resources: { ...RESOURCES, t_01: text('More than before, by far') } };
  expect(await t.send('PUT', `${PATH}/${id}`, more)).toMatchObject(full);
  const less = { resources: { t_01: null } };
  expect((await t.send('PATCH', `${PATH}/${id}`, less)).status).toBe(200);
});

test('a full disk rejects new mappings and sessions, and still replays stored responses', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const start = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const key = { 'idempotency-key': 'k' };
  expect((await t.send('POST', PATH, start, key)).status).toBe(201);
  t.asked.noRoom = new AppError('unavailable', 'The disk of the service has no room left.');
  const refused = { status: 503, headers: { 'retry-after': '5' }, json: { code: 'unavailable' } };
  expect(await t.send('POST', PATH, start)).toMatchObject(refused);
  const session = { title: 'x', mapping: start };
  expect(await t.send('POST', '/v2/render_sessions', session)).toMatchObject(refused);
  expect((await t.send('POST', PATH, start, key)).status).toBe(201);
});
