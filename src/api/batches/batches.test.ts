import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untranslated } from '../../../test/support/translated.ts';
import { RowChecker } from '../../batches/check-row.ts';
import { rowChecker } from '../../batches/index.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { workbookOf } from '../../rows/xlsx/workbook.fixture.ts';
import { createVault } from '../../secrets/index.ts';
import { temporaryApi } from '../api.fixture.ts';

let api: Awaited<ReturnType<typeof temporaryApi>>;
let version: string;

beforeAll(async () => {
  api = await temporaryApi();
  version = await api.addVersion();
});

afterAll(() => api[Symbol.asyncDispose]());

const LOGO = '(Footage)/USER/logo_01.png';
const ADDRESS = 'https://example.com/logo.png?signature=secret';
const HEADER = `t_01,c_01,${LOGO}`;
const ROW = `Ada,0a7b83,${ADDRESS}`;

const sendCsv = (csv: string | Buffer, query = '', headers = {}) =>
  api.send('POST', `/v2/batches?template_style_version_id=${version}${query}`, csv, {
    'content-type': 'text/csv',
    ...headers,
  });
const sendJson = (body: object) =>
  api.send('POST', '/v2/batches', JSON.stringify(body), { 'content-type': 'application/json' });

test.each([
  [
    'an unknown column',
    `${HEADER},Notes\n${ROW},x`,
    'column_unknown',
    /received the column "Notes"/,
  ],
  [
    'a misspelled column',
    `t_1,c_01,${LOGO}\n${ROW}`,
    'column_unknown',
    /received the column "t_1"/,
  ],
  ['no column for an editable', 't_01,c_01\nAda,fff', 'editable_missing', /image editable/],
  ['only a header', HEADER, 'rows_unreadable', /has no rows/],
  ['a quote that is not closed', `${HEADER}\n"Ada,fff,x`, 'rows_unreadable', /is not closed/],
  [
    'bytes of another encoding',
    Buffer.from(`${HEADER}\nZo\xeb`, 'latin1'),
    'rows_unreadable',
    /line 2/,
  ],
  ['a million columns', `${'a,'.repeat(250_000)}b\nx`, 'payload_too_large', /1000 columns/],
] as const)('rejects CSV with %s at once', async (_, csv, code, message) => {
  const answer = await sendCsv(csv);
  expect(answer.json, answer.text).toMatchObject({ code });
  expect(answer.json.errors.map((fault: { message: string }) => fault.message).join(' ')).toMatch(
    message,
  );
  expect([413, 422]).toContain(answer.status);
});

test('all faults of the options and of the header are reported together', async () => {
  const answer = await sendJson({
    template_style_version_id: version,
    titel: 'x',
    output: { width: -1 },
    rows: [{ t_01: 'Ada', Nmae: 'x' }],
  });
  expect(answer.status).toBe(422);
  expect(answer.json.errors.map((fault: { pointer?: string }) => fault.pointer)).toEqual(
    expect.arrayContaining(['/titel', '/output/width']),
  );
  const missing = await sendJson({ rows: [{ t_01: 'Ada' }] });
  expect(missing.json.errors).toMatchObject([{ pointer: '/template_style_version_id' }]);
  const none = await sendJson({ template_style_version_id: version, titel: 'x', rows: [] });
  expect(none.json.errors).toMatchObject([
    { pointer: '/titel' },
    { code: 'rows_unreadable', pointer: '/rows', hint: 'Send at least one row.' },
  ]);
  const header = await sendCsv(HEADER, '&render=x');
  expect(header.json.errors).toMatchObject([{ pointer: '/render' }]);
  const noRows = await sendJson({ template_style_version_id: version });
  expect(noRows.json).toMatchObject({ errors: [{ pointer: '/rows' }] });
  expect(await api.send('POST', '/v2/batches', '{"rows":[', JSON_TYPE)).toMatchObject({
    status: 400,
    json: { code: 'malformed_body' },
  });
  expect(
    await api.send('POST', '/v2/batches', 'x', { 'content-type': 'text/plain' }),
  ).toMatchObject({ status: 415 });
});

const JSON_TYPE = { 'content-type': 'application/json' };

