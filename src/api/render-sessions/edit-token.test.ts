import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { scopeOfRole } from '../../http/index.ts';
import { issueEditToken } from './edit-token-routes.ts';
import { PATH, temporarySessions } from './sessions.fixture.ts';

/** The routes that an edit token may use, with the ids of its own session and version. */
const OPEN = [
  'GET /v2/speech',
  'GET /v2/template_style_versions/{id}',
  'GET /v2/template_style_versions/{id}/specs',
  'GET /v2/template_style_versions/{id}/schema',
  'POST /v2/mappings/validate',
  'GET /v2/template_style_versions/{id}/places',
  'GET /v2/template_style_versions/{id}/font',
  'POST /v2/compositions',
  'POST /v2/stills',
  'POST /v2/captions',
  'GET /v2/render_sessions/{id}/captions',
  'PUT /v2/render_sessions/{id}/captions',
  'POST /v2/uploads',
  'GET /v2/uploads/{id}',
  'GET /v2/uploads/{id}/thumbnail',
  'GET /v2/render_sessions/{id}',
  'GET /v2/render_sessions/{id}/events',
  'GET /v2/render_sessions/{id}/composition',
  'GET /v2/render_sessions/{id}/still',
  'PATCH /v2/render_sessions/{id}',
  'POST /v2/render_sessions/{id}/render',
  'POST /v2/render_sessions/{id}/retry',
  'POST /v2/render_sessions/{id}/cancel',
  'POST /v2/render_sessions/{id}/copy',
];

type Method = NonNullable<InjectOptions['method']>;

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Creates a session with an edit token, and a second session, version and mapping. */
async function editor() {
  const t = await temporarySessions();
  await t.addVersion(undefined, 'tsv_other');
  const other = await t.create();
  const body = { title: 'x', mapping: t.mapping, edit_token: true };
  const { edit_token: token, render_session: session } = (await t.send('POST', PATH, body)).json;
  const headers = { authorization: `Bearer ${token}` };
  const as = async (method: Method, url: string, payload?: object) =>
    await t.send(method, url, payload, headers);
  return { ...t, other, session, token, as, own: `${PATH}/${session.id}` };
}

test('an edit token may use the routes for its session and no other route', async () => {
  await using t = await editor();
  await t.at(t.session.id, 'cancel');
  const { paths } = (await t.send('GET', '/openapi.json')).json;
  const routes = Object.entries<Record<string, { security?: unknown }>>(paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) =>
        security ? [{ method: method.toUpperCase() as Method, path }] : [],
      ),
  );
  const opened: string[] = [];
  for (const { method, path } of routes) {
    const id = path.includes('versions') ? 'tsv_ready' : t.session.id;
    // A stream does not end without a stop.
    const headers = { 'last-event-id': '9-100' };
    const authorization = `Bearer ${t.token}`;
    const { status } = await t.send(method, path.replace('{id}', id), undefined, {
      ...headers,
      authorization,
    });
    if (status !== 403) opened.push(`${method} ${path}`);
    if (!path.includes('{id}')) continue;
    for (const foreign of ['tsv_other', t.other.id, 'rs_none']) {
      const answer = await t.as(method, path.replace('{id}', foreign));
      // An edit token reads the uploads of its session; no other upload exists for it.
      const expected = path.startsWith('/v2/uploads/{id}') && method === 'GET' ? 404 : 403;
      expect([method, path, foreign, answer.status]).toEqual([method, path, foreign, expected]);
      if (expected === 404) continue;
      expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
    }
  }
  expect(opened.sort()).toEqual([...OPEN].sort());
  expect(routes.length).toBeGreaterThan(30);
});

