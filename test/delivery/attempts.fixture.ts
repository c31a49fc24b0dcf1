import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addSession, temporaryDatabase } from '../../src/database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { openNetwork } from '../../src/delivery/index.ts';
import { attemptUpload, type DeliveryContext } from '../../src/jobs/deliver/send.ts';
import { createVault } from '../../src/secrets/index.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { silentLog } from '../../src/system/index.ts';
import { type GcsServer, startGcs } from '../support/gcs-server.ts';
import { startTls, type TlsServer } from '../support/tls.ts';
import { loopbackNetwork } from './backends.ts';

export const VIDEO = Buffer.alloc(3 * 1024 * 1024, 'video');
export const HOUR_MS = 3_600_000;
export const never = new AbortController().signal;
export const vault = createVault([Buffer.alloc(32, 1)]);

/** The servers of a test file. `take` answers the requests to `tls`. */
export const servers = {} as {
  gcs: GcsServer;
  tls: TlsServer;
  take: (request: IncomingMessage, response: ServerResponse) => void;
};

beforeAll(async () => {
  servers.gcs = await startGcs();
  servers.tls = await startTls((request, response) => servers.take(request, response));
});
afterAll(async () => {
  await servers.gcs?.[Symbol.asyncDispose]();
  await servers.tls?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  servers.gcs.fault = () => false;
  servers.gcs.buckets.clear();
  servers.gcs.buckets.set('videos', new Map());
});

/** A rendered session with one upload, and the delivery jobs. */
export async function rendered(
  upload: { target?: string; query?: string; overwrite?: boolean } = {},
) {
  await using opened = new AsyncDisposableStack();
  const t = opened.use(await temporaryDatabase());
  const { db, clock } = t;
  const store = openDiskStore(join(dirname(t.path), 'files'));
  const allow = { isAllowed: (address: string) => address === '127.0.0.1' };
  const lookup = (() => undefined) as never;
  const network = opened.use(
    upload.query === undefined
      ? loopbackNetwork()
      : openNetwork({ allow, lookup, ca: servers.tls.ca }),
  );
  const target = upload.target ?? 'gs://videos/rs_1.mp4';
  await addSession(db, 'rs_1', DEFAULT_ACCOUNT, [
    {
      id: 'xup_1',
      file: 'video',
      to: target,
      target,
      contentType: 'video/mp4',
      cacheControl: null,
      overwrite: upload.overwrite ?? true,
      encryptedQuery: upload.query === undefined ? null : vault.encrypt(upload.query, 'xup_1'),
    },
  ]);
  const setDestination = async (account: Record<string, string>) => {
    await db.destinations.remove('dst_1');
    await db.destinations.insert({
      id: 'dst_1',
      accountId: DEFAULT_ACCOUNT,
      kind: 'gcs',
      name: '',
      prefix: 'gs://videos',
      options: { endpoint: servers.gcs.url },
      identity: '',
      encryptedCredentials: vault.encrypt(JSON.stringify({ service_account: account }), 'dst_1'),
    });
  };
  await setDestination(servers.gcs.owner);
  await store.putBytes('sessions/rs_1/video.mp4', VIDEO);
  await db.renderSessions.finish('rs_1', 'preview_rendered', {
    phase: 'done',
    videoKey: 'sessions/rs_1/video.mp4',
  });
  const deliveryContext: DeliveryContext = { db, store, vault, network, clock, log: silentLog };
  const state = async () => {
    const session = await db.renderSessions.find('rs_1');
    const [one] = session?.deliveries ?? [];
    return { session: session?.status, ...one };
  };
  const events = async () =>
    (await db.events.after('rs_1', 0, 99))
      .filter(({ type }) => type.includes('external_upload'))
      .map(({ type, data }) => ({ type, data }));
  const held = opened.move();
  return {
    ...t,
    deliveryContext,
    store,
    state,
    events,
    setDestination,
    attempt: (signal = never) => attemptUpload('xup_1', deliveryContext, signal),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
