import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { temporaryApi } from '../api/api.fixture.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TYPE = 'multipart/form-data; boundary=b';

const disposed = (disposition: string, content: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: ${disposition}\r\n${more}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const file = disposed('form-data; name="file"; filename="a.png"', PNG);
const field = (name: string) => disposed(`form-data; name="${name}"`, 'x');
const END = Buffer.from('--b--\r\n');
const bodyOf = (...parts: Buffer[]) => Buffer.concat([...parts, END]);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const OCTETS = 'content-type: application/octet-stream\r\n';

test.each<[string, string, Buffer, number, string]>([
  ['a file', TYPE, bodyOf(file), 201, ''],
  [
    'a file without a file name',
    TYPE,
    bodyOf(disposed('form-data; name="file"', PNG, OCTETS)),
    201,
    '',
  ],
  [
    'a file with an empty name',
    TYPE,
    bodyOf(disposed('form-data; name="file"; filename=""', PNG)),
    201,
    '',
  ],
  ['no boundary', 'multipart/form-data', bodyOf(file), 400, 'malformed_body'],
  ['an empty boundary', 'multipart/form-data; boundary=', bodyOf(file), 400, 'malformed_body'],
  [
    'a boundary of 5,000 characters',
    `multipart/form-data; boundary=${'b'.repeat(5000)}`,
    bodyOf(file),
    400,
    'malformed_body',
  ],
  ['a wrong boundary', 'multipart/form-data; boundary=c', bodyOf(file), 400, 'malformed_body'],
  ['an empty body', TYPE, Buffer.from('\r\n'), 400, 'malformed_body'],
  ['no part', TYPE, END, 422, 'invalid_request'],
  ['an incomplete file', TYPE, Buffer.concat([file]).subarray(0, 100), 400, 'malformed_body'],
  ['a missing final boundary', TYPE, file, 400, 'malformed_body'],
  [
    'much of a file without a final boundary',
    TYPE,
    disposed('form-data; name="file"; filename="a.png"', '\r\n--a'.repeat(18_000)),
    400,
    'malformed_body',
  ],
  ['a field without a name', TYPE, bodyOf(disposed('form-data', 'x'), file), 400, 'malformed_body'],
  ['a field with an empty name', TYPE, bodyOf(field(''), file), 400, 'malformed_body'],
  [
    'a file without a name',
    TYPE,
    bodyOf(disposed('form-data; filename="a.png"', PNG)),
    400,
    'malformed_body',
  ],
  [
    'an octet-stream part without a name',
    TYPE,
    bodyOf(disposed('form-data', PNG, OCTETS)),
    400,
    'malformed_body',
  ],
  [
    'an unnamed attachment before the file',
    TYPE,
    bodyOf(disposed('attachment', PNG), file),
    201,
    '',
  ],
  ['__proto__ as a field name', TYPE, bodyOf(field('__proto__'), file), 400, 'malformed_body'],
  [
    '__proto__ as the name of the file part',
    TYPE,
    bodyOf(disposed('form-data; name="constructor"; filename="x"', PNG)),
    400,
    'malformed_body',
  ],
  [
    'a field of broken JSON',
    TYPE,
    bodyOf(disposed('form-data; name="name"', '{', 'content-type: application/json\r\n'), file),
    400,
    'malformed_body',
  ],
  [
    'a field of JSON',
    TYPE,
    bodyOf(disposed('form-data; name="name"', '{}', 'content-type: application/json\r\n'), file),
    422,
    'invalid_request',
  ],
  ['two files', TYPE, bodyOf(file, file), 413, 'payload_too_large'],
  [
    'a file in a part with an unknown name',
    TYPE,
    bodyOf(disposed('form-data; name="image"; filename="a.png"', PNG)),
    422,
    'invalid_request',
  ],
  ['an unknown field', TYPE, bodyOf(field('note'), file), 422, 'invalid_request'],
  [
    '5,000 fields',
    TYPE,
    bodyOf(...many(5000, (i) => field(`f${i}`)), file),
    413,
    'payload_too_large',
  ],
  ['5,000 files', TYPE, bodyOf(...many(5000, () => file)), 413, 'payload_too_large'],
  [
    'a field of 20 KB',
    TYPE,
    bodyOf(disposed('form-data; name="note"', 'x'.repeat(20_000)), file),
    413,
    'payload_too_large',
  ],
  ['a name of 10 KB', TYPE, bodyOf(field('x'.repeat(10_000)), file), 400, 'malformed_body'],
  [
    'a part with 1 MB of headers',
    TYPE,
    bodyOf(
      disposed('form-data; name="file"; filename="a.png"', PNG, `x-a: ${'x'.repeat(1e6)}\r\n`),
    ),
    201,
    '',
  ],
  [
    'a part with 5,000 headers',
    TYPE,
    bodyOf(
      disposed(
        'form-data; name="file"; filename="a.png"',
        PNG,
        many(5000, (i) => `x-${i}: 1\r\n`).join(''),
      ),
    ),
    201,
    '',
  ],
  [
    'a file name of 10 KB',
    TYPE,
    bodyOf(disposed(`form-data; name="file"; filename="${'x'.repeat(10_000)}"`, PNG)),
    201,
    '',
  ],
  [
    'a file above the size limit',
    TYPE,
    bodyOf(disposed('form-data; name="file"; filename="a"', Buffer.alloc(200_000))),
    413,
    'payload_too_large',
  ],
  ['only zero bytes', TYPE, Buffer.alloc(50_000), 400, 'malformed_body'],
])('%s', async (...[_name, type, body, status, code]) => {
  await using t = await temporaryApi();
  const answer = await t.send('POST', '/v2/uploads', body, { 'content-type': type });
  expect([answer.status, answer.json.code ?? '', answer.json.detail]).toEqual([
    status,
    code,
    status === 201 ? undefined : expect.stringMatching(/^(Expected|A part|The )/),
  ]);
  // Rejected requests leave no file behind.
  const version = await t.send('POST', '/v2/template_style_versions', body, {
    'content-type': type,
  });
  expect(version.status, version.text).toBeLessThan(500);
  expect(await readdir(t.uploadFolder)).toEqual([]);
});

test('a body shorter than its Content-Length ends when the connection closes', async () => {
  await using t = await temporaryApi();
  const { port } = new URL(await t.listen());
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /v2/uploads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${t.owner}\r\ncontent-type: ${TYPE}\r\ncontent-length: 5000\r\n\r\n`,
  );
  socket.write(file.subarray(0, 120));
  await expect.poll(() => readdir(t.uploadFolder)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => readdir(t.uploadFolder)).toEqual([]);
  expect((await t.send('GET', '/healthz')).status).toBe(200);
});
