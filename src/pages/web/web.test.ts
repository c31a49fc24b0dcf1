import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { temporaryApi } from '../../api/api.fixture.ts';
import { WebCache } from './web-cache.ts';

const ENGINE = 'a65a3a17c64063da';
const SCRIPT = 'export const value = 1;\n'.repeat(100);
const FILES: Record<string, string | Buffer> = {
  'studio/index.html': '<!doctype html><title>Framepress</title>',
  'studio/assets/index-Ab12Cd34.js': SCRIPT,
  'studio/assets/index-Ab12Cd34.js.br': brotliCompressSync(SCRIPT),
  'studio/empty.css': '',
  'editor/framepress-editor.js': SCRIPT,
  'editor/framepress-editor.js.br': brotliCompressSync(SCRIPT),
  'editor/chunks/form-Ab12Cd34.js': SCRIPT,
  [`engine/${ENGINE}/canvaskit.wasm`]: Buffer.from([0, 97, 115, 109]),
  'studio/.env.js': 'secret',
  'studio/notes.sql': 'secret',
  'secret.js': 'secret',
};

async function webApi() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-web-'));
  const webFolder = join(folder, 'web');
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(join(webFolder, path, '..'), { recursive: true });
    await writeFile(join(webFolder, path), content);
  }
  await writeFile(join(folder, 'outside.js'), 'secret');
  const t = await temporaryApi({ webFolder });
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    t.send(method, url, undefined, { authorization: '', ...headers });
  return {
    ...t,
    get,
    webFolder,
    [Symbol.asyncDispose]: async () => {
      await t[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

test.each([
  ['/studio/', 'text/html; charset=utf-8', 'no-cache'],
  [
    '/studio/assets/index-Ab12Cd34.js',
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ],
  ['/studio/empty.css', 'text/css; charset=utf-8', 'no-cache'],
  ['/editor/framepress-editor.js', 'text/javascript; charset=utf-8', 'no-cache'],
  [
    '/editor/chunks/form-Ab12Cd34.js',
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ],
  [`/engine/${ENGINE}/canvaskit.wasm`, 'application/wasm', 'public, max-age=31536000, immutable'],
])('%s is served as %s', async (url, type, caching) => {
  await using t = await webApi();
  const path = url === '/studio/' ? 'studio/index.html' : url.slice(1);
  const answer = await t.get(url);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(String(FILES[path]));
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'cache-control': caching,
    'content-length': String(Buffer.byteLength(FILES[path] ?? '')),
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  const isForAll = !url.startsWith('/studio');
  expect(answer.headers['access-control-allow-origin']).toBe(isForAll ? '*' : undefined);
  const head = await t.get(url, {}, 'HEAD');
  expect(head.text).toBe('');
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
  expect(head.headers).toMatchObject(headers);
});

test('/studio leads to the page, also below a path', async () => {
  await using t = await webApi();
  const answer = await t.get('/studio');
  expect([answer.status, answer.headers.location]).toEqual([302, 'studio/']);
});

test('the page runs only its own scripts, and loads files from the public URL', async () => {
  await using t = await webApi();
  const { headers } = await t.get('/studio/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("img-src 'self' http://framepress.test blob: data:");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
});

test.each<[string | undefined, boolean]>([
  ['gzip, deflate, br, zstd', true],
  ['br;q=0.1', true],
  ['*', true],
  ['BR', true],
  ['br;q=0, gzip', false],
  ['*;q=1, br;q=0.0', false],
  ['gzip', false],
  ['abr', false],
  ['br;q=high', false],
  ['', false],
])('with the Accept-Encoding %j the file is compressed: %s', async (accepted, isCompressed) => {
  await using t = await webApi();
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const answer = await t.get('/editor/framepress-editor.js', headers);
  expect(answer.headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
  const file = `editor/framepress-editor.js${isCompressed ? '.br' : ''}`;
  expect(answer.headers['content-length']).toBe(String(FILES[file]?.length));
  const small = await t.get(`/engine/${ENGINE}/canvaskit.wasm`, headers);
  expect(small.headers['content-encoding']).toBeUndefined();
});

test('a file that is unchanged is not sent again, and a changed file is', async () => {
  await using t = await webApi();
  const url = '/editor/framepress-editor.js';
  const plain = await t.get(url);
  const compressed = await t.get(url, { 'accept-encoding': 'br' });
  expect(plain.headers.etag).not.toBe(compressed.headers.etag);
  const condition = { 'if-none-match': String(plain.headers.etag) };
  const answer = await t.get(url, condition);
  expect([answer.status, answer.text]).toEqual([304, '']);
  expect(answer.headers['content-length']).toBeUndefined();
  expect((await t.get(url, { ...condition, 'accept-encoding': 'br' })).status).toBe(200);
  await writeFile(join(t.webFolder, url), 'export {};');
  expect(await t.get(url, condition)).toMatchObject({ status: 200, text: 'export {};' });
});

test('a range is ignored', async () => {
  await using t = await webApi();
  const answer = await t.get('/editor/framepress-editor.js', { range: 'bytes=0-9' });
  expect([answer.status, answer.text]).toEqual([200, SCRIPT]);
  expect(answer.headers['accept-ranges']).toBeUndefined();
});

/** Sends a path as it is written, which no HTTP library does. */
async function sendRaw(address: string, line: string, headers = ''): Promise<string> {
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
  return text(socket);
}

test('no path leads to another file', async () => {
  await using t = await webApi();
  const address = await t.listen();
  const paths = [
    ...[
      '../secret.js',
      '../../outside.js',
      '%2e%2e/secret.js',
      '..%2fsecret.js',
      '%2e%2e%2fsecret.js',
    ],
    ...['..%5csecret.js', '..\\secret.js', '%252e%252e/secret.js', 'x/../../secret.js'],
    ...['.env.js', '%2eenv.js', 'notes.sql', 'assets', 'assets/', 'assets//index-Ab12Cd34.js'],
    ...['index.html%00.js', 'index.html%00', 'index.html/', 'index.html/x.js', '/index.html'],
    ...['assets/index-Ab12Cd34.js.br', 'index.html.', 'index.html%20', 'INDEX.HTML.js', '...js'],
    ...['constructor', '__proto__', 'x.constructor', 'x.__proto__', '%c0%ae%c0%ae/secret.js'],
    ...['%2fetc%2fpasswd', 'c:%5cx.js', `${'a'.repeat(250)}.js`, `${'a/'.repeat(149)}a.js`],
    ...[`${'a'.repeat(400)}.js`, `${'a'.repeat(4000)}.js`, '%', '%zz', 'x.js;index.html'],
  ];
  for (const folder of ['studio', `engine/${ENGINE}`, 'editor'])
    for (const path of paths) {
      const answer = await sendRaw(address, `GET /${folder}/${path}`);
      expect([path, answer.slice(0, 12)]).toEqual([
        path,
        expect.stringMatching(/^HTTP\/1\.1 (400|404|414)/),
      ]);
      expect(answer).not.toContain('secret\r');
    }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
  await using t = await webApi();
  const answer = await sendRaw(await t.listen(), `${method} /studio/`);
  expect(answer).toMatch(/^HTTP\/1\.1 405/);
  expect(answer).toMatch(/allow: GET, HEAD\r\n/i);
});

test.each(['PROPFIND', 'MKCOL', 'TRACE', 'SEARCH', 'COPY'])('%s is refused', async (method) => {
  await using t = await webApi();
  const answer = await sendRaw(await t.listen(), `${method} /studio/`);
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405)/);
});

test('headers that are too large are refused, and the service keeps answering', async () => {
  await using t = await webApi();
  const address = await t.listen();
  const cookie = `cookie: framepress_session=${'a'.repeat(20_000)}\r\n`;
  expect(await sendRaw(address, 'GET /studio/', cookie)).toMatch(/^HTTP\/1\.1 431/);
  expect(await sendRaw(address, 'GET /studio/')).toMatch(/^HTTP\/1\.1 200/);
});

test('/ leads browsers to the studio, and other clients to the documentation', async () => {
  await using t = await webApi();
  const start = async (accept: string) => (await t.get('/', { accept })).headers['location'];
  expect(await start('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('studio/');
  expect(await start('*/*')).toBe('docs');
  await using unbuilt = await temporaryApi({ webFolder: '/nowhere' });
  const { headers } = await unbuilt.send('GET', '/', undefined, { accept: 'text/html' });
  expect(headers['location']).toBe('docs');
});

test('/examples lists the bundled templates, whose files are packages', async () => {
  await using t = await webApi();
  const { status, json } = await t.get('/examples');
  expect(status).toBe(200);
  for (const { file } of json.example_templates) {
    const answer = await t.get(`/examples/${file}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.text.slice(0, 2)).toBe('PK');
  }
  for (const path of ['none.lottie', '..%2fpackage.json', '.lottie', 'birthday.lottie/x'])
    expect([path, (await t.get(`/examples/${path}`)).status]).toEqual([path, 404]);
});

test('without the built files a hint says how to build them', async () => {
  await using t = await temporaryApi({ webFolder: '/nowhere' });
  const answer = await t.send('GET', '/studio/');
  expect(answer.status).toBe(404);
  expect(answer.json.errors[0].hint).toContain('npm run web');
});

test('all answers share the bytes of a file, which is read again after a change', async () => {
  await using t = await webApi();
  const cache = new WebCache();
  const path = join(t.webFolder, 'studio/index.html');
  const [first, second] = await Promise.all([cache.read(path), cache.read(path)]);
  expect(first?.bytes).toBe(second?.bytes);
  await writeFile(path, '<!doctype html><title>another page</title>');
  const changed = await cache.read(path);
  expect(changed?.bytes.toString()).toContain('another page');
  expect(changed?.etag).not.toBe(first?.etag);
  await rm(path);
  expect(await cache.read(path)).toBeUndefined();
  expect(await cache.read(join(t.webFolder, 'studio'))).toBeUndefined();
  expect(await cache.read(`${path}/below`)).toBeUndefined();
});
