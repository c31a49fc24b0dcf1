import { describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import {
  canonicalPrefix,
  fillPath,
  longestPrefix,
  openNetwork,
  openStore,
  parseTarget,
  showTarget,
} from './index.ts';
import { plain } from './place-path.ts';

const parse = (text: string) => parseTarget(text, '/to');

describe('a target', () => {
  test.each([
    ['s3://acme-videos/a/b.mp4', 's3', 'acme-videos', 'a/b.mp4'],
    ['S3://acme/ü {title}.mp4', 's3', 'acme', 'ü {title}.mp4'],
    ['gs://acme_videos.example.com/x', 'gcs', 'acme_videos.example.com', 'x'],
    [
      'wasbs://videos@acme.blob.core.windows.net/a/',
      'azure',
      'videos@acme.blob.core.windows.net',
      'a/',
    ],
    ['s3://acme', 's3', 'acme', ''],
  ])('%s is parsed', (text, kind, place, path) => {
    expect(parse(text)).toEqual({ kind, place, path, query: '' });
  });

  test('with https is shown without its query and fragment', () => {
    const target = parse('https://acme.example.com:8443/a%20b/{id}.mp4?X-Amz-Signature=secret#x');
    expect(target).toMatchObject({ query: '?X-Amz-Signature=secret', path: 'a%20b/{id}.mp4' });
    expect(showTarget(target)).toBe('https://acme.example.com:8443/a%20b/{id}.mp4');
  });

  test.each([
    ['', 'received no URL'],
    ['videos/a.mp4', 'received no URL'],
    ['ftp://acme/a.mp4', 'received the scheme ftp:'],
    ['http://acme/a.mp4?secret', 'received the scheme http:'],
    ['s3://a.mp4/', undefined],
    ['s3:///a.mp4', 'is not a bucket name'],
    ['s3://-acme/a.mp4', 'is not a bucket name'],
    ['s3://AKIA:secret@acme/a.mp4', 'is not a bucket name'],
    ['wasbs://acme.blob.core.windows.net/a.mp4', 'is not container@'],
    ['s3://acme/a.mp4?versionId=1', 'its path has ? or #'],
    ['https://user:secret@acme/a.mp4', 'it is malformed'],
    ['https://', 'it is malformed'],
  ])('%s is rejected without its secret in the message', (text, reason) => {
    if (reason === undefined) return void expect(parse(text)).toBeDefined();
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'target_invalid', message: expect.stringContaining(reason) }),
    );
    expect(() => parse(text)).not.toThrow(/secret/);
  });

  test('uses the destination with the longest prefix that ends at a slash', () => {
    const prefixes = ['s3://acme/', 's3://acme/a/b', 's3://acme/a', 'gs://acme', 'https://x.com'];
    const entries = prefixes.map((text) => ({ prefix: canonicalPrefix(parse(text)) }));
    const prefixOf = (text: string) => longestPrefix(entries, parse(text))?.prefix;
    expect(prefixOf('s3://acme/a/b/c.mp4')).toBe('s3://acme/a/b');
    expect(prefixOf('s3://acme/a/bc.mp4')).toBe('s3://acme/a');
    expect(prefixOf('s3://acme/ab.mp4')).toBe('s3://acme');
    expect(prefixOf('s3://acme-secret/a/b/c.mp4')).toBeUndefined();
    expect(prefixOf('https://x.com.evil.com/a')).toBeUndefined();
    expect(prefixOf('https://x.com/a?b')).toBe('https://x.com');
  });
});

describe('a path', () => {
  const values = {
    id: 'rs_1',
    title: 'Grüße, Zoë / ../../etc ',
    externalId: '42',
    metadata: { 'order no': '7', up: '..', '': 'x' },
  };
  const fill = (path: string) => fillPath(path, values, '/to');

  test('has its placeholders replaced by values without slashes', () => {
    expect(fill('{id}/{title}-{external_id}/{metadata.order no}.mp4')).toEqual({
      path: 'rs_1/Grüße-Zoë-etc-42/7.mp4',
      faults: [],
    });
    expect(fill('{metadata.up}/x').path).toBe('_/x');
    expect(plain('a'.repeat(500))).toHaveLength(100);
    expect(plain('👍')).toBe('_');
  });

  test.each([
    ['{nothing}', 'is unknown'],
    ['{metadata.none}', 'has no value'],
    ['{metadata.toString}', 'has no value'],
    ['{}', 'is unknown'],
    ['', 'it is empty'],
    ['a//b', 'empty or relative part'],
    ['../b', 'empty or relative part'],
    ['a/./b', 'empty or relative part'],
    ['a\nb', 'control characters'],
    ['ü'.repeat(600), 'more than 1024 bytes'],
  ])('%j is rejected', (path, reason) => {
    const { faults } = fill(path);
    expect(faults).toMatchObject([
      { code: 'target_invalid', pointer: '/to', message: expect.stringContaining(reason) },
    ]);
  });

  test('in a URL is rejected when a server may decode it to a forbidden path', () => {
    const { faults } = fillPath('in/..%2fother', values, '/to', encodeURIComponent);
    expect(faults).toMatchObject([{ code: 'target_invalid', pointer: '/to' }]);
    expect(fillPath('in/a%20{title}', values, '/to', encodeURIComponent).faults).toEqual([]);
  });
});

test('a private address is reported with its own code when an SDK wraps the error', async () => {
  const connection_string = 'AccountName=a;AccountKey=QUJD;BlobEndpoint=http://private.test/a';
  const settings = { kind: 'azure', options: {}, credentials: { connection_string } } as const;
  const refused = new AppError('asset_private_address', 'refused');
  const lookup = (_name: string, _options: object, callback: (error: Error) => void) =>
    callback(refused);
  using network = openNetwork({ allow: { isAllowed: () => true }, lookup: lookup as never });
  const target = parseTarget('wasbs://videos@a.blob.core.windows.net/v', '/to');
  const { probe } = await openStore(target, settings, network);
  await expect(
    probe.write('v', Buffer.from('x'), new AbortController().signal),
  ).rejects.toMatchObject({
    code: 'asset_private_address',
    details: { hint: expect.stringContaining('FRAMEPRESS_FETCH_ALLOW') },
  });
});
