import { expect, test } from 'vitest';
import { cueIndexAt } from '../cues/cue.ts';
import { cuesOfText, isTimedText } from '../cues/plain-cues.ts';
import { captionsWith, cuesOf, isBurnt, tracksOf, withBurn, withStyle } from '../cues/tracks.ts';
import { writeCaptions } from '../cues/write-captions.ts';
import { languageChoices, languageName } from '../languages/languages.ts';
import { catalogueFaults } from '../strings/index.ts';
import { findingsOf } from './findings.ts';
import { CaptionRefusal, textOfFile } from './read-captions.ts';
import { RowHeights } from './row-heights.ts';
import ar from './strings/ar.json' with { type: 'json' };
import de from './strings/de.json' with { type: 'json' };
import en from './strings/en.json' with { type: 'json' };
import es from './strings/es.json' with { type: 'json' };
import fr from './strings/fr.json' with { type: 'json' };
import hi from './strings/hi.json' with { type: 'json' };
import { translator } from './strings/index.ts';
import ja from './strings/ja.json' with { type: 'json' };
import pt from './strings/pt.json' with { type: 'json' };

/** English texts that are right in another language as well. */
const SHARED = ['Position', 'Style'];

test('each language has all texts of the captions, with their places and plurals', () => {
  expect(catalogueFaults(en, { de, es, fr, pt, ja, ar, hi }, SHARED)).toEqual([]);
});

test('a text becomes captions of sentences that follow each other', () => {
  const cues = cuesOfText('Hello! How are you?\n\nA line of its own', 8);
  expect(cues.map(({ text }) => text)).toEqual(['Hello!', 'How are you?', 'A line of its own']);
  expect(
    cues.every(({ start, end }, at) => start === (cues[at - 1]?.end ?? 0) && end > start),
  ).toBe(true);
  expect(cues.at(-1)?.end).toBe(8);
  // In a long video, nobody looks at six words for a minute.
  expect(cuesOfText('One short sentence.', 300)).toMatchObject([{ start: 0, end: 6 }]);
  const long = cuesOfText('word '.repeat(100), 60);
  expect(long.every(({ text }) => text.length <= 80)).toBe(true);
  expect(cuesOfText('あ'.repeat(400), 60).every(({ text }) => text.length <= 80)).toBe(true);
  expect(cuesOfText(' \n ', 5)).toEqual([]);
});

test('a content of a file is distinguished from a plain text', () => {
  const files = [
    '1\n00:00:01,000 --> 00:00:02,000\nA',
    'WEBVTT\n',
    '[Script Info]\n',
    '[{"start":1}]',
  ];
  expect(files.map(isTimedText)).toEqual([true, true, true, true]);
  expect(['[laughs] Hello', 'WEBVTTs are files', '{name}, hello'].map(isTimedText)).toEqual([
    ...[false, false, false],
  ]);
});

test('files in UTF-8 and UTF-16 are read, others are refused', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x48, 0, 0xe4, 0]);
  expect(await textOfFile(new Blob([utf16]))).toBe('Hä');
  expect(await textOfFile(new Blob(['\ufeffHä']))).toBe('Hä');
  for (const bytes of [new Uint8Array([0x48, 0xe4]), new Uint8Array([0x50, 0x4b, 3, 0])])
    await expect(textOfFile(new Blob([bytes]))).rejects.toBeInstanceOf(CaptionRefusal);
});

test('captions are written as files that are read the same', () => {
  const cues = [
    { start: 0.5, end: 2, text: 'A & B\n\n<i>C</i>' },
    { start: 2, end: 3, text: ' ' },
    { start: 3661.25, end: 3662, text: 'a --> b' },
  ];
  expect(writeCaptions(cues, 'vtt')).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nA &amp; B\n&lt;i&gt;C&lt;/i&gt;\n\n' +
      '01:01:01.250 --> 01:01:02.000\na --&gt; b\n',
  );
  expect(writeCaptions(cues, 'srt').replaceAll('\u2060', '')).toBe(
    '1\n00:00:00,500 --> 00:00:02,000\nA & B\n<i>C</i>\n\n2\n01:01:01,250 --> 01:01:02,000\na --> b\n',
  );
});

