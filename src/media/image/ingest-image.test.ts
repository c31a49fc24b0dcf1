import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppError } from '../../base/index.ts';
import { parseAddressPolicy } from '../fetch/address-policy.ts';
import { Fetcher } from '../fetch/fetcher.ts';
import { claimingPng, noise, patches } from '../testing/images.ts';
import { startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { ingestImage, ingestImageBytes } from './ingest-image.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Ingests an image that a server sends. */
async function ingestServed(bytes: string | Uint8Array, signal?: AbortSignal) {
  await using server = await startServer((_, response) => response.end(bytes));
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 10_000_000,
    timeoutMs: 200_000,
    retryPauseMs: 1,
  });
  return await ingestImage(
    { url: server.url('/image?key=secret'), fetcher, dir: folder.path, editable: 'logo_01' },
    signal,
  );
}

test.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'a %s is stored under its digest',
  async (format) => {
    const bytes = await patches(60, 40).toFormat(format).toBuffer();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const image = await ingestServed(bytes);
    expect(image).toEqual({
      sha256,
      path: join(folder.path, sha256),
      contentType: `image/${format}`,
      bytes: bytes.length,
      width: 60,
      height: 40,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/image$/),
    });
    expect(await readFile(image.path)).toEqual(bytes);
    expect(await folder.names()).toEqual([sha256]);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'width and height are of the upright image with EXIF orientation %i',
  async (orientation) => {
    const image = await ingestServed(
      await patches(60, 40).jpeg().withMetadata({ orientation }).toBuffer(),
    );
    expect([image.width, image.height]).toEqual(orientation < 5 ? [60, 40] : [40, 60]);
  },
);

test.each([
  ['<!doctype html><p>Sign in first</p>', 'an HTML page'],
  ['{"message":"Forbidden"}', 'JSON'],
  ['gone', 'text'],
  ['', 'an empty file'],
  ['\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'a video of type mp4'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'an image of type jxl'],
])('%j is rejected as %s', async (body, what) => {
  const error = (await ingestServed(body).catch((e: unknown) => e)) as AppError;
  expect(error).toMatchObject({
    code: 'asset_not_media',
    retryable: false,
    details: { editable: 'logo_01' },
  });
  expect(error.message).toContain(`but received ${what}.`);
  expect(error.message).not.toContain('secret');
  expect(error.faults[0]?.hint).toContain('PNG');
  expect(await folder.names()).toEqual([]);
});

test('an image that claims an enormous size is rejected by its header', async () => {
  const error = (await ingestServed(claimingPng(50_000, 50_000)).catch(
    (e: unknown) => e,
  )) as AppError;
  expect(error).toMatchObject({
    code: 'asset_too_large',
    message: expect.stringContaining('50000×50000'),
    details: { editable: 'logo_01' },
  });
  expect(await folder.names()).toEqual([]);
});

test.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'a truncated %s is corrupt',
  async (format) => {
    const bytes = await noise(300, 200).toFormat(format).toBuffer();
    for (const part of [0.5, 0.95]) {
      const error = (await ingestServed(bytes.subarray(0, bytes.length * part)).catch(
        (e: unknown) => e,
      )) as AppError;
      expect(error).toMatchObject({
        code: 'asset_corrupt',
        retryable: false,
        details: { editable: 'logo_01' },
      });
      // The messages of the decoder contain paths.
      expect(JSON.stringify(error.faults)).not.toContain(folder.path);
      expect(await folder.names()).toEqual([]);
    }
  },
);

test('a header without data is corrupt', async () => {
  await expect(ingestServed(Buffer.from('89504e470d0a1a0a', 'hex'))).rejects.toMatchObject({
    code: 'asset_corrupt',
  });
  await expect(ingestServed(claimingPng(1000, 1000))).rejects.toMatchObject({
    code: 'asset_corrupt',
  });
  await expect(ingestServed(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).rejects.toMatchObject({
    code: 'asset_corrupt',
  });
});

test('errors of a fetch name the editable', async () => {
  await using server = await startServer((_, response) => response.writeHead(404).end());
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 1000,
    timeoutMs: 200_000,
  });
  const ingesting = ingestImage({
    url: server.url('/a?b'),
    fetcher,
    dir: folder.path,
    editable: 'logo_01',
  });
  const fault = { code: 'asset_not_found', editable: 'logo_01', url: server.url('/a') };
  await expect(ingesting).rejects.toMatchObject({ faults: [expect.objectContaining(fault)] });
  expect(await folder.names()).toEqual([]);
});

test('an aborted ingest leaves no file', async () => {
  const bytes = await noise(300, 200).png().toBuffer();
  await expect(ingestServed(bytes, AbortSignal.abort())).rejects.toMatchObject({
    code: 'canceled',
  });
  expect(await folder.names()).toEqual([]);
});

test('a file on disk and bytes in memory give the same result', async () => {
  await using source = await temporaryFolder();
  const path = join(source.path, 'upload');
  const bytes = await patches(60, 40).png().toBuffer();
  await writeFile(path, bytes);
  const fromFile = await ingestImage({ path, dir: folder.path, editable: 'photo' });
  const fromBytes = await ingestImageBytes({ bytes, dir: folder.path, what: 'the image logo.png' });
  expect(fromFile).toEqual(fromBytes);
  expect(fromFile).not.toHaveProperty('url');
  expect(await readFile(path)).toEqual(bytes);
  expect(await folder.names()).toEqual([fromFile.sha256]);

  await expect(
    ingestImageBytes({
      bytes: Buffer.from('hello'),
      dir: folder.path,
      what: 'the image logo.png',
      details: { layerPath: 'A > B' },
    }),
  ).rejects.toMatchObject({
    code: 'asset_not_media',
    message: 'Expected an image for the image logo.png but received text.',
    details: { layerPath: 'A > B' },
  });
});
