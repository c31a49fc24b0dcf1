import { expect, test } from 'vitest';
import { destinationRequest, kindOf } from './destination-form.ts';

const S3 = { prefix: ' s3://acme/renders ', name: 'Videos', access_key_id: 'AKIA' };

test('a filled form becomes the request of its kind', () => {
  expect(
    destinationRequest('s3', { ...S3, secret_access_key: 'secret', region: 'eu-central-1' }),
  ).toEqual({
    request: {
      prefix: 's3://acme/renders',
      name: 'Videos',
      options: { region: 'eu-central-1' },
      credentials: { access_key_id: 'AKIA', secret_access_key: 'secret' },
    },
  });
  const azure = { prefix: 'wasbs://c@a.blob.core.windows.net', method: 'sas_token', key: 'sig=1' };
  expect(destinationRequest('azure', azure)).toMatchObject({
    request: { credentials: { sas_token: 'sig=1' } },
  });
  const put = { prefix: 'https://a/b', header_name: 'authorization', header_value: 'Bearer x' };
  expect(destinationRequest('https', put)).toMatchObject({
    request: { credentials: { headers: { authorization: 'Bearer x' } } },
  });
  const google = { prefix: 'gs://b', service_account: '{"type":"service_account"}' };
  expect(destinationRequest('gcs', google)).toMatchObject({
    request: { credentials: { service_account: { type: 'service_account' } } },
  });
});

test('the field that is wrong is named', () => {
  expect(destinationRequest('s3', { ...S3, prefix: 'gs://x' })).toEqual({ wrong: 'prefix' });
  expect(destinationRequest('s3', S3)).toEqual({ wrong: 'secret_access_key' });
  for (const text of ['{', '[]', 'null'])
    expect(destinationRequest('gcs', { prefix: 'gs://b', service_account: text })).toEqual({
      wrong: 'service_account',
    });
});

test('a change without credentials keeps those of the service, and options that are not shown', () => {
  const destination = { options: { region: 'us-east-1', sse: 'AES256' } };
  expect(destinationRequest('s3', { prefix: 's3://acme', name: 'New' }, destination)).toEqual({
    request: { prefix: 's3://acme', name: 'New', options: { sse: 'AES256' } },
  });
  expect(destinationRequest('s3', S3, destination)).toEqual({ wrong: 'secret_access_key' });
});

test.each([
  ['s3://a', 's3'],
  ['gs://a', 'gcs'],
  ['wasbs://a@b', 'azure'],
  ['https://a', 'https'],
  ['ftp://a', undefined],
])('%s has the kind %s', (prefix, kind) => {
  expect(kindOf(prefix)).toBe(kind);
});
