import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../../src/base/index.ts';
import {
  type DeliverySettings,
  type Network,
  openSource,
  openStore,
  testDestination,
} from '../../src/delivery/index.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { type Backend, loopbackNetwork } from './backends.ts';
import { MEBIBYTE, never, openUploads, STORES, type Uploads } from './uploads.ts';

let uploads: Uploads;
beforeAll(async () => {
  uploads = await openUploads();
});
afterAll(() => uploads?.[Symbol.asyncDispose]());

describe.each(STORES)('%s', (_, start) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await start();
  });
  afterAll(async () => {
    await backend?.[Symbol.asyncDispose]();
  });

  const file = (name: string, bytes: number) => uploads.file(name, bytes);
  const put = (given: Parameters<Uploads['put']>[1]) => uploads.put(backend, given);

  test('stores one byte and five megabytes with their headers under any name', async () => {
    for (const bytes of [1, 5 * MEBIBYTE]) {
      const md5 = await file('small', bytes);
      const path = "a folder/Grüße ü+%20&=~'(1)!*.mp4";
      const stored = await put({
        key: 'small',
        path,
        changes: { cacheControl: 'public, max-age=60' },
      });
      expect(stored).toMatchObject({ bytes, md5 });
      expect(await backend.find(path)).toEqual({
        bytes,
        md5,
        contentType: 'video/mp4',
        cacheControl: 'public, max-age=60',
      });
    }
  });

  test('resumes after an interruption, and shows no object until it is complete', async () => {
    // Three parts, two at once. One of them is complete when the connection breaks.
    const bytes = 24 * MEBIBYTE;
    const md5 = await file('cut', bytes);
    uploads.kept.length = 0;
    backend.connection.reset(20 * MEBIBYTE);
    await expect(put({ key: 'cut', path: 'cut.mp4' })).rejects.toMatchObject({
      code: 'delivery_unreachable',
      retryable: true,
    });
    expect(await backend.find('cut.mp4')).toBeUndefined();
    backend.connection.reset();
    await put({
      key: 'cut',
      path: 'cut.mp4',
      changes: { isRetry: true, resume: uploads.kept.at(-1) },
    });
    expect(backend.connection.sentBytes()).toBeLessThan(20 * MEBIBYTE);
    expect(await backend.find('cut.mp4')).toMatchObject({ bytes, md5 });
  });

  test('does not send an existing object again, and overwrites others as configured', async () => {
    const md5 = await file('once', 3 * MEBIBYTE);
    await put({ key: 'once', path: 'once.mp4', changes: { overwrite: false } });
    backend.connection.reset();
    await put({ key: 'once', path: 'once.mp4', changes: { isRetry: true, overwrite: false } });
    expect(backend.connection.sentBytes()).toBeLessThan(MEBIBYTE);

    await file('other', 2 * MEBIBYTE);
    const other = { id: 'xup_2', overwrite: false };
    await expect(put({ key: 'other', path: 'once.mp4', changes: other })).rejects.toMatchObject({
      code: 'delivery_exists',
      retryable: false,
    });
    expect(await backend.find('once.mp4')).toMatchObject({ md5 });
    await put({ key: 'other', path: 'once.mp4', changes: { ...other, overwrite: true } });
    expect(await backend.find('once.mp4')).toMatchObject({ bytes: 2 * MEBIBYTE });
  });

  test('reports errors with a hint', async () => {
    await file('small', 10);
    const failing = (settings: DeliverySettings, target = backend.target('no.mp4')) =>
      put({ key: 'small', path: 'no.mp4', changes: {}, settings, target }).then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(await failing(backend.unauthorized)).toMatchObject({ code: 'delivery_denied' });
    const denied = await failing(backend.guest);
    expect((denied as AppError).faults[0]).toMatchObject({
      code: 'delivery_denied',
      message: expect.stringMatching(/the key (has no|may not) /),
      hint: expect.stringContaining('Allow '),
    });
    const missing = await failing(backend.owner, backend.nowhere);
    expect((missing as AppError).faults[0]).toMatchObject({
      code: 'delivery_place_missing',
      hint: expect.stringMatching(/^Create the (bucket|container)/),
    });
    expect(await backend.find('no.mp4')).toBeUndefined();
  });

  test('is tested by a probe that leaves no object', async () => {
    const probe = async (settings: DeliverySettings) => {
      const store = await openStore(backend.target(''), settings, uploads.network);
      return testDestination(store.probe, 'below', never);
    };
    expect(await probe(backend.owner)).toEqual({
      ok: true,
      steps: [
        { step: 'write', ok: true },
        { step: 'read', ok: true },
        { step: 'delete', ok: true },
      ],
    });
    const guest = await probe(backend.guest);
    expect(guest).toMatchObject({ ok: false, steps: [{ step: 'write', code: 'delivery_denied' }] });
  });

  /** Returns the error of an upload when the store's host is another server. */
  const failingAt = async (server: Server, given: Network) => {
    await file('small', 10);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { owner } = backend;
    const options = { ...owner.options, endpoint: `http://127.0.0.1:${port}/x` };
    const settings = { ...owner, options } as DeliverySettings;
    const store = await openStore(backend.target('h.mp4'), settings, given);
    const source = await openSource(openDiskStore(uploads.files), 'small');
    const objectUpload = { id: 'x', path: 'h.mp4', source, contentType: 'video/mp4' };
    const rest = { cacheControl: undefined, overwrite: true, isRetry: false, resume: undefined };
    const work = store.put({ ...objectUpload, ...rest, keep: async () => {} }, never);
    const error = await work.catch((reason: unknown) => reason);
    server.close();
    return error;
  };

  test('does not block when it hangs or is slow', async () => {
    using impatient = loopbackNetwork(300);
    const reported = {
      code: 'delivery_timeout',
      retryable: true,
      details: { hint: expect.stringContaining('check the network') },
    };
    expect(await failingAt(createServer(), impatient)).toMatchObject(reported);
    // Only the beginning of a response.
    const slow = createServer((socket) => socket.once('data', () => socket.write('HTTP/1.1 200')));
    expect(await failingAt(slow, impatient)).toMatchObject(reported);
  });

  test('reports that it is full, with a hint', async () => {
    const { status, headers, body } = backend.full;
    const full = createHttpServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status, headers).end(body));
    });
    expect(await failingAt(full, uploads.network)).toMatchObject({
      code: 'delivery_full',
      retryable: true,
      details: { hint: expect.stringMatching(/space|quota/i) },
    });
    full.closeAllConnections();
  });
});
