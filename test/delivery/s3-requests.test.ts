import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AppError } from '../../src/base/index.ts';
import {
  type DeliverySettings,
  type Network,
  type ObjectUpload,
  openSource,
  openStore,
} from '../../src/delivery/index.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { removeFolder } from '../support/folder.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { loopbackNetwork } from './backends.ts';

const KEY = 'AKIAEXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const never = new AbortController().signal;

let folder: string;
let stub: S3Stub;
let network: Network;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-s3-'));
  await writeFile(join(folder, 'small'), 'a small file');
  await writeFile(join(folder, 'large'), Buffer.alloc(20 * 1024 * 1024, 'large'));
  stub = await startS3Stub({ [KEY]: SECRET });
  network = loopbackNetwork();
});
afterAll(async () => {
  await stub?.[Symbol.asyncDispose]();
  network?.[Symbol.dispose]();
  await removeFolder(folder);
});
afterEach(() => {
  stub.failing = undefined;
  stub.corrupts = false;
  stub.multipartTag = undefined;
  stub.hidesObjects = false;
  stub.lacksConditions = false;
  stub.requests = [];
  stub.objects.clear();
});

type Options = Extract<DeliverySettings, { kind: 's3' }>['options'];

const put = (
  key: string,
  path: string,
  changes: Partial<ObjectUpload> = {},
  options: Options = {},
) =>
  putOver({ loopback: network, options: { endpoint: stub.url, ...options }, key, path, changes });

async function putOver({
  loopback,
  options,
  key,
  path,
  changes = {},
}: {
  loopback: Network;
  options: Options;
  key: string;
  path: string;
  changes?: Partial<ObjectUpload> | undefined;
}) {
  const credentials = { access_key_id: KEY, secret_access_key: SECRET };
  const target = { kind: 's3' as const, place: 'acme', path, query: '' };
  const store = await openStore(target, { kind: 's3', options, credentials }, loopback);
  const source = await openSource(openDiskStore(folder), key);
  const objectUpload: ObjectUpload = {
    id: 'xup_1',
    path,
    source,
    contentType: 'video/mp4',
    cacheControl: 'no-cache',
    overwrite: true,
    isRetry: false,
    resume: undefined,
    keep: async () => {},
    ...changes,
  };
  return store.put(objectUpload, never);
}

test('every request is signed as the specification requires, for every kind of path', async () => {
  const options = {
    region: 'eu-central-1',
    sse: 'AES256' as const,
    acl: 'bucket-owner-full-control' as const,
    storage_class: 'STANDARD_IA',
  };
  const path = "a b/Grüße+%20&=~'(1)!*@$,;:.mp4";
  await put('small', path, {}, options);
  await put('large', path, {}, options);
  await put('large', 'new.mp4', { overwrite: false }, options);
  expect(stub.signatureFaults).toEqual([]);
  const writes = stub.requests.filter(({ method }) => method !== 'HEAD');
  expect(writes.length).toBeGreaterThan(8);
  const created = writes.filter(({ url }) => url.endsWith('?uploads') || !url.includes('?'));
  for (const { headers } of created) {
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'no-cache',
      'x-amz-server-side-encryption': 'AES256',
      'x-amz-acl': 'bucket-owner-full-control',
      'x-amz-storage-class': 'STANDARD_IA',
    });
  }
  const sizes = [...stub.objects.values()].map(({ bytes }) => bytes.byteLength);
  expect(sizes).toContain(20 * 1024 * 1024);
});

test('a different key is refused', async () => {
  await using strict = await startS3Stub({ [KEY]: 'another' });
  await put('small', 'a.mp4', {}, { endpoint: strict.url });
  expect(strict.signatureFaults).toEqual([expect.stringContaining('the signature does not match')]);
});

test('Amazon S3 gets a CRC-32 of each part and of the whole object', async () => {
  await using amazon = await startS3Stub({ [KEY]: SECRET }, true);
  const { port } = new URL(amazon.url);
  using loopback = loopbackNetwork();
  // Every host name resolves to the stub, whose certificate is self-signed.
  loopback.https.createConnection = () =>
    connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
  await putOver({ loopback, options: { region: 'eu-central-1' }, key: 'small', path: 'a b.mp4' });
  await putOver({ loopback, options: { region: 'eu-central-1' }, key: 'large', path: 'large.mp4' });
  expect(amazon.signatureFaults).toEqual([]);
  const whole = crc32(await readFile(join(folder, 'large')));
  const [small, begin, ...rest] = amazon.requests;
  expect(small?.url).toBe('/a%20b.mp4?x-id=PutObject');
  expect(small?.headers.host).toBe('acme.s3.eu-central-1.amazonaws.com');
  expect(begin?.headers).toMatchObject({
    'x-amz-checksum-algorithm': 'CRC32',
    'x-amz-checksum-type': 'FULL_OBJECT',
  });
  const end = rest.pop();
  expect(end?.headers['x-amz-checksum-crc32']).toBe(base64(whole));
  expect(rest).toHaveLength(3);
  for (const one of [small, ...rest]) {
    expect(one?.headers['x-amz-checksum-crc32']).toBe(base64(one?.crc32 ?? 0));
  }
});

