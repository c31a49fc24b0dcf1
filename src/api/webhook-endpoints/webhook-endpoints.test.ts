import { describe, expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';
import { type Api, add, PATH, patch, send, URL } from './endpoints.fixture.ts';

const emit = (t: Api, subjectId = 'rs_1') =>
  t.db.events.append({
    accountId: DEFAULT_ACCOUNT,
    type: 'render_session.external_upload.complete',
    subjectId,
    data: { render_session_id: subjectId, to: 's3://b/v.mp4', remote_id: 'r' },
  });

const deliveriesOf = async (t: Api, id: string, query = '') =>
  (await t.send('GET', `${PATH}/${id}/deliveries${query}`)).json.webhook_deliveries;

describe('an endpoint', () => {
  test('returns its secret only when it is created', async () => {
    await using t = await temporaryApi();
    const { status, json } = await send(t, PATH, { url: URL });
    expect(status).toBe(201);
    const { secret, ...fields } = json.webhook_endpoint;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(fields).toEqual({
      id: expect.stringMatching(/^whe_\w{20}$/),
      url: URL,
      events: null,
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      render_session_id: null,
      previous_secret_expires_at: null,
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
    });
    expect((await t.send('GET', `${PATH}/${fields.id}`)).json).toEqual({
      webhook_endpoint: fields,
    });
    expect((await t.send('GET', PATH)).json).toEqual({
      webhook_endpoints: [fields],
      next_cursor: null,
    });
  });

  test.each([
    ['no url', {}, 'invalid_request /url'],
    ['a private address', { url: 'http://10.1.2.3/hook' }, 'asset_private_address /url'],
    ['the metadata service', { url: 'http://169.254.169.254/' }, 'asset_private_address /url'],
    ['a file URL', { url: 'file:///etc/passwd' }, 'url_invalid /url'],
    ['a password', { url: 'https://me:pw@shop.test/' }, 'url_invalid /url'],
    ['the port of a different protocol', { url: 'http://shop.test:25/' }, 'url_invalid /url'],
    ['an unknown event', { url: URL, events: ['render.done'] }, 'invalid_request /events/0'],
    ['no events', { url: URL, events: [] }, 'invalid_request /events'],
    ['an unknown field', { url: URL, name: 'x' }, 'invalid_request /name'],
  ])('with %s is rejected', async (_name, body, fault) => {
    await using t = await temporaryApi();
    const { status, json } = await send(t, PATH, body);
    expect(status).toBe(422);
    expect(`${json.errors[0].code} ${json.errors[0].pointer}`).toBe(fault);
  });

  test('can be changed, disabled, enabled and removed with its delivery log', async () => {
    await using t = await temporaryApi();
    const { id } = await add(t);
    const change = async (body: object) =>
      (await patch(t, `${PATH}/${id}`, body)).json.webhook_endpoint;
    const events = ['template_style_version.status.changed'];
    expect(await change({ url: 'https://other.test/', events })).toMatchObject({
      url: 'https://other.test/',
      events,
    });
    await emit(t);
    expect(await deliveriesOf(t, id)).toEqual([]);
    await change({ events: null });
    await emit(t);
    expect(await deliveriesOf(t, id)).toMatchObject([{ status: 'pending', attempts: [] }]);
    expect(await change({ status: 'disabled' })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'requested',
    });
    expect(await deliveriesOf(t, id)).toMatchObject([{ status: 'failed' }]);
    await emit(t);
    expect(await deliveriesOf(t, id)).toHaveLength(1);
    expect(await change({ status: 'enabled' })).toMatchObject({ disabled_reason: null });
    expect((await t.send('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect((await t.send('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await t.send('GET', `${PATH}/${id}/deliveries`)).status).toBe(404);
  });

  test('cannot be used by a different account or with a token without the scope', async () => {
    await using t = await temporaryApi();
    const { id } = await add(t);
    await emit(t);
    const [{ id: deliveryId }] = await deliveriesOf(t, id);
    const { id: accountId } = await t.db.accounts.insert('second');
    const other = { authorization: `Bearer ${await t.token('*', accountId)}` };
    const reader = { authorization: `Bearer ${await t.token('webhook_endpoint:read')}` };
    const get = (path: string, headers: Record<string, string>) =>
      t.send('GET', path, undefined, headers);
    for (const path of [`${PATH}/${id}`, `/v2/webhook_deliveries/${deliveryId}`]) {
      expect((await get(path, other)).status).toBe(404);
      expect((await get(path, reader)).status).toBe(200);
    }
    expect((await get(PATH, other)).json.webhook_endpoints).toEqual([]);
    expect((await send(t, PATH, { url: URL }, reader)).status).toBe(403);
  });

  test('cannot be created above 500 per account, not counting endpoints of sessions', async () => {
    await using t = await temporaryApi();
    await t.db.transaction(async (tx) => {
      for (let i = 0; i < 500; i++) {
        await tx.webhookEndpoints.insert({
          id: `whe_${i}`,
          accountId: DEFAULT_ACCOUNT,
          encryptedUrl: URL,
          events: null,
          encryptedSecret: '',
          renderSessionId: i === 0 ? 'rs_1' : null,
        });
      }
    });
    expect((await send(t, PATH, { url: URL })).status).toBe(201);
    const { status, json } = await send(t, PATH, { url: URL });
    expect(status).toBe(409);
    expect(json.detail).toContain('too many webhook endpoints (limit: 500)');
  });

  test('is listed page by page', async () => {
    await using t = await temporaryApi();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      t.clock.ms += i % 2;
      ids.push((await add(t)).id);
    }
    const listedIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await t.send('GET', `${PATH}?limit=2${page}`);
      listedIds.push(...json.webhook_endpoints.map((endpoint: { id: string }) => endpoint.id));
      cursor = json.next_cursor;
    }
    expect(listedIds.toSorted()).toEqual(ids.toSorted());
  });
});

