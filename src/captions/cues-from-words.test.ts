import { describe, expect, test } from 'vitest';
import { type CueWord, checkCues, cuesFromWords, parseCueList } from './index.ts';
import { widthOf } from './timed-units.ts';
import { cueListOf } from './write-captions.ts';

/** Words as a speaker says them, with pauses at punctuation. */
function spoken(text: string, charactersPerSecond = 15): CueWord[] {
  let at = 0.2;
  return text.split(/\s+/).map((word) => {
    const startSeconds = at;
    const endSeconds = at + Math.max(0.15, word.length / charactersPerSecond);
    at = endSeconds + (/[.!?]$/.test(word) ? 0.37 : 0.02);
    return { startSeconds, endSeconds, text: word };
  });
}

const texts = (words: CueWord[], language?: string) =>
  cuesFromWords(words, { language }).map(({ text }) => text);

const ENGLISH =
  'Good morning, everyone. Yes. Welcome to our annual meeting in the beautiful city of Vienna, where we would like to show you the new products that our engineers have built over the last year, and that Dr. Miller will present to you today.';
const GERMAN =
  'Heute zeigen wir Ihnen, wie man mit dem neuen Werkzeug in wenigen Minuten ein Video macht, das auf jeder Seite gut aussieht und das alle Menschen lesen können. Das geht ganz einfach.';
const UNPUNCTUATED =
  'so this is what a recogniser without any punctuation gives us it just goes on and on because nobody knows where a sentence ends and the words follow each other without a pause';
const ARABIC =
  'اليوم نقدم لكم منتجنا الجديد، وهو سهل الاستخدام للغاية، ويمكن للجميع البدء فورًا. شكرًا لكم!';
const KOREAN =
  '오늘은 새로운 제품을 소개합니다. 이 제품은 사용하기가 매우 쉽고 누구나 바로 시작할 수 있습니다.';
const JAPANESE =
  '今日は新しい製品をご紹介します。この製品はとても使いやすく、誰でもすぐに始めることができます。';
const CHINESE = '我们今天向大家介绍一种新的产品，它非常容易使用，每个人都可以立即开始。谢谢大家！';
const THAI = 'วันนี้เราจะแนะนำผลิตภัณฑ์ใหม่ที่ใช้งานง่ายมากและทุกคนสามารถเริ่มต้นได้ทันที';
const KHMER = 'ថ្ងៃនេះយើងនឹងណែនាំផលិតផលថ្មីដែលងាយស្រួលប្រើណាស់ហើយមនុស្សគ្រប់គ្នាអាចចាប់ផ្តើមបានភ្លាមៗ';

/** Whole sentences with one time, as servers without times of words send them. */
const sentence = (text: string, seconds: number): CueWord[] => [
  { startSeconds: 0, endSeconds: seconds, text },
];
/** One part for each character. */
const characters = (text: string): CueWord[] =>
  [...text].map((char, at) => ({ startSeconds: at * 0.2, endSeconds: at * 0.2 + 0.2, text: char }));

const SPEECHES: readonly (readonly [language: string, words: CueWord[]])[] = [
  ['en', spoken(ENGLISH)],
  ['en', spoken(UNPUNCTUATED)],
  ['de', spoken(GERMAN)],
  ['ar', spoken(ARABIC)],
  ['ko', spoken(KOREAN, 9)],
  ['ja', sentence(JAPANESE, 9)],
  ['zh', characters(CHINESE)],
  ['th', sentence(THAI, 8)],
  ['km', sentence(KHMER, 9)],
];

