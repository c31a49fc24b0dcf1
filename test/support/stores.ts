import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { removeFolder } from './folder.ts';

export type StoreServer = AsyncDisposable & { url: string; folder: string };

/** Users of the S3 server: an owner with full access, and a guest without access. */
export const S3_OWNER = { access_key_id: 'shop:owner', secret_access_key: 'owner-secret' };
export const S3_GUEST = { access_key_id: 'shop:guest', secret_access_key: 'guest-secret' };

const REGION = 'us-east-1';

/** Azurite's well-known account. */
export const AZURE_ACCOUNT = 'devstoreaccount1';
export const AZURE_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/**
 * OpenStack Swift's own S3 API, which checks signatures, MD5s and multipart uploads with code that
 * owes nothing to the SDK; see s3-server.py.
 */
export function startS3(): Promise<StoreServer> {
  const program = fileURLToPath(new URL('./s3-server.py', import.meta.url));
  return start(
    (folder) => spawn('/usr/bin/python3', [program, join(folder, 'swift')]),
    (line) => (/^\d+$/.test(line) ? `http://127.0.0.1:${line}` : undefined),
  );
}

/** Variables of a service that keeps its files in an S3 server, as its owner. */
export function s3Variables(url: string): Record<string, string> {
  return {
    FRAMEPRESS_S3_ENDPOINT: url,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: S3_OWNER.access_key_id,
    AWS_SECRET_ACCESS_KEY: S3_OWNER.secret_access_key,
  };
}

/** Makes buckets in an S3 server. Returns a client of their owner. */
export async function makeBuckets(url: string, ...names: string[]): Promise<S3Client> {
  const client = new S3Client({
    endpoint: url,
    region: REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: S3_OWNER.access_key_id,
      secretAccessKey: S3_OWNER.secret_access_key,
    },
  });
  for (const Bucket of names) await client.send(new CreateBucketCommand({ Bucket }));
  return client;
}

/** Microsoft's emulator of Azure Storage. */
export function startAzurite(): Promise<StoreServer> {
  const program = fileURLToPath(
    new URL('../../node_modules/azurite/dist/src/blob/main.js', import.meta.url),
  );
  const options = ['--blobHost', '127.0.0.1', '--blobPort', '0', '--silent', '--disableTelemetry'];
  return start(
    (folder) =>
      spawn(process.execPath, [program, ...options, '--skipApiVersionCheck', '--location', folder]),
    (line) => / listens on (\S+)/.exec(line)?.[1],
  );
}

async function start(
  run: (folder: string) => ChildProcess,
  read: (line: string) => string | undefined,
): Promise<StoreServer> {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-store-'));
  const child = run(folder);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  const url = child.stdout && (await firstMatch(child.stdout, read));
  if (!url) throw new Error(`the store ended before it was listening: ${errors}`);
  child.stdout?.resume();
  return {
    url,
    folder,
    [Symbol.asyncDispose]: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      await removeFolder(folder);
    },
  };
}

async function firstMatch(
  stream: NodeJS.ReadableStream,
  read: (line: string) => string | undefined,
): Promise<string | undefined> {
  const lines = createInterface(stream);
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const found = read(line);
      if (found !== undefined) resolve(found);
    });
    lines.once('close', () => resolve(undefined));
  });
}
