import { describe, expect, test } from 'vitest';
import { readWait } from '../../http/prefer-wait.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';
import { readSeen } from './watch.ts';

const PATH = '/v2/render_sessions';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

async function create(t: Api): Promise<string> {
  if (!(await t.db.templateVersions.find('tsv_ready'))) await t.addVersion();
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const body = JSON.stringify({ title: 'x', render: 'preview', mapping });
  const { json } = await t.send('POST', PATH, body, { 'content-type': 'application/json' });
  return json.render_session.id;
}

/** Reads a stream of events until it ends or `stop` returns true. */
async function watch(
  t: Api,
  id: string,
  headers: Record<string, string> = {},
  onEvent: (event: { event: string; id: string; data: string }) => void = () => undefined,
) {
  const response = await fetch(`${await listen(t)}${PATH}/${id}/events`, {
    headers: { authorization: `Bearer ${t.owner}`, ...headers },
  });
  const events: { event: string; id: string; data: string }[] = [];
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks.filter((lines) => lines.startsWith('event: '))) {
      const fields = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
      const [event = '', eventId = '', data = ''] = fields;
      events.push({ event, id: eventId, data });
      onEvent({ event, id: eventId, data });
    }
  }
  return { status: response.status, type: response.headers.get('content-type'), events };
}

const addresses = new WeakMap<object, Promise<string>>();
function listen(t: Api): Promise<string> {
  const address = addresses.get(t) ?? t.listen();
  addresses.set(t, address);
  return address;
}

describe('the events of a session', () => {
  test('contain each status and the progress in between, and end with the session', async () => {
    await using t = await temporaryApi();
    const id = await create(t);
    const { status, type, events } = await watch(t, id, {}, ({ event, data }) => {
      const reported = JSON.parse(data);
      if (event === 'status' && reported.render_session.status === 'preview_rendering')
        void t.db.renderSessions.progress(id, { phase: 'rendering', percent: 40 });
      if (reported.render_progress === 40)
        void t.db.renderSessions.finish(id, 'preview_rendered', { phase: 'done' });
    });
    expect({ status, type }).toEqual({ status: 200, type: 'text/event-stream; charset=utf-8' });
    expect(events.map(({ event, id: at }) => `${event} ${at}`)).toEqual([
      'status 1-0',
      'progress 1-40',
      'status 2-100',
    ]);
    expect(JSON.parse(events[1]?.data ?? '')).toEqual({ render_progress: 40, phase: 'rendering' });
    expect(JSON.parse(events[2]?.data ?? '').render_session).toMatchObject({
      id,
      status: 'preview_rendered',
    });
    const remainder = await watch(t, id, { 'last-event-id': '1-40' });
    expect(remainder.events.map(({ id: at }) => at)).toEqual(['2-100']);
    expect(await watch(t, id, { 'last-event-id': '2-100' })).toMatchObject({ status: 204 });
  });

  test('contain only the current status when the stored events have expired', async () => {
    await using t = await temporaryApi();
    const id = await create(t);
    await t.db.renderSessions.finish(id, 'preview_rendered', { phase: 'done' });
    await t.db.webhookDeliveries.prune(0, t.clock.ms + 1);
    const { events } = await watch(t, id);
    expect(events).toMatchObject([{ event: 'status', id: '1-100' }]);
    expect(JSON.parse(events[0]?.data ?? '').render_session.status).toBe('preview_rendered');
    expect(await watch(t, id, { 'last-event-id': '1-100' })).toMatchObject({ status: 204 });
  });

  test('end when the service stops, and when the session is removed', async () => {
    const t = await temporaryApi({ drainMs: 30_000 });
    const id = await create(t);
    const removed = await watch(t, id, {}, () => void t.send('DELETE', `${PATH}/${id}`));
    expect(removed.events[0]).toMatchObject({ event: 'status', id: '1-0' });
    let stopping: Promise<void> | undefined;
    const stopped = await watch(t, await create(t), {}, () => {
      stopping = t[Symbol.asyncDispose]();
    });
    expect(stopped.events).toMatchObject([{ event: 'status', id: '1-0' }]);
    await stopping;
  });

  test.each([
    [undefined, 0, -1],
    ['3-45', 3, 45],
    ['3', 0, -1],
    ['x-y', 0, -1],
  ])('continue after Last-Event-ID %s', (header, sequence, percent) => {
    expect(readSeen(header)).toEqual({ sequence, percent });
  });
});

