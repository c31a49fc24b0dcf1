import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { plain } from '../output.ts';
import { connect } from './remote-client.ts';
import { withRemoteErrors } from './remote-errors.ts';

test('a redirect does not send the secret of a client to another address', async () => {
  const received: string[] = [];
  const other = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const service = createServer((_, response) =>
    response.writeHead(307, { location: elsewhere }).end(),
  ).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const client = connect({ baseUrl, clientId: 'cl_1', clientSecret: 'fps_1', retries: 0 });
  await expect(client.account.get()).rejects.toThrow('unexpected redirect');
  expect(received).toEqual([]);
  for (const server of [service, other]) server.close();
});

test.each([
  ['has other fields', '{"ok":true}', /does not understand/],
  ['does not end', undefined, /more than 33554432 bytes/],
])('an answer that %s is reported as one of the service', async (_, text, message) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (text !== undefined) {
      response.end(text);
      return;
    }
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const write = () => {
      while (response.write(piece));
    };
    response.on('drain', write);
    write();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connect({ baseUrl, token: 'x', retries: 0 });
  await expect(
    withRemoteErrors(async () => (await client.renders.get('rs_1')).session.id),
  ).rejects.toThrow(message);
  server.closeAllConnections();
  server.close();
});

test('a text of a service cannot control the terminal', () => {
  const text = 'title\u001b]0;x\u0007 \u009b2J \u202egpj.exe\ntab\there, Zoë 👩‍👩‍👧';
  expect(plain(text)).toBe('title�]0;x� �2J �gpj.exe\ntab\there, Zoë 👩‍👩‍👧');
});
