import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { RESOURCES } from '../api.fixture.ts';
import { temporarySessions as api, PATH } from './sessions.fixture.ts';

const SIGNED = 'https://up.example.com/v.mp4?X-Amz-Signature=planted';

const statuses = async (t: Awaited<ReturnType<typeof api>>, id: string) =>
  (await t.db.events.after(id, 0, 99))
    .filter(({ type }) => type === 'render_session.status.changed')
    .map(({ data }) => (data as { render_session: { status: string } }).render_session.status);

describe('a render', () => {
  test('of a draft gives a preview, and its final keeps the preview visible until it ends', async () => {
    await using t = await api();
    const { id } = await t.create();
    const first = await t.at(id, 'render', { render: 'preview' });
    expect(first).toMatchObject({
      status: 200,
      json: { render_session: { status: 'preview_rendering', render_progress: 0 } },
    });
    await t.rendered(id, 'preview');
    const preview = await t.read(id);
    expect(preview).toMatchObject({ status: 'preview_rendered', render_progress: 100 });
    const { json } = await t.at(id, 'render', { render: 'final' });
    expect(json.render_session).toMatchObject({
      status: 'final_rendering',
      render_progress: 0,
      phase: 'queued',
      queue_position: 1,
      video_url: expect.stringContaining(`sessions/${id}/preview/video.mp4`),
      outputs: [{ file: 'video', url: expect.stringContaining('A+title.mp4') }],
    });
    await t.rendered(id, 'final');
    expect((await t.read(id)).video_url).toContain(`sessions/${id}/final/video.mp4`);
    expect(await statuses(t, id)).toEqual([
      ...['draft', 'preview_rendering', 'preview_rendered', 'final_rendering', 'final_rendered'],
    ]);
    expect(t.asked.started).toEqual([`${id} 1`, `${id} 2`]);
  });

  test('that is running or finished is not started again', async () => {
    await using t = await api();
    const { id } = await t.create();
    const key = { 'idempotency-key': 'k' };
    for (const headers of [{}, {}, key, key]) {
      expect((await t.at(id, 'render', { render: 'final' }, headers)).status).toBe(200);
    }
    await t.rendered(id, 'final');
    const { json } = await t.at(id, 'render', { render: 'final' });
    expect(json.render_session.status).toBe('final_rendered');
    expect(t.asked.started).toEqual([`${id} 1`]);
  });

  test('that is requested several times simultaneously starts once', async () => {
    await using t = await api();
    const { id } = await t.create();
    await Promise.all([1, 2, 3].map(() => t.at(id, 'render', { render: 'preview' })));
    expect(t.asked.started).toEqual([`${id} 1`]);
  });

  test.each([
    ['preview_rendering', 'final', /Wait/],
    ['final_rendering', 'preview', /new session/],
    ['final_rendered', 'preview', /new session/],
    ['failed', 'preview', /retry/],
    ['canceled', 'final', /new session/],
  ])('of a session that is %s cannot be a %s', async (status, render, hint) => {
    await using t = await api();
    const kind = status.startsWith('final') ? 'final' : 'preview';
    const { id } = await t.create({ render: kind });
    if (status.endsWith('rendered')) await t.rendered(id, kind);
    if (status === 'failed') await t.failed(id);
    if (status === 'canceled') await t.at(id, 'cancel');
    const answer = await t.at(id, 'render', { render });
    expect(answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(answer.json.errors[0].hint).toMatch(hint);
    expect(t.asked.started).toEqual([`${id} 1`]);
  });

  test('of an unknown kind is rejected', async () => {
    await using t = await api();
    const { id } = await t.create();
    expect((await t.at(id, 'render', { render: 'nothing' })).status).toBe(422);
  });

  test('of a preview whose input snapshot has expired is rejected', async () => {
    await using t = await api();
    const { id } = await t.create({ render: 'preview' });
    await t.rendered(id, 'preview');
    t.clock.ms += 1000;
    const answer = await t.at(id, 'render', { render: 'final' });
    expect(answer).toMatchObject({ status: 409, json: { code: 'inputs_gone' } });
    expect((await t.read(id)).status).toBe('preview_rendered');
  });

  test('of a draft that has become invalid returns its faults', async () => {
    await using t = await api();
    const { id } = await t.create();
    await t.db.templateVersions.update('tsv_ready', { editables: {} });
    const { status, json } = await t.at(id, 'render', { render: 'preview' });
    expect([status, json.errors[0].pointer]).toEqual([422, '/mapping/resources/t_01']);
    expect((await t.read(id)).status).toBe('draft');
  });

  test('is rejected with 429 when the queue is full, and can be started later with the same key', async () => {
    await using t = await api();
    const { id } = await t.create();
    const key = { 'idempotency-key': 'k' };
    t.asked.refuse = new AppError('queue_full', 'Too many.');
    const refused = await t.at(id, 'render', { render: 'preview' }, key);
    expect(refused).toMatchObject({ status: 429, json: { code: 'queue_full' } });
    expect(await t.read(id)).toMatchObject({ status: 'draft' });
    delete t.asked.refuse;
    const replay = await t.at(id, 'render', { render: 'preview' }, key);
    expect(replay).toMatchObject({
      status: 200,
      json: { render_session: { status: 'preview_rendering' } },
    });
    expect(t.asked.started).toEqual([`${id} 1`]);
  });
});

describe('a retry', () => {
  test('continues after a failure, and shows the preview again', async () => {
    await using t = await api();
    const { id } = await t.create({ render: 'preview' });
    const hintOf = async () => (await t.at(id, 'retry')).json.errors[0].hint;
    expect(await hintOf()).toContain('Wait');
    await t.rendered(id, 'preview');
    expect(await hintOf()).toContain('final');
    await t.at(id, 'render', { render: 'final' });
    await t.db.renderSessions.progress(id, { phase: 'rendering', percent: 40 });
    await t.failed(id);
    const nothing = { width: null, duration: null, loudness: null, receipt: null, timings: {} };
    const noFiles = { video_url: null, outputs: [], thumbnails: [] };
    expect(await t.read(id)).toMatchObject({ ...noFiles, ...nothing });
    expect((await t.at(id, 'retry', { render: 'preview' })).status).toBe(422);
    const key = { 'idempotency-key': 'again' };
    const { json } = await t.at(id, 'retry', undefined, key);
    expect(json.render_session).toMatchObject({
      status: 'final_rendering',
      render_progress: 40,
      errors: [],
      video_url: expect.stringContaining('/preview/'),
    });
    expect((await t.at(id, 'retry', undefined, key)).headers['idempotent-replayed']).toBe('true');
    expect((await t.at(id, 'retry')).status).toBe(409);
    expect(t.asked.started).toEqual([`${id} 1`, `${id} 2`, `${id} 3`]);
  });
});

describe('a change', () => {
  const patch = (t: Awaited<ReturnType<typeof api>>, id: string, body: object) =>
    t.send('PATCH', `${PATH}/${id}`, body);

  test('of the title is always possible, and of the mapping only for a draft', async () => {
    await using t = await api();
    const draft = await t.create();
    const text = { ...RESOURCES, t_01: { source: { text: 'Another' } } };
    const mapping = { ...draft.mapping, resources: text };
    const { status, json } = await patch(t, draft.id, { title: 'New', mapping });
    expect(status).toBe(200);
    expect(json.render_session).toMatchObject({ title: 'New', mapping });
    await t.at(draft.id, 'render', { render: 'preview' });
    const refused = await patch(t, draft.id, { mapping });
    expect(refused.status).toBe(409);
    expect(refused.json.errors[0].hint).toContain('cancel');
    expect((await patch(t, draft.id, { title: 'Newer' })).status).toBe(200);
    expect(await t.read(draft.id)).toMatchObject({ title: 'Newer', mapping });
  });

  test('is checked like a new session', async () => {
    await using t = await api();
    const { id } = await t.create({ output: { format: 'mp4', codec: 'av1', width: 64 * 16 } });
    await t.addVersion(undefined, 'tsv_wide');
    await t.db.templateVersions.update('tsv_wide', { width: 1600, height: 90 });
    const bad = { ...t.mapping, resources: {}, id: 'map_other' };
    const { status, json } = await patch(t, id, { titel: 1, title: '', mapping: bad });
    expect(status).toBe(422);
    expect(json.errors.map((e: { pointer: string }) => e.pointer)).toEqual([
      '/title',
      '/titel',
      '/mapping/id',
    ]);
    const wide = await patch(t, id, {
      mapping: { ...t.mapping, template_style_version_id: 'tsv_wide' },
    });
    expect(wide.json.errors).toMatchObject([{ pointer: '/mapping/template_style_version_id' }]);
  });
});

describe('uploads of several renders', () => {
  const uploads = [
    { to: 's3://acme/{id}.{ext}' },
    { to: SIGNED },
    { to: 's3://acme/preview.mp4', render: 'preview' },
    { to: 's3://acme/final/', file: 'video_2', render: 'final' },
  ];
  const output = [{}, { format: 'webm' }];
  const uploadLines = async (t: Awaited<ReturnType<typeof api>>, id: string) =>
    ((await t.db.renderSessions.find(id))?.deliveries ?? []).map(
      ({ render, status, target, contentType }) =>
        `${render} ${status} ${target.replace(id, 'ID')} ${contentType}`,
    );

  test('are sent after each render, or only after the render that they name', async () => {
    await using t = await api();
    const { id } = await t.create({ external_uploads: uploads, output });
    await t.at(id, 'render', { render: 'preview' });
    await t.rendered(id, 'preview');
    expect(await uploadLines(t, id)).toEqual([
      'preview pending s3://acme/ID.mp4 video/mp4',
      'preview pending https://up.example.com/v.mp4 video/mp4',
      'preview pending s3://acme/preview.mp4 video/mp4',
      'final waiting s3://acme/final/video_2.webm video/webm',
    ]);
    const [first = '', signed = ''] = await t.db.deliveries.openOf(id);
    for (const uploadId of [first, signed]) {
      const remoteObject = { remoteId: 'r', bytes: 1, md5: 'm', version: null };
      await t.db.deliveries.complete({ id: uploadId, claim: 0 }, remoteObject);
    }
    await t.at(id, 'render', { render: 'final' });
    await t.rendered(id, 'final');
    expect(await uploadLines(t, id)).toEqual([
      'preview complete s3://acme/ID.mp4 video/mp4',
      'preview complete https://up.example.com/v.mp4 video/mp4',
      // An upload of the preview that has not arrived before the final is canceled.
      'preview canceled s3://acme/preview.mp4 video/mp4',
      'final pending s3://acme/final/video_2.webm video/webm',
      'final pending s3://acme/ID.mp4 video/mp4',
      'final pending https://up.example.com/v.mp4 video/mp4',
    ]);
    // The signature of a presigned URL stays stored for the upload that still needs it.
    const boxes = new Map<string, boolean>();
    for (const upload of (await t.db.renderSessions.find(id))?.deliveries ?? []) {
      if (!upload.target.startsWith('https')) continue;
      const box = (await t.db.deliveries.find(upload.id))?.encryptedQuery ?? null;
      boxes.set(`${upload.render} ${upload.status}`, box !== null);
    }
    expect([...boxes]).toEqual([
      ['preview complete', false],
      ['final pending', true],
    ]);
  });

  test('wait again after a retry', async () => {
    await using t = await api();
    const { id } = await t.create({ external_uploads: uploads, output, render: 'final' });
    await t.failed(id);
    const canceled = await uploadLines(t, id);
    expect(canceled.every((line) => line.includes(' canceled '))).toBe(true);
    await t.at(id, 'retry');
    await t.rendered(id, 'final');
    expect(await uploadLines(t, id)).toEqual([
      'final pending s3://acme/ID.mp4 video/mp4',
      'final pending https://up.example.com/v.mp4 video/mp4',
      'preview canceled s3://acme/preview.mp4 video/mp4',
      'final pending s3://acme/final/video_2.webm video/webm',
    ]);
  });

  test('with the same target or an output that does not exist are rejected', async () => {
    await using t = await api();
    const wrong = [
      { to: 's3://acme/v', render: 'preview' },
      { to: 's3://acme/v', render: 'final' },
      { to: 's3://acme/v' },
      { to: 's3://acme/w', file: 'video_3' },
    ];
    const body = { title: 'x', mapping: t.mapping, output, external_uploads: wrong };
    const { json } = await t.send('POST', PATH, body);
    expect(json.errors.map((e: { pointer: string }) => e.pointer)).toEqual([
      '/external_uploads/2/to',
      '/external_uploads/3/file',
    ]);
  });
});

test('a session has its queue position, its estimated end and its expiry time', async () => {
  await using t = await api({ sessionTtlSeconds: 60 });
  const first = await t.create({ render: 'final' });
  t.clock.ms += 1;
  const second = await t.create({ render: 'final' });
  expect(first.expires_at).toBe('2026-11-20T09:31:00.000Z');
  expect((await t.read(second.id)).queue_position).toBe(2);
  const batch = await t.create({ render: 'final', priority: 'batch' });
  t.clock.ms += 1;
  const third = await t.create({ render: 'final' });
  expect((await t.read(third.id)).queue_position).toBe(3);
  expect((await t.read(batch.id)).queue_position).toBe(4);
  expect(t.asked.started).toContain(`${batch.id} 1 batch`);
  await t.db.renderSessions.progress(first.id, {
    phase: 'rendering',
    percent: 50,
    etaMs: t.clock.ms + 2500,
  });
  expect(await t.read(first.id)).toMatchObject({ queue_position: null, eta_seconds: 3 });
  expect(await t.read(second.id)).toMatchObject({ queue_position: 1, eta_seconds: null });
  await t.rendered(first.id, 'final');
  expect(await t.read(first.id)).toMatchObject({ eta_seconds: null });
  t.clock.ms += 61_000;
  await t.db.renderSessions.markForDeletion(t.clock.ms);
  expect(await t.db.renderSessions.markedForDeletion('', 10)).toEqual([{ id: first.id }]);
  expect((await t.at(first.id, 'render', { render: 'final' })).status).toBe(404);
});

test('a retry without the input snapshot of the preview is rejected', async () => {
  await using t = await api();
  const { id } = await t.create({ render: 'preview' });
  await t.rendered(id, 'preview');
  await t.at(id, 'render', { render: 'final' });
  await t.failed(id);
  t.clock.ms += 1000;
  const answer = await t.at(id, 'retry');
  expect(answer).toMatchObject({ status: 409, json: { code: 'inputs_gone' } });
  expect((await t.read(id)).status).toBe('failed');
});

test('a different account cannot use a session or its mapping', async () => {
  await using t = await api();
  const { id, mapping } = await t.create();
  const { id: account } = await t.db.accounts.insert('second');
  const other = { authorization: `Bearer ${await t.token('*', account)}` };
  const sessionPath = `${PATH}/${id}`;
  for (const [method, url, body] of [
    ['PATCH', sessionPath, { title: 'y' }],
    ['POST', `${sessionPath}/render`, { render: 'preview' }],
    ['POST', `${sessionPath}/retry`, undefined],
    ['DELETE', sessionPath, undefined],
    ['GET', `${sessionPath}/events`, undefined],
  ] as const) {
    expect((await t.send(method, url, body, other)).status, `${method} ${url}`).toBe(404);
  }
  expect(await t.read(id)).toMatchObject({ status: 'draft', title: 'A title' });

  const mappingAnswer = await t.send('POST', '/v2/mappings', t.mapping);
  await t.addVersion(account, 'tsv_theirs');
  for (const [name, headers] of [
    [mappingAnswer.json.mapping.id, other],
    // The mapping of a session is not a stored mapping.
    [mapping.id, {}],
  ] as const) {
    const body = { title: 'x', mapping_id: name };
    const { status, json } = await t.send('POST', PATH, body, headers);
    expect([status, json.errors[0].pointer]).toEqual([422, '/mapping_id']);
  }
});
