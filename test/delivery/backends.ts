import { createHash, generateKeyPairSync } from 'node:crypto';
import { lookup } from 'node:dns';
import { GetObjectCommand, NoSuchKey, NotFound } from '@aws-sdk/client-s3';
import {
  ContainerClient,
  ContainerSASPermissions,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import {
  type DeliverySettings,
  type DeliveryTarget,
  openNetwork,
} from '../../src/delivery/index.ts';
import { guardedLookup, parseAddressPolicy } from '../../src/media/fetch/index.ts';
import { startGcs } from '../support/gcs-server.ts';
import { type Interrupted, interrupt } from '../support/interrupted.ts';
import {
  AZURE_ACCOUNT,
  AZURE_KEY,
  makeBuckets,
  S3_GUEST,
  S3_OWNER,
  startAzurite,
  startS3,
} from '../support/stores.ts';

type Found = {
  bytes: number;
  contentType: string | undefined;
  cacheControl: string | undefined;
  md5: string;
};

/** A store behind a proxy that can interrupt connections. */
export type Backend = AsyncDisposable & {
  connection: Interrupted;
  owner: DeliverySettings;
  /** May sign in but not write. */
  guest: DeliverySettings;
  unauthorized: DeliverySettings;
  target: (path: string) => DeliveryTarget;
  nowhere: DeliveryTarget;
  /** The response of a full store of this kind. */
  full: { status: number; headers: Record<string, string>; body: string };
  /** Reads an object without Framepress. */
  find: (path: string) => Promise<Found | undefined>;
};

export function loopbackNetwork(stallMs?: number) {
  const allow = parseAddressPolicy(['127.0.0.1/32']);
  return openNetwork({
    allow,
    lookup: guardedLookup(lookup, allow),
    ...(stallMs !== undefined && { stallMs }),
  });
}

export async function s3Backend(): Promise<Backend> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startS3());
  const connection = opened.use(await interrupt(server.url));
  const direct = await makeBuckets(server.url, 'videos');
  const settings = (credentials: typeof S3_OWNER): DeliverySettings => ({
    kind: 's3',
    options: { endpoint: connection.url },
    credentials,
  });
  const held = opened.move();
  return {
    connection,
    owner: settings(S3_OWNER),
    guest: settings(S3_GUEST),
    unauthorized: settings({ ...S3_OWNER, secret_access_key: 'wrong' }),
    target: (path) => ({ kind: 's3', place: 'videos', path, query: '' }),
    full: {
      status: 403,
      headers: { 'content-type': 'application/xml' },
      body: '<Error><Code>QuotaExceeded</Code><Message>no room</Message></Error>',
    },
    nowhere: { kind: 's3', place: 'no-such-bucket', path: 'a.mp4', query: '' },
    find: async (path) => {
      try {
        const object = await direct.send(new GetObjectCommand({ Bucket: 'videos', Key: path }));
        return {
          ...(await facts(object.Body as AsyncIterable<Uint8Array>)),
          contentType: object.ContentType,
          cacheControl: object.CacheControl,
        };
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

export async function azureBackend(): Promise<Backend> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startAzurite());
  const connection = opened.use(await interrupt(server.url));
  const direct = new ContainerClient(
    `${server.url}/${AZURE_ACCOUNT}/videos`,
    new StorageSharedKeyCredential(AZURE_ACCOUNT, AZURE_KEY),
  );
  await direct.create();
  const sas = await direct.generateSasUrl({
    expiresOn: new Date(Date.now() + 3_600_000),
    permissions: ContainerSASPermissions.parse('r'),
  });
  const settings = (
    credentials: Extract<DeliverySettings, { kind: 'azure' }>['credentials'],
  ): DeliverySettings => ({
    kind: 'azure',
    options: { endpoint: `${connection.url}/${AZURE_ACCOUNT}` },
    credentials,
  });
  const place = (container: string) => `${container}@${AZURE_ACCOUNT}.blob.core.windows.net`;
  const held = opened.move();
  return {
    connection,
    owner: settings({ account_key: AZURE_KEY }),
    guest: settings({ sas_token: sas.split('?')[1] ?? '' }),
    unauthorized: settings({ account_key: Buffer.from('wrong').toString('base64') }),
    target: (path) => ({ kind: 'azure', place: place('videos'), path, query: '' }),
    full: { status: 507, headers: { 'x-ms-error-code': 'InsufficientStorage' }, body: '' },
    nowhere: { kind: 'azure', place: place('nowhere'), path: 'a.mp4', query: '' },
    find: async (path) => {
      const blob = direct.getBlobClient(path);
      if (!(await blob.exists())) return undefined;
      const object = await blob.download();
      return {
        ...(await facts(object.readableStreamBody as AsyncIterable<Uint8Array>)),
        contentType: object.contentType,
        cacheControl: object.cacheControl,
      };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

export async function gcsBackend(): Promise<Backend> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startGcs());
  const connection = opened.use(await interrupt(server.url));
  server.buckets.set('videos', new Map());
  // The server's session URLs point to itself; they are rewritten to the interruptible proxy.
  server.publicUrl = connection.url;
  const settings = (account: Record<string, string>): DeliverySettings => ({
    kind: 'gcs',
    options: { endpoint: connection.url },
    credentials: { service_account: account as never },
  });
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const held = opened.move();
  return {
    connection,
    owner: settings(server.owner),
    guest: settings(server.guest),
    unauthorized: settings({ ...server.owner, private_key: privateKey }),
    target: (path) => ({ kind: 'gcs', place: 'videos', path, query: '' }),
    full: {
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        error: { code: 403, message: 'no room', errors: [{ reason: 'quotaExceeded' }] },
      }),
    },
    nowhere: { kind: 'gcs', place: 'no-such-bucket', path: 'a.mp4', query: '' },
    find: async (path) => {
      const found = server.buckets.get('videos')?.get(path)?.resource;
      return (
        found && {
          bytes: Number(found['size']),
          md5: Buffer.from(String(found['md5Hash']), 'base64').toString('hex'),
          contentType: found['contentType'] as string | undefined,
          cacheControl: found['cacheControl'] as string | undefined,
        }
      );
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function facts(stream: AsyncIterable<Uint8Array>): Promise<{ bytes: number; md5: string }> {
  const md5 = createHash('md5');
  let bytes = 0;
  for await (const chunk of stream) {
    md5.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, md5: md5.digest('hex') };
}
