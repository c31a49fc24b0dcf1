import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../system/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';

const SECRET = 'planted-secret-key';
const S3 = {
  prefix: 's3://acme-videos/renders/',
  name: 'Videos',
  options: { region: 'eu-central-1', sse: 'AES256' },
  credentials: { access_key_id: 'AKIAEXAMPLE', secret_access_key: SECRET },
};
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ACCOUNT = {
  type: 'service_account',
  project_id: 'acme',
  client_email: 'videos@acme.iam.gserviceaccount.com',
  private_key: privateKey,
  client_id: '1',
};

// biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its response
const faultsOf = (json: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its response
  json.errors.map((fault: any) => `${fault.code} ${fault.pointer ?? ''}`.trim());

describe('a destination', () => {
  test('is created, read, listed, changed and removed, and never returns its credentials', async () => {
    await using t = await temporaryApi();
    const creation = await t.send('POST', '/v2/destinations', S3);
    expect(creation).toMatchObject({
      status: 201,
      json: {
        destination: {
          kind: 's3',
          name: 'Videos',
          prefix: 's3://acme-videos/renders',
          options: { region: 'eu-central-1', sse: 'AES256' },
          identity: 'AKIAEXAMPLE',
        },
      },
    });
    const path = `/v2/destinations/${creation.json.destination.id}`;
    const list = await t.send('GET', '/v2/destinations');
    expect(list.json.destinations).toEqual([creation.json.destination]);
    const changed = await t.send('PATCH', path, { name: 'x', options: { region: 'us-east-1' } });
    expect(changed.json.destination).toMatchObject({
      name: 'x',
      options: { region: 'us-east-1' },
      identity: 'AKIAEXAMPLE',
    });
    const credentials = { access_key_id: 'AKIAOTHER', secret_access_key: SECRET };
    const rekeyed = await t.send('PATCH', path, { credentials });
    expect(rekeyed.json.destination).toMatchObject({ name: 'x', identity: 'AKIAOTHER' });
    const answer = await t.send('GET', path);
    for (const { text } of [creation, list, changed, rekeyed, answer])
      expect(text).not.toContain(SECRET);
    for (const suffix of ['', '-wal']) {
      const file = join(dirname(t.filesFolder), `framepress.sqlite${suffix}`);
      expect(await readFile(file, 'latin1')).not.toContain(SECRET);
    }
    expect((await t.send('DELETE', path)).status).toBe(204);
    expect((await t.send('GET', path)).status).toBe(404);
  });

  test.each([
    ['gs://acme/a', { service_account: ACCOUNT }, {}, 'gcs', ACCOUNT.client_email],
    [
      'wasbs://videos@acme.blob.core.windows.net',
      { account_key: 'a2V5' },
      { access_tier: 'Cool' },
      'azure',
      'account_key',
    ],
    [
      'wasbs://videos@acme.blob.core.windows.net',
      { sas_token: '?sv=1&sig=x' },
      {},
      'azure',
      'sas_token',
    ],
    [
      'https://files.example.com/in',
      { headers: { authorization: 'Bearer x' } },
      {},
      'https',
      'authorization',
    ],
  ])(
    'at %s has the identity of its credentials',
    async (...[prefix, credentials, options, kind, identity]) => {
      await using t = await temporaryApi();
      const creation = await t.send('POST', '/v2/destinations', { prefix, credentials, options });
      expect(creation).toMatchObject({
        status: 201,
        json: { destination: { kind, prefix, identity } },
      });
    },
  );

  test('has a unique prefix, and cannot change its account or kind', async () => {
    await using t = await temporaryApi();
    const { json } = await t.send('POST', '/v2/destinations', S3);
    expect(await t.send('POST', '/v2/destinations', S3)).toMatchObject({ status: 409 });
    const path = `/v2/destinations/${json.destination.id}`;
    const other = await t.token('*', (await t.db.accounts.insert('other')).id);
    const headers = { authorization: `Bearer ${other}` };
    expect((await t.send('GET', path, undefined, headers)).status).toBe(404);
    expect((await t.send('POST', '/v2/destinations', S3, headers)).status).toBe(201);
    const refusal = await t.send('PATCH', path, { prefix: 'gs://acme' });
    expect(refusal.status).toBe(422);
    const reader = { authorization: `Bearer ${await t.token('destination:read')}` };
    expect((await t.send('GET', path, undefined, reader)).status).toBe(200);
    expect((await t.send('POST', `${path}/test`, {}, reader)).status).toBe(403);
  });

  const web = {
    prefix: 'https://files.example.com/in',
    credentials: { headers: { authorization: 'Bearer x' } },
  };
  const azure = {
    prefix: 'wasbs://videos@acme.blob.core.windows.net',
    credentials: { sas_token: 'sv=1&sig=x' },
  };
  const minio = { ...S3, options: { endpoint: 'https://minio.example.com' } };
  test.each([
    ['host', web, { prefix: 'https://other.example.com/in' }],
    ['port', web, { prefix: 'https://files.example.com:8443/in' }],
    ['account', azure, { prefix: 'wasbs://videos@other.blob.core.windows.net' }],
    ['endpoint', azure, { options: { endpoint: 'https://other.example.com' } }],
    ['endpoint', S3, { options: { endpoint: 'https://other.example.com' } }],
    ['endpoint', minio, { options: {} }],
  ])('needs new credentials for a different %s', async (_, destination, change) => {
    await using t = await temporaryApi();
    const { json } = await t.send('POST', '/v2/destinations', destination);
    const path = `/v2/destinations/${json.destination.id}`;
    const refused = await t.send('PATCH', path, change);
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toMatchObject([
      { pointer: '/credentials', hint: expect.stringContaining('Send credentials as well') },
    ]);
    const { credentials } = destination;
    expect((await t.send('PATCH', path, { ...change, credentials })).status).toBe(200);
  });

  test('keeps its credentials for a different folder, bucket or option at the same host', async () => {
    await using t = await temporaryApi();
    const changes = [
      [web, { prefix: 'https://files.example.com/other' }],
      [azure, { prefix: 'wasbs://stills@acme.blob.core.windows.net', options: {} }],
      [minio, { prefix: 's3://other', options: { ...minio.options, region: 'eu' } }],
    ] as const;
    for (const [destination, change] of changes) {
      const { json } = await t.send('POST', '/v2/destinations', destination);
      const path = `/v2/destinations/${json.destination.id}`;
      expect((await t.send('PATCH', path, change)).status).toBe(200);
    }
  });

  test('retries the uploads that wait for it after a change, and no other uploads', async () => {
    await using t = await temporaryApi();
    const { json } = await t.send('POST', '/v2/destinations', S3);
    await t.send('POST', '/v2/destinations', { ...S3, prefix: 's3://acme-videos/renders/other' });
    const creation = await t.send('POST', '/v2/render_sessions', {
      title: 'x',
      render: 'preview',
      mapping: { template_style_version_id: await t.addVersion(), resources: RESOURCES },
      external_uploads: ['v.mp4', 'other/v.mp4'].map((file) => ({
        to: `s3://acme-videos/renders/${file}`,
      })),
    });
    const { id, external_uploads: uploads } = creation.json.render_session;
    await t.db.renderSessions.finish(id, 'preview_rendered', { phase: 'done' });
    const fault = { code: 'delivery_denied', message: 'no', retryable: true } as const;
    for (const upload of uploads)
      await t.db.deliveries.retry({ id: upload.id, claim: 0 }, fault, 9e15);
    await t.send('POST', `/v2/destinations/${json.destination.id}/test`);
    expect(t.asked.retried).toEqual([uploads[0].id]);
  });

  test('is created once for an Idempotency-Key', async () => {
    await using t = await temporaryApi();
    const key = { 'idempotency-key': 'k' };
    const first = await t.send('POST', '/v2/destinations', S3, key);
    const replay = await t.send('POST', '/v2/destinations', S3, key);
    expect(replay.json).toEqual(first.json);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    // The stored request hash must not allow guessing the credentials in the request.
    const guess = sha256(`POST /v2/destinations\n${sha256(JSON.stringify(S3))}`);
    const [{ id: caller = '' } = {}] = await t.db.clients.list();
    const owner = { accountId: 'acc_default', caller, key: 'k' };
    expect(await t.db.idempotency.find(owner, guess)).toEqual({ state: 'conflict' });
  });

  const refused: [string, object, string[]][] = [
    [
      'a destination without credentials',
      { prefix: 's3://acme' },
      [
        'invalid_request /credentials/access_key_id',
        'invalid_request /credentials/secret_access_key',
      ],
    ],
    [
      'a destination at an unknown store',
      { ...S3, prefix: 'ftp://acme' },
      ['target_invalid /prefix'],
    ],
    [
      'a presigned URL as prefix',
      { ...S3, prefix: `https://x.com/a?sig=${SECRET}` },
      ['target_invalid /prefix'],
    ],
    ['a prefix with placeholders', { ...S3, prefix: 's3://acme/{id}' }, ['target_invalid /prefix']],
    ['a prefix with ..', { ...S3, prefix: 's3://acme/../x' }, ['target_invalid /prefix']],
    ['a prefix with an empty folder', { ...S3, prefix: 's3://acme//' }, ['target_invalid /prefix']],
    ['a prefix with NUL', { ...S3, prefix: 's3://acme/a\0b' }, ['target_invalid /prefix']],
    [
      'an https prefix with NUL',
      { prefix: 'https://files.example.com/a%00b', credentials: { headers: {} } },
      ['target_invalid /prefix'],
    ],
    [
      'a misspelled option',
      { ...S3, options: { regoin: 'x' } },
      ['invalid_request /options/regoin'],
    ],
    [
      'an endpoint in a private network',
      { ...S3, options: { endpoint: 'http://10.0.0.1:9000' } },
      ['asset_private_address /options/endpoint'],
    ],
    [
      'an endpoint with the port of a mail server',
      { ...S3, options: { endpoint: 'http://mail.example.com:25' } },
      ['url_invalid /options/endpoint'],
    ],
    [
      'an endpoint with credentials in the URL',
      { ...S3, options: { endpoint: `http://u:${SECRET}@x.com` } },
      ['invalid_request /options/endpoint'],
    ],
    [
      'credentials of a different kind',
      {
        ...S3,
        credentials: { access_key_id: 7, secret_access_key: `${SECRET}\n.`, account_key: SECRET },
      },
      [
        'invalid_request /credentials/access_key_id',
        'invalid_request /credentials/secret_access_key',
        'invalid_request /credentials/account_key',
      ],
    ],
    [
      'a header that changes the length of the request',
      { prefix: 'https://files.example.com', credentials: { headers: { 'Content-Length': '5' } } },
      ['invalid_request /credentials/headers/Content-Length'],
    ],
    [
      'a Google key file that runs a program',
      {
        prefix: 'gs://acme',
        credentials: { service_account: { ...ACCOUNT, type: 'external_account' } },
      },
      ['invalid_request /credentials/service_account/type'],
    ],
    [
      'an incomplete private key',
      {
        prefix: 'gs://acme',
        credentials: {
          service_account: { ...ACCOUNT, private_key: `-----BEGIN PRIVATE KEY-----\n${SECRET}` },
        },
      },
      ['invalid_request /credentials/service_account/private_key'],
    ],
    [
      'an incomplete connection string',
      {
        prefix: 'wasbs://videos@acme.blob.core.windows.net',
        credentials: { connection_string: `AccountKey=${SECRET}` },
      },
      ['invalid_request /credentials/connection_string'],
    ],
  ];
  test.each(refused)('%s is rejected, and no fault contains a secret', async (_, body, faults) => {
    await using t = await temporaryApi();
    const answer = await t.send('POST', '/v2/destinations', body);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer.json)).toEqual(faults);
    expect(answer.text).not.toContain(SECRET);
  });
});
