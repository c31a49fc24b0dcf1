import { describe, expect, test } from 'vitest';
import { say } from '../base/index.ts';
import { cuesFromWords } from '../captions/index.ts';
import { readTranscript } from './transcript.ts';

const server = say`the transcription server`;
const read = (answer: unknown, seconds = 10) =>
  readTranscript(typeof answer === 'string' ? answer : JSON.stringify(answer), { seconds, server });
const texts = (answer: unknown) => read(answer).words.map(({ text }) => text);
const faultOf = (answer: unknown) => {
  try {
    read(answer);
    return undefined;
  } catch (error) {
    const { code, message, retryable } = error as Record<string, unknown>;
    return `${String(code)} ${String(retryable)} ${String(message)}`;
  }
};
const word = (text: string, start: unknown, end: unknown) => ({ word: text, start, end });

describe('answers of servers', () => {
  test('words without signs get those of the text', () => {
    const answer = {
      task: 'transcribe',
      language: 'english',
      text: ' Hello, world! (It is “fine”.) C++ is 100% okay…',
      words: ['Hello', 'world', 'It', 'is', 'fine', 'C', 'is', '100', 'okay'].map((text, at) =>
        word(text, at / 2, at / 2 + 0.4),
      ),
    };
    expect(read(answer).language).toBe('en');
    expect(texts(answer).map((text) => text.trim())).toEqual([
      'Hello,',
      'world!',
      '(It',
      'is',
      '“fine”.)',
      'C++',
      'is',
      '100%',
      'okay…',
    ]);
    expect(cuesFromWords(read(answer).words)[0]?.text).toContain('Hello, world!');
  });

  test('words may stand in the segments', () => {
    const segments = [
      {
        start: 0,
        end: 2,
        text: ' Hello there.',
        words: [word(' Hello', 0, 0.5), word(' there.', 0.6, 1)],
      },
      { start: 2, end: 4, text: ' No words here.' },
    ];
    expect(read({ language: 'de', text: '', segments })).toEqual({
      language: 'de',
      words: [
        { startSeconds: 0, endSeconds: 0.5, text: ' Hello' },
        { startSeconds: 0.6, endSeconds: 1, text: ' there.' },
        { startSeconds: 2, endSeconds: 4, text: ' No words here.' },
      ],
    });
  });

  test('segments alone have their time divided by characters', () => {
    const answer = { segments: [{ start: 1, end: 3, text: 'four four four four' }] };
    const [cue] = cuesFromWords(read(answer).words);
    expect(cue?.words?.map(({ startSeconds }) => startSeconds)).toEqual([1, 1.526, 2.053, 2.579]);
  });

  test('a word without times stands between its neighbours', () => {
    const words = [word('in', 1, 1.2), { word: '2026' }, word('we', 2, 2.2)];
    expect(read({ text: 'in 2026 we', words }).words[1]).toEqual({
      startSeconds: 1.2,
      endSeconds: 2,
      text: ' 2026',
    });
  });

  test('times outside of the audio are cut, and words outside are left out', () => {
    const words = [
      word('before', -2, -1),
      word('a', -0.5, 0.3),
      word('b', '1.5', '1.2'),
      word('c', 9.9, 12),
      word('after', 11, 12),
      word('e', 1e300, 2),
    ];
    expect(read({ words }).words).toEqual([
      { startSeconds: 0, endSeconds: 0.3, text: 'a' },
      { startSeconds: 1.5, endSeconds: 1.5, text: 'b' },
      { startSeconds: 9.9, endSeconds: 10, text: 'c' },
    ]);
  });

  test('text that was made of noise is left out', () => {
    const segments = [
      { start: 0, end: 5, text: 'Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
      { start: 5, end: 7, text: 'Hello', no_speech_prob: 0.1, avg_logprob: -0.2 },
    ];
    expect(texts({ segments })).toEqual([' Hello']);
    const words = [word('Thanks', 1, 2), word('Hello', 5.5, 6)];
    expect(texts({ segments, words })).toEqual([' Hello']);
  });

  test('silence has no words', () => {
    expect(read({ text: '' })).toEqual({ words: [] });
    expect(read({ text: ' ', segments: [], words: [] }).words).toEqual([]);
  });

  test.each([
    ['', 'is not a JSON object'],
    ['<html>', 'is not a JSON object'],
    ['{"words":[{"word":"a","start":NaN}]}', 'is not a JSON object'],
    ['[1]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['{"text":"Hello world"}', 'has no times'],
    ['{"text":"Hello","words":[{"word":"Hello"}]}', 'has no times'],
    ['{"text":"Hello","words":7,"segments":"x"}', 'has no times'],
  ])('%s is an error', (answer, part) => {
    expect(faultOf(answer)).toContain(
      'transcription_failed false The answer of the transcription server',
    );
    expect(faultOf(answer)).toContain(part);
  });

  test('of endless words are errors', () => {
    const words = Array.from({ length: 20_001 }, () => word('a', 1, 2));
    expect(faultOf({ words })).toContain('has too many words');
    expect(faultOf({ words: [word('a'.repeat(500_000), 1, 2)] })).toContain('has too many words');
    const segments = words.map(() => ({ start: 1, end: 2, text: 'a' }));
    expect(faultOf({ words: [word('a', 1, 2)], segments })).toContain('has too many words');
    const text = `a${'!'.repeat(200_000)}`;
    expect(faultOf({ text, words: [word('a', 1, 2)] })).toContain('has too many words');
  });

  test('deep and odd values do no harm', () => {
    const deep = `{"words":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(read(deep).words).toEqual([]);
    const words = [null, 1, 'a', [], {}, { word: {} }, { word: 'ok', start: 1, end: null }];
    expect(texts({ words, language: { a: 1 } })).toEqual(['ok']);
  });
});
