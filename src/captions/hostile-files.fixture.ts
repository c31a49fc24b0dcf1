import { expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { checkCues } from './check-cues.ts';
import {
  type Cue,
  MAX_CAPTION_CHARACTERS,
  MAX_CUE_CHARACTERS,
  MAX_CUE_LINES,
  MAX_CUE_SECONDS,
  MAX_CUES,
} from './cue.ts';
import { parseCaptionBytes, parseCaptions } from './parse-captions.ts';
import { spokenWords } from './words.ts';
import { writeSrt, writeVtt } from './write-captions.ts';

/** Returns a random number below a bound, always the same ones for a seed. */
type Random = (below: number) => number;

function randomOf(seed: number): Random {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** Most parts of a file are right, so that its parser reads on. */
const rarely = <T>(random: Random, wrong: readonly T[], right: T): T =>
  random(100) === 0 ? pick(random, wrong) : right;

const TEXTS = [
  ...[
    'Hello',
    'two words',
    'مرحبا بالعالم',
    'שלום עולם',
    'नमस्ते दुनिया',
    'สวัสดีชาวโลก',
    '你好，世界。',
  ],
  ...[
    '👩‍👩‍👧 😀',
    'a\u0301\u0302',
    '<b>bold</b>',
    '{\\an8}up',
    '1 --> 2',
    '-->',
    '<00:01.000>',
    '&amp;&lt;',
  ],
];
/** Controls of bidirectional text and joiners. */
const BIDI = [
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u200b', '\u200d', '\u2060', '\u061c', '\u00ad'],
];
const CONTROLS = ['\ufeff', '\u0000', '\u0007', '\u0085', '\u2028'];
const ENDS = ['\n', '\r\n', '\r'];

function srtTime(random: Random): string {
  const two = () => String(random(70)).padStart(2, '0');
  return `${two()}:${two()}:${two()}${pick(random, [',', '.', ':', ''])}${random(2000)}`;
}

const second = (index: number) =>
  `00:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`;
const srtCue = (index: number, text: string) =>
  `${index + 1}\n${second(index)},000 --> ${second(index)},900\n${text}\n\n`;
const vttCue = (index: number, text: string) =>
  `${second(index)}.000 --> ${second(index)}.900\n${text}\n\n`;

const ASS_HEAD = '[Script Info]\nTitle: x\n\n[Events]\n';
const ASS_TAGS = [
  ...['\\b1', '\\pos(10,10)', '\\t(0,500,\\fs40)', '\\p1', '\\p0', '\\k50', '\\clip(m 0 0 l 9 9)'],
  ...['\\', '', '\\N', '\\fn{}', '\\r'],
];

/** Kinds of hostile files, by their names. `size` is about the number of characters. */
const KINDS: Readonly<Record<string, (random: Random, size: number) => string | Buffer>> = {
  'broken times': (random, size) =>
    many(size / 40, (n) => {
      const arrow = rarely(random, ['->', '—>', '-- >', '-->-->'], '-->');
      const times = `${second(n % 3600)},000 ${arrow} ${second(n % 3600)},900`;
      return `${rarely(random, [`${srtTime(random)} --> ${srtTime(random)}`], times)}\na\n\n`;
    }),
  'cues that overlap': (random, size) =>
    many(size / 40, () => {
      const start = random(3000);
      return `${second(start)},${random(10)}00 --> ${second(start + random(50) + 1)},000\n${pick(random, TEXTS)}\n\n`;
    }),
  'cues without end': (_, size) => many(size / 40, (n) => srtCue(n % 3600, 'a')),
  'bidi controls': (random, size) =>
    many(20, (n) =>
      srtCue(
        n,
        many(Math.min(size / 20, 1500), () =>
          pick(random, [...(n === 0 ? [] : CONTROLS), ...BIDI, 'a', 'א']),
        ),
      ),
    ),
  'tags in one another': (random, size) =>
    srtCue(
      0,
      many(size / 10, () =>
        pick(random, ['<b>', '</b>', '<', '>', '<i', '<font color="', '{\\', '}', '<b><i>']),
      ),
    ),
  whitespace: (random, size) =>
    many(size / 10, () =>
      pick(random, [' ', '\n', '\t', '\r\n', '\u00a0', '\u3000', '\u2028', '\f']),
    ),
  'whitespace before a cue': (random, size) =>
    `${pick(random, [' ', '\n', '\r\n', '\t']).repeat(size)}${srtCue(0, 'a')}`,
  'a ZIP': (random, size) =>
    Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      Buffer.from(Array.from({ length: size / 10 }, () => random(256))),
    ]),
  'random bytes': (random, size) =>
    Buffer.from(Array.from({ length: size / 10 }, () => random(256))),
  'random bytes in a cue': (random, size) =>
    Buffer.concat([
      Buffer.from('00:00:01,000 --> 00:00:02,000\n'),
      Buffer.from(Array.from({ length: Math.min(size / 10, 900) }, () => random(256))),
    ]),
  'halves of UTF-16': (random, size) => {
    const bytes = Buffer.from(
      `\ufeff${many(size / 40, (n) => srtCue(n % 3600, pick(random, TEXTS)))}`,
      'utf16le',
    );
    const cut = bytes.subarray(0, bytes.length - random(2) - 2 * random(40));
    if (random(4) === 0) cut.writeUInt16LE(0xd8_00 + random(0x400), 60 + 2 * random(20));
    return cut;
  },
  'UTF-16 of the other order': (random, size) => {
    const bytes = Buffer.from(
      many(size / 40, (n) => srtCue(n % 3600, pick(random, TEXTS))),
      'utf16le',
    ).swap16();
    return Buffer.concat([
      Buffer.from(
        pick(random, [
          [0xff, 0xfe],
          [0xfe, 0xff],
          [0xef, 0xbb, 0xbf],
        ]),
      ),
      bytes,
    ]);
  },
  zeros: (random, size) =>
    many(size / 40, (n) =>
      srtCue(n % 3600, n < 20 ? 'a' : `a${'\0'.repeat(random(4))}b`).replace(
        '-->',
        rarely(random, ['\0-->', '-\0->'], '-->'),
      ),
    ),
  'deep JSON': (random, size) => {
    const [open, close] = pick(random, [
      ['[', ']'],
      ['{"cues":', '}'],
      ['[{"words":', '}]'],
      ['{"a":[', ']}'],
    ] as const);
    return `${open.repeat(size / 10)}${pick(random, ['', '1', 'null'])}${close.repeat(random(2) * (size / 10))}`;
  },
  'JSON with many words': (random, size) => {
    const words = Array.from({ length: Math.min(size / 20, random(600)) }, (_, n) => ({
      start: rarely<unknown>(random, [-1, '1', null, 10], n / 100),
      end: rarely<unknown>(random, [0, Number.NaN], n / 100 + 0.01),
      text: rarely(random, ['c', ' ', '', '\n'], n % 2 === 0 ? 'a' : 'b'),
    }));
    return JSON.stringify([{ start: 0, end: 9, text: 'a b '.repeat(200), words }]);
  },
  'JSON with wrong times': (random, size) => {
    const wrong = ['-1', '1e999', '"1"', 'null', '-0', '1e-320', '86401', '[]'];
    const cues = Array.from({ length: size / 60 }, (_, n) => {
      const times = [rarely(random, wrong, `${n}`), rarely(random, wrong, `${n + 0.5}`)];
      return `{"start":${times[0]},"end":${times[1]},"text":"a"}`;
    });
    return `[${cues.join(',')}${rarely(random, [',', ',NaN', ''], ']')}`;
  },
  'JSON with other fields': (random, size) =>
    JSON.stringify(
      Array.from({ length: size / 60 }, (_, n) => ({
        start: n % 3600,
        end: (n % 3600) + 0.5,
        text: rarely<unknown>(random, [5, null, ['a'], { a: 1 }, 'a'.repeat(2000)], 'a'),
        [pick(random, ['__proto__', 'constructor', 'toString', 'words'])]: pick<unknown>(random, [
          null,
          [],
          {},
          'x',
        ]),
      })),
    ),
  'ASS with overrides and drawings': (random, size) =>
    ASS_HEAD +
    many(size / 80, (n) => {
      const tags = many(random(6), () => `{${pick(random, ASS_TAGS)}${pick(random, ['}', ''])}`);
      return `Dialogue: 0,0:${second(n % 3600).slice(3)}.00,0:${second((n % 3600) + 1).slice(3)}.50,Default,,0,0,0,,${tags}${pick(random, TEXTS)}\\N${pick(random, TEXTS)}\n`;
    }),
  'ASS with other fields': (random, size) =>
    `${ASS_HEAD}Format: ${many(random(40), () => `${pick(random, ['Layer', ' ', '', 'Style'])},`)}Start,End,${rarely(random, ['Text,', 'text'], '')}Text\n${many(size / 40, () => `Dialogue: ${many(random(12), () => `${rarely(random, ['0', '', '9:99:99'], '0:00:01.00')},`)}\n`)}`,
  'WebVTT with styles, regions and notes': (random, size) =>
    `WEBVTT ${pick(random, TEXTS)}\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\n\n${many(size / 40, (n) =>
      pick(random, [
        'STYLE\n::cue(b) { color: red }\n\n',
        'REGION\nid:a width:40%\n\n',
        `NOTE ${pick(random, TEXTS)}\n\n`,
        'NOTE\n--> \n\n',
        rarely(random, TEXTS, '\n'),
        vttCue(n % 3600, pick(random, TEXTS)),
        vttCue(n % 3600, `<v ${'a'.repeat(random(300))}>${pick(random, TEXTS)}`),
      ]),
    )}`,
  'WebVTT with times of words': (random, size) =>
    `WEBVTT\n\n${vttCue(
      0,
      many(size / 20, () =>
        pick(random, [
          'a',
          ' ',
          '<00:00.500>',
          '<00:00:00.100>',
          '<99:99.999>',
          '<',
          '&#0;',
          '&#x110000;',
          '&#55296;',
        ]),
      ),
    )}`,
  'mixed ends of lines': (random, size) =>
    many(size / 40, (n) =>
      srtCue(n % 3600, pick(random, TEXTS)).replaceAll('\n', () =>
        rarely(random, ['\n\n', '\r\r'], pick(random, ENDS)),
      ),
    ),
  'marks in the middle': (random, size) =>
    many(
      size / 40,
      (n) =>
        `${pick(random, ['', '\ufeff', '\ufeff\ufeff'])}${srtCue(n % 3600, `\ufeff${pick(random, TEXTS)}`)}`,
    ),
  'a word without end': (random, size) =>
    srtCue(
      0,
      pick(random, ['a', '字', 'ก', '👩‍👩‍👧', 'a\u0301', '\u0301', '-']).repeat(
        random(size / 4) + 1,
      ),
    ),
  'lines of other formats': (random, size) =>
    `${pick(random, ['WEBVTT\n\n', '[Script Info]\n', '[{', '<?xml?>', '', 'PK', '{1}{2}', '%PDF'])}${many(
      size / 30,
      (n) =>
        pick(random, [
          srtCue(n % 3600, 'a'),
          vttCue(n % 3600, 'b'),
          ASS_HEAD,
          'Dialogue: 0,0:00:01.00,0:00:02.00,a,,0,0,0,,c\n',
          '[{"start":1}]\n',
          '\n',
        ]),
    )}`,
};