test('of several tracks, the video shows at most one', () => {
  const tracks = [{ source: { cues: [] } }, { source: { cues: [] }, language: 'fr' }];
  expect(captionsWith([])).toBeUndefined();
  expect(captionsWith([{ source: { cues: [] }, burn: true }])).toEqual({ source: { cues: [] } });
  const list = captionsWith(tracks);
  expect(tracksOf(list).map(({ burn }) => burn)).toEqual([true, false]);
  const other = withBurn(tracksOf(list), 1, true);
  expect(other.map((_, at) => isBurnt(other, at))).toEqual([false, true]);
  const none = withBurn(other, 1, false);
  expect(none.map((_, at) => isBurnt(none, at))).toEqual([false, false]);
});

test('a style is an object only with other values', () => {
  const track = { source: { cues: [] }, style: 'box' as const };
  expect(withStyle(track, { name: 'plain' }).style).toBe('plain');
  expect(withStyle(track, undefined)).not.toHaveProperty('style');
  expect(withStyle(track, { name: 'box', size: 6 }).style).toEqual({ name: 'box', size: 6 });
});

test('cues are shown in the order of their starts', () => {
  const cues = [5, 1, 3].map((start) => ({ start, end: start + 1, text: String(start) }));
  expect(cuesOf({ source: { cues } })?.map(({ text }) => text)).toEqual(['1', '3', '5']);
  expect(cuesOf({ source: { text: 'WEBVTT' } })).toBeUndefined();
});

test('findings stand at the captions whose start they name', () => {
  const cues = [1, 62.5].map((start) => ({ start, end: start + 1, text: 'x' }));
  const warning = (code: string, id: string, params: object) => ({
    code,
    message: `${id}!`,
    message_id: id,
    params: { ...params },
  });
  const { ofCues, general } = findingsOf(
    [
      warning('caption_too_fast', 'caption_fast', { time: '00:01:02.500', speed: 30.5, most: 21 }),
      warning('caption_too_fast', 'captions_more', { count: 3 }),
      warning('caption_too_short', 'caption_short', { time: '00:09:00.000', seconds: 0.2 }),
      warning('glyph_missing', 'missing', { what: { message_id: 'captions_text' } }),
      warning('glyph_missing', 'missing', { what: 'a title' }),
    ],
    cues,
    translator('en'),
  );
  expect([...ofCues]).toEqual([
    [1, ['30.5 characters a second: more than the 21 that people read with ease.']],
  ]);
  expect(general).toEqual(['captions_more!', 'caption_short!', 'missing!']);
});

test('only the rows of a long list that are seen are drawn', () => {
  const cues = Array.from({ length: 2000 }, (_, at) => ({ start: at, end: at + 1, text: 'Hello' }));
  const rows = new RowHeights();
  rows.setCues(cues, new Map());
  const height = rows.total / 2000;
  expect(rows.visible({ top: 0, height: height * 5 }, 2)).toEqual([0, 7]);
  const [first, last] = rows.visible({ top: height * 1000, height: height * 5 }, 2);
  expect([first, last]).toEqual([998, 1007]);
  expect(rows.measure([[998, height + 20]])).toBe(true);
  expect(rows.rangeOf(999).top).toBe(height * 999 + 20);
  expect(rows.measure([[998, height + 20]])).toBe(false);
  expect(cueIndexAt(cues, 1500.5)).toBe(1500);
});

test('languages are offered by their names', () => {
  expect(languageName('pt_BR', 'en')).toBe('Brazilian Portuguese');
  expect(languageName('x', 'en')).toBe('x');
  expect(languageChoices('en', ['gsw', undefined])).toContain('gsw');
});
