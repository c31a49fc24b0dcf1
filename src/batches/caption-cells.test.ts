import { expect, test } from 'vitest';
import { columnsOf, headerFaults, hintsOfBatch } from './columns.ts';
import { type BaseMapping, rowRequest } from './row-request.ts';

const URL = 'https://x.example/a.srt';

function rowOf(cells: Record<string, unknown>, captions?: unknown) {
  const base: BaseMapping = { resources: {}, captions };
  const { mapping, faults, columnAt } = rowRequest(cells, columnsOf({}), base, hintsOfBatch());
  const messages = faults.map(({ message }) => message);
  return { captions: mapping.captions, faults: messages, pointers: [...columnAt.keys()] };
}

test('a column with captions fills the source of the captions of a batch', () => {
  expect(rowOf({ captions_url: URL })).toEqual({
    captions: { source: { remote_url: URL } },
    faults: [],
    pointers: ['/mapping/captions'],
  });
  const look = { style: 'box', language: 'de' };
  const batch = { ...look, source: { cues: [] } };
  expect(rowOf({ captions_url: ' up_1 ' }, batch).captions).toEqual({
    ...look,
    source: { upload_id: 'up_1' },
  });
  expect(rowOf({ captions_url: '' }, batch).captions).toEqual(batch);
  expect(rowOf({ captions: 'WEBVTT\n\n' }, { ...look, from: 'clip' }).captions).toEqual({
    ...look,
    source: { text: 'WEBVTT\n\n' },
  });
  expect(rowOf({ captions: URL }).captions).toEqual({ source: { remote_url: URL } });
  expect(rowOf({ captions: batch }, { source: {} }).captions).toEqual(batch);
});

test('a column with captions fills those of several languages that are drawn', () => {
  const tracks = [{ source: { text: 'a' } }, { source: { text: 'b' }, language: 'fr' }];
  const filled = { source: { upload_id: 'up_1' } };
  expect(rowOf({ captions_url: 'up_1' }, tracks).captions).toEqual([filled, tracks[1]]);
  const burnt = [tracks[0], { ...tracks[1], burn: true }];
  expect(rowOf({ captions_url: 'up_1' }, burnt).captions).toEqual([
    tracks[0],
    { ...filled, language: 'fr', burn: true },
  ]);
});

test('wrong cells and two columns with captions are reported', () => {
  expect(rowOf({ captions_url: 5 }).faults).toEqual([
    'Expected an address, or the id of an upload, for the column "captions_url" but received another value.',
  ]);
  const faults = headerFaults(['captions_url', 'captions'], columnsOf({}), {}, () => true);
  expect(faults.map(({ message }) => message)).toEqual([
    'Expected one column for each target but "captions_url" and "captions" have the same.',
  ]);
});