test('the stream of events needs the scopes of all objects in it', async () => {
  await using t = await temporaryApi();
  const watch = async (scope: string) => {
    const headers = { authorization: `Bearer ${await t.token(scope)}` };
    return t.send('GET', '/v2/webhook_events', undefined, headers);
  };
  for (const scope of [
    'webhook_endpoint:read',
    'webhook_endpoint:read,render_session:read',
    'webhook_endpoint:read,render_session:read:rs_1,template_style_version:read',
  ]) {
    expect(await watch(scope)).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  }
  const address = await t.listen();
  const token = await t.token(
    'webhook_endpoint:read,render_session:read,template_style_version:read',
  );
  const response = await fetch(`${address}/v2/webhook_events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
});

test('the stream of events continues when the clock steps back', async () => {
  await using t = await temporaryApi();
  const address = await t.listen();
  const watch = (last?: number) =>
    fetch(`${address}/v2/webhook_events`, {
      headers: {
        authorization: `Bearer ${t.owner}`,
        ...(last !== undefined && { 'last-event-id': `${last}` }),
      },
    });
  const response = await watch();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const received = async (stream: typeof reader, subject: string) => {
    let text = '';
    while (!text.includes(subject)) {
      const { value, done: isDone } = (await stream?.read()) ?? { done: true };
      if (isDone) break;
      text += value;
    }
    return text;
  };
  await emit(t, 'rs_before');
  expect(await received(reader, 'rs_before')).toContain('rs_before');
  const lastMs = t.clock.ms;
  t.clock.ms -= 3600_000;
  await emit(t, 'rs_after');
  expect(await received(reader, 'rs_after')).toContain('rs_after');
  await reader?.cancel();
  // So does a new stream after the last event before the step.
  const secondReader = (await watch(lastMs)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await received(secondReader, 'rs_after')).toContain('rs_after');
  await secondReader?.cancel();
});

describe('the delivery log', () => {
  test('can be filtered and paged, and a delivery can be replayed', async () => {
    await using t = await temporaryApi();
    const { id } = await add(t);
    for (const subject of ['rs_1', 'rs_2', 'rs_3']) {
      await emit(t, subject);
      t.clock.ms += 1;
    }
    const [third, second] = await deliveriesOf(t, id);
    expect(third).toMatchObject({
      webhook_endpoint_id: id,
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'render_session.external_upload.complete',
      subject_id: 'rs_3',
      sequence: 1,
    });
    const page = await t.send('GET', `${PATH}/${id}/deliveries?limit=1`);
    const next = await deliveriesOf(t, id, `?limit=1&cursor=${page.json.next_cursor}`);
    expect(next).toEqual([second]);
    expect(await deliveriesOf(t, id, '?status=failed')).toEqual([]);
    const replay = await t.send('POST', `/v2/webhook_deliveries/${third.id}/replay`);
    expect(replay.status).toBe(201);
    // The first delivery is not sent yet.
    expect(replay.json.webhook_delivery).toMatchObject({ id: third.id, status: 'pending' });
    expect(await deliveriesOf(t, id)).toHaveLength(3);
  });

  test('of a time range can be replayed, but not to a disabled endpoint', async () => {
    await using t = await temporaryApi();
    const { id } = await add(t);
    const since = new Date(t.clock.ms).toISOString();
    await patch(t, `${PATH}/${id}`, { status: 'disabled' });
    await emit(t, 'rs_1');
    t.clock.ms += 60_000;
    const replay = (body: object) => send(t, `${PATH}/${id}/replay`, body);
    expect(await replay({ since })).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect((await t.send('POST', `${PATH}/${id}/test`)).status).toBe(409);
    await patch(t, `${PATH}/${id}`, { status: 'enabled' });
    expect((await replay({ since })).json).toEqual({ replayed: 1 });
    // It is not sent yet, and no second delivery of it is created.
    expect((await replay({ since, which: 'all' })).json).toEqual({ replayed: 1 });
    expect(await deliveriesOf(t, id, '?status=pending')).toHaveLength(1);
    const until = new Date(t.clock.ms + 1).toISOString();
    expect((await replay({ since: until })).status).toBe(422);
    expect((await replay({ since: 'yesterday' })).json.errors[0].pointer).toBe('/since');
  });
});

describe('the webhook of a session', () => {
  const SESSIONS = '/v2/render_sessions';
  const body = (changes: object) => ({
    title: 'x',
    render: 'preview',
    mapping: { template_style_version_id: 'tsv_ready', resources: RESOURCES },
    ...changes,
  });

  test('receives all events of its session and no others', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const { json } = await send(t, SESSIONS, body({ webhook_url: URL }));
    const { id } = json.render_session;
    expect(json.webhook_secret).toMatch(/^whsec_/);
    await send(t, SESSIONS, body({}));
    const listed = await t.send('GET', `${PATH}?render_session_id=${id}`);
    const [endpoint, ...others] = listed.json.webhook_endpoints;
    expect(others).toEqual([]);
    expect(endpoint).toMatchObject({ url: URL, render_session_id: id });
    expect((await t.send('GET', PATH)).json.webhook_endpoints).toEqual([]);
    await t.send('POST', `${SESSIONS}/${id}/cancel`);
    const log = await deliveriesOf(t, endpoint.id);
    expect(log.map((delivery: { sequence: number }) => delivery.sequence).sort()).toEqual([1, 2]);
  });

  test('is signed with the secret that the client sent', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const good = await send(t, SESSIONS, body({ webhook_url: URL, webhook_secret: secret }));
    expect(good.status).toBe(201);
    expect(good.text).not.toContain(secret);
    const bad = await send(
      t,
      SESSIONS,
      body({ webhook_url: 'http://192.168.0.1/', webhook_secret: 'whsec_mine' }),
    );
    expect(bad.json.errors).toMatchObject([
      { code: 'asset_private_address', pointer: '/webhook_url' },
      { code: 'invalid_request', pointer: '/webhook_secret' },
    ]);
    expect(bad.text).not.toContain('whsec_mine');
  });
});