test('an edit token changes and renders its session, for a day', async () => {
  await using t = await editor();
  expect((await t.as('PATCH', t.own, { title: 'y' })).status).toBe(200);
  expect((await t.as('PATCH', t.own, { mapping: t.mapping })).status).toBe(200);
  const changes = { resources: { t_01: { source: { text: 'Z' } } } };
  expect((await t.as('PATCH', t.own, { mapping_changes: changes })).status).toBe(200);
  expect((await t.as('PATCH', t.own, { webhook_url: 'https://x.example' })).status).toBe(422);
  for (const field of ['external_uploads', 'metadata', 'output', 'mapping_id', 'priority']) {
    const refused = await t.as('PATCH', t.own, { [field]: 'https://x.example' });
    expect([field, refused.status]).toEqual([field, 403]);
    expect(refused.json.detail).toContain(field);
  }
  const mapping = { mapping_id: (await t.send('POST', '/v2/mappings', t.mapping)).json.mapping.id };
  expect((await t.as('POST', '/v2/mappings/validate', mapping)).status).toBe(403);
  expect((await t.as('POST', '/v2/stills', { ...mapping, at: 0 })).status).toBe(403);
  expect((await t.as('POST', `${t.own}/render`, { render: 'preview' })).status).toBe(200);
  expect((await t.as('POST', `${t.own}/cancel`)).status).toBe(200);
  t.clock.ms += 24 * 3600_000;
  expect((await t.as('GET', t.own)).status).toBe(401);
});

test('an edit token copies its session after the render, and the copy ends with the token', async () => {
  await using t = await editor();
  const copy = (body?: object) => t.as('POST', `${t.own}/copy`, body);
  expect(await copy()).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect((await t.as('PATCH', t.own, { title: 'Copied' })).status).toBe(200);
  expect((await t.as('POST', `${t.own}/render`, { render: 'preview' })).status).toBe(200);
  expect((await copy()).status).toBe(409);
  expect((await t.as('POST', `${t.own}/cancel`)).status).toBe(200);
  for (const body of [{ render: 'final' }, { title: 'z' }, { webhook_url: 'https://x.example' }])
    expect([body, (await copy(body)).status]).toEqual([body, 422]);
  t.clock.ms += 20 * 3600_000;
  const { status, json } = await copy();
  expect([status, json.render_session]).toMatchObject([201, { status: 'draft', title: 'Copied' }]);
  const headers = { authorization: `Bearer ${json.edit_token}` };
  const copied = `${PATH}/${json.render_session.id}`;
  expect((await t.send('GET', copied, undefined, headers)).status).toBe(200);
  expect((await t.send('GET', t.own, undefined, headers)).status).toBe(403);
  expect((await t.as('GET', copied)).status).toBe(403);
  t.clock.ms += 4 * 3600_000;
  expect((await t.send('GET', copied, undefined, headers)).status).toBe(401);
});

test('edit tokens make one copy of a session, and each gets one token of it', async () => {
  await using t = await editor();
  await t.as('POST', `${t.own}/render`, { render: 'preview' });
  await t.rendered(t.session.id, 'preview');
  const count = async () => (await t.send('GET', PATH)).json.render_sessions.length;
  const oldCount = await count();
  const url = `${t.own}/copy`;
  const answers = await Promise.all([
    t.as('POST', url),
    t.as('POST', url, {}),
    t.send('POST', url, {}, { authorization: `Bearer ${t.token}`, 'idempotency-key': 'k' }),
  ]);
  const bodies = answers.map(({ json }) => [json.render_session.id, json.edit_token]);
  expect(new Set(bodies.map(String)).size).toBe(1);
  const [[copy] = []] = bodies;
  const { edit_token: second } = (await t.send('POST', `${t.own}/edit_token`)).json;
  const headers = { authorization: `Bearer ${second}` };
  const other = await t.send('POST', url, undefined, headers);
  expect(other).toMatchObject({ status: 201, json: { render_session: { id: copy } } });
  expect((await t.send('POST', url, undefined, headers)).text).toBe(other.text);
  const access = { authorization: `Bearer ${other.json.edit_token}` };
  expect((await t.send('GET', `${PATH}/${copy}`, undefined, access)).status).toBe(200);
  expect(await count()).toBe(oldCount + 1);
  // The client of the owner makes as many copies as it wants.
  expect((await t.send('POST', url)).json.render_session.id).not.toBe(copy);
  expect((await t.send('DELETE', `${PATH}/${copy}`)).status).toBe(204);
  for (const by of [{ authorization: `Bearer ${t.token}` }, headers]) {
    const { status, json } = await t.send('POST', url, undefined, by);
    expect([status, json.code, json.detail]).toEqual([
      409,
      'conflict',
      expect.stringContaining('was removed'),
    ]);
  }
});

