import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { temporaryApi } from '../../api/api.fixture.ts';

const MULTIPART = 'multipart/form-data; boundary=b';
const JSON_TYPE = 'application/json';
const LARGE = 300_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');
const END = '\r\n--b--\r\n';

const part = (disposition: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const fields = (count: number) => part('name="x"', '1').repeat(count);
const file = (content: string, name = 'file') => part(`name="${name}"; filename="a.csv"`, content);

const FILE = 'x'.repeat(LARGE);

test.each<[string, string, string, string, number]>([
  ['JSON that ends early', '/v2/batches', JSON_TYPE, '{"rows": [{"t_01": "Ada"', 400],
  ['text instead of JSON', '/v2/batches', JSON_TYPE, FILE, 400],
  ['a row of 3 MB', '/v2/batches', JSON_TYPE, `{"rows": ["${FILE.repeat(10)}"]}`, 413],
  ['JSON that is not UTF-8', '/v2/batches', JSON_TYPE, `\u00e9${FILE}`, 400],
  ['CSV that is not UTF-8', '/v2/batches', 'text/csv', `\u00e9${FILE}`, 422],
  ['an unknown field', '/v2/batches', MULTIPART, part('name="y"', 'x') + fields(5000), 422],
  ['an unknown file', '/v2/batches', MULTIPART, file(FILE, 'y') + END, 422],
  ['a file that is not UTF-8', '/v2/batches', MULTIPART, file(`\u00e9${FILE}`) + END, 422],
  ['wrong options', '/v2/batches', MULTIPART, part('name="options"', '{') + fields(5000), 400],
  ['3,000 fields', '/v2/uploads', MULTIPART, fields(3000) + END, 413],
  ['a wrong boundary', '/v2/uploads', MULTIPART, FILE, 400],
  ['a field without a name', '/v2/uploads', MULTIPART, part('', 'x') + fields(5000), 400],
  ['an unknown file', '/v2/uploads', MULTIPART, file(FILE, 'y') + END, 422],
  ['two files', '/v2/uploads', MULTIPART, file('x') + file(FILE) + END, 413],
  ['a file that is too large', '/v2/uploads', MULTIPART, file(FILE) + END, 413],
  ['no part', '/v2/uploads', MULTIPART, `--b--\r\n${FILE}`, 422],
  ['a malformed part', '/v2/uploads', MULTIPART, `--b\r\nx\r\n\r\n${FILE}`, 400],
  ['a file before other bytes', '/v2/uploads', MULTIPART, file(PNG) + END + FILE, 201],
  ['a wrong content type', '/v2/uploads', 'text/plain', FILE, 415],
  ['a wrong path', '/v2/nothing', JSON_TYPE, FILE, 404],
  ['JSON that is too large', '/v2/destinations', JSON_TYPE, FILE, 413],
])('the request behind %s (POST %s) is answered', async (...[_name, path, type, body, status]) => {
  await using t = await temporaryApi();
  await t.addVersion();
  const { port } = new URL(await t.listen());
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  const bytes = Buffer.from(body, 'latin1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${t.owner}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.byteLength}\r\n\r\n`,
  );
  socket.write(bytes);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await once(socket, 'close', { signal: AbortSignal.timeout(240_000) });
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, text]) => Number(text));
  expect(statuses, received).toEqual([status, 200]);
});
