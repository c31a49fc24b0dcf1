import { expect, test } from 'vitest';
import type { Editables } from '../template/index.ts';
import { columnsOf, hintsOfBatch } from './columns.ts';
import { rowRequest } from './row-request.ts';

const PLACE = { label: '', required: false, stillcut: '', start: 0, end: 1 };
const EDITABLES: Editables = {
  music: { input_type: 'audio', ...PLACE },
  photo: { input_type: 'image', ...PLACE },
};

const tracksOf = (cells: Record<string, unknown>, audio_tracks = {}) => {
  const row = rowRequest(cells, columnsOf(EDITABLES), { audio_tracks }, hintsOfBatch());
  return { tracks: row.mapping.audio_tracks, faults: row.faults, columnAt: row.columnAt };
};

test('a column has the text that a track speaks; the rest of the entry stays', () => {
  const speech = { text: 'Hi {name}', voice: 'amy' };
  const base = { voice: { source: { speech }, transform: { start: 1 } } };
  const cells = { 'voice.speech': 'Hello', 'voice.speech.language': 'de', 'voice.duck': '12' };
  const { tracks, faults, columnAt } = tracksOf(cells, base);
  expect(faults).toEqual([]);
  expect(tracks).toEqual({
    voice: {
      source: { speech: { text: 'Hello', voice: 'amy', language: 'de' } },
      transform: { start: 1, duck: 12 },
    },
  });
  expect(columnAt.get('/mapping/audio_tracks/voice/source/speech/text')).toBe('voice.speech');
  // The mapping of the batch is that of all rows.
  expect(speech).toEqual({ text: 'Hi {name}', voice: 'amy' });
  expect(tracksOf({ 'voice.speech': '' }, base).tracks).toEqual(base);
});

test('tracks of the template speak, too, and the track voice plays a file', () => {
  const cells = { 'music.speech': 'La la', 'music.speech.speed': '1.5', voice: 'up_1' };
  expect(tracksOf(cells).tracks).toEqual({
    music: { source: { speech: { text: 'La la', speed: 1.5 } } },
    voice: { source: { upload_id: 'up_1' } },
  });
});

test('only audio tracks speak, with known fields', () => {
  const { faults } = tracksOf({ 'photo.speech': 'a', 'voice.speech.tone': 'b' });
  expect(faults).toMatchObject([
    { code: 'column_unknown', column: 'photo.speech' },
    { code: 'column_unknown', column: 'voice.speech.tone' },
  ]);
});
