import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';

const SESSIONS = '/v2/render_sessions';
const VERSION = { template_style_version_id: 'tsv_ready', missing: 'example' };
const MAX_ANSWER_BYTES = 256 * 1024;

const many = <T>(count: number, make: (index: number) => [string, T]) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => make(i)));
const list = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const session = (changes: object, mapping: object = {}) => ({
  title: 'x',
  mapping: { ...VERSION, resources: {}, ...mapping },
  ...changes,
});
const ODD = '\u0001"\\ 😀'.repeat(20);

describe('an expensive body is rejected:', () => {
  test.each<[string, 'POST' | 'PATCH' | 'PUT', string, unknown, number, string]>([
    [
      '9,000 unknown fields',
      'POST',
      SESSIONS,
      session(many(9000, (i) => [`f${i}`, 1])),
      422,
      'invalid_request',
    ],
    [
      '20,000 unknown fields',
      'POST',
      SESSIONS,
      session(many(20_000, (i) => [`f${i}`, 1])),
      413,
      'payload_too_large',
    ],
    [
      'unknown fields with unusual names',
      'POST',
      SESSIONS,
      session(many(500, (i) => [`${i}${ODD}`, 1])),
      422,
      'invalid_request',
    ],
    [
      '9,000 unknown editables',
      'POST',
      SESSIONS,
      session({}, { resources: many(9000, (i) => [`e${i}`, {}]) }),
      422,
      'editable_unknown',
    ],
    [
      'editables with unusual names',
      'POST',
      SESSIONS,
      session({}, { resources: many(200, (i) => [`${i}${ODD}`, ODD]) }),
      422,
      'editable_unknown',
    ],
    [
      'an editable name of 900 KB',
      'POST',
      SESSIONS,
      session({}, { resources: { ['x'.repeat(900_000)]: 1 } }),
      422,
      'editable_unknown',
    ],
    [
      '9,000 tracks',
      'POST',
      SESSIONS,
      session({}, { audio_tracks: many(9000, (i) => [`e${i}`, 'x']) }),
      422,
      'editable_unknown',
    ],
    [
      '9,000 fonts',
      'POST',
      SESSIONS,
      session({}, { font_changes: many(9000, (i) => [`e${i}`, 'x']) }),
      422,
      'font_unknown',
    ],
    [
      'fields beside the resources',
      'POST',
      SESSIONS,
      session(
        {},
        many(9000, (i) => [`f${i}`, 1]),
      ),
      422,
      'invalid_request',
    ],
    [
      'a title of 900 KB',
      'POST',
      SESSIONS,
      session({ title: 'x'.repeat(900_000) }),
      422,
      'invalid_request',
    ],
    [
      '20 uploads that are wrong',
      'POST',
      SESSIONS,
      session({
        external_uploads: list(
          20,
          many(400, (i) => [`f${i}`, 1]),
        ),
      }),
      422,
      'invalid_request',
    ],
    [
      '900 uploads',
      'POST',
      SESSIONS,
      session({ external_uploads: list(900, { to: 5 }) }),
      422,
      'invalid_request',
    ],
    [
      '50,000 uploads',
      'POST',
      SESSIONS,
      session({ external_uploads: list(50_000, 1) }),
      413,
      'payload_too_large',
    ],
    [
      '900 outputs',
      'POST',
      SESSIONS,
      session({ output: list(900, { format: 'avi' }) }),
      422,
      'invalid_request',
    ],
    [
      'metadata of 9,000 keys',
      'POST',
      SESSIONS,
      session({ metadata: many(9000, (i) => [`k${i}`, 1]) }),
      422,
      'invalid_request',
    ],
    [
      'metadata of 100,000 characters',
      'POST',
      SESSIONS,
      session({ metadata: many(50, (i) => [`k${i}`, 'x'.repeat(2000)]) }),
      422,
      'invalid_request',
    ],
    [
      'a key of 800 KB',
      'POST',
      SESSIONS,
      session({ metadata: { ['k'.repeat(800_000)]: 'x' } }),
      422,
      'invalid_request',
    ],
    [
      'an enumeration of 900 KB',
      'POST',
      SESSIONS,
      session({ render: 'x'.repeat(900_000) }),
      422,
      'invalid_request',
    ],
    [
      '1.2 MB',
      'POST',
      SESSIONS,
      session({ title: 'x'.repeat(1_200_000) }),
      413,
      'payload_too_large',
    ],
    [
      'a stored mapping of 1.2 MB',
      'POST',
      '/v2/mappings',
      { ...VERSION, x: 'x'.repeat(1_200_000) },
      413,
      'payload_too_large',
    ],
    [
      '9,000 unknown editables in a stored mapping',
      'POST',
      '/v2/mappings',
      { ...VERSION, resources: many(9000, (i) => [`e${i}`, {}]) },
      422,
      'editable_unknown',
    ],
    [
      'a still with 9,000 fields',
      'POST',
      '/v2/stills',
      { mapping: { ...VERSION, resources: {} }, at: 0, ...many(9000, (i) => [`f${i}`, 1]) },
      422,
      'invalid_request',
    ],
    [
      '100 KB to a webhook endpoint',
      'POST',
      '/v2/webhook_endpoints',
      { url: 'x'.repeat(100_000) },
      413,
      'payload_too_large',
    ],
    [
      '900 events',
      'POST',
      '/v2/webhook_endpoints',
      { url: 'https://x.example', events: list(900, 'x') },
      422,
      'invalid_request',
    ],
    [
      '100 KB to a destination',
      'POST',
      '/v2/destinations',
      { prefix: 'x'.repeat(100_000) },
      413,
      'payload_too_large',
    ],
    [
      'a destination with unusual field names',
      'POST',
      '/v2/destinations',
      { prefix: 's3://bucket', credentials: many(900, (i) => [`f${i}`, 1]) },
      422,
      'invalid_request',
    ],
  ])('%s', async (...[_name, method, url, body, status, code]) => {
    await using t = await temporaryApi();
    await t.addVersion();
    const text = JSON.stringify(body);
    const answer = await t.send(method, url, text, { 'content-type': 'application/json' });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    const { errors, more_errors: more = 0 } = answer.json;
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(MAX_ANSWER_BYTES);
    if (more > 0) expect(answer.json.detail).toContain(`and ${errors.length + more - 1} more`);
  });

  test('a stored mapping is checked with the same limits', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const resources = many(9000, (i) => [`e${i}${ODD}`, {}]);
    const { status, json, text } = await t.send('POST', '/v2/mappings/validate', {
      ...VERSION,
      ...many(500, (i) => [`f${i}`, 1]),
      resources: Object.fromEntries(Object.entries(resources).slice(0, 2000)),
      font_changes: many(2000, (i) => [`f${i}`, {}]),
      audio_tracks: many(2000, (i) => [`a${i}`, {}]),
    });
    expect([status, json.valid]).toEqual([200, false]);
    expect(json.errors).toHaveLength(100);
    expect(json.more_errors).toBeGreaterThan(50);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_ANSWER_BYTES);
  });
});