test('the copy of an edit token is of the same customer, and its events go to the same webhook', async () => {
  await using t = await temporarySessions();
  const url = 'https://hooks.example/video';
  const { edit_token: token, render_session: session } = (
    await t.send('POST', PATH, {
      title: 'x',
      mapping: t.mapping,
      edit_token: true,
      external_id: 'order-7',
      webhook_url: url,
      webhook_secret: SECRET,
      render: 'preview',
    })
  ).json;
  await t.rendered(session.id, 'preview');
  const headers = { authorization: `Bearer ${token}` };
  const { status, json } = await t.send('POST', `${PATH}/${session.id}/copy`, undefined, headers);
  const { id, external_id } = json.render_session;
  expect([status, external_id, json.webhook_secret]).toEqual([201, 'order-7', undefined]);
  const [endpoint, ...more] = await t.db.webhookEndpoints.list(DEFAULT_ACCOUNT, id, { limit: 9 });
  expect(more).toEqual([]);
  const { id: endpointId = '', encryptedUrl = '', encryptedSecret = '' } = endpoint ?? {};
  const decrypted = [encryptedUrl, encryptedSecret].map((text) =>
    t.context.vault.decrypt(text, endpointId),
  );
  expect(decrypted).toEqual([url, SECRET]);
});

test('removing a session ends the edit tokens of its copy, and of copies of the copy', async () => {
  await using t = await editor();
  const tokens = [t.token];
  const ids = [t.session.id];
  for (const at of [0, 1]) {
    await t.send('POST', `${PATH}/${ids[at]}/render`, { render: 'preview' });
    await t.rendered(String(ids[at]), 'preview');
    const headers = { authorization: `Bearer ${tokens[at]}` };
    const { json } = await t.send('POST', `${PATH}/${ids[at]}/copy`, undefined, headers);
    tokens.push(json.edit_token);
    ids.push(json.render_session.id);
  }
  const statuses = () =>
    Promise.all(
      tokens.map(async (token, at) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await t.send('GET', `${PATH}/${ids[at]}`, undefined, headers)).status;
      }),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await t.send('DELETE', t.own)).status).toBe(204);
  expect(await statuses()).toEqual([401, 401, 401]);
  expect((await t.send('GET', `${PATH}/${ids[2]}`)).status).toBe(200);
});

test('a person whose rights change during a request gets no edit token with the former rights', async () => {
  await using t = await editor();
  const { db } = t.context;
  const invited = { accountId: DEFAULT_ACCOUNT, name: 'Aiko', role: 'admin' } as const;
  const { id: clientId } = await db.people.invite(invited);
  const scope = scopeOfRole('admin');
  const caller = { accountId: DEFAULT_ACCOUNT, clientId, scope, tokenHash: '' };
  const issue = () => db.transaction((tx) => issueEditToken(tx, caller, t.session.id));
  expect((await issue()).token).toMatch(/^fpt_/);
  await db.people.setRole(clientId, 'editor');
  await expect(issue()).rejects.toMatchObject({ code: 'forbidden' });
  await db.people.setRole(clientId, 'admin');
  await db.people.setBlocked(clientId, true);
  await expect(issue()).rejects.toMatchObject({ code: 'forbidden' });
  await db.people.remove(clientId);
  await expect(issue()).rejects.toMatchObject({ code: 'forbidden' });
});

test('an edit token cannot copy a draft that was canceled', async () => {
  await using t = await editor();
  expect((await t.as('POST', `${t.own}/cancel`)).status).toBe(200);
  const { status, json } = await t.as('POST', `${t.own}/copy`);
  expect([status, json.code]).toEqual([409, 'conflict']);
  expect(JSON.stringify(json)).toContain('never started');
});

