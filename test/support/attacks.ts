import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { HOSTILE_BODIES } from '../../src/rows/hostile-json.fixture.ts';
import { connectMcp } from './mcp-client.ts';
import { processFolders } from './place.ts';
import { inDatabase, makeClient, type RunningService, startService } from './service.ts';

const HOUR_SECONDS = 3600;
const VERSION = 'tsv_attacked';
const EDITABLES = 3000;
const MEGABYTE = 2 ** 20;
const BODIES_AT_ONCE = 6;
const UNREAD = 600;
const AGENTS = 6;
const EDITORS = 6;
/** Requests of each editor within a minute; the limit is 600. */
const EDITOR_REQUESTS = 590;
const UPLOADS_AT_ONCE = 4;
const WAIT_SECONDS = 30;

/** A service with its own limits that does not render, and those who attack it. */
export type Attacked = AsyncDisposable & {
  service: RunningService;
  /** Sends a request of the account's own server. */
  send(method: string, path: string, body?: unknown, token?: string): Promise<Sent>;
  token: string;
  dataDir: string;
};

type Sent = { status: number; body: Record<string, unknown>; retryAfter: number };

/** Starts a service in an empty folder. Its wall clock steps back an hour at SIGUSR2. */
export async function startAttacked(dataDir: string): Promise<Attacked> {
  const credentials = await makeClient(dataDir);
  await inDatabase(dataDir, async ({ templateVersions }) => {
    await templateVersions.insert({
      id: VERSION,
      accountId: DEFAULT_ACCOUNT,
      language: 'en',
      name: 'x',
      digest: 'd',
      packageKey: 'versions/x/package',
      packageLabel: 'x.lottie',
    });
    const one = { input_type: 'text', label: 'x', required: false, stillcut: 'a' };
    const editables = Object.fromEntries(
      Array.from({ length: EDITABLES }, (_, i) => [
        `text of the layer ${i}`,
        { ...one, start: 0, end: 4 },
      ]),
    );
    const video = { width: 640, height: 360, fps: 25, frameCount: 100, fonts: [] };
    await templateVersions.update(VERSION, { status: 'edit_ready', editables, ...video });
  });
  const step = `let ms=0;const{now}=Date;Date.now=()=>now()+ms;process.on('SIGUSR2',()=>{ms-=${HOUR_SECONDS * 1000}})`;
  const service = await startService(
    dataDir,
    {
      FRAMEPRESS_RATE_LIMIT_PER_MINUTE: '600',
      FRAMEPRESS_EDIT_STORAGE_MB: '50',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(step)}`,
    },
    'api',
  );
  const attacked = {
    service,
    dataDir,
    token: '',
    send,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  async function send(
    method: string,
    path: string,
    body?: unknown,
    token = attacked.token,
  ): Promise<Sent> {
    const answer = await fetch(service.url + path, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        accept: 'application/json, text/event-stream',
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const read = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      body: isJson ? (JSON.parse(read) as Record<string, unknown>) : {},
      retryAfter: Number(answer.headers.get('retry-after') ?? 0),
    };
  }
  const grant = { grant_type: 'client_credentials', ...credentials };
  attacked.token = String((await send('POST', '/oauth/token', grant, '')).body['access_token']);
  return attacked;
}

/** What an attack did: how many answers had each status, and what its victim got. */
export type Outcome = Record<string, unknown>;

const counted = (statuses: readonly number[]): Outcome =>
  Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((other) => other === one).length]),
  );

async function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)));
}

/** The attacks of strangers, editors and the clock by their names. Each returns what it saw. */
export const ATTACKS: Readonly<Record<string, (attacked: Attacked) => Promise<Outcome>>> = {
  'JSON that costs a parser much': async ({ send }) => {
    const bodies = Object.values(HOSTILE_BODIES).map((make) => make(MEGABYTE / 2));
    const statuses: number[] = [];
    for (const body of bodies) {
      const sent = await inParallel(BODIES_AT_ONCE, () => send('POST', '/v2/batches', body));
      statuses.push(...sent.map(({ status }) => status));
    }
    const keys = `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":0`).join()}}`;
    const agents = await inParallel(BODIES_AT_ONCE, () => send('POST', '/mcp', keys));
    return counted([...statuses, ...agents.map(({ status }) => status)]);
  },
  'a thousand unknown columns in each row': async ({ send }) => {
    const rows = Array.from({ length: 15 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`text of ${row} layer ${i}`, ''])),
    );
    const body = JSON.stringify({ template_style_version_id: VERSION, rows });
    const sent = await inParallel(BODIES_AT_ONCE, () => send('POST', '/v2/batches', body));
    return counted(sent.map(({ status }) => status));
  },
  'unread answers': async ({ service, send }) => {
    const [version] = await readdir(new URL('../../web/engine', import.meta.url));
    const { port, hostname } = new URL(service.url);
    const sockets: Socket[] = [];
    const ask = `GET /engine/${version}/canvaskit.wasm HTTP/1.1\r\nhost: a\r\n\r\n`;
    for (let i = 0; i < UNREAD; i++) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(ask);
    }
    const { status } = await send('GET', '/v2/account');
    for (const socket of sockets) socket.destroy();
    return { account: status };
  },
  'uploads beyond the quota, and some that are cut off': async ({ service, send, dataDir }) => {
    const { token } = await editor(send);
    const image = await sharp({
      create: { width: 64, height: 64, channels: 3, background: '#a03060' },
    })
      .png()
      .toBuffer();
    const upload = async (i: number) => {
      const form = new FormData();
      // A decoder ignores what is behind an image.
      form.set(
        'file',
        new Blob([Uint8Array.from(image), new Uint8Array(4 * MEGABYTE)]),
        `${i}.png`,
      );
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await fetch(`${service.url}/v2/uploads`, {
        method: 'POST',
        headers,
        body: form,
      });
      return status;
    };
    const { port, hostname } = new URL(service.url);
    const head = [
      ...['POST /v2/uploads HTTP/1.1', 'host: a', `authorization: Bearer ${token}`],
      ...['content-type: multipart/form-data; boundary=b', `content-length: ${4 * MEGABYTE}`],
    ];
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const cut = await inParallel(BODIES_AT_ONCE, async () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
      await new Promise<void>((resolve) => socket.write(image, () => resolve()));
      return socket;
    });
    for (const socket of cut) socket.destroy();
    const statuses: number[] = [];
    while (statuses.length < 60 && !statuses.some((status) => status !== 201))
      statuses.push(...(await inParallel(UPLOADS_AT_ONCE, upload)));
    const { status } = await send('GET', '/v2/account');
    return {
      uploads: counted(statuses),
      account: status,
      left: await filesBelow(dataDir, 'uploads'),
    };
  },
  'a clock that steps back an hour': async ({ service, send, token }) => {
    const stream = await fetch(`${service.url}/v2/webhook_events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { id, token: own } = await editor(send);
    const read = () => send('GET', `/v2/render_sessions/${id}`, undefined, own);
    await read();
    process.kill(service.pid, 'SIGUSR2');
    let last = await read();
    for (let i = 0; i < 700 && last.status === 200; i++) last = await read();
    // The stream of events continues.
    await send('POST', `/v2/render_sessions/${id}/render`, { render: 'preview' });
    await send('POST', `/v2/render_sessions/${id}/cancel`);
    let events = '';
    for await (const some of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      events += some;
      if (events.includes(id)) break;
    }
    return { status: last.status, retryAfter: last.retryAfter, hasEvent: events.includes(id) };
  },
  'agents that wait': async ({ service, send, token }) => {
    const body = { template_style_version_id: VERSION, rows: [{ 'text of the layer 1': 'a' }] };
    const created = await send('POST', '/v2/batches', body);
    const { id } = created.body['batch'] as { id: string };
    const agents = await inParallel(AGENTS, () => connectMcp(service.url, token));
    const waits = agents.map(({ call }) =>
      call('wait_for_batch', { batch_id: id, timeout_seconds: WAIT_SECONDS }),
    );
    const outcomes = await Promise.all(waits);
    const last = await fetch(`${service.url}/v2/account`, {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const agent of agents) await agent[Symbol.asyncDispose]();
    const used = 600 - Number(last.headers.get('ratelimit-remaining'));
    return { refused: outcomes.filter(({ isError }) => isError).length, used };
  },
  'editors with all of their requests': async ({ send }) => {
    const editors = await inParallel(EDITORS, () => editor(send));
    const sent = await inParallel(EDITORS, async (i) => {
      const { id = '', token = '' } = editors[i] ?? {};
      const statuses = [];
      for (let n = 0; n < EDITOR_REQUESTS; n++)
        statuses.push((await send('GET', `/v2/render_sessions/${id}`, undefined, token)).status);
      return statuses;
    });
    const own = [];
    for (let i = 0; i < 100; i++) own.push((await send('GET', '/v2/account')).status);
    return { editors: counted(sent.flat()), own: counted(own) };
  },
  'ambiguous headers': async ({ service }) => {
    const { port, hostname } = new URL(service.url);
    const statuses = [];
    for (const lines of AMBIGUOUS)
      for (let i = 0; i < 50; i++) {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        socket.write(`${lines.join('\r\n')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
        statuses.push(Number((await text(socket)).slice(9, 12)));
      }
    return counted(statuses);
  },
};

