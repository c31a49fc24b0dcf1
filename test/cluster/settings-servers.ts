import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { type PostgresServer, run, startPostgres } from '../support/postgres.ts';
import { framepress, spawnFramepress } from '../support/service.ts';
import { type FaultyStore, startFaultyStore } from '../support/store-faults.ts';
import { makeBuckets, S3_GUEST, S3_OWNER, s3Variables, startS3 } from '../support/stores.ts';
import { makeCertificate } from '../support/tls.ts';

export type Variables = Record<string, string>;

const PASSWORD = 'right-password';
export const WRONG_PASSWORD = 'wrong-password';
const SECRETS = [PASSWORD, WRONG_PASSWORD, S3_OWNER.secret_access_key, S3_GUEST.secret_access_key];
/** More than the processes of the tests use. */
const CONNECTIONS = 80;
/** The role `keeper` needs a password. */
const HBA = `host all keeper 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`;

/** PostgreSQL with TLS and passwords, and an S3 store that can fail. */
export type Servers = AsyncDisposable & {
  folder: string;
  /** The certificate of PostgreSQL, which is its own authority. */
  caPath: string;
  postgres: PostgresServer;
  store: FaultyStore;
  /** Variables of processes that use both. */
  variables: Variables & { DATABASE_URL: string };
  /** Returns a data folder for another process. */
  newFolder(): string;
};

export async function startServers(): Promise<Servers> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-settings-'));
  opened.defer(() => removeFolder(folder));
  const { caPath, keyPath } = await makeCertificate(folder);
  const files = {
    'hba.conf': HBA,
    'server.crt': await readFile(caPath, 'utf8'),
    'server.key': await readFile(keyPath, 'utf8'),
  };
  const settings = {
    max_connections: String(CONNECTIONS),
    log_min_messages: 'panic',
    hba_file: 'hba.conf',
    ssl: 'on',
    ssl_cert_file: '../server.crt',
    ssl_key_file: '../server.key',
  };
  const postgres = opened.use(await startPostgres(settings, files));
  const s3 = opened.use(await startS3());
  await run(postgres.url('postgres'), `create role keeper login password '${PASSWORD}'`);
  await makeBuckets(s3.url, 'files');
  const store = opened.use(await startFaultyStore(s3.url));
  const variables = {
    DATABASE_URL: await postgres.createDatabase(),
    FRAMEPRESS_STORAGE: 's3://files/service',
    ...s3Variables(store.url),
    FRAMEPRESS_SECRET_KEYS: randomBytes(32).toString('base64'),
    FRAMEPRESS_SIGNING_KEY: randomBytes(32).toString('base64'),
    FRAMEPRESS_WORKERS: '1',
  };
  let folders = 0;
  const held = opened.move();
  return {
    folder,
    caPath,
    postgres,
    store,
    variables,
    newFolder: () => {
      folders += 1;
      return join(folder, `process-${folders}`);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Expects a text for people: without secrets and without a stack. */
export function expectPlain(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/^\s+at /m);
}

/** Returns what `doctor` reports of a part, and what would help. It must fail. */
export async function findingOf(
  name: string,
  dataDir: string,
  variables: Variables,
): Promise<string> {
  const args = ['doctor', '--json', '--data-dir', dataDir];
  // Options of Node.js need a process of their own.
  const run = variables['NODE_OPTIONS'] === undefined ? framepress : spawnFramepress;
  const { code, stdout, stderr } = await run(args, variables);
  expectPlain(stdout + stderr);
  expect([code, stderr]).toEqual([1, '']);
  type Finding = { name: string; ok: boolean; found: string; cure: string };
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const finding = findings.find((one) => one.name === name);
  expect(finding).toMatchObject({ ok: false });
  return `${finding?.found}\n${finding?.cure}`;
}

/** Returns the parts of `/readyz`. */
export async function partsOf(url = ''): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/readyz`);
  const { parts } = (await answer.json()) as { parts: Record<string, string> };
  return parts;
}