test('an edit token cannot see other versions of the account', async () => {
  await using t = await editor();
  const mapping = { ...t.mapping, template_style_version_id: 'tsv_other' };
  const requests = [
    ['POST', '/v2/mappings/validate', { mapping }],
    ['POST', '/v2/stills', { mapping, at: 0 }],
    ['PATCH', t.own, { mapping }],
  ] as const;
  for (const [method, url, body] of requests) {
    expect(await t.as(method, url, body)).toMatchObject({
      status: 422,
      json: { code: 'template_version_unknown' },
    });
  }
  expect((await t.as('POST', '/v2/mappings/validate', { mapping: t.mapping })).status).toBe(200);
  expect((await t.as('POST', '/v2/stills', { mapping: t.mapping, at: 0 })).status).toBe(200);
  // The owner may change the version. Then the token sees the new version.
  expect((await t.send('PATCH', t.own, { mapping })).status).toBe(200);
  expect((await t.as('GET', '/v2/template_style_versions/tsv_other')).status).toBe(200);
  expect((await t.as('GET', '/v2/template_style_versions/tsv_ready')).status).toBe(403);
});

test('an edit token shows its mapping in other styles of its template, and uses them for nothing else', async () => {
  await using t = await editor();
  const ownVersion = await t.db.templateVersions.find('tsv_ready');
  await t.addVersion(undefined, 'tsv_square', { templateId: ownVersion?.templateId ?? '' });
  const { mapping } = t;
  const square = { ...mapping, template_style_version_id: 'tsv_square' };
  const beside = { mapping, template_style_version_id: 'tsv_square' };
  expect((await t.as('POST', '/v2/stills', { ...beside, at: 0 })).status).toBe(200);
  expect((await t.as('POST', '/v2/compositions', beside)).status).toBe(200);
  const still = (version: string) => `${t.own}/still?template_style_version_id=${version}`;
  for (const send of [t.as, t.send]) {
    expect((await send('GET', `${t.own}/still`)).status).toBe(200);
    expect((await send('GET', still('tsv_square'))).status).toBe(200);
    const foreign = await send('GET', still('tsv_other'));
    expect([foreign.status, foreign.json.code]).toEqual([422, 'template_version_unknown']);
  }
  const refused = [
    ['POST', '/v2/stills', { mapping: square, at: 0 }],
    ['POST', '/v2/stills', { ...beside, mapping: square, at: 0 }],
    ['POST', '/v2/stills', { mapping, template_style_version_id: 'tsv_other', at: 0 }],
    ['POST', '/v2/compositions', { mapping: square }],
    ['POST', '/v2/compositions', { mapping, template_style_version_id: 'tsv_other' }],
    ['POST', '/v2/mappings/validate', beside],
    ['PATCH', t.own, { mapping: square }],
  ] as const;
  for (const [method, url, body] of refused) {
    const { status, json } = await t.as(method, url, body);
    expect([method, url, body, status]).toEqual([method, url, body, 422]);
    expect(json.code).toBe('template_version_unknown');
  }
  expect((await t.as('PATCH', t.own, beside)).status).toBe(403);
  const version = '/v2/template_style_versions/tsv_square';
  for (const path of [
    version,
    `${version}/specs`,
    `${version}/schema`,
    `${version}/places?frame=0`,
  ])
    expect((await t.as('GET', path)).status).toBe(403);
});

test('an edit token cannot use the uploads of other sessions', async () => {
  await using t = await editor();
  const add = async (id: string, renderSessionId: string | null) => {
    await t.db.uploads.insert({
      id,
      accountId: DEFAULT_ACCOUNT,
      storageKey: `uploads/${id}`,
      filename: null,
      contentType: 'image/png',
      kind: 'image',
      bytes: 1,
      sha256: 'd',
      renderSessionId,
      width: 1,
      height: 1,
      duration: null,
      fontNames: [],
      expiresAtMs: t.clock.ms + 1000,
    });
    return id;
  };
  const mine = await add('up_mine', t.session.id);
  const theirs = await add('up_theirs', t.other.id);
  const ofOwner = await add('up_owner', null);
  const using = (id: string) => {
    const logo = { '(Footage)/USER/logo_01.png': { source: { upload_id: id } } };
    return { mapping: { ...t.mapping, resources: { ...t.mapping.resources, ...logo } } };
  };
  for (const [method, url, more] of [
    ['POST', '/v2/mappings/validate', {}],
    ['POST', '/v2/stills', { at: 0 }],
    ['POST', '/v2/compositions', {}],
    ['PATCH', t.own, {}],
  ] as const) {
    const send = async (id: string) => (await t.as(method, url, { ...using(id), ...more })).text;
    expect([url, await send(theirs)]).toEqual([url, expect.stringContaining('upload_unknown')]);
    expect([url, await send(mine)]).not.toEqual([url, expect.stringContaining('upload_unknown')]);
    expect([url, await send(ofOwner)]).not.toEqual([
      url,
      expect.stringContaining('upload_unknown'),
    ]);
  }
  // A text that is the id of an upload does not make it an upload of the session.
  const texts = { t_01: { source: { text: theirs } } };
  expect((await t.as('PATCH', t.own, { mapping_changes: { resources: texts } })).status).toBe(200);
  expect((await t.as('PATCH', t.own, using(theirs))).text).toContain('upload_unknown');
  // The owner of the session may use each upload. Then the page must be able to save the mapping.
  expect((await t.send('PATCH', t.own, using(theirs))).status).toBe(200);
  expect((await t.as('PATCH', t.own, using(theirs))).status).toBe(200);
});