const SEEDS = 20;
/** About a tenth of the largest file. */
const LARGE = 800_000;
const SMALL = 3_000;

/**
 * Defines a test for each kind of hostile files: each file gives captions within all limits, whose files have the
 * same cues, or an error that says what is wrong. `all`: 500 files, some of them large.
 */
export function testHostileFiles({ all: isWhole }: { all: boolean }): void {
  test.each(Object.entries(KINDS))('files with %s give captions or a clear error', (_, make) => {
    for (let seed = 0; seed < (isWhole ? SEEDS : 2); seed += 1) {
      const size = isWhole && seed % 5 === 0 ? LARGE : SMALL;
      const content = make(randomOf(seed), size);
      checkFile(typeof content === 'string' ? Buffer.from(content) : content);
    }
  });
}

function checkFile(bytes: Buffer): void {
  const cues = captionsOf(bytes);
  if (!cues) return;
  expect(faultsOf(cues)).toEqual([]);
  // The same cues in all formats.
  expect(parseCaptions(writeVtt(cues)).cues.map(withoutWords)).toEqual(cues.map(withoutWords));
  if (cues.length > 0)
    expect(parseCaptions(writeSrt(cues)).cues.map(withoutWords)).toEqual(cues.map(withoutWords));
  const { cues: shownCues } = checkCues(cues, 100);
  expect(faultsOf(shownCues)).toEqual([]);
  for (const [index, cue] of shownCues.entries())
    expect(cue.endSeconds).toBeLessThanOrEqual(shownCues[index + 1]?.startSeconds ?? 100);
}

