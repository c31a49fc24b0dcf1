import { expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';

const ACCEPT = { accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test('a page of another origin is rejected, and one of a configured origin is not', async () => {
  await using t = await temporaryApi({ corsOrigins: ['https://editor.example'] });
  const send = (origin: string) => t.send('POST', '/mcp', LIST, { ...ACCEPT, origin });
  for (const origin of ['https://evil.example', 'http://framepress.test.evil.example', 'null'])
    expect(await send(origin)).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  for (const origin of ['https://editor.example', 'http://framepress.test'])
    expect(await send(origin)).toMatchObject({ status: 200 });
  expect(await t.send('POST', '/mcp', LIST, ACCEPT)).toMatchObject({ status: 200 });
});

test('a list of messages is rejected, because it would count as one request', async () => {
  await using t = await temporaryApi();
  const answer = await t.send('POST', '/mcp', [LIST, LIST], ACCEPT);
  expect(answer).toMatchObject({ status: 422, json: { code: 'invalid_request' } });
});

test('a notification is answered without a body', async () => {
  await using t = await temporaryApi();
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(await t.send('POST', '/mcp', note, ACCEPT)).toMatchObject({ status: 202, text: '' });
});

test('an id that would change the path of a request is rejected by name', async () => {
  await using t = await temporaryApi();
  for (const id of ['..', '../../oauth/token', '\ud800', '']) {
    const params = { name: 'read_template', arguments: { template_style_version_id: id } };
    const call = { ...LIST, method: 'tools/call', params };
    const { status, text } = await t.send('POST', '/mcp', call, ACCEPT);
    expect(status).toBe(200);
    expect(text).toContain('template_style_version_id: Expected an id');
  }
});