test('a session gets further edit tokens, each for a day, but not from an edit token', async () => {
  await using t = await editor();
  const path = `${t.own}/edit_token`;
  t.clock.ms += 23 * 3600_000;
  const answer = await t.send('POST', path);
  expect(answer.status).toBe(201);
  const { edit_token: token, expires_at: expiresAt } = answer.json;
  expect(Date.parse(expiresAt)).toBe(t.clock.ms + 24 * 3600_000);
  const headers = { authorization: `Bearer ${token}` };
  t.clock.ms += 3600_000;
  expect((await t.as('GET', t.own)).status).toBe(401);
  expect((await t.send('PATCH', t.own, { title: 'y' }, headers)).status).toBe(200);
  expect((await t.send('POST', path, undefined, headers)).status).toBe(403);
  expect((await t.send('GET', `${PATH}/${t.other.id}`, undefined, headers)).status).toBe(403);
  expect((await t.send('POST', path, { lifetime: 1 })).status).toBe(422);
  expect((await t.send('POST', `${PATH}/rs_none/edit_token`)).status).toBe(404);
});

test('an edit token has the scope of the token that created it, and is removed with its session', async () => {
  await using t = await temporarySessions();
  const writer = { authorization: `Bearer ${await t.token('render_session:write')}` };
  const body = { title: 'x', mapping: t.mapping, edit_token: true };
  const key = { 'idempotency-key': 'k' };
  const created = await t.send('POST', PATH, body, { ...writer, ...key });
  const { edit_token: token, render_session: session } = created.json;
  const replayed = await t.send('POST', PATH, body, { ...writer, ...key });
  expect(replayed.json.edit_token).toBe(token);
  const headers = { authorization: `Bearer ${token}` };
  const sessionPath = `${PATH}/${session.id}`;
  expect((await t.send('PATCH', sessionPath, { title: 'y' }, headers)).status).toBe(200);
  expect((await t.send('GET', sessionPath, undefined, headers)).status).toBe(403);
  const specs = '/v2/template_style_versions/tsv_ready/specs';
  expect((await t.send('GET', specs, undefined, headers)).status).toBe(403);
  expect((await t.send('DELETE', sessionPath)).status).toBe(204);
  expect((await t.send('PATCH', sessionPath, { title: 'z' }, headers)).status).toBe(401);
});

test('an edit token does not say who made its session', async () => {
  await using t = await editor();
  const maker = { id: expect.any(String), name: 'test' };
  expect((await t.send('GET', t.own)).json.render_session.created_by).toEqual(maker);
  const rename = (title: string) => t.as('PATCH', t.own, { title });
  for (const answer of [
    await t.as('GET', t.own),
    await rename('y'),
    await t.at(t.session.id, 'cancel'),
  ])
    expect([200, 202]).toContain(answer.status);
  expect((await t.as('GET', t.own)).json.render_session.created_by).toBe(null);
  expect((await rename('z')).json.render_session?.created_by ?? null).toBe(null);
  const events = await t.as('GET', `${t.own}/events`);
  expect(events.text).toContain('"created_by":null');
  expect(events.text).not.toContain('"name":"test"');
});
