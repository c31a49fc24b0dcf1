import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openNetwork } from '../../src/delivery/index.ts';
import { attemptUpload } from '../../src/jobs/deliver/send.ts';
import { startTls } from '../support/tls.ts';
import { never, rendered, servers, VIDEO } from './attempts.fixture.ts';

test('a presigned URL gets one PUT, and its query is stored encrypted', async () => {
  const query = '?X-Amz-Signature=planted-signature';
  await using t = await rendered({ target: `https://${servers.tls.host}/a%20b/v.mp4`, query });
  const seen: { url: string | undefined; headers: object; bytes: Buffer }[] = [];
  servers.take = (request, response) => {
    const { url, headers } = request;
    void buffer(request).then((bytes) => {
      seen.push({ url, headers, bytes });
      response.end();
    });
  };
  for (const suffix of ['', '-wal']) {
    expect(String(await readFile(t.path + suffix, 'latin1'))).not.toContain('planted-signature');
  }
  expect(await t.attempt()).toBeUndefined();
  expect(seen).toMatchObject([
    {
      url: `/a%20b/v.mp4${query}`,
      headers: {
        'content-type': 'video/mp4',
        'content-length': String(VIDEO.byteLength),
        'content-md5': createHash('md5').update(VIDEO).digest('base64'),
      },
      bytes: VIDEO,
    },
  ]);
  expect(await t.state()).toMatchObject({
    status: 'complete',
    remoteId: `https://${servers.tls.host}/a%20b/v.mp4`,
  });
  expect(JSON.stringify(await t.events())).not.toContain('planted');
});

test.each([
  [403, 'failed', 'delivery_denied', 'Sign PUT'],
  [302, 'failed', 'delivery_rejected', 'accepts the file'],
  [503, 'retrying', 'delivery_unreachable', 'retried later'],
  [507, 'retrying', 'delivery_full', 'Free space'],
])(
  'a presigned URL that answers %i, even before the whole file is sent: %s',
  async (status, then, code, hint) => {
    await using t = await rendered({
      target: `https://${servers.tls.host}/v.mp4`,
      query: '?sig=x&sv=y',
    });
    servers.take = (_request, response) => {
      response.writeHead(status, { location: 'https://example.com/', connection: 'close' }).end();
    };
    await t.attempt();
    const error = { code, hint: expect.stringContaining(hint) };
    expect(await t.state()).toMatchObject({ status: then, error });
  },
);

test('the file is sent even if the server answers before it has read the body', async () => {
  const got: Buffer[] = [];
  await using hasty = await startTls(
    (request, response) => void buffer(request).then((bytes) => got.push(bytes) && response.end()),
    (_request, response) => response.end(),
  );
  await using t = await rendered({ target: `https://${hasty.host}/v.mp4`, query: '?sig=x' });
  const { allow } = t.deliveryContext.network;
  using network = openNetwork({ allow, lookup: (() => undefined) as never, ca: hasty.ca });
  await attemptUpload('xup_1', { ...t.deliveryContext, network }, never);
  expect(got).toEqual([VIDEO]);
  expect(await t.state()).toMatchObject({ status: 'complete' });
});

test('an upload whose connection breaks after an early success is retried', async () => {
  await using t = await rendered({ target: `https://${servers.tls.host}/v.mp4`, query: '?sig=x' });
  // More than the buffers of the sockets hold, so that the body cannot end.
  await t.store.putBytes('sessions/rs_1/video.mp4', Buffer.alloc(32 * 1024 * 1024));
  const success = Promise.withResolvers<void>();
  const onSuccess = () => success.resolve();
  servers.take = (request, response) => {
    request.once('data', () => {
      request.pause();
      response.end();
      void success.promise.then(() => request.destroy());
    });
  };
  subscribe('http.client.response.finish', onSuccess);
  try {
    await t.attempt();
  } finally {
    unsubscribe('http.client.response.finish', onSuccess);
  }
  expect(await t.state()).toMatchObject({
    status: 'retrying',
    error: { code: 'delivery_unreachable' },
  });
});

test('a presigned URL that does not answer is retried later', async () => {
  await using t = await rendered({ target: `https://${servers.tls.host}/v.mp4`, query: '?sig=x' });
  servers.take = () => undefined;
  const allow = { isAllowed: () => true };
  using network = openNetwork({
    allow,
    lookup: (() => undefined) as never,
    ca: servers.tls.ca,
    stallMs: 300,
  });
  await attemptUpload('xup_1', { ...t.deliveryContext, network }, never);
  expect(await t.state()).toMatchObject({
    status: 'retrying',
    error: { code: 'delivery_timeout', hint: expect.stringContaining('check the network') },
  });
});
