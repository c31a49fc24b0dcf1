import { describe, expect, test } from 'vitest';
import { RESOURCES } from '../api.fixture.ts';
import { PATH, temporarySessions } from './sessions.fixture.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const { c_01, t_01 } = RESOURCES;
const partial = { template_style_version_id: 'tsv_ready', resources: { c_01 } };

type Sessions = Awaited<ReturnType<typeof temporarySessions>>;
const patch = (t: Sessions, id: string, body: object) => t.send('PATCH', `${PATH}/${id}`, body);
const pointers = (json: { errors: { pointer: string }[] }) =>
  json.errors.map(({ pointer }) => pointer);

/** Adds a version with other editables: it has no color, and a subtitle. */
async function addSquare(t: Sessions) {
  await t.addVersion(undefined, 'tsv_square');
  const { editables = {} } = (await t.db.templateVersions.find('tsv_ready')) ?? {};
  const { t_01: text, [LOGO]: logo } = editables as Record<string, object>;
  await t.db.templateVersions.update('tsv_square', {
    width: 720,
    height: 720,
    editables: { t_01: text, t_02: { ...text, label: 'Subtitle' }, [LOGO]: logo },
    fonts: ['Roboto'],
  });
}

describe('a draft', () => {
  test('may be incomplete: its present entries are checked, its start needs all', async () => {
    await using t = await temporarySessions();
    const draft = await t.create({ mapping: partial });
    expect(draft).toMatchObject({ status: 'draft', missing_editables: ['t_01', LOGO] });
    const [listed] = (await t.send('GET', PATH)).json.render_sessions;
    expect(listed.missing_editables).toEqual(['t_01', LOGO]);

    const wrong = { ...partial, resources: { t_01: { source: { text: 1 } }, x: t_01 } };
    const refused = await t.send('POST', PATH, { title: 'x', mapping: wrong });
    expect(pointers(refused.json)).toEqual([
      '/mapping/resources/t_01/source/text',
      '/mapping/resources/x',
    ]);
    const start = await t.at(draft.id, 'render', { render: 'final' });
    expect(start.status).toBe(422);
    expect(start.json.errors).toMatchObject([
      { code: 'editable_missing', editable: 't_01' },
      { code: 'editable_missing', editable: LOGO },
    ]);
    const half = await patch(t, draft.id, { mapping_changes: { resources: { t_01 } } });
    expect(half.json.render_session.missing_editables).toEqual([LOGO]);
    const changes = { resources: { [LOGO]: RESOURCES[LOGO] } };
    const completion = await patch(t, draft.id, { mapping_changes: changes });
    expect(completion.json.render_session).toMatchObject({
      missing_editables: [],
      mapping: { resources: RESOURCES },
    });
    expect((await t.at(draft.id, 'render', { render: 'final' })).status).toBe(200);
  });

  test('that is started at once must be complete', async () => {
    await using t = await temporarySessions();
    const body = { title: 'x', render: 'preview', mapping: partial };
    const { status, json } = await t.send('POST', PATH, body);
    expect([status, json.code]).toEqual([422, 'editable_missing']);
  });

  test('accepts changes of its files, and a session that renders does not', async () => {
    await using t = await temporarySessions();
    const to = 's3://acme/{external_id}.{ext}';
    const { id } = await t.create({ external_uploads: [{ to }], external_id: 'one' });
    expect(pointers((await patch(t, id, { output: { format: 'gif' } })).json)).toEqual(['/output']);
    const changed = await patch(t, id, {
      external_id: 'two',
      output: { format: 'gif' },
      preview: { width: 320 },
      priority: 'batch',
      external_uploads: [{ to }],
    });
    expect(changed.json.render_session).toMatchObject({
      preview: { width: 320 },
      priority: 'batch',
      external_uploads: [{ to }],
    });
    const [upload] = (await t.db.renderSessions.find(id))?.deliveries ?? [];
    expect(upload?.target).toBe('s3://acme/two.gif');
    const cleared = await patch(t, id, { output: null, preview: null, external_uploads: [] });
    expect(cleared.json.render_session).toMatchObject({ preview: null, external_uploads: [] });
    await t.at(id, 'render', { render: 'preview' });
    for (const body of [
      { preview: { width: 320 } },
      { mapping_changes: { resources: { t_01 } } },
      { priority: 'normal' },
    ]) {
      const refused = await patch(t, id, body);
      expect([refused.status, refused.json.errors[0].hint]).toEqual([
        409,
        expect.stringContaining('copy'),
      ]);
    }
  });

  test('takes changes at the same time one after the other', async () => {
    await using t = await temporarySessions();
    const { id } = await t.create({ mapping: partial });
    const change = (name: string, entry: object) =>
      patch(t, id, { mapping_changes: { resources: { [name]: entry } } });
    const answers = await Promise.all([change('t_01', t_01), change(LOGO, RESOURCES[LOGO])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await t.read(id)).missing_editables).toEqual([]);
  });

  test('names only one mapping', async () => {
    await using t = await temporarySessions();
    const { id } = await t.create();
    const body = { mapping: t.mapping, mapping_changes: {} };
    expect(pointers((await patch(t, id, body)).json)).toEqual(['/mapping_changes']);
    const changes = { resources: { t_01: { source: {} } }, audio_tracks: { none: null } };
    const wrong = (await patch(t, id, { mapping_changes: changes })).json;
    expect(pointers(wrong)).toEqual(['/mapping_changes/resources/t_01/source/text']);
  });
});

