import { type Channels, Mix } from '../music/mix.ts';
import { bass, keys, musicBox, pad, shaker, snap, whoosh } from '../music/voices.ts';

/* Calm chords of an electric piano, 72 beats a minute: three bars of four beats, one for each scene. */
const BEAT = 60 / 72;
const BAR = 4 * BEAT;

const CHORDS = [
  ['F2', 'A3', 'C4', 'E4', 'G4'],
  ['D2', 'F3', 'C4', 'E4', 'A4'],
  ['C2', 'G3', 'B3', 'E4', 'G4'],
] as const;

/** Drops of water: beats from the start, and the note. */
const DROPS: readonly (readonly [number, string])[] = [
  ...([
    [0.5, 'C6'],
    [1.5, 'G5'],
    [2, 'E6'],
    [3, 'D6'],
    [3.5, 'C6'],
  ] as const),
  ...([
    [4, 'A5'],
    [5, 'E6'],
    [6, 'C6'],
    [6.5, 'D6'],
    [7, 'E6'],
    [7.5, 'G6'],
  ] as const),
  ...([
    [8, 'E6'],
    [8.5, 'B5'],
    [9, 'G6'],
    [10, 'E6'],
    [10.5, 'B6'],
  ] as const),
];

export function skinCompanyMusic(): Channels {
  const mix = new Mix(10);
  for (const [index, [root, ...chord]] of CHORDS.entries()) {
    const at = index * BAR;
    const isLast = index === CHORDS.length - 1;
    for (const beat of isLast ? [0] : [0, 2.5])
      mix.add(bass(root), { at: at + beat * BEAT, seconds: 1.6, gain: 0.34, room: 0.08 });
    for (const [n, note] of chord.entries()) addChordNote(mix, { note, n, at, isLast });
  }
  for (const [beat, note] of DROPS)
    mix.add(musicBox(note), { at: beat * BEAT, seconds: 1.6, gain: 0.1, pan: 0.3, room: 0.8 });
  for (let half = 2; half < 20; half++) {
    const at = half * (BEAT / 2);
    mix.add(shaker(half + 11), { at, seconds: 0.2, gain: half % 2 ? 0.2 : 0.1, pan: -0.3 });
    if (half % 4 === 2)
      mix.add(snap(half + 5), { at, seconds: 0.3, gain: 0.2, pan: 0.1, room: 0.5 });
  }
  mix.add(whoosh(31, 0.7, 1.2), { at: 2 * BAR - 0.7, seconds: 1.2, gain: 0.2, room: 0.3 });
  return mix.finish({ fade: 1.6, decay: 0.86 });
}

type ChordNote = Readonly<{ note: string; n: number; at: number; isLast: boolean }>;

/** Adds one note of a bar's chord. The last bar's chord is not broken into half beats. */
function addChordNote(mix: Mix, { note, n, at, isLast }: ChordNote): void {
  const pan = (n - 1.5) * 0.35;
  const long = { at, seconds: BAR * 1.3, gain: 0.06, pan, room: 0.5 };
  mix.add(pad(note, long.seconds), long);
  // The chord is strummed, then broken into half beats.
  mix.add(keys(note), { at: at + n * 0.025, seconds: 3, gain: 0.17, pan, room: 0.3 });
  if (isLast) return;
  for (const half of [n, n + 4]) {
    const played = { at: at + half * (BEAT / 2), seconds: 1.2, gain: 0.09, pan: -pan, room: 0.4 };
    if (half > 0) mix.add(keys(note), played);
  }
}
