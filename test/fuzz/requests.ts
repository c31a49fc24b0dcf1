import { bodyOf } from './bodies.ts';
import type { Random } from './random.ts';
import { type Context, type Schema, sampleOf, shown, text } from './values.ts';

export type Parameter = { name: string; in: string; schema: Schema };
export type DocumentedOperation = {
  operationId: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** Schemas of the body by content type. */
  content: Readonly<Record<string, Schema>>;
  streams: boolean;
};

export type FuzzRequest = {
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** The response may wait for other servers, for a render or for an event. */
  waits: boolean;
};

/** A token, ids of resources and URLs of files, which requests can name. */
export type Known = {
  token: string;
  shared: Context['shared'];
  examples: Context['examples'];
  /** Ids by the path that they belong to, such as `/v2/mappings/`. */
  ids: Readonly<Record<string, readonly string[]>>;
  filePaths: readonly string[];
};

/** Operations that wait for another server or for a process. */
const WAITING = [
  ...[
    'testWebhookEndpoint',
    'testDestination',
    'createStill',
    'validateMapping',
    'createFitReport',
  ],
  ...['createUpload', 'getBatchArchive'],
];
/** Each of these starts much work, or removes resources that later requests need. */
const RARE = ['createTemplateStyleVersion', 'testWebhookEndpoint', 'testDestination'];

const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x y',
  'Basic YTpi',
  'Basic %%',
  'bearer x',
];
const PREFER = ['wait=0', 'wait=1', 'wait=-1', 'wait=1e9', 'wait', 'respond-async, wait=1', ';;,='];
const RANGES = [
  'bytes=0-1',
  'bytes=-5',
  'bytes=5-1',
  'bytes=99999999999999999999-',
  'x',
  'bytes=0-1,3-4',
];
const LAST_EVENT_IDS = ['1-50', '9-100', '-1', '9'.repeat(400), 'NaN', '1.5e300', ' '];
const TYPES = [
  'text/plain',
  'APPLICATION/JSON; charset=utf-16',
  'application/json;;',
  'x',
  'a/b/c',
];
const TRACES = [
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  '00-0-0-0',
  'f'.repeat(200),
];
const OTHER: readonly [string, string][] = [
  ['if-none-match', '*'],
  ['if-none-match', '"x", W/"y"'],
  ['if-modified-since', 'Thu, 99 Foo 2026 00:00:00 GMT'],
  ['origin', 'null'],
  ['accept', 'text/html;q=x'],
  ['accept-encoding', 'gzip;q=-1'],
  ['content-encoding', 'gzip'],
  ['x-forwarded-for', '::1, 1.1.1.1, x'],
  ['x-request-id', 'x'.repeat(3000)],
  ['cookie', 'a=b; '.repeat(300)],
];
const BAD_IDS = [
  'x',
  '%00',
  '..%2f..%2fetc',
  '%F0%9F%98%80',
  'y'.repeat(501),
  '*',
  "'--",
  '%zz',
  '',
];
const CURSORS = [
  '[1,"x"]',
  '[]',
  '{}',
  '[1e999,null]',
  '[-1,""]',
  '[9007199254740993,"rs_1"]',
  'x',
];

/** Returns a request that the seed of `random` alone determines. */
export function fuzzRequest(
  operations: readonly DocumentedOperation[],
  known: Known,
  random: Random,
): FuzzRequest {
  let operation = random.pick(operations);
  if (RARE.includes(operation.operationId) && random.chance(0.8))
    operation = random.pick(operations);
  const words = Object.values(known.ids).flat();
  const context = { random, shared: known.shared, words, examples: known.examples };
  const types = Object.keys(operation.content);
  const type = types.length > 0 ? random.pick(types) : undefined;
  // Bodies where there should be none, and none where there should be one.
  const hasBody = type === undefined ? random.chance(0.05) : random.chance(0.95);
  const schema = operation.content[type ?? ''] ?? {};
  const body = hasBody ? bodyOf(type ?? 'application/json', schema, context) : undefined;
  const sendsBody = body !== undefined && !['GET', 'HEAD'].includes(operation.method);
  const headers = headersOf(known, random, sendsBody ? body.type : undefined);
  const { operationId, method, streams } = operation;
  return {
    operationId,
    method,
    path: pathOf(operation, known, random) + queryOf(operation, context),
    headers,
    body: sendsBody ? body.bytes : undefined,
    waits: streams || WAITING.includes(operationId) || headers['prefer'] !== undefined,
  };
}

function headersOf(known: Known, random: Random, type: string | undefined): Record<string, string> {
  const authorization = random.chance(0.92) ? `Bearer ${known.token}` : random.pick(AUTHORIZATIONS);
  const contentType = type !== undefined && random.chance(0.1) ? random.pick(TYPES) : type;
  const key = () => random.pick([String(random.below(40)), 'x'.repeat(256), 'x'.repeat(255), ' ']);
  return {
    ...(authorization !== '' && { authorization }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(random.chance(0.1) && { prefer: random.pick(PREFER) }),
    ...(random.chance(0.1) && { range: random.pick(RANGES) }),
    ...(random.chance(0.15) && { 'idempotency-key': key() }),
    ...(random.chance(0.1) && { 'last-event-id': random.pick(LAST_EVENT_IDS) }),
    ...(random.chance(0.1) && { traceparent: random.pick(TRACES) }),
    ...(random.chance(0.1) && Object.fromEntries([random.pick(OTHER)])),
  };
}

function pathOf({ path, method }: DocumentedOperation, known: Known, random: Random): string {
  if (path.endsWith('/{key}') && known.filePaths.length > 0 && random.chance(0.5)) {
    const file = random.pick(known.filePaths);
    if (random.chance(0.6)) return file;
    // A path without its slash is no HTTP request.
    const at = 1 + random.below(file.length - 1);
    return `${file.slice(0, at)}${random.pick(['', '0', '%', '/', '&'])}${file.slice(at + 1)}`;
  }
  const [before = ''] = path.split('{');
  const own = known.ids[before] ?? [];
  // A DELETE that succeeds would leave nothing for the next requests.
  const isOwn = method === 'DELETE' ? 0.02 : 0.6;
  const id = () => {
    if (own.length > 0 && random.chance(isOwn)) return random.pick(own);
    if (method !== 'DELETE' && random.chance(0.4))
      return text(random, Object.values(known.ids).flat());
    return undefined;
  };
  return path.replaceAll(/\{\w+\}/g, () => {
    const known = id();
    return known === undefined ? random.pick(BAD_IDS) : encodeURIComponent(known.toWellFormed());
  });
}

function queryOf({ parameters }: DocumentedOperation, context: Context): string {
  const { random } = context;
  const pairs = parameters.flatMap(({ name, in: place, schema }) => {
    if (place !== 'query' || random.chance(0.6)) return [];
    const value = random.chance(0.6) ? sampleOf(schema, context) : text(random, context.words);
    const isCursor = name === 'cursor' && random.chance(0.7);
    const written = isCursor
      ? Buffer.from(random.pick(CURSORS)).toString('base64url')
      : shown(value);
    const pair = [name, written.slice(0, 2000).toWellFormed()];
    return random.chance(0.05) ? [pair, pair] : [pair];
  });
  if (random.chance(0.04)) pairs.push([random.pick(['unknown', '__proto__', 'a[b]', '']), '1']);
  if (pairs.length === 0) return random.chance(0.02) ? '?%zz=%' : '';
  return `?${new URLSearchParams(pairs as [string, string][]).toString()}`;
}
