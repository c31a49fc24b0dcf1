import type { Json } from '../support/client.ts';
import { type HostileInput, outcomeOf, rawOutcome, stillOf, type World } from './world.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SESSIONS = '/v2/render_sessions';
const INVALID = '422 invalid_request';
const MALFORMED = '400 malformed_body';
const TOO_LARGE = '413 payload_too_large';

const session = (world: World, resources: unknown, more: Json = {}): Json => ({
  title: 'x',
  render: 'preview',
  mapping: { template_style_version_id: world.versionId, missing: 'example', resources },
  ...more,
});

/** Raw bodies. */
const BODIES: readonly [name: string, body: string, becomes: string | readonly string[]][] = [
  ['nothing', '', MALFORMED],
  ['half an object', '{"title": ', MALFORMED],
  ['a number', '7', MALFORMED],
  ['null', 'null', MALFORMED],
  ['a list', '[]', MALFORMED],
  ['a key that poisons objects', '{"__proto__": {"a": 1}}', MALFORMED],
  ['a constructor that poisons objects', '{"constructor": {"prototype": {"a": 1}}}', INVALID],
  ['brackets', '['.repeat(100_000), MALFORMED],
  [
    'objects in one another',
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    [MALFORMED, INVALID],
  ],
  ['100,000 unknown keys', JSON.stringify(keys(100_000)), [INVALID, TOO_LARGE]],
  ['a title of a megabyte', JSON.stringify({ title: 'x'.repeat(1e6) }), [INVALID, TOO_LARGE]],
  ['a title that is a list', JSON.stringify({ title: Array(1e5).fill('x') }), [INVALID, TOO_LARGE]],
  ['more than a body may have', JSON.stringify({ title: 'x'.repeat(30e6) }), TOO_LARGE],
];

function keys(count: number): Json {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${n}`, n]));
}

/** Mapping entries, and the first code of each refusal. */
const RESOURCES: readonly [
  name: string,
  resources: unknown,
  becomes: string | readonly string[],
][] = [
  ['a list', [], INVALID],
  ['5,000 unknown editables', keys(5000), ['422 editable_unknown', INVALID, TOO_LARGE]],
  [
    'an editable called __proto__ in disguise',
    { constructor: { source: { text: 'x' } } },
    '422 editable_unknown',
  ],
  [
    'a text of a megabyte',
    { t_01: { source: { text: 'x'.repeat(1e6) } } },
    ['422 text_invalid', TOO_LARGE],
  ],
  ['half an emoji', { t_01: { source: { text: 'x\ud83d' } } }, '422 text_invalid'],
  ['a control character', { t_01: { source: { text: 'a\u0000b' } } }, '422 text_invalid'],
  ['a text that is a number', { t_01: { source: { text: 5 } } }, INVALID],
  [
    'an image in the place of a text',
    { t_01: { source: { remote_url: 'https://x.example/a' } } },
    '422 editable_wrong_type',
  ],
  [
    'a file',
    { '(Footage)/USER/logo_01.png': { source: { remote_url: 'file:///etc/passwd' } } },
    '422 url_invalid',
  ],
  [
    'an address of 10,000 letters',
    {
      '(Footage)/USER/logo_01.png': {
        source: { remote_url: `https://x.example/${'x'.repeat(1e4)}` },
      },
    },
    '422 url_invalid',
  ],
  [
    'an upload of somebody else',
    { '(Footage)/USER/logo_01.png': { source: { upload_id: 'upl_x' } } },
    '422 upload_unknown',
  ],
];