test('metadata are merged in every status, up to their limits', async () => {
  await using t = await temporarySessions();
  const { id } = await t.create({ metadata: { a: '1', b: '2' }, render: 'final' });
  const changed = await patch(t, id, { metadata: { a: null, c: '3' }, external_id: 'new' });
  expect(changed.json.render_session).toMatchObject({
    metadata: { b: '2', c: '3' },
    external_id: 'new',
  });
  const many = Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`k${i}`, 'v']));
  const refused = await patch(t, id, { metadata: many });
  expect([refused.status, pointers(refused.json)]).toEqual([422, ['/metadata']]);
  expect((await patch(t, id, { external_id: null })).json.render_session.external_id).toBe(null);
});

describe('a mapping for another version', () => {
  test('leaves out entries that the version does not have, with warnings', async () => {
    await using t = await temporarySessions();
    await addSquare(t);
    const mappingAnswer = await t.send('POST', '/v2/mappings', {
      ...t.mapping,
      font_changes: { Poppins: { source: { remote_url: 'https://example.com/a.ttf' } } },
    });
    const { id } = mappingAnswer.json.mapping;
    const body = { title: 'x', mapping_id: id, template_style_version_id: 'tsv_square' };
    const session = (await t.send('POST', PATH, body)).json.render_session;
    expect(session).toMatchObject({
      template_style_version_id: 'tsv_square',
      missing_editables: ['t_02'],
      mapping: { template_style_version_id: 'tsv_square', font_changes: {} },
      warnings: [
        { code: 'editable_ignored', editable: 'c_01' },
        { code: 'editable_ignored', message: expect.stringContaining('"Poppins"') },
      ],
    });
    expect(Object.keys(session.mapping.resources)).toEqual(['t_01', LOGO]);

    const report = (version: string) =>
      t.send('POST', `/v2/mappings/${id}/fit-report?template_style_version_id=${version}`);
    expect((await report('tsv_square')).json.fit_report).toMatchObject({
      mapping_id: id,
      template_style_version_id: 'tsv_square',
      valid: false,
      errors: [{ code: 'editable_missing', pointer: '/resources', editable: 't_02' }],
      ignored_editables: ['c_01'],
      missing_editables: ['t_02'],
      fit: {},
    });
    const fitAnswer = await t.send('POST', `/v2/mappings/${id}/fit-report`);
    expect(fitAnswer.json.fit_report).toMatchObject({
      valid: true,
      ignored_editables: [],
      errors: [],
    });
    const unknown = await report('tsv_none');
    expect([unknown.status, pointers(unknown.json)]).toEqual([422, ['/template_style_version_id']]);
    const checked = await t.send('POST', '/v2/mappings/validate', {
      mapping_id: id,
      template_style_version_id: 'tsv_square',
    });
    expect(checked.json).toMatchObject({ valid: false, errors: [{ pointer: '/mapping_id' }] });
    const still = await t.send('POST', '/v2/stills', { mapping_id: id, at: 0 });
    expect(still.text).toBe('an image');
  });
});

