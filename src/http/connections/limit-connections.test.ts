import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type ConnectionLimits, Connections } from './limit-connections.ts';

const ANSWER = Buffer.alloc(64 * 2 ** 20, 'x');
const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

/** A server with an answer that no buffer of the system holds, at `/`, and a short one at `/short`. */
async function serving(limits: Partial<ConnectionLimits> = {}) {
  const clock = { ms: 0 };
  const connections = new Connections({
    max: 1000,
    maxPerAddress: 1000,
    nowMs: () => clock.ms,
    ...limits,
  });
  let requests = 0;
  let received = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.on('error', () => undefined);
    // The body at `/held` is not read.
    if (request.url !== '/held') {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
    }
    if (request.url === '/') response.end(ANSWER);
    else if (request.url === '/short') response.end('ok');
  });
  connections.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return {
    clock,
    connections,
    open,
    requests: () => requests,
    /** Begins a request with a long body, and sends a part of it. */
    upload: async (bytes: number, path = '/never') => {
      const [socket, receivedBefore] = [await open(), received];
      socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${2 ** 30}\r\n\r\n`);
      socket.write(Buffer.alloc(bytes, 'x'));
      if (path === '/never') await expect.poll(() => received - receivedBefore).toBe(bytes);
      return socket;
    },
    /** Asks for the long answer and reads its first part only. */
    unread: async () => {
      const socket = await open();
      socket.write(REQUEST);
      await once(socket, 'readable');
      return socket;
    },
    short: async () => {
      const socket = await open();
      socket.write('GET /short HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
      let text = '';
      for await (const chunk of socket.setEncoding('latin1')) text += chunk;
      return text;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      connections[Symbol.dispose]();
    },
  };
}

const closed = (socket: Socket) => socket.closed || once(socket.resume(), 'close');

test('an answer that nobody reads ends, and one that is read does not', async () => {
  await using t = await serving();
  const [unread, reader] = [await t.unread(), await t.unread()];
  const idle = await t.open();
  t.connections.endStalled();
  // A part of the answer is read in between.
  let bytes = 0;
  reader.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await expect.poll(() => bytes).toBeGreaterThan(ANSWER.length);
  t.clock.ms += 59_000;
  t.connections.endStalled();
  expect(t.connections.size).toBe(3);
  // The longest part may take four bytes in a millisecond.
  t.clock.ms += ANSWER.length / 4;
  t.connections.endStalled();
  await closed(unread);
  await expect.poll(() => t.connections.size).toBe(2);
  expect([reader.closed, idle.closed]).toEqual([false, false]);
});

test.each([{ max: 8 }, { maxPerAddress: 8 }])(
  'with %j, those that do not read make place for those that do',
  async (limits) => {
    await using t = await serving(limits);
    const unread = [];
    for (let i = 0; i < 30; i++) {
      unread.push(await t.unread());
      t.clock.ms += 1;
      expect(t.connections.size).toBeLessThanOrEqual(8);
    }
    expect(await t.short()).toMatch(/ok$/);
    // The oldest are gone.
    for (const socket of unread.slice(0, 20)) await closed(socket);
    expect(unread.at(-1)?.destroyed).toBe(false);
  },
);

test('work that runs is not ended for a new connection, which is refused', async () => {
  await using t = await serving({ maxPerAddress: 2 });
  const running = [await t.open(), await t.open()];
  // The server does not answer them.
  for (const socket of running) socket.write('GET /never HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(t.requests).toBe(2);
  const refused = await t.open();
  await closed(refused);
  expect(running.map((socket) => socket.destroyed)).toEqual([false, false]);
});

test('a body that hardly comes ends, and a slow one does not', async () => {
  await using t = await serving();
  const [slow, phone] = [await t.upload(1), await t.upload(120_000)];
  // The server does not read this one.
  const socket = await t.upload(2 ** 20, '/held');
  await expect.poll(t.requests).toBe(3);
  let answer = '';
  slow.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  t.clock.ms += 59_000;
  t.connections.endStalled();
  expect(t.connections.size).toBe(3);
  t.clock.ms += 5000;
  t.connections.endStalled();
  await closed(slow);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  t.clock.ms += 100_000;
  t.connections.endStalled();
  expect(t.connections.size).toBe(2);
  t.clock.ms += 100_000;
  t.connections.endStalled();
  await closed(phone);
  await expect.poll(() => t.connections.size).toBe(1);
  expect(socket.destroyed).toBe(false);
});

test('bodies that hardly come make place for others, and a slow one does not', async () => {
  await using t = await serving({ max: 4 });
  const phone = await t.upload(60_000);
  const slow = [];
  for (let i = 0; i < 20; i++) {
    slow.push(await t.upload(1));
    t.clock.ms += 1000;
    expect(t.connections.size).toBeLessThanOrEqual(4);
  }
  expect(await t.short()).toMatch(/ok$/);
  for (const socket of slow.slice(0, 17)) await closed(socket);
  expect(phone.destroyed).toBe(false);
});

test('a connection that sends many requests at once ends', async () => {
  await using t = await serving();
  const [few, many] = [await t.open(), await t.open()];
  const requests = (count: number) => 'GET /never HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(count);
  few.write(requests(30));
  await expect.poll(t.requests).toBe(30);
  many.write(requests(1500));
  await closed(many);
  expect(t.requests()).toBeLessThanOrEqual(30 + 32);
  expect(few.destroyed).toBe(false);
});

test('a proxy has no limit of its own', async () => {
  await using t = await serving({ maxPerAddress: 2, proxies: ['10.0.0.0/8', '127.0.0.1'] });
  const sockets = [];
  for (let i = 0; i < 5; i++) sockets.push(await t.open());
  await expect.poll(() => t.connections.size).toBe(5);
});
