import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';

const SIGNED = 'https://up.example.com/v.mp4?X-Amz-Signature=planted-signature';

async function api() {
  const t = await temporaryApi();
  const id = await t.addVersion();
  await t.db.templateVersions.update(id, { stillcuts: { stillcut_01: 'a', stillcut_02: 'b' } });
  await t.send('POST', '/v2/destinations', {
    prefix: 's3://acme/renders',
    credentials: { access_key_id: 'x', secret_access_key: 'y' },
  });
  await t.send('POST', '/v2/destinations', {
    prefix: 'https://up.example.com/in',
    credentials: { headers: { authorization: 'x' } },
  });
  const post = (uploads: unknown, more: object = {}) =>
    t.send('POST', '/v2/render_sessions', {
      title: 'Grüße an Zoë',
      render: 'preview',
      metadata: { order: '7/8' },
      mapping: { template_style_version_id: id, resources: RESOURCES },
      external_uploads: uploads,
      ...more,
    });
  return { ...t, post };
}

test('a session lists its uploads with their targets', async () => {
  await using t = await api();
  const { status, json } = await t.post([
    { to: 's3://acme/renders/{id}/{title}-{metadata.order}.mp4' },
    { to: 's3://acme/renders/{id}/', file: 'poster', cache_control: 'max-age=60' },
    { to: 's3://acme/renders/{id}/', file: 'thumbnails', overwrite: false },
    { to: 's3://acme/renders/t_{index}.jpg', file: 'thumbnail_02' },
    { to: SIGNED },
  ]);
  expect(status).toBe(201);
  const session = json.render_session;
  expect(session.external_uploads).toMatchObject([
    { to: 's3://acme/renders/{id}/{title}-{metadata.order}.mp4', file: 'video', status: 'waiting' },
    { file: 'poster', remote_id: null, error: null, attempts: 0 },
    { file: 'thumbnail_01' },
    { file: 'thumbnail_02' },
    { file: 'thumbnail_02' },
    { to: 'https://up.example.com/v.mp4' },
  ]);
  const uploads = (await t.db.renderSessions.find(session.id))?.deliveries ?? [];
  expect(uploads.map(({ target }) => target)).toEqual([
    `s3://acme/renders/${session.id}/Grüße-an-Zoë-7-8.mp4`,
    `s3://acme/renders/${session.id}/poster.jpg`,
    `s3://acme/renders/${session.id}/thumbnail_01.jpg`,
    `s3://acme/renders/${session.id}/thumbnail_02.jpg`,
    's3://acme/renders/t_02.jpg',
    'https://up.example.com/v.mp4',
  ]);
  const answer = await t.send('GET', `/v2/render_sessions/${session.id}`);
  const list = await t.send('GET', '/v2/render_sessions');
  expect(answer.json.render_session.external_uploads).toEqual(session.external_uploads);
  expect(answer.text + list.text + JSON.stringify(json)).not.toContain('planted');
  for (const suffix of ['', '-wal']) {
    const file = join(dirname(t.filesFolder), `framepress.sqlite${suffix}`);
    expect(await readFile(file, 'latin1')).not.toContain('planted');
  }
});

const CUES = { source: { cues: [{ start: 0, end: 1, text: 'Hello' }] } };

test('captions are delivered beside a video', async () => {
  await using t = await api();
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const captions = [
    { ...CUES, language: 'de' },
    { ...CUES, language: 'pt-BR' },
    { ...CUES, language: 'de' },
    CUES,
  ];
  const place = 's3://acme/renders';
  const { status, json } = await t.post(
    [
      { to: `${place}/{title}.{ext}`, captions: ['vtt'], content_type: 'video/x' },
      { to: `${place}/{id}/`, captions: ['vtt', 'srt'], cache_control: 'max-age=60' },
      { to: `${place}/v1.2/video`, captions: ['srt'] },
    ],
    { mapping: { ...mapping, captions } },
  );
  expect(status, JSON.stringify(json)).toBe(201);
  const { id } = json.render_session;
  const uploads = (await t.db.renderSessions.find(id))?.deliveries ?? [];
  const names = (start: string, ...extensions: string[]) =>
    ['.de', '.pt-BR', '.de-2', ''].flatMap((language) =>
      extensions.map((extension) => `${place}/${start}${language}.${extension}`),
    );
  expect(uploads.map(({ target }) => target)).toEqual([
    `${place}/Grüße-an-Zoë.mp4`,
    ...names('Grüße-an-Zoë', 'vtt'),
    `${place}/${id}/video.mp4`,
    ...names(`${id}/video`, 'vtt', 'srt'),
    `${place}/v1.2/video`,
    ...names('v1.2/video', 'srt'),
  ]);
  expect(uploads.slice(0, 3)).toMatchObject([
    { file: 'video', contentType: 'video/x' },
    { file: 'captions.vtt', contentType: 'text/vtt; charset=utf-8' },
    { file: 'captions_2.vtt' },
  ]);
  expect(uploads[7]).toMatchObject({ file: 'captions.srt', cacheControl: 'max-age=60' });
});