/** The cues of a file; undefined if it has an error. */
function captionsOf(bytes: Buffer): Cue[] | undefined {
  try {
    return parseCaptionBytes(bytes).cues;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [fault] = error.faults;
    expect(error.code).toBe('captions_invalid');
    expect(fault?.hint).toBeTypeOf('string');
    expect(error.message.length).toBeLessThan(300);
    expect(error.message.isWellFormed()).toBe(true);
    return undefined;
  }
}

/** What is wrong with cues. */
function faultsOf(cues: readonly Cue[]): string[] {
  const characters = cues.reduce((sum, { text }) => sum + text.length, 0);
  return [
    ...(cues.length > MAX_CUES ? ['too many cues'] : []),
    ...(characters > MAX_CAPTION_CHARACTERS ? ['too many characters'] : []),
    ...cues.flatMap(faultsOfCue).slice(0, 3),
  ];
}

function faultsOfCue(cue: Cue): string[] {
  const { startSeconds, endSeconds, text } = cue;
  const isInTime = startSeconds >= 0 && startSeconds < endSeconds && endSeconds <= MAX_CUE_SECONDS;
  const lines = text.split('\n');
  const isBounded = text.length <= MAX_CUE_CHARACTERS && lines.length <= MAX_CUE_LINES;
  const isClean = text.isWellFormed() && !/[^\P{Cc}\n]|[\u2028\u2029\ufeff]/u.test(text);
  const words = spokenWords(cue, 'en');
  const isInOrder = words.every(
    ({ start, end }, index) => start < end && start >= (words[index - 1]?.end ?? 0),
  );
  const place = `at ${startSeconds}: ${JSON.stringify(text.slice(0, 50))}`;
  return [
    ...(isInTime ? [] : [`wrong times ${place}`]),
    ...(isBounded && lines.every((line) => line.trim() !== '') ? [] : [`wrong lines ${place}`]),
    ...(isClean ? [] : [`controls ${place}`]),
    ...(isInOrder ? [] : [`words ${place}`]),
  ];
}

function withoutWords({ startSeconds, endSeconds, text }: Cue): Cue {
  return { startSeconds, endSeconds, text };
}