/** Bytes that no HTTP library would send. */
const RAW: readonly [name: string, bytes: string, becomes: string | readonly string[]][] = [
  ['no HTTP', 'hello\r\n\r\n', '400'],
  [
    'a line without end',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ['414', '431', '400'],
  ],
  [
    'a header of a megabyte',
    `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1e6)}\r\n\r\n`,
    '431',
  ],
  [
    '10,000 headers',
    `GET /healthz HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(10_000)}\r\n`,
    ['431', '200'],
  ],
  [
    'two lengths',
    'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    '400',
  ],
  [
    'a length and chunks',
    'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '400',
  ],
  [
    'a negative length',
    'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    '400',
  ],
  ['a method that is none', 'BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
  [
    'a header with a line feed',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n',
    ['400', '200'],
  ],
  [
    'an expectation',
    'POST /oauth/token HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nContent-Length: 0\r\n\r\n',
    ['417', '400', '415'],
  ],
];

/** Headers with a valid body. */
const HEADERS: readonly [
  name: string,
  headers: Record<string, string>,
  becomes: string | readonly string[],
][] = [
  ['a token that is none', { authorization: 'Bearer x' }, '401 unauthorized'],
  [
    'a token of 10,000 letters',
    { authorization: `Bearer ${'x'.repeat(10_000)}` },
    '401 unauthorized',
  ],
  ['another kind of token', { authorization: 'Basic eDp5' }, '401 unauthorized'],
  ['an idempotency key of 10,000 letters', { 'idempotency-key': 'x'.repeat(10_000) }, INVALID],
  ['another type of content', { 'content-type': 'text/xml' }, '415 unsupported_media_type'],
  ['a type of content that is none', { 'content-type': ';;;' }, '415 unsupported_media_type'],
];

/** Multipart bodies, with the boundary `b`. */
const MULTIPART: readonly [name: string, body: string, becomes: string | readonly string[]][] = [
  ['nothing', '', [MALFORMED, INVALID]],
  [
    'no end',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxxx',
    MALFORMED,
  ],
  [
    'a part without a name',
    '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
    MALFORMED,
  ],
  ['a part without headers', '--b\r\n\r\nx\r\n--b--\r\n', [MALFORMED, INVALID]],
  [
    'a header of a megabyte',
    `--b\r\nX: ${'x'.repeat(1e6)}\r\n\r\nx\r\n--b--\r\n`,
    [MALFORMED, INVALID, TOO_LARGE],
  ],
  [
    '1,000 fields',
    `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1000)}--b--\r\n`,
    [MALFORMED, INVALID, TOO_LARGE],
  ],
  [
    'a field of a megabyte',
    `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(1e6)}\r\n--b--\r\n`,
    [MALFORMED, INVALID, TOO_LARGE],
  ],
  [
    'a field called __proto__',
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
    MALFORMED,
  ],
];

const SCOPES = [
  ',',
  ',,',
  ' ',
  '\t',
  '\n',
  ' , ',
  ';',
  'nothing',
  'render_session:*:*',
  'x'.repeat(3000),
];

export function requestInputs(): HostileInput[] {
  return [
    ...BODIES.map(([name, body, becomes]) => ({
      name: `body: ${name}`,
      becomes,
      send: async ({ client }: World) =>
        outcomeOf(await client.send('POST', SESSIONS, body, JSON_TYPE)),
    })),
    ...RESOURCES.map(([name, resources, becomes]) => ({
      name: `mapping: ${name}`,
      becomes,
      send: async (world: World) =>
        outcomeOf(await world.client.send('POST', SESSIONS, session(world, resources))),
    })),
    ...RAW.map(([name, bytes, becomes]) => ({
      name: `bytes: ${name}`,
      becomes,
      send: ({ client }: World) => rawOutcome(client.base, bytes),
    })),
    ...HEADERS.map(([name, headers, becomes]) => ({
      name: `headers: ${name}`,
      becomes,
      send: async (world: World) =>
        outcomeOf(await world.client.send('POST', SESSIONS, session(world, {}), headers)),
    })),
    ...MULTIPART.map(([name, body, becomes]) => ({
      name: `multipart: ${name}`,
      becomes,
      send: async ({ client }: World) =>
        outcomeOf(
          await client.send('POST', '/v2/uploads', body, {
            'content-type': 'multipart/form-data; boundary=b',
          }),
        ),
    })),
    ...SCOPES.map((scope) => ({
      name: `scope: ${JSON.stringify(scope.slice(0, 20))}`,
      becomes: '400 invalid_scope',
      send: async ({ client, credentials }: World) =>
        outcomeOf(
          await client.send('POST', '/oauth/token', {
            grant_type: 'client_credentials',
            ...credentials,
            scope,
          }),
        ),
    })),
    {
      name: 'still: of a thousand hours',
      becomes: INVALID,
      send: async ({ client, versionId }) =>
        outcomeOf(
          await client.send('POST', '/v2/stills', {
            at: 'x',
            mapping: { template_style_version_id: versionId, resources: {} },
          }),
        ),
    },
    {
      name: 'still: of a template that is not there',
      becomes: '422 template_version_unknown',
      send: (world) => stillOf(world, { template_style_version_id: 'tsv_x', resources: {} }),
    },
  ];
}
