import { describe, expect, test } from 'vitest';
import { AppError, fault } from '../../base/index.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { temporaryApi } from '../api.fixture.ts';

const PATH = '/v2/template_style_versions';
const SETTINGS = { version: 1, editables: { t_01: { label: 'Name' } } };
const JSON_TYPE = { 'content-type': 'application/json' };

type Api = Awaited<ReturnType<typeof temporaryApi>>;

async function addUpload({ db, clock, store }: Api, id: string, more: object = {}) {
  const storageKey = `uploads/${id}`;
  await store.putBytes(storageKey, Buffer.from('an image'));
  await db.uploads.insert({
    id,
    accountId: DEFAULT_ACCOUNT,
    storageKey,
    contentType: 'image/png',
    kind: 'image',
    bytes: 8,
    sha256: 'd',
    width: 1,
    height: 1,
    duration: null,
    fontNames: [],
    expiresAtMs: clock.nowMs() + 1000,
    renderSessionId: null,
    ...more,
  });
}

const post = (api: Api, path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.send('POST', path, JSON.stringify(body), { ...JSON_TYPE, ...headers });

describe('a draft', () => {
  test('exists for ready and failed versions of the own account, with the right to read', async () => {
    await using api = await temporaryApi();
    const id = await api.addVersion();
    const draft = await api.send('GET', `${PATH}/${id}/draft`);
    expect(draft).toMatchObject({
      status: 200,
      json: { template_draft: { template_style_version_id: id, is_proposal: true, duration: 4 } },
    });
    await api.db.templateVersions.update(id, { status: 'failed' });
    expect((await api.send('GET', `${PATH}/${id}/draft`)).status).toBe(200);
    await api.db.templateVersions.update(id, { status: 'processing' });
    const reader = { authorization: `Bearer ${await api.token('template_style_version:read')}` };
    for (const path of ['draft/stills', 'versions'])
      expect(await post(api, `${PATH}/${id}/${path}`, { settings: SETTINGS, at: 0 })).toMatchObject(
        {
          status: 409,
          json: { code: 'template_version_not_ready', errors: [{ retryable: true }] },
        },
      );
    const { id: account } = await api.db.accounts.insert('second');
    const theirs = await api.addVersion(account, 'tsv_theirs');
    expect((await api.send('GET', `${PATH}/${theirs}/draft`)).status).toBe(404);
    await api.db.templateVersions.update(id, { status: 'edit_ready' });
    const saved = await post(api, `${PATH}/${id}/versions`, { settings: SETTINGS }, reader);
    expect(saved.status).toBe(403);
    const still = await post(
      api,
      `${PATH}/${id}/draft/stills`,
      { settings: SETTINGS, at: 0 },
      reader,
    );
    expect(still).toMatchObject({ status: 200, text: 'an image' });
  });

  test('is drawn with entries that are checked, at a time within it', async () => {
    await using api = await temporaryApi();
    const path = `${PATH}/${await api.addVersion()}/draft/stills`;
    const pointers = async (body: object) => {
      const { status, json } = await post(api, path, { settings: SETTINGS, at: 0, ...body });
      return [status, (json?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
    };
    expect(await pointers({ resources: { t_01: { source: { text: 'Ana' } } } })).toEqual([200, []]);
    expect(await pointers({ resources: { t_01: { source: { color: 'x' } } } })).toEqual([
      422,
      ['/resources/t_01/source'],
    ]);
    expect(await pointers({ resources: { t_09: {} } })).toEqual([422, ['/resources/t_09']]);
    expect(await pointers({ at: 4 })).toEqual([422, ['/at']]);
    expect(await pointers({ at: -1, settings: [], widht: 7 })).toEqual([
      422,
      ['/settings', '/at', '/widht'],
    ]);
  });

  test('is saved once for each key, in the place of the old version and with its choice', async () => {
    await using api = await temporaryApi();
    const id = await api.addVersion();
    await addUpload(api, 'up_logo');
    const body = { settings: SETTINGS, files: [{ path: 'images/logo.png', upload_id: 'up_logo' }] };
    const key = { 'idempotency-key': 'once' };
    const saved = await post(api, `${PATH}/${id}/versions`, body, key);
    expect(saved.status).toBe(201);
    const old = await api.db.templateVersions.find(id);
    expect(saved.json.template_style_version).toMatchObject({
      status: 'processing',
      name: 'Birthday',
      template_id: old?.templateId,
      template_style_id: old?.templateStyleId,
    });
    const newId = saved.json.template_style_version.id as string;
    expect(api.asked.added).toEqual([newId]);
    expect(await api.store.stat(`versions/${newId}/package`)).toBeDefined();
    const repeated = await post(api, `${PATH}/${id}/versions`, body, key);
    expect(repeated.json.template_style_version.id).toBe(newId);
    expect(api.asked.added).toEqual([newId]);
    const other = await post(api, `${PATH}/${id}/versions`, { settings: SETTINGS }, key);
    expect(other).toMatchObject({ status: 409, json: { code: 'idempotency_conflict' } });
  });

  test('is refused with more bytes of files than an upload may have, before they are read', async () => {
    await using api = await temporaryApi({ maxUploadBytes: 30 });
    const id = await api.addVersion();
    await addUpload(api, 'up_logo');
    let packed = 0;
    const { packDraft } = api.context.dryRuns;
    api.context.dryRuns.packDraft = (...task) => {
      packed += 1;
      return packDraft(...task);
    };
    const save = (count: number) =>
      post(api, `${PATH}/${id}/versions`, {
        settings: SETTINGS,
        files: Array.from({ length: count }, (_, i) => ({
          path: `images/${i}.png`,
          upload_id: 'up_logo',
        })),
      });
    const refused = await save(4);
    expect([refused.status, refused.json.code, packed]).toEqual([422, 'package_too_large', 0]);
    expect(refused.json.detail).toContain('at most 30 bytes');
    expect((await save(3)).status).toBe(201);
    expect(packed).toBe(1);
  });

  test('is refused with unknown uploads and wrong bodies, and leaves nothing', async () => {
    await using api = await temporaryApi();
    const id = await api.addVersion();
    const { id: account } = await api.db.accounts.insert('second');
    await addUpload(api, 'up_theirs', { accountId: account });
    await addUpload(api, 'up_late', { expiresAtMs: api.clock.nowMs() - 1 });
    const path = 'images/a.png';
    const files = ['up_theirs', 'up_late', 'up_none'].map((upload_id) => ({ path, upload_id }));
    const answer = await post(api, `${PATH}/${id}/versions`, { settings: SETTINGS, files });
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toMatchObject(
      files.map((_, i) => ({ code: 'upload_unknown', pointer: `/files/${i}/upload_id` })),
    );
    for (const [body, status] of [
      [{}, 422],
      [{ settings: 7 }, 422],
      [{ settings: SETTINGS, files: Array.from({ length: 101 }, () => files[0]) }, 422],
      [{ settings: SETTINGS, name: 'a\0b' }, 422],
      [[], 400],
      [{ settings: { x: 'y'.repeat(5_000_000) } }, 413],
    ] as const)
      expect((await post(api, `${PATH}/${id}/versions`, body)).status).toBe(status);
    const pointer = '/settings/editables/x';
    api.context.dryRuns.packDraft = async (_, key) => {
      await api.store.putBytes(key, Buffer.from('half'));
      throw AppError.fromFaults([fault('template_json_invalid', 'Wrong.', { pointer })]);
    };
    const refused = await post(api, `${PATH}/${id}/versions`, { settings: SETTINGS });
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer }] } });
    expect(api.asked.added).toEqual([]);
    expect(await api.store.bytesBelow('versions')).toBe(0);
  });
});