describe('a copy', () => {
  const copy = (t: Sessions, id: string, body: object = {}, headers = {}) =>
    t.send('POST', `${PATH}/${id}/copy`, body, headers);

  test('is a new draft of a session in every status', async () => {
    await using t = await temporarySessions();
    const fields = {
      metadata: { a: '1' },
      output: { width: 640 },
      preview: { quality: 'draft' },
      priority: 'batch',
      external_id: 'shop-1',
      external_uploads: [{ to: 's3://acme/x.mp4' }],
    };
    const draft = await t.create(fields);
    const check = async (status: string) => {
      expect((await t.read(draft.id)).status).toBe(status);
      const { json } = await copy(t, draft.id, {}, { 'idempotency-key': status });
      const replay = await copy(t, draft.id, {}, { 'idempotency-key': status });
      expect(replay.json).toEqual(json);
      expect(json.render_session).toMatchObject({
        status: 'draft',
        title: 'A title',
        metadata: { a: '1' },
        priority: 'batch',
        preview: { quality: 'draft' },
        external_id: null,
        external_uploads: [],
        mapping: t.mapping,
      });
      expect(json.render_session.id).not.toBe(draft.id);
      expect(json.render_session.mapping.id).not.toBe(draft.mapping.id);
      const row = await t.db.renderSessions.find(json.render_session.id);
      expect(row?.wantedOutputs).toEqual([{ width: 640 }]);
    };
    await check('draft');
    await t.at(draft.id, 'render', { render: 'preview' });
    await check('preview_rendering');
    await t.failed(draft.id);
    await check('failed');
    await t.at(draft.id, 'retry');
    await t.rendered(draft.id, 'preview');
    await check('preview_rendered');
    await t.db.sessionInputs.remove(draft.id);
    await check('preview_rendered');
    const other = await t.create();
    await t.at(other.id, 'cancel');
    expect((await copy(t, other.id)).status).toBe(201);
    expect((await copy(t, 'rs_none')).status).toBe(404);
  });

  test('takes changes, another version, and a render', async () => {
    await using t = await temporarySessions();
    await addSquare(t);
    const { id, mapping } = await t.create();
    const t_02 = { source: { text: 'Two' } };
    const body = {
      title: 'Square',
      render: 'final',
      template_style_version_id: 'tsv_square',
      mapping_changes: { resources: { t_02, [LOGO]: RESOURCES[LOGO] } },
    };
    const { status, json } = await copy(t, id, body);
    expect(status).toBe(201);
    expect(json.render_session).toMatchObject({
      title: 'Square',
      status: 'final_rendering',
      render: 'final',
      mapping: { resources: { t_01, t_02 } },
      warnings: [{ editable: 'c_01' }],
    });
    expect(t.asked.started).toEqual([`${json.render_session.id} 1`]);
    expect((await copy(t, id, { mapping })).status).toBe(201);
    const wrong = await copy(t, id, {
      output: { width: 0 },
      mapping_changes: { resources: { t_09: t_01 } },
      titel: 'x',
    });
    expect(pointers(wrong.json).sort()).toEqual([
      '/mapping_changes/resources/t_09',
      '/output/width',
      '/titel',
    ]);
    const removed = await copy(t, id, { mapping_changes: { resources: null } });
    expect(removed.json.errors).toMatchObject([
      {
        pointer: '/mapping_changes/resources',
        message: 'Expected an object for /mapping_changes/resources but received null.',
      },
    ]);
    const early = await copy(t, id, { ...body, mapping_changes: {} });
    expect(early.json.errors).toMatchObject([{ code: 'editable_missing', editable: 't_02' }]);
  });
});

describe('the preview', () => {
  test('has a size that its outputs accept', async () => {
    await using t = await temporarySessions();
    const create = (body: object) =>
      t.send('POST', PATH, { title: 'x', mapping: t.mapping, ...body });
    expect((await create({ preview: { width: 320, quality: 'draft' } })).status).toBe(201);
    expect((await create({ preview: {} })).json.render_session.preview).toBe(null);
    for (const preview of [{ width: 0 }, { width: 9000 }, { width: 1.5 }, { width: '9' }]) {
      const refused = await create({ preview });
      expect([refused.status, pointers(refused.json)]).toEqual([422, ['/preview/width']]);
    }
    const av1 = await create({ output: { codec: 'av1' }, preview: { width: 64 } });
    expect(pointers(av1.json)).toEqual(['/preview/width']);
    expect(pointers((await create({ preview: { fps: 3 } })).json)).toEqual(['/preview/fps']);
  });
});

test('Prefer: wait delays the answer to the start of a render until it has ended', async () => {
  await using t = await temporarySessions();
  const headers = { prefer: 'wait=30', 'idempotency-key': 'k' };
  const body = { title: 'x', mapping: t.mapping, render: 'preview', edit_token: true };
  const answer = t.send('POST', PATH, body, headers);
  while (t.asked.started.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [id = ''] = t.asked.started[0]?.split(' ') ?? [];
  await t.rendered(id, 'preview');
  const { status, json, headers: sent } = await answer;
  expect([status, sent['preference-applied']]).toEqual([201, 'wait=30']);
  expect(json).toMatchObject({
    render_session: { id, status: 'preview_rendered', render_progress: 100 },
    edit_token: expect.any(String),
  });
  const final = t.at(id, 'render', { render: 'final' }, { prefer: 'wait=30' });
  while (t.asked.started.length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await t.failed(id);
  expect((await final).json.render_session.status).toBe('failed');
  const draft = await t.send('POST', `${PATH}/${id}/copy`, {}, { prefer: 'wait=30' });
  expect([draft.status, draft.json.render_session.status]).toEqual([201, 'draft']);
});
