import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '../../base/index.ts';
import { startDns } from '../testing/dns-server.ts';
import { type LoopbackServer, startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { parseAddressPolicy } from './address-policy.ts';
import { Fetcher, type FetcherOptions } from './fetcher.ts';

/** A server at 127.0.0.1 that must not be reached. In the URLs below, PORT stands for its port. */
let secret: LoopbackServer;
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  secret = await startServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://host');
    const to = searchParams.get('to');
    if (to === null) return void response.end('secret');
    response.writeHead(Number(searchParams.get('code') ?? 302), { location: to }).end('moved');
  });
});
afterAll(async () => {
  await secret[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function fetching(url: string, options: Partial<FetcherOptions>): Promise<unknown> {
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy([]),
    maxBytes: 1000,
    timeoutMs: 200_000,
    retryPauseMs: 1,
    ...options,
  });
  const to = url.replaceAll('PORT', String(secret.port));
  return await fetcher.fetchToFile(to, join(folder.path, 'stolen')).catch((e: unknown) => e);
}

async function refused(url: string, options: Partial<FetcherOptions> = {}): Promise<AppError> {
  const connectionsBefore = secret.connections();
  const error = (await fetching(url, options)) as AppError;
  expect(secret.connections(), 'connections').toBe(connectionsBefore);
  expect(await folder.names()).toEqual([]);
  expect(error).toMatchObject({ retryable: false, details: { hint: expect.any(String) } });
  return error;
}

const PRIVATE: Record<string, string[]> = {
  'plain addresses': [
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://127.8.8.8:PORT/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.254/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
  ],
  'other notations of a number': [
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0x7F.0x0.0x0.0x1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0x0.0.1:PORT/',
    'http://00000000177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://3232235777/',
    'http://2852039166/latest/meta-data/',
  ],
  'unspecified addresses': [
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://0x0:PORT/',
    'http://0.0.0.1:PORT/',
    'http://[::]:PORT/',
  ],
  'other notations of a host': [
    'http://127.0.0.1.:PORT/',
    'http://0x7f.1.:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://１２７.0.0.1:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http://127．0．0．1:PORT/',
    'http:127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT\\',
    'HTTP://127.0.0.1:PORT/',
    ' http://127.0.0.1:PORT/ ',
    'ht\ntp://127.0.\t0.1:PORT/',
    'http://127.0.0.1:0PORT/',
    'http://127.0.0.1:PORT/#@example.com/',
    'http://127.0.0.1:PORT?@example.com/',
    'http://127.0.0.1:PORT\\@example.com/',
  ],
  'host names of this machine': [
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://ｌｏｃａｌｈｏｓｔ:PORT/',
    'http://loc%61lhost:PORT/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/',
    'http://lo\u00adcalhost:PORT/',
  ],
  IPv6: [
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[0000::0001]:PORT/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
  ],
  'IPv4 inside of IPv6': [
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::FFFF:0A00:0001]/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
    'http://[2606:4700::5efe:7f00:1]/',
  ],
  'metadata services of clouds': [
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254.:80/latest/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.170.2/v2/credentials',
    'http://100.100.100.200/latest/meta-data/',
    'http://192.0.0.192/opc/v1/',
    'http://168.63.129.16/machine',
  ],
};

test.each(Object.entries(PRIVATE).flatMap(([kind, urls]) => urls.map((url) => [kind, url])))(
  '%s: %j is rejected without a connection',
  async (_, url = '') => {
    const error = await refused(url);
    expect(error.code).toBe('asset_private_address');
    expect(error.details.hint).toContain('FRAMEPRESS_FETCH_ALLOW');
  },
);

test.each([
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'gopher://127.0.0.1:PORT/_GET',
  'dict://127.0.0.1:PORT/',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:http://127.0.0.1:PORT/1',
  'javascript:fetch("/")',
  'unix:/var/run/docker.sock',
  '//127.0.0.1:PORT/',
  '/etc/passwd',
  'http://',
  'http://[::1',
  'http://[fe80::1%25eth0]/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://127.0.0.1:99999/',
  'http://user:swordfish@127.0.0.1:PORT/',
  'http://example.com:80@127.0.0.1:PORT/',
  'http://example.com%2f@127.0.0.1:PORT/',
  'http://127.0.0.1:22/',
  'http://127.0.0.1:25/',
  'http://127.0.0.1:6379/',
  'http://127.0.0.1:11211/',
])('the URL %j is rejected', async (url) => {
  const error = await refused(url);
  expect(error.code).toBe('url_invalid');
  expect(error.message).not.toContain('swordfish');
});

