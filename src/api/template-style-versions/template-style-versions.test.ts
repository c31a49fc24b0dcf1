import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { temporaryApi } from '../api.fixture.ts';
import { versionResponse } from './schema.ts';

const PATH = '/v2/template_style_versions';
const PACKAGE = Buffer.from('{"v":"5.7.0","layers":[]}');

type Api = Awaited<ReturnType<typeof temporaryApi>>;

/** Sends a multipart request over a real connection. */
async function upload(t: Api, address: string, form: FormData, headers: object = {}) {
  const answer = await fetch(address + PATH, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${t.owner}`, ...headers },
  });
  const json = (await answer.json()) as {
    code?: string;
    errors?: object[];
    template_style_version: Record<string, string>;
  };
  return { status: answer.status, headers: answer.headers, json };
}

function formOf(fields: Record<string, string> = {}, file: Uint8Array<ArrayBuffer> = PACKAGE) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file]), 'birthday.json');
  return form;
}

describe('an upload', () => {
  test('is stored unchanged, creates a version and starts its import', async () => {
    await using t = await temporaryApi();
    const { status, json } = await upload(
      t,
      await t.listen(),
      formOf({ name: 'Grüße', language: 'pt-BR' }),
    );
    expect(status).toBe(201);
    const version = json.template_style_version;
    expect(version).toMatchObject({
      status: 'processing',
      name: 'Grüße',
      language: 'pt-BR',
      width: null,
      duration: null,
      editables: {},
      stillcuts: {},
      demo_video_url: null,
      report: { errors: [], warnings: [] },
      created_at: '2026-11-20T09:30:00.000Z',
    });
    expect(Object.keys(version)).toEqual(
      Object.keys(versionResponse.shape.template_style_version.shape),
    );
    const { id = '' } = version;
    expect(t.asked.added).toEqual([id]);
    const row = await t.db.templateVersions.find(id);
    expect(row).toMatchObject({
      packageLabel: 'birthday.json',
      digest: createHash('sha256').update(PACKAGE).digest('hex'),
    });
    expect(await buffer(t.store.read(row?.packageKey ?? ''))).toEqual(PACKAGE);
    expect(await readdir(t.uploadFolder)).toEqual([]);
    const answer = await t.send('GET', `${PATH}/${id}`);
    expect(answer.json).toEqual(json);
  });

  test('adds a version to the template and the style that it names', async () => {
    await using t = await temporaryApi();
    const address = await t.listen();
    const first = (await upload(t, address, formOf())).json.template_style_version;
    const { template_id = '', template_style_id = '' } = first;
    const second = await upload(
      t,
      address,
      formOf({ template_id, template_style_id, language: 'de' }),
    );
    expect(second.json.template_style_version).toMatchObject({ template_id, template_style_id });
    const wrong = await upload(t, address, formOf({ template_id: 'tpl_none' }));
    expect(wrong).toMatchObject({ status: 404, json: { errors: [{ pointer: '/template_id' }] } });
    expect(t.asked.added).toHaveLength(2);
    // The rejected third upload leaves no file.
    const fileNames = await readdir(join(t.filesFolder, 'versions'), { recursive: true });
    expect(fileNames.filter((name) => name.endsWith('package'))).toHaveLength(2);
  });

  test('may be larger than a JSON body, and is rejected with 413 above its own limit', async () => {
    await using t = await temporaryApi({ maxUploadBytes: 9_000_000 });
    const address = await t.listen();
    expect((await upload(t, address, formOf({}, new Uint8Array(8_900_000)))).status).toBe(201);
    const over = await upload(t, address, formOf({}, new Uint8Array(9_000_001)));
    expect(over).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
    expect(await readdir(t.uploadFolder)).toEqual([]);
    expect(t.asked.added).toHaveLength(1);
  });

  test('creates one version for an Idempotency-Key, and a different package with it is a conflict', async () => {
    await using t = await temporaryApi();
    const address = await t.listen();
    const key = { 'idempotency-key': 'k' };
    const first = await upload(t, address, formOf({ name: 'a' }), key);
    const second = await upload(t, address, formOf({ name: 'a' }), key);
    expect(second).toMatchObject({ status: 201, json: first.json });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await upload(t, address, formOf({ name: 'b' }), key);
    expect(other).toMatchObject({ status: 409, json: { code: 'idempotency_conflict' } });
    expect(t.asked.added).toHaveLength(1);
  });

  test('is rejected with 429 when the queue is full, and leaves no file', async () => {
    await using t = await temporaryApi();
    t.asked.refuse = new AppError('queue_full', 'Too many.');
    const address = await t.listen();
    const key = { 'idempotency-key': 'k' };
    const answer = await upload(t, address, formOf(), key);
    expect(answer).toMatchObject({ status: 429, json: { code: 'queue_full' } });
    expect(await t.db.templateVersions.unfinished()).toEqual([]);
    delete t.asked.refuse;
    const replay = await upload(t, address, formOf(), key);
    expect(t.asked.added).toEqual([replay.json.template_style_version['id']]);
  });
});

describe('Prefer: wait', () => {
  test('delays the responses to the upload and to a read until the import has ended', async () => {
    await using t = await temporaryApi();
    const prefer = { prefer: 'wait=60', 'idempotency-key': 'k' };
    const address = await t.listen();
    const uploading = upload(t, address, formOf(), prefer);
    await until(async () => t.asked.added.length === 1);
    const [id = ''] = t.asked.added;
    const reading = t.send('GET', `${PATH}/${id}`, undefined, { prefer: 'wait=60' });
    await t.db.templateVersions.update(id, { status: 'demo_rendering' });
    await t.db.templateVersions.update(id, { status: 'edit_ready', width: 320 });
    const uploaded = await uploading;
    const version = { id, status: 'edit_ready', width: 320 };
    expect(uploaded).toMatchObject({ status: 201, json: { template_style_version: version } });
    expect(uploaded.headers.get('preference-applied')).toBe('wait=60');
    expect(await reading).toMatchObject({ status: 200, json: { template_style_version: version } });
    const replay = await upload(t, address, formOf(), prefer);
    expect(replay.json).toEqual(uploaded.json);
  });

  test('returns the version as it is after the time', async () => {
    await using t = await temporaryApi();
    const { json } = await upload(t, await t.listen(), formOf(), { prefer: 'wait=1' });
    expect(json.template_style_version).toMatchObject({ status: 'processing' });
  });
});

describe('a broken upload', () => {
  const part = (name: string, file?: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\nxyz`;
  const type = 'multipart/form-data; boundary=b';

  test.each([
    ['JSON', '{}', 'application/json', 415, 'unsupported_media_type'],
    ['no boundary', 'xyz', 'multipart/form-data', 400, 'malformed_body'],
    ['no parts', '--b--\r\n', type, 422, 'invalid_request'],
    ['an incomplete file', part('file', 'a.zip'), type, 400, 'malformed_body'],
    ['no file', `${part('name')}\r\n--b--\r\n`, type, 422, 'invalid_request'],
    [
      'a file in a part with an unknown name',
      `${part('packet', 'a')}\r\n--b--\r\n`,
      type,
      422,
      'invalid_request',
    ],
    [
      'an unknown field',
      `${part('nmae')}\r\n${part('file', 'a')}\r\n--b--\r\n`,
      type,
      422,
      'invalid_request',
    ],
    [
      'a malformed language tag',
      `${part('language').replace('xyz', '../x')}\r\n${part('file', 'a')}\r\n--b--\r\n`,
      type,
      422,
      'invalid_request',
    ],
    [
      'a theme with U+0000',
      `${part('theme').replace('xyz', 'x\0z')}\r\n${part('file', 'a')}\r\n--b--\r\n`,
      type,
      422,
      'invalid_request',
    ],
    [
      'thirty fields',
      `${`${part('name')}\r\n`.repeat(30)}${part('file', 'a')}\r\n--b--\r\n`,
      type,
      413,
      'payload_too_large',
    ],
    [
      'a field with the name __proto__',
      `${part('__proto__')}\r\n${part('file', 'a')}\r\n--b--\r\n`,
      type,
      400,
      'malformed_body',
    ],
  ])('%s', async (...[_name, body, contentType, status, code]) => {
    await using t = await temporaryApi();
    const answer = await t.send('POST', PATH, body, { 'content-type': contentType });
    expect(answer).toMatchObject({ status, json: { code } });
    expect(await readdir(t.uploadFolder)).toEqual([]);
    expect(t.asked.added).toEqual([]);
  });

  test('whose client disconnects leaves no file', async () => {
    await using t = await temporaryApi();
    const { port } = new URL(await t.listen());
    const socket = connect(Number(port), '127.0.0.1');
    const head = [
      `POST ${PATH} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${t.owner}`,
      `content-type: ${type}`,
      'content-length: 50000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${part('file', 'a.zip')}`);
    await until(async () => (await readdir(t.uploadFolder)).length === 1);
    socket.destroy();
    await until(async () => (await readdir(t.uploadFolder)).length === 0);
    expect((await t.send('GET', '/healthz')).status).toBe(200);
  });
});

describe('the specification', () => {
  test('has the fields of the documented API', async () => {
    await using t = await temporaryApi();
    const id = await t.addVersion();
    const { status, json } = await t.send('GET', `${PATH}/${id}/specs`, undefined, {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
    expect(json.limits).toEqual({ upload_bytes: 100_000 });
    expect(Object.keys(json.style_version)).toEqual(['id', 'editables', 'fonts', 'captions']);
    expect(json.style_version).toMatchObject({
      id,
      fonts: ['Poppins'],
      editables: { '(Footage)/USER/logo_01.png': { input_type: 'image', width: 550, height: 180 } },
    });
  });

  test('is not available before the import has succeeded', async () => {
    await using t = await temporaryApi();
    const id = await t.addVersion();
    for (const [status, retryable] of [
      ['processing', true],
      ['failed', false],
    ] as const) {
      await t.db.templateVersions.update(id, { status });
      expect(await t.send('GET', `${PATH}/${id}/specs`)).toMatchObject({
        status: 409,
        json: { code: 'template_version_not_ready', errors: [{ retryable }] },
      });
    }
  });

  test('is imported again after a failure', async () => {
    await using t = await temporaryApi();
    const id = await t.addVersion();
    const retry = () => t.send('POST', `${PATH}/${id}/retry`);
    expect(await retry()).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const errors = [{ code: 'render_timeout', message: 'late', layer_path: null, hint: null }];
    await t.db.templateVersions.update(id, { status: 'failed', report: { errors, warnings: [] } });
    // A busy machine makes no package faulty.
    const [late] = (await t.send('GET', `${PATH}/${id}/specs`)).json.errors;
    expect(late).toMatchObject({ retryable: true, hint: expect.stringContaining('/retry') });
    expect(await retry()).toMatchObject({
      status: 200,
      json: { template_style_version: { id, status: 'processing', report: { errors: [] } } },
    });
    expect((await retry()).status).toBe(409);
  });

  test('of a different account or an unknown id is answered with 404', async () => {
    await using t = await temporaryApi();
    const { id: account } = await t.db.accounts.insert('second');
    const theirs = await t.addVersion(account, 'tsv_theirs');
    for (const id of [theirs, 'tsv_none', 'x'.repeat(400), '%00']) {
      expect((await t.send('GET', `${PATH}/${id}/specs`)).status).toBe(404);
      expect((await t.send('GET', `${PATH}/${id}`)).status).toBe(404);
    }
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