test('a draft keeps the captions that it delivers', async () => {
  await using t = await api();
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const uploads = [{ to: 's3://acme/renders/{id}.mp4', captions: ['vtt'] }];
  const created = await t.post(uploads, {
    render: undefined,
    mapping: { ...mapping, captions: [CUES, { ...CUES, language: 'de' }] },
  });
  const path = `/v2/render_sessions/${created.json.render_session.id}`;
  const refused = await t.send('PATCH', path, { mapping_changes: { captions: CUES } });
  expect(refused.json.errors).toMatchObject([
    { code: 'invalid_request', message: expect.stringContaining('captions_2.vtt') },
  ]);
  const changes = { mapping_changes: { captions: null }, external_uploads: uploads };
  const changed = await t.send('PATCH', path, changes);
  expect(changed.json.render_session.external_uploads).toMatchObject([{ file: 'video' }]);
  expect(changed.json.render_session.external_uploads).toHaveLength(1);
});

test.each<[string, unknown, string[]]>([
  [
    'captions beside an image, beside a presigned URL, or in other formats',
    [
      { to: 's3://acme/renders/{id}.jpg', file: 'poster', captions: ['vtt'] },
      { to: SIGNED, captions: ['srt'] },
      { to: 's3://acme/renders/a.mp4', captions: ['ass'] },
      { to: 's3://acme/renders/b.mp4', captions: ['vtt', 'vtt'] },
    ],
    [
      'invalid_request /external_uploads/2/captions/0',
      'invalid_request /external_uploads/3/captions',
      'invalid_request /external_uploads/0/captions',
      'target_invalid /external_uploads/1/captions',
    ],
  ],
  ['an unknown scheme', [{ to: 'ftp://acme/v.mp4' }], ['target_invalid /external_uploads/0/to']],
  [
    'a target without a destination',
    [{ to: 's3://acme/other/v.mp4' }],
    ['destination_unknown /external_uploads/0/to'],
  ],
  [
    'a bucket whose name only begins with the prefix',
    [{ to: 's3://acme-2/renders/v' }],
    ['destination_unknown /external_uploads/0/to'],
  ],
  [
    'https without a signature',
    [{ to: 'https://x.com/v' }],
    ['destination_unknown /external_uploads/0/to'],
  ],
  [
    'an encoded .. that a server may decode',
    ['..%2fv', '%2e%2e%2Fv?sig=1', '..%2fo/v%ff', '..%5cv', '..%5cv?sig=1'].map((path) => ({
      to: `https://up.example.com/in/${path}`,
    })),
    [0, 1, 2, 3, 4].map((index) => `target_invalid /external_uploads/${index}/to`),
  ],
  [
    'a private address',
    [{ to: 'https://10.0.0.1/v?sig=1' }],
    ['asset_private_address /external_uploads/0/to'],
  ],
  [
    'an unknown placeholder',
    [{ to: 's3://acme/renders/{x}' }],
    ['target_invalid /external_uploads/0/to'],
  ],
  [
    'a target that is far too long',
    ['s3://acme/renders/', 's3:', 's3://acme/renders/{', ''].map((start) => ({
      to: `${start}${'x'.repeat(start.endsWith('{') ? 3000 : 4000)}${start.endsWith('{') ? '}' : ''}`,
    })),
    [
      ...[0, 1].map((index) => `invalid_request /external_uploads/${index}/to`),
      ...[2, 3].map((index) => `target_invalid /external_uploads/${index}/to`),
    ],
  ],
  [
    'a placeholder without a value',
    [{ to: 's3://acme/renders/{external_id}' }],
    ['target_invalid /external_uploads/0/to'],
  ],
  [
    'thumbnails in one file',
    [{ to: 's3://acme/renders/t.jpg', file: 'thumbnails' }],
    ['target_invalid /external_uploads/0/to'],
  ],
  [
    'a thumbnail that the template does not have',
    [{ to: 's3://acme/renders/t', file: 'thumbnail_03' }],
    ['invalid_request /external_uploads/0/file'],
  ],
  [
    'a misspelled field and two uploads with the same target',
    [{ To: 's3://acme/renders/v' }, { to: 's3://acme/renders/v' }, { to: 's3://acme/renders/v' }],
    [
      'invalid_request /external_uploads/0/to',
      'invalid_request /external_uploads/0/To',
      'target_invalid /external_uploads/2/to',
    ],
  ],
  [
    'several thumbnails for one presigned URL',
    [
      { to: SIGNED, file: 'thumbnails' },
      { to: `${SIGNED}&n={index}`, file: 'thumbnails' },
    ],
    [0, 1].map((index) => `target_invalid /external_uploads/${index}/to`),
  ],
])('%s is rejected', async (_, uploads, faults) => {
  await using t = await api();
  const { status, json } = await t.post(uploads);
  expect(status).toBe(422);
  const reported = json.errors.map(
    (fault: { code: string; pointer: string }) => `${fault.code} ${fault.pointer}`,
  );
  expect(reported).toEqual(faults);
  expect(JSON.stringify(json)).not.toContain('xxxxxxxx'.repeat(40));
  expect(t.asked.started).toEqual([]);
});