test('a form takes its options with and without a file name', async () => {
  const send = async (options: string | Blob, ...name: string[]) => {
    const form = new FormData();
    if (typeof options === 'string') form.append('options', options);
    else form.append('options', options, ...name);
    form.append('file', new Blob([`${HEADER}\n${ROW}\n`]), 'rows.csv');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const body = Buffer.from(await encoded.arrayBuffer());
    return api.send('POST', '/v2/batches', body, { 'content-type': type });
  };
  const options = JSON.stringify({ template_style_version_id: version, title: 'Cards' });
  const json = { type: 'application/json' };
  for (const answer of [
    await send(options),
    await send(new Blob([options], json)),
    await send(new Blob([`\ufeff${options}`]), 'options.json'),
  ])
    expect(answer.json, answer.text).toMatchObject({ batch: { title: 'Cards' } });
  expect((await send(new Blob(['[]'], json))).json).toMatchObject({ code: 'malformed_body' });
  const large = new Blob([`{"title":"${'x'.repeat(2 ** 21)}"}`], json);
  expect((await send(large)).json).toMatchObject({ code: 'payload_too_large' });
});

test('columns are renamed and ignored, and stored addresses are encrypted', async () => {
  const created = await sendJson({
    template_style_version_id: version,
    title: 'Cards',
    external_id: 'x1',
    columns: { 'First name': 't_01', Notes: null },
    mapping: { resources: { [LOGO]: { source: { remote_url: ADDRESS } } } },
    rows: [{ 'First name': 'Ada', Notes: 'vip', c_01: 'fff' }],
    metadata: { campaign: 'spring' },
  });
  expect(created.json, created.text).toMatchObject({
    batch: {
      title: 'Cards',
      status: 'checking',
      external_id: 'x1',
      priority: 'batch',
      render: 'final',
      metadata: { campaign: 'spring' },
      progress: 0,
      errors: [],
      counts: { total: 0 },
    },
  });
  const { id } = created.json.batch;
  expect(await api.db.batches.optionsOf(id)).toMatchObject({
    mapping: { resources: { [LOGO]: { source: { remote_url: ADDRESS } } } },
  });
  const stream = api.store.read(`batches/${id}/rows`);
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  expect(text).not.toContain('Ada');
});

test('a request with the same key and rows makes one batch', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await sendCsv(`${HEADER}\n${ROW}`, '', headers);
  const second = await sendCsv(`${HEADER}\n${ROW}`, '', headers);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(second.json).toEqual(first.json);
  const other = await sendCsv(`${HEADER}\n${ROW}\n${ROW}`, '', headers);
  expect(other.json).toMatchObject({ code: 'idempotency_conflict' });
});

test('batches are listed by their statuses and external id', async () => {
  const add = async (id: string): Promise<string> =>
    (await sendCsv(`${HEADER}\n${ROW}`, `&external_id=${id}`)).json.batch.id;
  await add('listed');
  await api.db.batches.endCheck(await add('completed'));
  await api.send('POST', `/v2/batches/${await add('canceled')}/cancel`);
  const list = async (query: string) => {
    const { json, status } = await api.send('GET', `/v2/batches?${query}`);
    expect({ query, status }).toEqual({ query, status: 200 });
    return json.batches
      .map((listedBatch: { external_id: string }) => listedBatch.external_id)
      .sort();
  };
  expect(await list('external_id=listed')).toEqual(['listed']);
  expect(await list('status=canceled&external_id=canceled')).toEqual(['canceled']);
  expect(await list('status=canceled&external_id=listed')).toEqual([]);
  expect(await list('status=canceled,completed&limit=2')).toEqual(['canceled', 'completed']);
  expect(await list('status=canceled&status=completed&limit=2')).toEqual(['canceled', 'completed']);
  expect(await api.send('GET', '/v2/batches?status=ended')).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '/status' }] },
  });
});