function base64(sum: number): string {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(sum);
  return four.toString('base64');
}

test.each([
  ['InvalidAccessKeyId', 403, 'delivery_denied', 'access_key_id'],
  ['SignatureDoesNotMatch', 403, 'delivery_denied', 'secret_access_key'],
  ['AccessDenied', 403, 'delivery_denied', 's3:PutObject'],
  ['NoSuchBucket', 404, 'delivery_place_missing', 'Create the bucket'],
  ['PermanentRedirect', 301, 'delivery_rejected', 'region'],
  ['AuthorizationHeaderMalformed', 400, 'delivery_rejected', 'region'],
  ['QuotaExceeded', 403, 'delivery_full', 'quota'],
  ['XMinioStorageFull', 507, 'delivery_full', 'space'],
  ['InsufficientStorage', 507, 'delivery_full', 'space'],
  ['KMS.DisabledException', 400, 'delivery_denied', 'kms:GenerateDataKey'],
  ['InvalidStorageClass', 400, 'delivery_rejected', 'storage_class'],
  ['RequestTimeTooSkewed', 403, 'delivery_rejected', 'clock'],
  ['BadDigest', 400, 'delivery_corrupt', 'retried'],
  ['SlowDown', 503, 'delivery_unreachable', 'retried'],
  ['InternalError', 500, 'delivery_unreachable', 'retried'],
  ['ExpiredToken', 400, 'delivery_denied', 'two days'],
])('%s is reported as such, for small and large files', async (code, status, ours, hint) => {
  stub.failing = { code, status };
  for (const key of ['small', 'large']) {
    const error = await put(key, 'a.mp4').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: ours, retryable: true });
    expect((error as AppError).faults[0]?.hint).toContain(hint);
    expect(String(error)).not.toContain(SECRET);
  }
});

test('an object with other bytes is reported as a failure', async () => {
  stub.corrupts = true;
  await expect(put('small', 'a.mp4')).rejects.toMatchObject({ code: 'delivery_corrupt' });
});

test.each([`${'a'.repeat(32)}-1`, `${'a'.repeat(32)}-3`, 'b'.repeat(32), 'not-hexadecimal', ''])(
  'the ETag %j of a multipart upload is no checksum, but parts must not be lost',
  async (tag) => {
    stub.multipartTag = tag;
    await put('large', 'a.mp4');
    expect(stub.objects.get('/acme/a.mp4')?.bytes.byteLength).toBe(20 * 1024 * 1024);
    stub.corrupts = true;
    await expect(put('large', 'b.mp4')).rejects.toMatchObject({ code: 'delivery_corrupt' });
  },
);

test.each([
  { overwrite: true, writes: [undefined] },
  { overwrite: false, writes: ['*'] },
  { overwrite: false, lacksConditions: true, writes: ['*', undefined] },
])('a small file is sent in one request: %j', async ({ overwrite, lacksConditions, writes }) => {
  stub.lacksConditions = lacksConditions ?? false;
  await put('small', 'a.mp4', { overwrite });
  const sent = stub.requests.filter(({ method }) => method !== 'HEAD');
  expect(sent.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual(
    writes.map(() => 'PUT /acme/a.mp4'),
  );
  expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual(writes);
  expect(stub.objects.get('/acme/a.mp4')?.bytes.toString()).toBe('a small file');
});

test('a small file whose multipart upload was interrupted is continued', async () => {
  const resume = JSON.stringify({ uploadId: 'up1', partBytes: 8 * 2 ** 20, etags: {} });
  await put('small', 'a.mp4', { overwrite: false, isRetry: true, resume });
  expect(stub.objects.get('/acme/a.mp4')?.bytes.toString()).toBe('a small file');
});

test.each(['small', 'large'])(
  'a %s object that a key cannot see is not overwritten',
  async (file) => {
    await put('small', 'a.mp4', { id: 'xup_other' });
    stub.hidesObjects = true;
    await expect(put(file, 'a.mp4', { overwrite: false })).rejects.toMatchObject({
      code: 'delivery_exists',
      retryable: false,
    });
    expect(stub.objects.get('/acme/a.mp4')?.bytes.toString()).toBe('a small file');
  },
);

test('an existing object is not overwritten, even if it appeared during the upload', async () => {
  await put('small', 'a.mp4', { id: 'xup_other' });
  await expect(put('small', 'a.mp4', { overwrite: false })).rejects.toMatchObject({
    code: 'delivery_exists',
    retryable: false,
  });
  const bytes = stub.objects.get('/acme/a.mp4')?.bytes.byteLength;
  await put('small', 'a.mp4', { id: 'xup_other', overwrite: false, isRetry: true });
  expect(stub.objects.get('/acme/a.mp4')?.bytes.byteLength).toBe(bytes);
});