const AMBIGUOUS = [
  ['GET /healthz HTTP/1.1', 'host: a', 'Host: b'],
  ['POST /oauth/token HTTP/1.1', 'host: a', 'transfer-encoding: xchunked, chunked'],
  ['POST /oauth/token HTTP/1.1', 'host: a', 'transfer-encoding: chunked', 'content-length: 2'],
  ['POST /oauth/token HTTP/1.1', 'host: a', 'transfer-encoding : chunked'],
  ['POST /oauth/token HTTP/1.1', 'host: a', 'content-length: 2', 'content-length: 3'],
  ['POST /oauth/token HTTP/1.1', 'host: a', 'content-length: +2'],
  ['GET /healthz HTTP/1.1', 'host: a', 'x: a', ' b: folded'],
  ['GET /healthz HTTP/1.1', 'host: a', 'x: a\0b'],
  ['GET /healthz HTTP/1.1', 'host: a', 'x y: a'],
  ['GET /healthz HTTP/1.1'],
];

async function editor(send: Attacked['send']): Promise<{ id: string; token: string }> {
  const mapping = { template_style_version_id: VERSION, missing: 'example', resources: {} };
  const body = { title: 'x', mapping, edit_token: true };
  const { body: made } = await send('POST', '/v2/render_sessions', body);
  const { id } = made['render_session'] as { id: string };
  return { id, token: String(made['edit_token']) };
}

/** Returns the number of files below a folder that each process of a service has in its data folder. */
async function filesBelow(dataDir: string, name: string): Promise<number> {
  const folders = (await processFolders(dataDir)).map((folder) => join(folder, name));
  const lists = folders.map((folder) =>
    readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []),
  );
  return (await Promise.all(lists)).flat().filter((entry) => entry.isFile()).length;
}
