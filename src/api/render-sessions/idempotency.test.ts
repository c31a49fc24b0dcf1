import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runStatement, testPlace } from '../../database/test-database.fixture.ts';
import { temporaryApi } from '../api.fixture.ts';
import { good, PATH, post } from './requests.fixture.ts';

describe('an idempotency key', () => {
  test('creates one session for repeated requests, also when they are simultaneous', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const key = { 'idempotency-key': 'k' };
    const answers = await Promise.all([1, 2, 3].map(() => post(t, good(), key)));
    answers.push(await post(t, good(), key));
    expect(new Set(answers.map((a) => a.json.render_session.id)).size).toBe(1);
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201, 201]);
    expect(answers.filter((a) => a.headers['idempotent-replayed'] === 'true')).toHaveLength(3);
    expect(t.asked.started).toHaveLength(1);
    expect((await t.send('GET', PATH)).json.render_sessions).toHaveLength(1);
  });

  test('is a conflict for a different body, and is separate for each account', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const key = { 'idempotency-key': 'k' };
    await post(t, good(), key);
    const other = await post(t, good({ title: 'other' }), key);
    expect(other).toMatchObject({ status: 409, json: { code: 'idempotency_conflict' } });
    const { id: account } = await t.db.accounts.insert('second');
    await t.addVersion(account, 'tsv_second');
    const theirs = { ...key, authorization: `Bearer ${await t.token('*', account)}` };
    const body = good({}, { template_style_version_id: 'tsv_second' });
    expect((await post(t, body, theirs)).status).toBe(201);
  });

  test('belongs to the client and not to its token, and is separate for the editor of a session', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const key = { 'idempotency-key': 'k' };
    const { clientId } = await t.db.clients.create('shop');
    const as = async (sessionId?: string) => {
      const client = { accountId: 'acc_default', clientId };
      const { token } = await t.db.tokens.issue(client, '*', null, sessionId);
      return { ...key, authorization: `Bearer ${token}` };
    };
    const first = await post(t, good({ render: undefined }), await as());
    const { id } = first.json.render_session;
    const replay = await post(t, good({ render: undefined }), await as());
    expect(replay.json.render_session.id).toBe(id);
    const body = { render: 'preview' };
    const [byClient, byEditor] = [{ ...(await as()), 'idempotency-key': 'r' }, await as(id)];
    const started = await t.send('POST', `${PATH}/${id}/render`, body, byEditor);
    expect([started.status, started.headers['idempotent-replayed']]).toEqual([200, undefined]);
    const other = await t.send('POST', `${PATH}/${id}/render`, body, byClient);
    expect(other.headers['idempotent-replayed']).toBeUndefined();
    expect((await post(t, good(), { 'idempotency-key': 'k' })).json.render_session.id).not.toBe(id);
  });

  test('stores responses only encrypted', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const key = { 'idempotency-key': 'kept' };
    const { json } = await post(t, good({ title: 'A title to look for', edit_token: true }), key);
    const [{ id: caller = '' } = {}] = await t.db.clients.list();
    const place = await testPlace(join(dirname(t.filesFolder), 'framepress.sqlite'));
    const [row] = await runStatement(place, 'select caller, body from idempotency_keys');
    expect(row).toEqual({ caller, body: expect.stringMatching(/^v1\.[\da-f]{12}\.[\w-]+$/) });
    const replay = await post(t, good({ title: 'A title to look for', edit_token: true }), key);
    expect(replay.json).toEqual(json);
  });

  test('can be used again after a rejected request', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const key = { 'idempotency-key': 'k' };
    expect((await post(t, good({ title: '' }), key)).status).toBe(422);
    expect((await post(t, good(), key)).status).toBe(201);
    expect((await post(t, good(), { 'idempotency-key': 'k'.repeat(256) })).status).toBe(422);
  });
});