describe('a single mistake gives a single fault:', () => {
  test.each<[string, object, string, string]>([
    [
      'a wrong "missing"',
      { missing: 'exmaple', resources: {} },
      '/mapping/missing',
      'Expected "example" for /mapping/missing but received "exmaple".',
    ],
    [
      'no resources',
      { missing: undefined },
      '/mapping/resources',
      'Expected an object for /mapping/resources but received nothing.',
    ],
  ])('%s', async (_name, mapping, pointer, message) => {
    await using t = await temporaryApi();
    await t.addVersion();
    const body = { title: 'x', mapping: { template_style_version_id: 'tsv_ready', ...mapping } };
    const { status, json } = await t.send('POST', SESSIONS, body);
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([{ code: 'invalid_request', pointer, message }]);
  });

  test('an editable beside the resources is reported once, with a hint', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const mapping = { ...VERSION, resources: {}, t_01: 'Ana', missing: undefined };
    const { json } = await t.send('POST', SESSIONS, { title: 'x', mapping });
    const [first] = json.errors.filter((e: { editable: string }) => e.editable === 't_01');
    expect(first).toMatchObject({
      pointer: '/mapping/t_01',
      hint: 'Send "resources": { "t_01": {"source":{"text":"Ana"}} }.',
    });
    const codes = json.errors.map((e: { code: string }) => e.code);
    expect(codes).toEqual(['invalid_request', 'editable_missing', 'editable_missing']);
  });
});

