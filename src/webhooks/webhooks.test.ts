import { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { judge } from './schedule.ts';
import { Sender } from './sender.ts';
import { isSigningSecret, newSigningSecret, signedHeaders } from './sign.ts';

const HOUR_MS = 3600_000;

describe('signing', () => {
  const body = '{"type":"x","data":{"title":"Zoë 🎉"}}';

  test('the reference library verifies a signature with either secret', () => {
    const [secret, previousSecret] = [newSigningSecret(), newSigningSecret()];
    const headers = signedHeaders([secret, previousSecret], {
      id: 'evt_1',
      atMs: Date.now(),
      body,
    });
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(previousSecret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
  });

  test('the example of the specification has the documented signature', () => {
    const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      atMs: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test.each([
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
    ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
    ['whsec_c2hvcnQ=', false],
    [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
    ['whsec_not base64 at all, however long it may be', false],
  ])('%s is a valid secret: %s', (text, is) => {
    expect(isSigningSecret(text)).toBe(is);
  });
});

describe('the schedule', () => {
  const NOW = Date.UTC(2026, 10, 20);

  test('has ten attempts over three days and then fails', () => {
    const waits = Array.from({ length: 10 }, (_, i) => judge({ status: 500 }, i + 1, NOW, 0)).map(
      (verdict) => (verdict.state === 'pending' ? (verdict.nextAttemptAtMs - NOW) / 1000 : verdict),
    );
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3600);
    expect(waits).toEqual([5, 300, 1800, ...hours, { state: 'failed', gone: false }]);
  });

  test('adds a random delay of up to 20 %', () => {
    const at = (random: number) => judge({}, 2, NOW, random);
    expect(at(0.5)).toEqual({ state: 'pending', nextAttemptAtMs: NOW + 330_000 });
    expect(at(1)).toEqual({ state: 'pending', nextAttemptAtMs: NOW + 360_000 });
  });

  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [199, 'pending'],
    [302, 'pending'],
    [404, 'pending'],
    [410, 'failed'],
    [429, 'pending'],
    [503, 'pending'],
    [undefined, 'pending'],
  ])('status %s gives the state %s', (status, state) => {
    expect(judge(status === undefined ? {} : { status }, 1, NOW, 0)).toMatchObject({ state });
  });

  test('status 410 ends the delivery for ever', () => {
    expect(judge({ status: 410, retryAfter: '5' }, 1, NOW, 0)).toEqual({
      state: 'failed',
      gone: true,
    });
  });

  test.each([
    ['120', NOW + 120_000],
    [new Date(NOW + HOUR_MS).toUTCString(), NOW + HOUR_MS],
    // A shorter wait than the delay of the schedule.
    ['1', NOW + 5000],
    [new Date(NOW - HOUR_MS).toUTCString(), NOW + 5000],
    ['999999999999', NOW + 24 * HOUR_MS],
    ['soon', NOW + 5000],
    ['-3', NOW + 5000],
  ])('Retry-After: %s', (retryAfter, nextAttemptAtMs) => {
    expect(judge({ status: 429, retryAfter }, 1, NOW, 0)).toMatchObject({ nextAttemptAtMs });
  });
});

describe('sending', () => {
  test('posts the message and returns the status and the first bytes of the response', async () => {
    await using t = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const requestFacts = [
          request.method,
          request.headers['content-type'],
          request.headers['x-one'],
        ];
        response.end(`${requestFacts.join(' ')} ${Buffer.concat(chunks)}${'.'.repeat(1000)}`);
      });
    });
    const attempt = await t.post('{"ü":1}', { 'x-one': '1' });
    expect(attempt.status).toBe(200);
    expect(attempt.response).toMatch(/^POST application\/json 1 \{"ü":1\}\.+$/);
    expect(Buffer.byteLength(attempt.response)).toBe(500);
  });

  test('follows no redirect', async () => {
    let requestCount = 0;
    await using t = await receiver((_request, response) => {
      requestCount += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await t.post()).toEqual({ status: 302, response: '' });
    expect(requestCount).toBe(1);
  });

  test('returns the Retry-After header', async () => {
    await using t = await receiver((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end('slow down');
    });
    expect(await t.post()).toEqual({ status: 429, retryAfter: '7', response: 'slow down' });
  });

  test('reads a limited part of an endless response', async () => {
    let written = 0;
    const ended = Promise.withResolvers<void>();
    await using t = await receiver((_request, response) => {
      const block = Buffer.alloc(1024 * 1024, 0x78);
      const more = () => {
        while (!response.destroyed && written < 1024) {
          written += 1;
          if (!response.write(block)) return;
        }
      };
      response.on('drain', more).on('close', () => ended.resolve());
      more();
    });
    expect(await t.post()).toEqual({ status: 200, response: 'x'.repeat(500) });
    await ended.promise;
    expect(written).toBeLessThan(64);
  });

  test('returns the status of a response that never ends or breaks off', async () => {
    await using t = await receiver((request, response) => {
      response.writeHead(request.headers['x-one'] ? 500 : 204);
      response.flushHeaders();
      if (request.headers['x-one']) response.write('half', () => request.socket.destroy());
    });
    expect(await t.post()).toMatchObject({ status: 204 });
    expect(await t.post('{}', { 'x-one': '1' })).toMatchObject({ status: 500 });
  });

  test('returns an error for an endpoint that hangs, closes or cannot be reached', async () => {
    await using hanging = await receiver(() => undefined, 300);
    expect(await hanging.post()).toEqual({ response: '', error: 'No response within 0.3 s.' });
    await using closing = await receiver((request) => request.socket.destroy());
    expect(await closing.post()).toMatchObject({ error: expect.stringContaining('failed') });
    await closing[Symbol.asyncDispose]();
    expect(await closing.post()).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') });
  });

  test('returns an error for an endpoint that sends its headers byte by byte', async () => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket);
      const drip = setInterval(() => socket.write('x'), 20);
      socket.write('HTTP/1.1 200 OK\r\nx-long: ');
      socket.on('error', () => undefined).on('close', () => clearInterval(drip));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await using sender = newSender(300);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await sender.post(url, {}, '{}')).toMatchObject({ error: expect.any(String) });
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('sends no request to an address that is not allowed', async () => {
    const refuse = () => {
      throw new AppError('asset_private_address', 'Expected a public address.');
    };
    await using sender = new Sender({ checkUrl: refuse, lookup });
    expect(await sender.post('http://127.0.0.1/', {}, '{}')).toEqual({
      response: '',
      error: 'Expected a public address.',
    });
    await using named = new Sender({
      checkUrl: (url) => new URL(url),
      lookup: (_host, _options, callback) =>
        callback(new AppError('asset_private_address', 'Expected a public name.'), '', 0),
    });
    expect(await named.post('http://inside.test/', {}, '{}')).toEqual({
      response: '',
      error: 'Expected a public name.',
    });
  });
});

function newSender(timeoutMs = 10_000) {
  return new Sender({ checkUrl: (url) => new URL(url), lookup, timeoutMs });
}

async function receiver(answer: RequestListener, timeoutMs?: number) {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const sender = newSender(timeoutMs);
  return {
    post: (body = '{}', headers: Record<string, string> = {}) => sender.post(url, headers, body),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