test('faults of uploads are reported together with all other faults', async () => {
  await using t = await api();
  const { json } = await t.post([{ to: 'ftp://x/y' }], { priority: 'soon', external_id: '' });
  expect(json.errors.map(({ code }: { code: string }) => code)).toEqual([
    'invalid_request',
    'invalid_request',
    'target_invalid',
  ]);
});

test('the phase is delivering until all uploads have ended', async () => {
  await using t = await api();
  const { json } = await t.post([{ to: 's3://acme/renders/v.mp4' }]);
  const { id } = json.render_session;
  await t.db.renderSessions.finish(id, 'preview_rendered', { phase: 'done' });
  const phase = async () =>
    (await t.send('GET', `/v2/render_sessions/${id}`)).json.render_session.phase;
  expect(await phase()).toBe('delivering');
  const [upload] = await t.db.deliveries.openOf(id);
  await t.db.deliveries.complete(
    { id: upload ?? '', claim: 0 },
    { remoteId: 's3://acme/renders/v.mp4', bytes: 1, md5: 'x', version: null },
  );
  expect(await phase()).toBe('done');
});

test('a cancel during the delivery stops the uploads and keeps the rendered status', async () => {
  await using t = await api();
  const { json } = await t.post([
    { to: 's3://acme/renders/a.mp4' },
    { to: 's3://acme/renders/b.mp4' },
    { to: SIGNED },
  ]);
  const { id, external_uploads: uploads } = json.render_session;
  await t.db.renderSessions.finish(id, 'preview_rendered', { phase: 'done' });
  const arrived = { remoteId: 's3://acme/renders/a.mp4', bytes: 1, md5: '', version: null };
  await t.db.deliveries.complete({ id: uploads[0].id, claim: 0 }, arrived);
  for (let attempt = 0; attempt < 2; attempt++) {
    const canceled = await t.send('POST', `/v2/render_sessions/${id}/cancel`);
    expect(canceled).toMatchObject({
      status: 200,
      json: {
        render_session: {
          status: 'preview_rendered',
          phase: 'done',
          external_uploads: ['complete', 'canceled', 'canceled'].map((status) => ({ status })),
        },
      },
    });
  }
  const canceledIds = uploads.slice(1).map((upload: { id: string }) => upload.id);
  expect(t.asked.retried).toEqual(canceledIds);
  const events = (await t.db.events.after(id, 0, 99)).filter(({ type }) =>
    type.endsWith('.canceled'),
  );
  expect(events.map(({ data }) => (data as Record<string, string>)['external_upload_id'])).toEqual(
    canceledIds,
  );
  // The upload of the final waits for the final render, so its URL stays stored.
  expect((await t.db.deliveries.find(canceledIds[1]))?.encryptedQuery).not.toBeNull();
  // A late report of the worker changes nothing.
  const late = { id: canceledIds[0], claim: 0 };
  expect(await t.db.deliveries.begin(late, 1, 1)).toBeUndefined();
  expect(await t.db.deliveries.complete(late, arrived)).toBe(false);
  expect(await t.db.deliveries.find(canceledIds[0])).toMatchObject({ status: 'canceled' });
});