test('Prefer: wait answers when the batch has ended or pauses', async () => {
  const prefer = { prefer: 'wait=20' };
  const sent = sendCsv(`${HEADER}\n${ROW}`, '&external_id=waited', prefer);
  let id: string | undefined;
  while (id === undefined) {
    await setTimeout(10);
    const { batches } = (await api.send('GET', '/v2/batches?external_id=waited')).json;
    id = batches[0]?.id;
  }
  await api.send('POST', `/v2/batches/${id}/cancel`);
  expect(await sent).toMatchObject({
    status: 201,
    headers: { 'preference-applied': 'wait=20' },
    json: { batch: { id, status: 'canceled' } },
  });
  const answer = await api.send('GET', `/v2/batches/${id}`, undefined, prefer);
  expect(answer).toMatchObject({ status: 200, headers: { 'preference-applied': 'wait=20' } });
});

test("another account's batch is not found, and a scope is needed", async () => {
  const { json } = await sendCsv(`${HEADER}\n${ROW}`);
  const { id } = json.batch;
  const { id: other } = await api.db.accounts.insert('other');
  const stranger = { authorization: `Bearer ${await api.token('*', other)}` };
  for (const path of ['', '/rows', '/manifest', '/archive'])
    expect((await api.send('GET', `/v2/batches/${id}${path}`, undefined, stranger)).status).toBe(
      404,
    );
  for (const action of ['pause', 'resume', 'cancel', 'retry'])
    expect((await api.send('POST', `/v2/batches/${id}/${action}`, {}, stranger)).status).toBe(404);
  expect((await api.send('DELETE', `/v2/batches/${id}`, undefined, stranger)).status).toBe(404);
  const reader = { authorization: `Bearer ${await api.token('batch:read')}` };
  expect((await api.send('GET', `/v2/batches/${id}`, undefined, reader)).status).toBe(200);
  expect((await api.send('POST', `/v2/batches/${id}/pause`, {}, reader)).status).toBe(403);
  const sessions = { authorization: `Bearer ${await api.token('render_session')}` };
  expect((await api.send('GET', '/v2/batches', undefined, sessions)).status).toBe(403);
});

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const WORKBOOK = workbookOf({
  sheets: [
    { name: 'Guests', rows: [['t_01', 'c_01', LOGO], ['Zoë', '0a7b83', ADDRESS], [], ['Ben']] },
    { name: 'Notes', rows: [['x']] },
  ],
});

test('the rows of a workbook are received as a body and as a part, also with another name', async () => {
  const path = `/v2/batches?template_style_version_id=${version}`;
  const asBody = (query = '') =>
    api.send('POST', path + query, WORKBOOK, { 'content-type': XLSX_TYPE });
  const warnings = [
    { code: 'sheet_chosen', message: expect.stringContaining('has 2 sheets. "Guests" was read') },
    { code: 'blank_rows', message: 'A blank row is left out.' },
  ];
  const { batch } = (await asBody()).json;
  expect(batch).toMatchObject({ warnings });
  expect(untranslated(batch.warnings)).toEqual([]);
  expect((await asBody('&sheet=Guests')).json.batch).toMatchObject({ warnings: [warnings[1]] });
  const parts = new FormData();
  parts.append('options', JSON.stringify({ template_style_version_id: version, sheet: '1' }));
  parts.append('file', new File([WORKBOOK], 'rows.csv'));
  const created = await api.send('POST', '/v2/batches', parts as never);
  expect(created.json.batch, created.text).toMatchObject({ warnings: [warnings[1]] });
  expect((await asBody('&sheet=Notes')).json.errors).toMatchObject([
    { code: 'rows_unreadable', message: 'The file has no rows.' },
  ]);
});

test.each([
  ['sheet=9', WORKBOOK, XLSX_TYPE, /no sheet "9"/],
  ['charset=utf-8', WORKBOOK, XLSX_TYPE, /no charset for this file, because only CSV/],
  ['sheet=1', 't_01\nAda', 'text/csv', /no sheet for this file, because only XLSX/],
  ['charset=klingon', 't_01\nAda', 'text/csv', /an encoding, such as windows-1250/],
  ['locale=-', WORKBOOK, XLSX_TYPE, /a language tag/],
] as const)('the option %s is refused for this file', async (query, body, type, message) => {
  const path = `/v2/batches?template_style_version_id=${version}&${query}`;
  const { status, json } = await api.send('POST', path, body, { 'content-type': type });
  expect(status).toBe(422);
  expect(json.errors[0].message).toMatch(message);
});

