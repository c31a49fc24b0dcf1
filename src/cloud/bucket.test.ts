import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppError, orAbort } from '../base/index.ts';
import { attempt } from './bucket.ts';
import { GcsBucket } from './gcs-bucket.ts';
import type { GcsClient } from './gcs-client.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;

/** An upload of five parts, each of which takes a time. */
function upload(minutes: number): Promise<string> {
  const send = () => new Promise((resolve) => setTimeout(resolve, minutes * MINUTE_MS));
  return attempt(
    'write gs://bucket/video.mp4',
    async (signal, renew) => {
      for (let part = 0; part < 5; part += 1) {
        await orAbort(send(), signal);
        renew();
      }
      return 'stored';
    },
    (error) => error as AppError,
  );
}

test('the limit of time is for a request, not for all of an upload', async () => {
  const slow = upload(14);
  await vi.advanceTimersByTimeAsync(71 * MINUTE_MS);
  expect(await slow).toBe('stored');
});

test('a request that takes too long is retried, and then the upload fails', async () => {
  const stalled = upload(16).catch((error) => error);
  await vi.advanceTimersByTimeAsync(71 * MINUTE_MS);
  expect(await stalled).toMatchObject({
    code: 'storage_failed',
    message: 'Cannot write gs://bucket/video.mp4: the store did not finish within 15 minutes.',
  });
});

test('each request of an upload to Google has its own limit of time', async () => {
  const bytes = Buffer.alloc(20 * 1024 * 1024);
  const storedObject = {
    size: `${bytes.length}`,
    md5Hash: createHash('md5').update(bytes).digest('base64'),
  };
  const ends: string[] = [];
  const request = async (sent: {
    url: string;
    headers: Record<string, string>;
    signal: AbortSignal;
  }) => {
    vi.advanceTimersByTime(14 * MINUTE_MS);
    sent.signal.throwIfAborted();
    const range = sent.headers['content-range'];
    if (range === undefined)
      return { status: 200, headers: new Headers({ location: 'https://u' }) };
    ends.push(range);
    const isLast = range.startsWith('bytes 16777216-');
    return { status: isLast ? 200 : 308, data: isLast ? storedObject : {}, headers: new Headers() };
  };
  const storage = { authClient: { request } } as unknown as GcsClient;
  const bucket = new GcsBucket({ storage, signer: storage }, 'https://gcs', 'bucket');
  await bucket.write('video.mp4', {
    bytes: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  });
  expect(ends).toHaveLength(3);
});
