import { expect, test } from 'vitest';
import { lostAddresses } from './lost-addresses.ts';

test('finds each address that is lost, also those of captions', () => {
  const lostEntry = { source: { remote_url: null } };
  const publicEntry = { source: { remote_url: 'https://x.example/a' } };
  const pointers = (mapping: Record<string, unknown>) =>
    lostAddresses(mapping).map(({ pointer }) => pointer);
  expect(pointers({ resources: { a: lostEntry, b: publicEntry }, captions: lostEntry })).toEqual([
    '/mapping/resources/a/source/remote_url',
    '/mapping/captions/source/remote_url',
  ]);
  expect(pointers({ audio_tracks: { a: null }, captions: [publicEntry, lostEntry] })).toEqual([
    '/mapping/captions/1/source/remote_url',
  ]);
  expect(pointers({ captions: { source: { cues: [] } } })).toEqual([]);
});