test('CSV that is not UTF-8 is Windows-1252 with a warning, or has the encoding that is named', async () => {
  const text = Buffer.from(`${HEADER}\nZo\xeb,0a7b83,${ADDRESS}`, 'latin1');
  const { batch } = (await sendCsv(text)).json;
  expect(batch.warnings).toMatchObject([
    { code: 'charset_guessed', message: expect.stringContaining('read as windows-1252') },
  ]);
  const { checked } = await checkRow(batch.id, {});
  expect(checked.faults.length).toBeGreaterThan(0);
  const named = await sendCsv(text, '&charset=windows-1250');
  expect(named.json.batch.warnings).toEqual([]);
  expect((await sendCsv(text, '&charset=utf-8')).json.errors[0].message).toMatch(
    /line 2 has bytes/,
  );
});

test('a table is read without a batch', async () => {
  const read = (file: File, options?: object) => {
    const parts = new FormData();
    if (options) parts.append('options', JSON.stringify(options));
    parts.append('file', file);
    return api.send('POST', '/v2/tables', parts as never);
  };
  const { json } = await read(new File([WORKBOOK], 'a.xlsx'), { limit: 1 });
  expect(json.table).toMatchObject({
    sheets: [
      { name: 'Guests', is_hidden: false },
      { name: 'Notes', is_hidden: false },
    ],
    sheet: 'Guests',
    columns: ['t_01', 'c_01', LOGO],
    rows: [['Zoë', '0a7b83', ADDRESS]],
    is_complete: false,
    errors: [],
  });
  const csv = await read(new File([Buffer.from('a;b\nZo\xeb;1\n1;2;3', 'latin1')], 'a.csv'));
  expect(csv.json.table).toMatchObject({
    charset: 'windows-1252',
    delimiter: ';',
    rows: [
      ['Zoë', '1'],
      ['1', '2'],
    ],
    is_complete: true,
    errors: [{ code: 'rows_unreadable', row: 2, column: null }],
  });
  expect((await read(new File(['x'], 'a.xlsx'))).json.code).toBe('rows_unreadable');
  expect((await read(new File(['{}'], 'a.jsonl'))).json.errors).toMatchObject([
    { pointer: '/file' },
  ]);
  expect((await read(new File(['a'], 'a.csv'), { limit: 0 })).json.code).toBe('invalid_request');
});

test('only a batch in the right status is paused, resumed or removed', async () => {
  const { json } = await sendCsv(`${HEADER}\n${ROW}`);
  const path = `/v2/batches/${json.batch.id}`;
  for (const action of ['pause', 'resume', 'retry'])
    expect(await api.send('POST', `${path}/${action}`, {})).toMatchObject({ status: 409 });
  const early = await api.send('POST', `${path}/resume`, {});
  expect(early.json.errors).toMatchObject([{ hint: 'Wait until the rows are checked.' }]);
  expect((await api.send('DELETE', path)).status).toBe(409);
  const canceled = await api.send('POST', `${path}/cancel`);
  expect(canceled.json.batch).toMatchObject({ status: 'canceled', eta_seconds: 0 });
  expect((await api.send('POST', `${path}/cancel`)).status).toBe(200);
  expect((await api.send('DELETE', path)).status).toBe(204);
  expect((await api.send('GET', path)).status).toBe(404);
});

test('a stored mapping of another version fills what it can, and the rest is a warning', async () => {
  const mappingAnswer = await api.send('POST', '/v2/mappings', {
    template_style_version_id: version,
    resources: { c_01: { source: { color: 'fff' } }, [LOGO]: { source: { remote_url: ADDRESS } } },
  });
  const other = await api.addVersion(undefined, 'tsv_square');
  const { editables } = (await api.db.templateVersions.find(other)) ?? { editables: {} };
  const { c_01: _, ...fields } = editables as Record<string, object>;
  await api.db.templateVersions.update(other, { editables: fields });
  const created = await sendJson({
    template_style_version_id: other,
    mapping_id: mappingAnswer.json.mapping.id,
    rows: [{ t_01: 'Ada' }],
  });
  expect(created.json.batch, created.text).toMatchObject({
    warnings: [{ code: 'editable_ignored', editable: 'c_01' }],
  });
  const { checked, session } = await checkRow(created.json.batch.id, { t_01: 'Ada' });
  expect(checked.faults).toEqual([]);
  expect(session?.mapping['resources']).toEqual({
    t_01: { source: { text: 'Ada' } },
    [LOGO]: { source: { remote_url: ADDRESS } },
  });
});

