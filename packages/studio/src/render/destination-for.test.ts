import { expect, test } from 'vitest';
import { destinationFor } from './destination-for.ts';

test('the longest prefix of whole parts is used', () => {
  const all = [{ prefix: 's3://acme' }, { prefix: 's3://acme/renders/' }];
  expect(destinationFor('s3://acme/renders/a.mp4', all)).toBe(all[1]);
  expect(destinationFor('s3://acme/renders-old/a.mp4', all)).toBe(all[0]);
  expect(destinationFor('s3://acme-old/a.mp4', all)).toBeUndefined();
});