describe('cues from words', () => {
  test.each(SPEECHES)('suit an editor of subtitles: %s', (language, words) => {
    const cues = cuesFromWords(words, { language });
    for (const [
      index,
      { startSeconds, endSeconds, text, words: cueWords = [] },
    ] of cues.entries()) {
      const lines = text.split('\n');
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(42);
      expect(endSeconds - startSeconds).toBeLessThanOrEqual(7);
      expect(endSeconds - startSeconds).toBeGreaterThanOrEqual(0.9);
      expect(cues[index + 1]?.startSeconds ?? endSeconds + 1).toBeGreaterThan(endSeconds + 0.07);
      expect(cueWords.length).toBeGreaterThan(0);
    }
    expect(checkCues(cues).findings).toEqual([]);
    expect(parseCueList(cueListOf(cues))).toEqual(cues);
    const plain = (text: string) => text.replaceAll(/\s/g, '');
    expect(plain(cues.map(({ text }) => text).join(''))).toBe(
      plain(words.map(({ text }) => text).join('')),
    );
  });

  test('end where a sentence or a part of it ends', () => {
    expect(texts(spoken(GERMAN), 'de')).toEqual([
      'Heute zeigen wir Ihnen,',
      'wie man mit dem neuen Werkzeug in\nwenigen Minuten ein Video macht,',
      'das auf jeder Seite gut aussieht\nund das alle Menschen lesen können.',
      'Das geht ganz einfach.',
    ]);
    expect(texts(sentence(JAPANESE, 9), 'ja')).toEqual([
      '今日は新しい製品をご紹介します。',
      'この製品はとても使いやすく、\n誰でもすぐに始めることができます。',
    ]);
  });

  test('have no word alone, and no article at an end', () => {
    for (const text of [...texts(spoken(ENGLISH), 'en'), ...texts(spoken(UNPUNCTUATED), 'en')]) {
      expect(text).toMatch(/\s/);
      expect(text).not.toMatch(/\b(?:a|an|the|of|to)(?:\n|$)/);
    }
  });

  test('show during pauses only as long as they are read', () => {
    const words = [...spoken('Hello there.'), { startSeconds: 9, endSeconds: 9.4, text: 'Bye.' }];
    const times = cuesFromWords(words).map(({ startSeconds, endSeconds }) => [
      startSeconds,
      endSeconds,
    ]);
    expect(times).toEqual([
      [0.2, 1.253],
      [9, 10],
    ]);
    expect(cuesFromWords(words, { durationSeconds: 9.2 }).at(-1)?.endSeconds).toBe(9.2);
    expect(cuesFromWords(words, { durationSeconds: 5 })).toHaveLength(1);
  });

  test('take words of any form: spaces, signs, tags and controls', () => {
    const words = [' Hello', ',', ' <i>big</i>', ' world\u0007', '!', '<|en|>', ''].map(
      (text, at) => ({ startSeconds: at / 4, endSeconds: at / 4 + 0.25, text }),
    );
    expect(texts(words)).toEqual(['Hello, big world!']);
    expect(cuesFromWords(words)[0]?.words?.map(({ text }) => text)).toEqual([
      'Hello,',
      'big',
      'world!',
    ]);
    expect(cuesFromWords([])).toEqual([]);
  });

  test('come of times that are all equal, and of a word without end', () => {
    const same = Array.from({ length: 300 }, () => ({
      startSeconds: 1,
      endSeconds: 1,
      text: 'again',
    }));
    const long = sentence('x'.repeat(5000), 3);
    for (const words of [same, long]) {
      const cues = cuesFromWords(words);
      expect(parseCueList(cueListOf(cues))).toEqual(cues);
      for (const [index, { startSeconds }] of cues.entries())
        expect(cues[index - 1]?.endSeconds ?? 0).toBeLessThanOrEqual(startSeconds);
    }
  });

  test('of an hour take the time of a layout, not of all divisions', () => {
    const words = Array.from({ length: 9000 }, (_, at) => ({
      startSeconds: at * 0.4,
      endSeconds: at * 0.4 + 0.38,
      text: at % 12 === 11 ? 'end.' : 'word',
    }));
    const cues = cuesFromWords(words, { language: 'en' });
    expect(cues.flatMap((cue) => cue.words ?? [])).toHaveLength(9000);
  });
});