test('the output that a row changes is checked, also for codecs that the worker cannot encode', async () => {
  const created = await sendJson({
    template_style_version_id: version,
    mapping: { missing: 'example' },
    rows: [{ t_01: 'Ada' }],
  });
  const { id } = created.json.batch;
  for (const [cells, code, column] of [
    [{ 'output.codec': 'av1' }, 'invalid_request', 'output.codec'],
    [{ 'output.codec': 'vp9' }, 'invalid_request', 'output.codec'],
    [{ 'output.width': '100000' }, 'invalid_request', 'output.width'],
    [{ 'output.fps': '0' }, 'invalid_request', 'output.fps'],
    [{ 'output.quality': 'best' }, 'invalid_request', 'output.quality'],
  ] as const) {
    const { checked } = await checkRow(id, { t_01: 'Ada', ...cells });
    expect(checked.faults, JSON.stringify(cells)).toMatchObject([{ code, column }]);
  }
});

test('a column of the output changes all outputs of the batch', async () => {
  const created = await sendJson({
    template_style_version_id: version,
    mapping: { missing: 'example' },
    output: [{ format: 'mp4' }, { format: 'gif' }],
    rows: [{ t_01: 'Ada' }],
  });
  const { id } = created.json.batch;
  const { session } = await checkRow(id, { t_01: 'Ada', 'output.width': '64' });
  expect(session?.wantedOutputs).toMatchObject([
    { format: 'mp4', width: 64 },
    { format: 'gif', width: 64 },
  ]);
  const { checked } = await checkRow(id, { t_01: 'Ada', 'output.width': '100000' });
  expect(checked.faults[0]).toMatchObject({ column: 'output.width', pointer: '/output.width' });
});

/** Checks a row as the worker does, without an encoder of AV1. */
async function checkRow(batchId: string, values: Record<string, unknown>) {
  const batch = await api.db.batches.find(batchId);
  if (!batch) throw new Error('The batch is gone.');
  const { db, clock } = api;
  const missingEncoders = async () => new Map([['av1' as const, ['libsvtav1']]]);
  const check = await rowChecker(
    {
      db,
      clock,
      vault: createVault([Buffer.alloc(32, 9)]),
      checkUrl: (url) => new URL(url),
      config: { sessionTtlSeconds: 0, missingEncoders },
    },
    batch,
  );
  return check(1, values);
}

test('an account with too many unfinished batches learns the limit and its use', async () => {
  let answer = await sendCsv(`${HEADER}\n${ROW}`);
  for (let count = 0; answer.status === 201 && count < 100; count += 1)
    answer = await sendCsv(`${HEADER}\n${ROW}`);
  expect(answer).toMatchObject({
    status: 429,
    json: {
      code: 'queue_full',
      limit: { name: 'unfinished_batches', limit: 100, used: 100, frees_at: null },
    },
  });
});

test('an unknown version is reported at the place of its id in the request', async () => {
  const answer = await sendJson({ template_style_version_id: 'tsv_none', rows: [{ t_01: 'Ada' }] });
  expect(answer.json.errors).toMatchObject([
    {
      message: expect.stringContaining('for /template_style_version_id but'),
      pointer: '/template_style_version_id',
    },
  ]);
});

test('a row with an unknown version is reported at its column', async () => {
  const checker = new RowChecker(
    api.context,
    {
      id: 'bat_1',
      accountId: DEFAULT_ACCOUNT,
      title: 'Cards',
      metadata: {},
      templateStyleVersionId: version,
      render: 'final',
      priority: 'batch',
    },
    { columns: { Size: 'template_style_version_id' } },
  );
  const { checked } = await checker.check(7, { t_01: 'Ada', Size: 'tsv_none', external_id: 'x' });
  expect(checked).toMatchObject({
    externalId: 'x',
    faults: [{ code: 'template_version_unknown', row: 7, column: 'Size', pointer: '/Size' }],
  });
});
