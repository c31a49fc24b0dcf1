import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { checkAnswer } from '../../test/support/openapi-check.ts';
import { placeOf } from '../../test/support/place.ts';
import { defined, FULL_SCOPE, Gate } from '../base/index.ts';
import { DEFAULT_ACCOUNT, type Transaction } from '../database/index.ts';
import { openTestDatabase, removeTestDatabase } from '../database/test-database.fixture.ts';
import { checkedUrl, parseAddressPolicy } from '../media/fetch/index.ts';
import { probeUpload } from '../produce/probe-file.ts';
import { createVault } from '../secrets/index.ts';
import { type BlobStore, openDiskStore, openStore } from '../storage/index.ts';
import { type Log, silentLog } from '../system/index.ts';
import { createApi } from './app.ts';
import type { ApiConfig, ApiContext } from './context.ts';

type LightAnswer = Awaited<ReturnType<FastifyInstance['inject']>>;

/** The calls that the API made to the rest of the program, and the errors that these calls throw. */
export type Asked = {
  added: string[];
  started: string[];
  canceled: string[];
  retried: string[];
  refuse?: Error;
  noRoom?: Error;
  overload?: () => string | undefined;
};

const UPLOADS = { atOnce: 8, perOwner: 4, maxWaiting: 8, maxWaitingPerOwner: 2 };
const PROBES = { atOnce: 2, perOwner: 1, maxWaiting: 8, maxWaitingPerOwner: 8 };

const EDITABLE = { required: true, stillcut: 'stillcut_01', start: 0, end: 4 };

const EDITABLES = {
  t_01: { ...EDITABLE, input_type: 'text', label: 'Name', example_text: 'Ada', fonts: ['Poppins'] },
  c_01: { ...EDITABLE, input_type: 'color', label: 'Back', example_text: '0a7b83', fonts: [] },
  '(Footage)/USER/logo_01.png': {
    ...EDITABLE,
    input_type: 'image',
    label: 'Logo',
    width: 550,
    height: 180,
  },
};

export const RESOURCES = {
  t_01: { source: { text: 'Grüße, Zoë! ' } },
  c_01: { source: { color: '#a03060' } },
  '(Footage)/USER/logo_01.png': {
    source: { remote_url: 'https://example.com/logo.png' },
    transform: { crop_strategy: 'cover' },
  },
};

/**
 * Returns the API with a real database and store: in a temporary folder or, when the tests run on a cluster, in
 * PostgreSQL and a bucket. The work behind the API (imports, renders, deliveries) is replaced by lists of the
 * calls that were made.
 */