test.each([
  [
    'limit=x',
    'Expected a whole number from 1 to 100 for the query parameter limit but received "x".',
  ],
  [
    'limit=1.5',
    'Expected a whole number from 1 to 100 for the query parameter limit but received "1.5".',
  ],
  [
    'limit=900',
    'Expected a whole number from 1 to 100 for the query parameter limit but received "900".',
  ],
  ['limit=1&limit=2', 'Expected the query parameter limit once but received it 2 times.'],
  ['order=up', 'Expected only known query parameters but received "order".'],
  ['cursor=x', 'Expected a cursor from a next_cursor for /cursor.'],
])('the query ?%s is rejected with a clear message', async (query, message) => {
  await using t = await temporaryApi();
  const { json } = await t.send('GET', `${SESSIONS}?${query}`);
  expect(json.errors).toMatchObject([{ code: 'invalid_request', message }]);
});

test('a fault for a wrong enum value lists the allowed values', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const { json } = await t.send('POST', SESSIONS, session({ output: { codec: 'h265' } }));
  expect(json.errors[0].message).toMatch(
    /^Expected "h264", "hevc", .* or "\w+" for \/output\/codec but received "h265"\.$/,
  );
});

test('lists of sessions and mappings omit large fields', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const words = 'x'.repeat(9000);
  const resources = { t_01: { source: { text: words } } };
  await t.send('POST', SESSIONS, session({ metadata: { order: '7' } }, { resources }));
  await t.send('POST', '/v2/mappings', { ...VERSION, resources });
  const sessions = await t.send('GET', SESSIONS);
  expect(sessions.json.render_sessions).toMatchObject([
    {
      title: 'x',
      status: 'draft',
      metadata: { order: '7' },
      mapping_id: expect.stringMatching(/^map_/),
      template_style_version_id: 'tsv_ready',
    },
  ]);
  const mappings = await t.send('GET', '/v2/mappings');
  expect(mappings.json.mappings).toMatchObject([{ template_style_version_id: 'tsv_ready' }]);
  for (const { text } of [sessions, mappings]) {
    expect(text).not.toContain(words);
    expect(text.length).toBeLessThan(2000);
  }
});

test('a client that sends a too large body gets the answer early and keeps its connection', async () => {
  await using t = await temporaryApi();
  const { hostname, port } = new URL(await t.listen());
  const socket = connect(Number(port), hostname);
  let answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answers += text;
  });
  const head = (method: string, more: string) =>
    `${method} ${SESSIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${t.owner}\r\n${more}\r\n`;
  const [part, parts] = ['x'.repeat(1e6), 20];
  const size = `Content-Type: application/json\r\nContent-Length: ${part.length * parts}\r\n`;
  socket.write(head('POST', size) + part);
  await expect.poll(() => answers).toContain('payload_too_large');
  for (let sent = 1; sent < parts; sent++) socket.write(part);
  socket.write(head('GET', ''));
  await expect.poll(() => answers).toContain('HTTP/1.1 200');
  socket.destroy();
});

test('an exclusive limit is described with "more than" or "less than"', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const answer = await t.send('POST', SESSIONS, session({ output: { width: 0 } }));
  expect(answer.json.errors).toContainEqual(
    expect.objectContaining({
      message: 'Expected a number of more than 0 for /output/width but received 0.',
    }),
  );
});