test.each([301, 302, 303, 307, 308])(
  'the target of a redirect with %i is checked',
  async (code) => {
    await using outside = await startServer((request, response) => {
      response.writeHead(code, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end();
    });
    const allow = parseAddressPolicy(['127.0.0.1']);
    const targets = [
      `http://127.0.0.2:${secret.port}/`,
      `http://[::1]:${secret.port}/`,
      `//0:${secret.port}/`,
      'http://169.254.169.254/latest/',
      'http://[::ffff:10.0.0.1]/',
      `https://127.0.0.3:${secret.port}/`,
    ];
    for (const target of targets) {
      const error = await refused(outside.url(`/${encodeURIComponent(target)}`), { allow });
      expect(error, target).toMatchObject({ code: 'asset_private_address' });
    }
    for (const target of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/']) {
      const error = await refused(outside.url(`/${encodeURIComponent(target)}`), { allow });
      expect(error, target).toMatchObject({ code: 'url_invalid' });
    }
  },
);

test('a redirect from an allowed host to a private host is rejected', async () => {
  const allow = parseAddressPolicy(['127.0.0.1']);
  const last = encodeURIComponent('http://10.0.0.1/');
  const error = await fetching(
    `http://127.0.0.1:PORT/?to=${encodeURIComponent(`/?code=307&to=${last}`)}`,
    { allow },
  );
  expect(error).toMatchObject({ code: 'asset_private_address' });
});

test('a host name is resolved only once for each connection', async () => {
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
  await using dns = await startDns(() => answers.shift() ?? '127.0.0.2');
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 1000,
    timeoutMs: 200_000,
    lookup: dns.lookup,
  });
  await using first = await startServer((request, response) => response.end(request.headers.host));
  await using second = await startServer((_, response) => response.end('secret'));
  await using target = await temporaryFolder();
  const path = join(target.path, 'rebinding');
  await fetcher.fetchToFile(`http://rebinding.example:${first.port}/`, path);
  expect(dns.queries).toEqual(['rebinding.example']);
  expect(first.connections()).toBe(1);
  // A new connection resolves the name again, and checks the result.
  const secondFetch = fetcher.fetchToFile(`http://rebinding.example:${second.port}/`, `${path}-2`);
  await expect(secondFetch).rejects.toMatchObject({ code: 'asset_private_address' });
  expect(dns.queries).toHaveLength(2);
  expect(second.connections()).toBe(0);
});

test.each([
  ...['10.0.0.1', '127.0.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.251'],
  ...[
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    'fe80::1',
    'fd00:ec2::254',
  ],
])('a host name that resolves to %s is rejected', async (address) => {
  await using dns = await startDns(() => address);
  for (const name of ['public.example', 'trailing-dot.example.', 'bücher.example']) {
    const error = await refused(`http://${name}:PORT/`, { lookup: dns.lookup });
    expect(error.code).toBe('asset_private_address');
  }
  expect(dns.queries).toContain('xn--bcher-kva.example');
});

test('a private address of a host name is not tried when its public address fails', async () => {
  const addresses = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
  const connectionsBefore = secret.connections();
  const error = await fetching('http://both.example:PORT/', {
    allow: parseAddressPolicy(['127.0.0.2']),
    lookup: (_, __, callback) => callback(null, addresses),
  });
  expect(error).toMatchObject({ code: 'asset_unreachable' });
  expect(secret.connections()).toBe(connectionsBefore);
});

test.each([
  ['http://127.0.0.1:PORT/', ['127.0.0.1']],
  ['http://0x7f.1:PORT/', ['127.0.0.0/8']],
  ['http://2130706433:PORT/', ['127.0.0.1/32']],
  ['http://[::ffff:127.0.0.1]:PORT/', ['127.0.0.1']],
  ['http://127.0.0.1:PORT/?code=307&to=%2F', ['127.0.0.1']],
])('%s is fetched when the operator allows %j', async (url, allowed) => {
  await using target = await temporaryFolder();
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(allowed),
    maxBytes: 1000,
    timeoutMs: 200_000,
  });
  const to = url.replace('PORT', String(secret.port));
  expect((await fetcher.fetchToFile(to, join(target.path, 'it'))).bytes).toBe(6);
});

test('a file is fetched from a host name that resolves to an allowed address', async () => {
  await using dns = await startDns(() => '127.0.0.1');
  await using target = await temporaryFolder();
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 1000,
    timeoutMs: 200_000,
    lookup: dns.lookup,
  });
  const file = await fetcher.fetchToFile(
    `http://bücher.example:${secret.port}/`,
    join(target.path, 'it'),
  );
  expect(file).toMatchObject({ bytes: 6, url: `http://xn--bcher-kva.example:${secret.port}/` });
});