export async function temporaryApi(
  changes: Partial<ApiConfig> = {},
  log: Log = silentLog,
  ownStore?: BlobStore,
) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-api-'));
  const uploadFolder = join(folder, 'uploads');
  await mkdir(uploadFolder);
  const clock = {
    ms: Date.UTC(2026, 10, 20, 9, 30),
    nowMs(): number {
      return this.ms;
    },
  };
  const vault = createVault([Buffer.alloc(32, 9)]);
  const { environment } = await placeOf(folder);
  // The SDK of the store reads its credentials there.
  Object.assign(process.env, environment);
  const databasePath = environment['DATABASE_URL'] ?? join(folder, 'framepress.sqlite');
  const db = await openTestDatabase(databasePath, clock, vault);
  const filesFolder = join(folder, 'files');
  const storage = {
    url: environment['FRAMEPRESS_STORAGE'],
    s3Endpoint: environment['FRAMEPRESS_S3_ENDPOINT'],
    cacheBytes: 100_000_000,
  };
  const store = ownStore ?? (await openStore({ dataDir: folder, storage })).store;
  const dryRunFiles = openDiskStore(join(folder, 'preview-files'));
  const calls: Asked = { added: [], started: [], canceled: [], retried: [] };
  const note = async (list: string[], id: string, tx: Transaction) => {
    if (calls.refuse) throw calls.refuse;
    tx.afterCommit(() => void list.push(id));
  };
  let address = 'http://framepress.test';
  const parts = { database: 'ok', storage: 'ok', encoder: 'ok' };
  const context: Omit<ApiContext, 'changes'> = {
    config: {
      publicUrl: () => address,
      signingKey: Buffer.alloc(32, 7),
      fileUrlTtlSeconds: 3600,
      maxUploadBytes: 100_000,
      editStoredBytes: 0,
      uploadTtlSeconds: 3600,
      sessionTtlSeconds: 0,
      rateLimitPerMinute: 1000,
      tokenRateLimitPerMinute: 1000,
      tokenTtlSeconds: 0,
      uploadFolder,
      accountLimits: {
        rendersAtOnce: 2,
        queuedSessions: 100,
        framesPerDay: 0,
        storedBytes: 0,
        speechCharactersPerDay: 0,
        transcriptionSecondsPerDay: 0,
      },
      ...changes,
    },
    db,
    store,
    clock,
    log,
    dryRuns: {
      captions: async ({ mapping: { captions = [] } }) =>
        captions.map((track) => ({ track, warnings: [] })),
      check: async () => ({ faults: [], warnings: [], fit: {}, captionFits: [] }),
      still: async () => Buffer.from('an image'),
      forget: async () => undefined,
      compose: async () => ({
        digest: 'd',
        lottie: Buffer.from('{"v":"5.9.0"}'),
        files: [],
        video: { width: 640, height: 360, fps: 25, frameCount: 100 },
        audio: null,
        stillcuts: {},
        fit: {},
        warnings: [],
      }),
      file: async ({ name }) => name,
      thumbnail: async ({ upload }) => {
        const key = `${upload.id}/thumbnail.webp`;
        await dryRunFiles.putBytes(key, Buffer.from('an image'));
        return key;
      },
      font: async ({ id }) => {
        const key = `${id}/font.ttf`;
        await dryRunFiles.putBytes(key, Buffer.from('a font'));
        return key;
      },
      places: async () => [],
      draft: async () => ({
        isProposal: true,
        language: 'en',
        video: { width: 640, height: 360, fps: 25, frameCount: 100 },
        settings: { version: 1 },
        contents: [],
        moreContents: 0,
        fonts: [],
        stillcuts: {},
      }),
      openDraft: async () => ({
        editables: EDITABLES,
        fontNames: ['Poppins'],
        video: { width: 640, height: 360, fps: 25, frameCount: 100 },
      }),
      packDraft: async (_, key) => {
        await store.putBytes(key, Buffer.from('a package'));
        return { label: 'birthday.zip', bytes: 9, digest: 'd' };
      },
    },
    dryRunFiles,
    engine: '/engine/0123456789abcdef/',
    probeUpload: (_, file) => probeUpload(file),
    vault,
    checkUrl: (url) => checkedUrl(url, parseAddressPolicy(['127.0.0.1/32'])),
    testDestination: async () => ({ ok: true, steps: [] }),
    gates: { uploads: new Gate(UPLOADS), probes: new Gate(PROBES) },
    actions: {
      roomNeeded: async () => {
        if (calls.noRoom) throw calls.noRoom;
      },
      fileStored: async () => {
        if (calls.refuse) throw calls.refuse;
      },
      versionAdded: ({ id }, tx) => note(calls.added, id, tx),
      sessionStarted: ({ id, attempt, priority }, tx) =>
        note(calls.started, `${id} ${attempt}${priority === 'batch' ? ' batch' : ''}`, tx),
      sessionCanceled: (id) => void calls.canceled.push(id),
      deliveriesDue: async (uploads) => void calls.retried.push(...uploads.map(({ id }) => id)),
    },
    overload: () => calls.overload?.(),
    ready: async () => ({ ...parts }),
    speech: async () => ({
      speech: { isAvailable: true, isDraft: true, model: 'espeak-ng', voices: [] },
      transcription: { isAvailable: false, model: null },
    }),
  };
  const app = await createApi(context);
  checkEveryAnswer(app);

  /** Creates a client and returns a token of it. */
  const token = async (scope = FULL_SCOPE, accountId = DEFAULT_ACCOUNT) => {
    const { clientId } = await db.clients.create('test', { accountId, scope });
    return (await db.tokens.issue({ accountId, clientId }, scope, null)).token;
  };
  const owner = await token();

  /** Sends a request with the owner's token, unless `headers` contain an `authorization` header. */
  const send = async (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    body?: InjectOptions['payload'],
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({
      method,
      url,
      ...defined({ payload: body }),
      headers: { authorization: `Bearer ${owner}`, ...headers },
    });
    const type = String(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its response
      json: (/json/.test(type) ? answer.json() : undefined) as any,
    };
  };

  /** Inserts a template style version that can be rendered, and returns its id. */
  const addVersion = async (
    accountId = DEFAULT_ACCOUNT,
    id = 'tsv_ready',
    place: { templateId?: string } = {},
  ) => {
    await db.templateVersions.insert({
      id,
      accountId,
      language: 'en',
      name: 'Birthday',
      packageKey: `versions/${id}/package`,
      packageLabel: 'birthday.lottie',
      digest: 'd',
      ...place,
    });
    await db.templateVersions.update(id, {
      status: 'edit_ready',
      width: 1920,
      height: 1080,
      fps: 30,
      frameCount: 120,
      editables: EDITABLES,
      fonts: ['Poppins'],
    });
    return id;
  };

  return {
    app,
    context,
    db,
    store,
    clock,
    asked: calls,
    parts,
    owner,
    token,
    send,
    addVersion,
    uploadFolder,
    filesFolder,
    databasePath,
    /** Listens on a free port. File URLs use this address afterwards. */
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
      return address;
    },
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await db[Symbol.asyncDispose]();
      await removeTestDatabase(databasePath);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The OpenAPI document. It is the same for every API of a process, so it is read once. */
let document: unknown;

/** Compares every response that a test receives with the OpenAPI document. */
export function checkEveryAnswer(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightAnswer>;
  const checked = async (options: InjectOptions) => {
    const answer = await inject(options);
    document ??= (await inject({ method: 'GET', url: '/openapi.json' })).json();
    checkAnswer(document, {
      method: String(options.method ?? 'GET').toUpperCase(),
      url: String(options.url),
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: answer.body,
    });
    return answer;
  };
  Object.assign(app, { inject: checked });
}
