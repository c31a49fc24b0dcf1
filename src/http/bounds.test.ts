import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { temporaryApi } from '../api/api.fixture.ts';

const SESSIONS = '/v2/render_sessions';

const VERSION = { template_style_version_id: 'tsv_ready', missing: 'example' };

const session = (changes: object, mapping: object = {}) => ({
  title: 'x',
  mapping: { ...VERSION, resources: {}, ...mapping },
  ...changes,
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
    const body = { title: 'x', render: 'preview', mapping };
    const { json } = await t.send('POST', SESSIONS, body);
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