describe('Prefer: wait', () => {
  test('delays the response until the status changes, and not for a session that does not render', async () => {
    await using t = await temporaryApi();
    const id = await create(t);
    let isAnswered = false;
    const waiting = t.send('GET', `${PATH}/${id}`, undefined, { prefer: 'wait=60' });
    void waiting.then(() => (isAnswered = true));
    // Later requests without the header are answered first.
    for (let later = 0; later < 3; later++) await t.send('GET', `${PATH}/${id}`);
    expect(isAnswered).toBe(false);
    await t.db.renderSessions.finish(id, 'failed', { phase: 'done' });
    const answer = await waiting;
    expect(answer.json.render_session.status).toBe('failed');
    expect(answer.headers['preference-applied']).toBe('wait=60');
    const unchanged = await t.send('GET', `${PATH}/${id}`, undefined, { prefer: 'wait=60' });
    expect(unchanged.json).toEqual(answer.json);
  });

  test('returns the unchanged status after its time', async () => {
    await using t = await temporaryApi();
    const id = await create(t);
    const { json } = await t.send('GET', `${PATH}/${id}`, undefined, { prefer: 'wait=1' });
    expect(json.render_session.status).toBe('preview_rendering');
  });

  test.each([
    [undefined, 0],
    ['wait=30', 30],
    ['respond-async, wait=5', 5],
    ['wait=100', 60],
    ['wait=-1', 0],
    ['await=3', 0],
  ])('%s waits %i s', (header, seconds) => {
    expect(readWait(header)).toBe(seconds);
  });
});

test('removing a session cancels its render, reports it and removes its files and mapping', async () => {
  await using t = await temporaryApi();
  const id = await create(t);
  await t.store.putBytes(`sessions/${id}/video.mp4`, Buffer.from('x'));
  const { mapping } = (await t.db.renderSessions.find(id)) ?? {};
  expect((await t.send('DELETE', `${PATH}/${id}`)).status).toBe(204);
  expect(t.asked.canceled).toEqual([id]);
  expect((await t.send('GET', `${PATH}/${id}`)).status).toBe(404);
  expect((await t.send('DELETE', `${PATH}/${id}`)).status).toBe(404);
  expect(await t.store.stat(`sessions/${id}/video.mp4`)).toBeUndefined();
  expect(await t.db.mappings.findIn('acc_default', mapping?.id ?? '')).toBeUndefined();
  const events = await t.db.events.after(id, 0, 99);
  expect(
    events.map(
      ({ data }) => (data as { render_session: { status: string } }).render_session.status,
    ),
  ).toEqual(['preview_rendering', 'canceled']);
});

test('streams and waits of a client end when it is removed', async () => {
  await using t = await temporaryApi();
  const id = await create(t);
  const token = await t.token();
  const authorization = `Bearer ${token}`;
  const clientId = (await t.db.tokens.find(token))?.clientId ?? '';
  const opened = Promise.withResolvers<unknown>();
  const streaming = watch(t, id, { authorization }, opened.resolve);
  const waiting = t.send('GET', `${PATH}/${id}`, undefined, { authorization, prefer: 'wait=60' });
  await opened.promise;
  expect(await t.db.clients.remove(clientId)).toBe(true);
  expect(await waiting).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  const { status, events } = await streaming;
  expect([status, events.map(({ event }) => event)]).toEqual([200, ['status']]);
});
