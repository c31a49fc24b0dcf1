import { describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { checkCues } from './check-cues.ts';
import type { Cue } from './cue.ts';
import { parseCaptionBytes, parseCaptions } from './parse-captions.ts';
import { parseCueList } from './parse-json.ts';
import { spokenWords, wordRanges } from './words.ts';
import { cueListOf, writeSrt, writeVtt } from './write-captions.ts';

const [HELLO, WORLD]: Cue[] = [
  { startSeconds: 1, endSeconds: 3.5, text: 'Hello' },
  { startSeconds: 4, endSeconds: 6.25, text: 'world\nand all' },
];
const CUES = [HELLO, WORLD] as Cue[];

/** The message and the hint of the error that `work` throws. */
function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('captions_invalid');
    expect(error.faults[0]?.hint).toBeTypeOf('string');
    return error.message;
  }
  throw new Error('Expected an error.');
}

describe('parseCaptions', () => {
  test('reads SRT, also without numbers, empty lines and hours', () => {
    const usual =
      '1\r\n00:00:01,000 --> 00:00:03,500\r\nHello\r\n\r\n2\r\n00:00:04,000 --> 00:00:06,250\r\nworld\r\nand all\r\n';
    const terse = '00:01.0 --> 00:03.5\nHello\n2\n00:04,00 --> 00:06,250\nworld\nand all';
    for (const text of [usual, terse]) {
      const { format, cues, markupLines } = parseCaptions(text);
      expect({ format, cues, markupLines }).toEqual({ format: 'srt', cues: CUES, markupLines: [] });
    }
  });

  test('leaves out the tags of SRT and reports their lines', () => {
    const { cues, markupLines } = parseCaptions(
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>2 < 3</i> and <font color="#fff">5 > 4</font> <3\n',
    );
    expect(cues[0]?.text).toBe('2 < 3 and 5 > 4 <3');
    expect(markupLines).toEqual([3]);
  });

  test('reads WebVTT with notes, settings, entities and the times of words', () => {
    const { cues, markupLines } = parseCaptions(
      'WEBVTT - title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE a\nb\n\nid\n00:01.000 --> 00:03.000 line:0\n<v Ada>Fish &amp; <00:02.000>chips</v>\n',
    );
    expect(cues).toEqual([
      {
        startSeconds: 1,
        endSeconds: 3,
        text: 'Fish & chips',
        words: [
          { startSeconds: 1, endSeconds: 2, text: 'Fish &' },
          { startSeconds: 2, endSeconds: 3, text: 'chips' },
        ],
      },
    ]);
    expect(markupLines).toEqual([4, 11]);
  });

  test('reads ASS in the order of its fields, without tags, comments and drawings', () => {
    const { cues, markupLines } = parseCaptions(
      `[Script Info]\nTitle: x\n\n[Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:04.00,0:00:06.25,Default,world\\Nand all\nComment: 0:00:01.00,0:00:02.00,Default,no\nDialogue: 0:00:01.00,0:00:03.50,Default,{\\b1}Hello\nDialogue: 0:00:01.00,0:00:03.50,Default,{\\p1}m 0 0 l 1 1`,
    );
    expect(cues).toEqual(CUES);
    expect(markupLines).toEqual([8, 9]);
  });

  test('reads JSON, as a list or with its name', () => {
    const list = cueListOf(CUES);
    expect(parseCaptions(JSON.stringify(list)).cues).toEqual(CUES);
    expect(parseCaptions(JSON.stringify({ cues: list })).cues).toEqual(CUES);
  });

  test('lets no word of JSON begin before the one in front of it', () => {
    const words = [
      { start: 3, end: 4, text: 'a' },
      { start: 1, end: 2, text: 'b' },
    ];
    const [cue] = parseCueList([{ start: 0, end: 4, text: 'a b', words }]);
    expect(cue?.words).toEqual([
      { startSeconds: 3, endSeconds: 4, text: 'a' },
      { startSeconds: 3, endSeconds: 3, text: 'b' },
    ]);
  });

  test('reads UTF-8 with a mark, and UTF-16', () => {
    const text = writeSrt(CUES);
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(parseCaptionBytes(Buffer.from(`\ufeff${text}`)).cues).toEqual(CUES);
    expect(parseCaptionBytes(utf16).cues).toEqual(CUES);
    expect(parseCaptionBytes(utf16.swap16()).cues).toEqual(CUES);
    expect(errorOf(() => parseCaptionBytes(Buffer.from([0x31, 0xff, 0xe9])))).toContain('UTF-8');
  });

  test('names the line, or the cue, and the form that is right', () => {
    const line = (text: string) => errorOf(() => parseCaptions(text));
    expect(line('1\n00:00:01,000 --> 00:99:02,000\nHi\n')).toBe(
      'Expected the times of a cue in line 2 of the SRT captions but received "00:00:01,000 --> 00:99:02,000".',
    );
    expect(line('WEBVTT\n\nHello\n')).toContain('in line 3 of the WebVTT captions');
    expect(line('WEBVTT\n\n00:03.000 --> 00:01.000\nHi\n')).toContain('an end after the start');
    expect(line('[Events]\nDialogue: 0,1,2\n')).toContain('in line 2 of the ASS captions');
    expect(line('[{ "start": 1, "end": 2 }]')).toContain('a text for cue 1');
    expect(line('[{ "start": "1", "end": 2, "text": "a" }]')).toContain('a time in seconds');
    expect(line(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`)).toContain('received […]');
    expect(line('[{ "start": 1e999, "end": 2, "text": "a" }]')).toContain('received Infinity');
    expect(line('[{')).toBe('The captions are not valid JSON.');
    expect(line('PK\u0003\u0004')).toBe('The captions are not a text file.');
    expect(line('<?xml version="1.0"?><tt/>')).toBe('The captions have no format that is known.');
    expect(line('1\n00:00:01,000 --> 00:00:02,000\n\n')).toBe('The captions have no cues.');
    expect(parseCaptions('WEBVTT\n').cues).toEqual([]);
    expect(parseCaptions('[]').cues).toEqual([]);
  });

  test('refuses more cues, characters and lines than a video can have', () => {
    const cue = (text: string) => `00:00:01,000 --> 00:00:02,000\n${text}\n\n`;
    expect(errorOf(() => parseCaptions(cue('a').repeat(5001)))).toContain('at most 5000 cues');
    expect(errorOf(() => parseCaptions(cue('a'.repeat(1001))))).toContain('at most 1000');
    expect(errorOf(() => parseCaptions(cue('a\n'.repeat(11).trim())))).toContain(
      'at most 10 lines',
    );
    expect(errorOf(() => parseCaptions(cue('a'.repeat(900)).repeat(400)))).toContain('300000');
    expect(errorOf(() => parseCaptions(' '.repeat(9_000_000)))).toContain('bytes');
  });

  test('takes time in proportion to the file, whatever is in it', () => {
    const parts = [
      '<',
      '<b',
      '{\\',
      '&',
      '&#',
      '-->',
      '1\n',
      '<00:',
      '\n',
      '[Events]\n',
      '"',
      '\u0001',
    ];
    const heads = ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '1\n00:00:01,000 --> 00:00:02,000\n'];
    for (const head of [...heads, '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,', '[', '']) {
      for (const part of parts) {
        try {
          parseCaptions(head + part.repeat(Math.floor(200_000 / part.length)));
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }
    }
  });
});

test('words must occur in the text of their cue', () => {
  const words = [{ start: 1, end: 2, text: 'you' }];
  const list = [{ start: 1, end: 2, text: 'Hello', words }];
  expect(errorOf(() => parseCueList(list))).toContain('words of the text in their order');
});

/** Letters of several scripts, and everything that a format reads as something else. */
const PARTS = [
  ...['Hello', 'ñandú', 'مرحبا', 'שלום', '你好', 'สวัสดี', '👩‍👩‍👧', '\u2067abc\u2069'],
  ...[
    '<b>',
    '</i>',
    '<v Ada>',
    '<00:00:01.000>',
    '{\\an8}',
    '-->',
    '&amp;',
    '&',
    '<',
    '>',
    '12',
    'NOTE x',
    'WEBVTT',
  ],
  ...[
    '00:00:01,000 --> 00:00:02,000',
    '<\u2060b>',
    '{\u2060\\',
    '-\u2060->',
    '\u200f',
    '"',
    "'",
    '\\N',
    ',',
  ],
];

/** Numbers from 0 to 1 that are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function randomCues(seed: number): Cue[] {
  const random = numbers(seed);
  const next = (max: number) => Math.floor(random.next().value * max);
  let ms = 0;
  const later = (max: number) => {
    ms += 1 + next(max);
    return ms / 1000;
  };
  return Array.from({ length: 1 + next(6) }, () => {
    const startSeconds = later(10_000_000);
    const endSeconds = later(5000);
    const line = () =>
      Array.from({ length: 1 + next(5) }, () => PARTS[next(PARTS.length)]).join(' ');
    const text = Array.from({ length: 1 + next(3) }, line).join('\n');
    return { startSeconds, endSeconds, text };
  });
}

test('the same cues are read from all files that are written', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const cues = randomCues(seed);
    expect(parseCaptions(writeVtt(cues)).cues).toEqual(cues);
    expect(parseCaptions(writeSrt(cues)).cues, writeSrt(cues)).toEqual(cues);
    expect(parseCaptions(JSON.stringify(cueListOf(cues))).cues).toEqual(cues);
  }
});

test('the times of words are read from the WebVTT that is written', () => {
  const words = [
    { startSeconds: 1, endSeconds: 1.5, text: 'Hello,' },
    { startSeconds: 1.5, endSeconds: 3, text: 'world' },
  ];
  const cue = { startSeconds: 1, endSeconds: 3, text: 'Hello,\nworld', words };
  expect(writeVtt([cue])).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello,\n<00:00:01.500>world\n',
  );
  expect(parseCaptions(writeVtt([cue])).cues).toEqual([cue]);
});

test('pauses between words are read from the WebVTT that is written', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = numbers(seed);
    const next = (max: number) => Math.floor(random.next().value * max);
    let ms = 1000 + next(2) * next(900);
    const later = (min: number, max: number) => {
      ms += min + next(max);
      return ms / 1000;
    };
    const words = Array.from({ length: 2 + next(5) }, (_, index) => ({
      startSeconds: later(0, 2 * next(200) + 1),
      endSeconds: later(1, 600),
      text: `w${index}`,
    }));
    const text = words.map((word) => word.text).join(' ');
    const cue = { startSeconds: 1, endSeconds: (ms + next(2) * 300) / 1000, text, words };
    expect(parseCaptions(writeVtt([cue])).cues).toEqual([cue]);
  }
});

describe('checkCues', () => {
  const cue = (startSeconds: number, endSeconds: number, text = 'Hello') => ({
    startSeconds,
    endSeconds,
    text,
  });
  const kinds = (cues: Cue[], duration?: number) =>
    checkCues(cues, duration).findings.map(({ kind }) => kind);

  test('ends a cue where the next one begins, and joins those that begin together', () => {
    const checked = checkCues([cue(2, 4, 'b'), cue(1, 5, 'a'), cue(2, 6, 'c')]);
    expect(checked.cues).toEqual([cue(1, 2, 'a'), cue(2, 6, 'b\nc')]);
    expect(checked.findings.map(({ kind }) => kind)).toEqual(['cut by the next', 'joined']);
  });

  test('joins no more text than a cue may have', () => {
    const checked = checkCues(Array.from({ length: 5000 }, () => cue(1, 9, 'a'.repeat(60))));
    expect(checked.cues.map(({ text }) => text.split('\n').length)).toEqual([10]);
    expect(checked.findings.filter(({ kind }) => kind === 'crowded')).toHaveLength(4990);
  });

  test('leaves out cues behind the end of the video', () => {
    const checked = checkCues([cue(8, 12), cue(10, 11)], 10);
    expect(checked.cues).toEqual([cue(8, 10)]);
    expect(checked.findings.map(({ kind }) => kind)).toEqual(['cut at the end', 'outside']);
    expect(kinds([cue(8, 10.001)], 10)).toEqual([]);
  });

  test('finds cues that are too short, too long or too fast for their script', () => {
    expect(kinds([cue(0, 0.5)])).toEqual(['too short']);
    expect(kinds([cue(0, 8)])).toEqual(['too long']);
    expect(kinds([cue(0, 1, 'a'.repeat(21))])).toEqual([]);
    expect(kinds([cue(0, 1, 'a'.repeat(22))])).toEqual(['too fast']);
    expect(kinds([cue(0, 1, '你'.repeat(10))])).toEqual(['too fast']);
    expect(kinds([cue(0, 1, '👩‍👩‍👧'.repeat(10))])).toEqual([]);
  });
});

describe('spokenWords', () => {
  test('divides the time of a cue by characters', () => {
    const words = spokenWords({ startSeconds: 0, endSeconds: 8, text: 'ab cdefgh' }, 'en');
    expect(words.map(({ word }) => [word.text, word.startSeconds, word.endSeconds])).toEqual([
      ['ab', 0, 2],
      ['cdefgh', 2, 8],
    ]);
  });

  test('finds words where a script has no spaces', () => {
    const texts = (text: string) =>
      wordRanges(text, undefined).map(({ start, end }) => text.slice(start, end));
    expect(texts('ภาษาไทย ดี')).toEqual(['ภาษา', 'ไทย', 'ดี']);
    expect(texts('你好，世界！')).toEqual(['你好，', '世界！']);
    expect(texts('one\ntwo')).toEqual(['one', 'two']);
    expect(texts('- Où ça ?\n– Là !')).toEqual(['- Où', 'ça ?', '– Là !']);
    expect(texts('Fest 🥳 «')).toEqual(['Fest', '🥳 «']);
    expect(texts('…')).toEqual([]);
  });
});
