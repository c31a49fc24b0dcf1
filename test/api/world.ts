import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { RESOURCES, temporaryApi } from '../../src/api/api.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { type Kind, OPERATIONS } from './operations.ts';
import { addSecondApi } from './two-apis.ts';

export type Method = NonNullable<InjectOptions['method']>;
export type Route = { operationId: string; method: Method; path: string; isMultipart: boolean };
export type Answer = { status: number; text: string; headers: Record<string, unknown> };

/** An account with a token for everything, and functions that create its resources. */
export type Account = {
  id: string;
  token: string;
  /** Creates a resource and returns its id. */
  make(kind: Kind): Promise<string>;
};

const MANY = 1_000_000_000;

/** Returns two APIs with two accounts, and all its operations that need a token. */
export async function openWorld() {
  const api = await temporaryApi({ rateLimitPerMinute: MANY, tokenRateLimitPerMinute: MANY });
  const second = await addSecondApi(api);
  const { id: otherId } = await api.db.accounts.insert('Other');
  const { paths } = (await api.send('GET', '/openapi.json')).json;
  const routes: Route[] = Object.entries<Record<string, Record<string, unknown>>>(paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, requestBody }]) => ({
        operationId: String(operationId),
        path,
        method: method.toUpperCase() as Method,
        isMultipart:
          requestBody !== undefined && !JSON.stringify(requestBody).includes('application/json'),
      })),
  );
  const request = async (
    { operationId, method, path }: Route,
    options: { id?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { id = '', token, body, headers } = options;
    const sent = {
      method,
      url: path.replace('{id}', encodeURIComponent(id)),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    };
    if (!OPERATIONS[operationId]?.streams) {
      const { statusCode, body: text, headers: received } = await api.app.inject(sent);
      return { status: statusCode, text, headers: received };
    }
    // This response ends when the client leaves.
    const leave = new AbortController();
    const answer = await api.app.inject({ ...sent, payloadAsStream: true, signal: leave.signal });
    leave.abort();
    return { status: answer.statusCode, text: '', headers: answer.headers };
  };
  const account = async (id: string): Promise<Account> => {
    const token = await api.token('*', id);
    return { id, token, make: makers(api, id, token) };
  };
  return {
    ...api,
    routes,
    request,
    own: await account(DEFAULT_ACCOUNT),
    other: await account(otherId),
    [Symbol.asyncDispose]: async () => {
      await second[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

function makers(api: Awaited<ReturnType<typeof temporaryApi>>, accountId: string, token: string) {
  const create = async (path: string, key: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, json, text } = await api.send('POST', path, body, headers);
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text}`);
    return String(json[key].id);
  };
  const version = () => api.addVersion(accountId, newName('tsv'));
  const mapping = async () => ({
    template_style_version_id: await version(),
    resources: RESOURCES,
  });
  const endpoint = async (status: 'enabled' | 'disabled') => {
    const url = 'https://shop.test/hook';
    const id = await create('/v2/webhook_endpoints', 'webhook_endpoint', { url });
    const headers = { authorization: `Bearer ${token}` };
    await api.send('PATCH', `/v2/webhook_endpoints/${id}`, { status }, headers);
    return id;
  };
  const make: Record<Kind, () => Promise<string>> = {
    version,
    template: async () => (await api.db.templateVersions.find(await version()))?.templateId ?? '',
    style: async () => (await api.db.templateVersions.find(await version()))?.templateStyleId ?? '',
    mapping: async () => create('/v2/mappings', 'mapping', await mapping()),
    session: async () =>
      create('/v2/render_sessions', 'render_session', { title: 'x', mapping: await mapping() }),
    upload: async () => addUpload(api, accountId),
    destination: () =>
      create('/v2/destinations', 'destination', {
        prefix: `s3://${newName('bucket').replaceAll('_', '-')}`,
        credentials: { access_key_id: 'x', secret_access_key: 'y' },
      }),
    // A test of an enabled endpoint waits for its delivery, which nothing sends here.
    endpoint: () => endpoint('disabled'),
    delivery: async () => {
      const id = await endpoint('enabled');
      const { delivery } = await api.db.transaction(async (tx) => {
        const type = 'webhook_endpoint.test';
        const event = await tx.events.append({ accountId, type, subjectId: id, data: {} });
        return { delivery: await tx.webhookDeliveries.add(event, id) };
      });
      return typeof delivery === 'string' ? delivery : delivery.id;
    },
    batch: async () =>
      create('/v2/batches', 'batch', {
        template_style_version_id: await version(),
        rows: [{ t_01: 'Ada' }],
        start: false,
      }),
    client: () => create('/v2/clients', 'client', { name: 'shop' }),
  };
  return (kind: Kind) => make[kind]();
}

/** Adds an upload, of a session's editor if `sessionId` is given. */
export async function addUpload(
  api: Pick<World, 'db' | 'clock'>,
  accountId: string,
  sessionId: string | null = null,
): Promise<string> {
  const id = newName('up');
  const facts = { width: 1, height: 1, duration: null, fontNames: [] };
  await api.db.uploads.insert({
    id,
    accountId,
    storageKey: `uploads/${id}`,
    contentType: 'image/png',
    kind: 'image',
    bytes: 1,
    sha256: 'd',
    ...facts,
    renderSessionId: sessionId,
    filename: null,
    expiresAtMs: api.clock.ms + 1_000_000,
  });
  return id;
}

export function newName(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}
