/** The text that cues are made of: what parsers, players and formats could take for something else. */
const PARTS = [
  ...[
    'Hello',
    'größer',
    '5 < 6',
    'R&D',
    '&amp;',
    '&lt;b&gt;',
    '-->',
    '--> 00:00:01.000',
    '{\\an8}',
  ],
  ...[
    '{x}',
    '\\N',
    '\\',
    '<b>',
    '</i>',
    '<v Ana>',
    '<00:00:02.000>',
    '00:00:01,000',
    '7',
    'NOTE x',
  ],
  ...[
    'WEBVTT',
    'STYLE',
    'مرحبا بكم',
    'שלום',
    'สวัสดีครับ',
    '字幕です',
    '👩‍👩‍👧🎂',
    'हिन्दी',
    'a|b',
    '\'"',
  ],
];

export type RandomCue = { start: number; end: number; text: string };

/** Returns cues of about six seconds, which overlap and reach beyond the end. Equal seeds give equal cues. */
export function randomCaptions(seed: number): RandomCue[] {
  let state = seed;
  const next = (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
  const line = () => Array.from({ length: 1 + next(3) }, () => PARTS[next(PARTS.length)]).join(' ');
  return Array.from({ length: 6 + next(20) }, () => {
    const start = next(6800) / 1000;
    const breaks = ['\n', '\n\n', ' \n \n'];
    const lines = Array.from({ length: 1 + next(3) }, line);
    const text = lines.reduce((all, more) => `${all}${breaks[next(breaks.length)]}${more}`);
    return { start, end: start + (1 + next(2500)) / 1000, text };
  });
}
