import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';
import { uploadResponse } from './schema.ts';

type Api = Awaited<ReturnType<typeof listening>>;
type Answer = {
  upload: Record<string, unknown> & { id: string };
  errors: { code: string; pointer?: string }[];
  code?: string;
  limit?: Record<string, unknown>;
};

const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const IMAGE = '(Footage)/USER/logo_01.png';

async function upload(
  t: Api,
  bytes: Uint8Array = PIXEL_PNG,
  { token = t.owner, headers = {}, fields = {} as Record<string, string> } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'a.png');
  const answer = await fetch(`${t.address}/v2/uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Answer };
}

async function listening(...options: Parameters<typeof temporaryApi>) {
  const t = await temporaryApi(...options);
  return Object.assign(t, { address: await t.listen() });
}

/** Checks a mapping whose image is this upload, and returns the faults. */
async function named(
  t: Api,
  id: string,
  authorization = `Bearer ${t.owner}`,
  version = 'tsv_ready',
) {
  const body = {
    mapping: {
      template_style_version_id: version,
      resources: { [IMAGE]: { source: { upload_id: id } } },
      missing: 'example',
    },
  };
  const { json } = await t.send('POST', '/v2/mappings/validate', JSON.stringify(body), {
    'content-type': 'application/json',
    authorization,
  });
  return (json as Answer).errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

const UNKNOWN = ['upload_unknown /mapping/resources/(Footage)~1USER~1logo_01.png/source/upload_id'];

test('an upload is stored unchanged, is described, and can be used until it expires', async () => {
  await using t = await listening();
  await t.addVersion();
  const { status, json } = await upload(t);
  expect(status).toBe(201);
  expect(uploadResponse.strict().parse(json)).toEqual(json);
  expect(json.upload).toEqual({
    id: expect.stringMatching(/^up_\w{20}$/),
    filename: 'a.png',
    kind: 'image',
    content_type: 'image/png',
    bytes: PIXEL_PNG.byteLength,
    sha256: createHash('sha256').update(PIXEL_PNG).digest('hex'),
    width: 1,
    height: 1,
    url: expect.stringMatching(`^${t.address}/files/uploads/${json.upload.id}[?]`),
    created_at: '2026-11-20T09:30:00.000Z',
    expires_at: '2026-11-20T10:30:00.000Z',
  });
  const { id } = json.upload;
  expect(await buffer(t.store.read(`uploads/${id}`))).toEqual(PIXEL_PNG);
  expect(await readdir(t.uploadFolder)).toEqual([]);
  expect(await named(t, id)).toEqual([]);
  t.clock.ms += 3600_000;
  expect(await named(t, id)).toEqual(UNKNOWN);
});

test('an upload cannot be used by a different account', async () => {
  await using t = await listening();
  const { id: account } = await t.db.accounts.insert('other');
  const { json } = await upload(t);
  await t.addVersion(account, 'tsv_other');
  const authorization = `Bearer ${await t.token('*', account)}`;
  expect(await named(t, json.upload.id, authorization, 'tsv_other')).toEqual(UNKNOWN);
});

test('an upload by an edit token is marked with its session', async () => {
  await using t = await listening();
  await t.addVersion();
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const body = { title: 'x', mapping, edit_token: true };
  const created = (await t.send('POST', '/v2/render_sessions', body)).json as {
    edit_token: string;
    render_session: { id: string };
  };
  const byEditor = await upload(t, PIXEL_PNG, { token: created.edit_token });
  const byOwner = await upload(t);
  const sessionOf = async ({ json }: typeof byOwner) =>
    (await t.db.uploads.findIn(DEFAULT_ACCOUNT, json.upload.id))?.renderSessionId;
  expect(await sessionOf(byEditor)).toBe(created.render_session.id);
  expect(await sessionOf(byOwner)).toBeNull();
});

/** Returns a session that is edited with a token. */
async function edited(t: Api) {
  await t.addVersion();
  const mapping = { template_style_version_id: 'tsv_ready', missing: 'example', resources: {} };
  const { json } = await t.send('POST', '/v2/render_sessions', {
    title: 'x',
    mapping,
    edit_token: true,
  });
  return { mapping, token: json.edit_token as string, id: json.render_session.id as string };
}

test('edit tokens of a session share a quota, which others do not use up', async () => {
  await using t = await listening({ editStoredBytes: 8892 });
  const { token, id } = await edited(t);
  const send = () => upload(t, PIXEL_PNG, { token });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([201, 201]);
  const third = await send();
  expect(third.status).toBe(429);
  expect(third.json).toMatchObject({
    code: 'quota_exceeded',
    limit: { name: 'edit_stored_bytes', limit: 8892 },
  });
  // A new token of the session has the same quota. Other sessions and clients have their own.
  const { json } = await t.send('POST', `/v2/render_sessions/${id}/edit_token`);
  expect((await upload(t, PIXEL_PNG, { token: json.edit_token })).status).toBe(429);
  expect((await upload(t)).status).toBe(201);
  const authorization = `Bearer ${token}`;
  const path = `/v2/uploads/${first.json.upload.id}`;
  expect((await t.send('DELETE', path, undefined, { authorization })).status).toBe(403);
  expect((await t.send('DELETE', path)).status).toBe(204);
  expect((await send()).status).toBe(201);
});

test("an edit token's upload expires soon unless the mapping of its session names it", async () => {
  const ttlMs = 7 * 24 * 3600_000;
  await using t = await listening({ uploadTtlSeconds: ttlMs / 1000 });
  const { mapping, token, id } = await edited(t);
  const [namedUpload, unused] = [
    await upload(t, PIXEL_PNG, { token }),
    await upload(t, PIXEL_PNG, { token }),
  ];
  const resources = { [IMAGE]: { source: { upload_id: namedUpload.json.upload.id } } };
  const changed = await t.send(
    'PATCH',
    `/v2/render_sessions/${id}`,
    { mapping: { ...mapping, resources } },
    { authorization: `Bearer ${token}` },
  );
  expect(changed.status, changed.text).toBe(200);
  const leftOf = async (answer: typeof namedUpload) =>
    ((await t.db.uploads.findIn(DEFAULT_ACCOUNT, answer.json.upload.id))?.expiresAtMs ?? 0) -
    t.clock.ms;
  expect(await leftOf(namedUpload)).toBe(ttlMs);
  expect(await leftOf(unused)).toBe(2 * 3600_000);
  expect(await leftOf(await upload(t))).toBe(ttlMs);
});

test('a full disk rejects uploads and packages, and nothing is left of them', async () => {
  await using t = await listening({ maxUploadBytes: 64 * 2 ** 20 });
  t.asked.noRoom = new AppError('unavailable', 'The disk of the service is full.');
  const refused = await upload(t);
  expect([refused.status, refused.json]).toMatchObject([503, { code: 'unavailable' }]);
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(PIXEL_PNG)]), 'a.lottie');
  const headers = { authorization: `Bearer ${t.owner}` };
  const send = { method: 'POST', body: form, headers };
  expect((await fetch(`${t.address}/v2/template_style_versions`, send)).status).toBe(503);
  // Tokens, reads and deletes need no space.
  delete t.asked.noRoom;
  const { json } = await upload(t);
  t.asked.noRoom = new AppError('unavailable', 'The disk of the service is full.');
  const path = `/v2/uploads/${json.upload.id}`;
  expect((await t.send('GET', path)).status).toBe(200);
  expect((await t.send('DELETE', path)).status).toBe(204);
  expect(await readdir(t.uploadFolder)).toEqual([]);
});

test('an upload that fills the disk while it arrives is stopped', async () => {
  await using t = await listening({ maxUploadBytes: 64 * 2 ** 20 });
  let looks = 0;
  t.context.actions.roomNeeded = async () => {
    looks += 1;
    if (looks > 3) throw new AppError('unavailable', 'The disk of the service is full.');
  };
  const refused = await upload(t, Buffer.alloc(40 * 2 ** 20));
  expect(refused.status).toBe(503);
  expect(looks).toBe(4);
  expect(await readdir(t.uploadFolder)).toEqual([]);
});

test('uploads, checks and stills need different scopes', async () => {
  await using t = await listening();
  await t.addVersion();
  const only = async (scope: string) =>
    (await upload(t, PIXEL_PNG, { token: await t.token(scope) })).status;
  expect(await only('upload:write')).toBe(201);
  expect(await only('upload:read')).toBe(403);
  expect(await only('mapping,render_session')).toBe(403);
  const send = async (path: string, scope: string) => {
    const { status } = await t.send('POST', path, '{}', {
      'content-type': 'application/json',
      authorization: `Bearer ${await t.token(scope)}`,
    });
    return status;
  };
  expect(await send('/v2/mappings/validate', 'mapping:write')).toBe(422);
  expect(await send('/v2/mappings/validate', 'mapping:read')).toBe(403);
  expect(await send('/v2/stills', 'render_session:write')).toBe(422);
  expect(await send('/v2/stills', 'render_session:read,mapping')).toBe(403);
  const open = await fetch(`${t.address}/v2/uploads`, { method: 'POST' });
  expect(open.status).toBe(401);
});

test('a rejected upload leaves no file', async () => {
  await using t = await listening({ maxUploadBytes: 1000 });
  const refused = async (
    ...parameters: Parameters<typeof upload> extends [Api, ...infer R] ? R : never
  ) => {
    const { status, json } = await upload(t, ...parameters);
    return [status, ...json.errors.map(({ code, pointer }) => `${code} ${pointer}`)];
  };
  expect(await refused(new Uint8Array(1001))).toEqual([413, 'payload_too_large /file']);
  expect(await refused(Buffer.from('<html>'))).toEqual([422, 'asset_not_media /file']);
  expect(await refused(new Uint8Array())).toEqual([422, 'asset_not_media /file']);
  expect(await refused(PIXEL_PNG.subarray(0, 50))).toEqual([422, 'asset_corrupt /file']);
  const leaking = '<svg viewBox="0 0 3 2"><image href="file:///etc/passwd"/></svg>';
  expect(await refused(Buffer.from(leaking))).toEqual([422, 'asset_not_media /file']);
  expect(await refused(PIXEL_PNG, { fields: { name: 'x' } })).toEqual([
    422,
    'invalid_request /name',
  ]);
  expect(await readdir(t.uploadFolder)).toEqual([]);
  expect(await readdir(join(t.filesFolder, 'uploads')).catch(() => [])).toEqual([]);
});

test('repeated requests with the same Idempotency-Key create one upload', async () => {
  await using t = await listening();
  const headers = { 'idempotency-key': 'k' };
  const first = await upload(t, PIXEL_PNG, { headers });
  const second = await upload(t, PIXEL_PNG, { headers });
  expect(second.json).toEqual(first.json);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await readdir(join(t.filesFolder, 'uploads'))).toEqual([first.json.upload.id]);
  const other = await upload(t, Buffer.concat([PIXEL_PNG, PIXEL_PNG]), { headers });
  expect(other.status).toBe(409);
});

test('stalled uploads of an account do not block other accounts, and further uploads are rejected', async () => {
  await using t = await listening();
  // Four run, two wait, and the seventh is rejected.
  const refused = Promise.withResolvers<IncomingMessage>();
  const begun = Array.from({ length: 7 }, () => {
    const slow = request(`${t.address}/v2/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${t.owner}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    });
    slow.on('error', () => undefined);
    slow.on('response', refused.resolve);
    slow.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx');
    return slow;
  });
  const { statusCode, headers } = await refused.promise;
  expect(statusCode).toBe(503);
  expect(headers['retry-after']).toBe('5');
  const { id: accountId } = await t.db.accounts.insert('other');
  expect(await upload(t, PIXEL_PNG, { token: await t.token('*', accountId) })).toMatchObject({
    status: 201,
  });
  for (const slow of begun) slow.destroy();
  await expect.poll(async () => (await upload(t)).status).toBe(201);
});
