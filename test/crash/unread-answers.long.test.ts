import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { makeClient, startService } from '../support/service.ts';

const MEGABYTE = 2 ** 20;
const CONNECTIONS = 3000;

test('3,000 connections that read no answer leave room for others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-unread-'));
  const sockets: Socket[] = [];
  try {
    const credentials = await makeClient(folder);
    await using service = await startService(folder, { FRAMEPRESS_MEMORY_LIMIT_MB: '400' }, 'api');
    const client = await new Client(service.url).login(credentials);
    const engine = `${await enginePath()}canvaskit.wasm`;
    const { port, hostname } = new URL(service.url);
    const filesBefore = await filesOf(service.pid);
    const isServed = async () => (await client.send('GET', '/healthz')).status;
    expect(await isServed()).toBe(200);
    const memoryBefore = await memoryOf(service.pid);
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(`GET ${engine} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      // Some of the connections are still open to all of the others.
      if (i % 100 === 0) expect(await isServed()).toBe(200);
    }
    expect(await isServed()).toBe(200);
    // A socket for each connection within the bound, and no open file of the engine.
    expect((await filesOf(service.pid)) - filesBefore).toBeLessThan(510);
    expect((await memoryOf(service.pid)) - memoryBefore).toBeLessThan(200 * MEGABYTE);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => filesOf(service.pid)).toBeLessThan(filesBefore + 20);
    // New work is accepted without a restart.
    await expect
      .poll(async () => (await client.send('POST', '/v2/render_sessions', {})).status)
      .toBe(422);
    expect(await client.send('GET', '/readyz')).toMatchObject({ status: 200 });
  } finally {
    for (const socket of sockets) socket.destroy();
    await removeFolder(folder);
  }
});

async function enginePath(): Promise<string> {
  const [version] = await readdir(new URL('../../web/engine', import.meta.url));
  return `/engine/${version}/`;
}

async function filesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+) kB/.exec(text)?.[1]) * 1024;
}
