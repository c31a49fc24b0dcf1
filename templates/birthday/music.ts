import { type Channels, Mix } from '../music/mix.ts';
import { bass, marimba, musicBox, pad, whoosh } from '../music/voices.ts';

/*
 * A waltz for a music box, 120 beats a minute: eight bars of 1.5 s. The title comes with the second
 * beat, the photo with bar 3, the ending with bar 7.
 */
const BEAT = 0.5;
const BAR = 3 * BEAT;
const END = 6 * BAR;

const CHORDS = [
  ['G2', 'B3', 'D4', 'G4'],
  ['E2', 'B3', 'E4', 'G4'],
  ['C3', 'C4', 'E4', 'G4'],
  ['B2', 'B3', 'D4', 'G4'],
  ['A2', 'C4', 'E4', 'A4'],
  ['D3', 'C4', 'F#4', 'A4'],
  ['G2', 'B3', 'D4', 'G4'],
  ['G2', 'D4', 'G4', 'B4'],
] as const;

/** The beat from the start, and the note. */
const MELODY: readonly (readonly [number, string])[] = [
  ...([
    [0, 'D5'],
    [1, 'G5'],
    [2, 'B5'],
    [3, 'D6'],
    [4, 'B5'],
    [4.5, 'A5'],
    [5, 'G5'],
  ] as const),
  ...([
    [6, 'E5'],
    [7, 'G5'],
    [8, 'C6'],
    [9, 'B5'],
    [10.5, 'A5'],
    [11, 'G5'],
  ] as const),
  ...([
    [12, 'A5'],
    [13, 'C6'],
    [14, 'E6'],
    [15, 'D6'],
    [16, 'C6'],
    [16.5, 'B5'],
    [17, 'A5'],
  ] as const),
  ...([
    [18, 'B5'],
    [18, 'G6'],
    [19, 'D6'],
    [20, 'B5'],
    [21, 'G5'],
    [22, 'D6'],
    [22.5, 'G6'],
  ] as const),
];

/** An upward run over the chord, at each burst of paper. */
const RUN = ['G5', 'B5', 'D6', 'G6', 'B6', 'D7'];

export function birthdayMusic(): Channels {
  const mix = new Mix(12);
  for (const [index, [root, ...chord]] of CHORDS.entries()) {
    const at = index * BAR;
    mix.add(bass(root), { at, seconds: 1.4, gain: 0.3, room: 0.1 });
    for (const [n, note] of chord.entries()) {
      const long = { at, seconds: BAR * 1.5, gain: 0.05, pan: n - 1, room: 0.5 };
      mix.add(pad(note, long.seconds), long);
      if (index === CHORDS.length - 1) continue;
      for (const beat of [1, 2]) {
        const gain = beat === 1 ? 0.12 : 0.09;
        mix.add(marimba(note), { at: at + beat * BEAT, seconds: 0.8, gain, pan: (n - 1) * 0.4 });
      }
    }
  }
  for (const [beat, note] of MELODY)
    mix.add(musicBox(note), { at: beat * BEAT, seconds: 2.2, gain: 0.3, pan: 0.15, room: 0.45 });
  for (const start of [BEAT, END]) {
    for (const [n, note] of RUN.entries()) {
      const at = start + 0.04 + n * 0.055;
      mix.add(musicBox(note), { at, seconds: 1.4, gain: 0.1, pan: (n - 2.5) * 0.3, room: 0.7 });
    }
  }
  for (const start of [2 * BAR, END])
    mix.add(whoosh(77, 0.5, 1), { at: start - 0.5, seconds: 1, gain: 0.16, room: 0.3 });
  return mix.finish({ fade: 1.4, decay: 0.84 });
}
