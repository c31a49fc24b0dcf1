import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { plain } from '../output.ts';
import { connect } from './remote-client.ts';

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

test('a text of a service cannot control the terminal', () => {
  const text = 'title\u001b]0;x\u0007 \u009b2J \u202egpj.exe\ntab\there, Zoë 👩‍👩‍👧';
  expect(plain(text)).toBe('title�]0;x� �2J �gpj.exe\ntab\there, Zoë 👩‍👩‍👧');
});
