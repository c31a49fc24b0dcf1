import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryApi } from '../../api/api.fixture.ts';

let api: Awaited<ReturnType<typeof temporaryApi>>;
let port: number;

beforeAll(async () => {
  api = await temporaryApi();
  port = Number(new URL(await api.listen()).port);
});

afterAll(() => api[Symbol.asyncDispose]());

/** Sends bytes and returns all that the server answers until it closes the connection. */
async function answered(lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  return text;
}

const HOST = 'host: framepress.test';
const BODY = '2\r\n{}\r\n0\r\n\r\n';
const POST = ['POST /v2/batches HTTP/1.1', HOST, 'content-type: application/json'];
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';

test.each([
  ['two hosts', ['GET /healthz HTTP/1.1', HOST, 'Host: other.test']],
  ['the same host twice', ['GET /openapi.json HTTP/1.1', HOST, HOST]],
  ['two hosts and no route', ['GET /nothing HTTP/1.1', HOST, 'hOsT: x']],
  ['two hosts before a page of CORS', ['OPTIONS /v2/batches HTTP/1.1', HOST, 'Host: x']],
  ['two tokens', ['GET /v2/account HTTP/1.1', HOST, 'authorization: a', 'Authorization: b']],
  ['two content types', [...POST, 'content-type: text/csv', `content-length: ${BODY.length}`]],
  ['an unknown coding', [...POST, 'transfer-encoding: xchunked, chunked']],
  ['a coding before chunked', [...POST, 'transfer-encoding: gzip, chunked']],
  ['chunked twice', [...POST, 'transfer-encoding: chunked', 'transfer-encoding: chunked']],
  ['a coding of a GET', ['GET /healthz HTTP/1.1', HOST, 'Transfer-Encoding: identity, chunked']],
])('%s are answered 400, and nothing behind them is', async (_, lines) => {
  const text = await answered(lines, BODY + SMUGGLED);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('one host and chunked, in any case, are answered', async () => {
  const text = await answered([...POST, 'Transfer-Encoding: Chunked', 'connection: close'], BODY);
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
});
