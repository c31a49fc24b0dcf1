import { type Channels, Mix } from '../music/mix.ts';
import { bass, hat, kick, marimba, pad, pluck, snap, whoosh } from '../music/voices.ts';

/* A light house beat, 120 beats a minute: three phrases of six beats, one for each scene. */
const BEAT = 0.5;
const PHRASE = 6 * BEAT;

/** For each half phrase: the root, then the chord. */
const CHORDS = [
  ['A2', 'C4', 'E4', 'G4'],
  ['F2', 'C4', 'E4', 'A4'],
  ['C2', 'C4', 'E4', 'G4'],
  ['G2', 'B3', 'D4', 'G4'],
  ['F2', 'C4', 'F4', 'A4'],
  ['C2', 'C4', 'E4', 'G4'],
] as const;

/** Quarters of a beat within three beats on which the chord is plucked. */
const RHYTHM = [0, 3, 6, 8, 10];
const HOOK = ['E5', 'G5', 'A5', 'G5', 'E5', 'C5'];

export function storySaleMusic(): Channels {
  const mix = new Mix(9);
  for (const [index, chord] of CHORDS.entries()) addHalfPhrase(mix, index, chord);
  for (let beat = 0; beat < 16; beat++) addDrums(mix, beat);
  const end = { at: 16 * BEAT, seconds: 1 };
  for (const note of ['C4', 'E4', 'G4', 'C5'])
    mix.add(pluck(note), { ...end, gain: 0.16, room: 0.6 });
  mix.add(bass('C2'), { ...end, gain: 0.4, room: 0.1 });
  mix.add(kick(), { ...end, gain: 0.5, room: 0.03 });
  for (const start of [PHRASE, 2 * PHRASE])
    mix.add(whoosh(5, 0.5, 0.9), { at: start - 0.5, seconds: 0.9, gain: 0.3, room: 0.3 });
  return mix.finish({ fade: 0.7, decay: 0.8 });
}

/** Adds the chord, the bass and the hook of half a phrase. The last one is held on its first beat. */
function addHalfPhrase(mix: Mix, index: number, [root, ...chord]: (typeof CHORDS)[number]): void {
  const at = index * 3 * BEAT;
  const isLast = index === CHORDS.length - 1;
  for (const [n, note] of chord.entries()) {
    const long = { at, seconds: 2.2, gain: 0.045, pan: n - 1, room: 0.5 };
    mix.add(pad(note, long.seconds), long);
    for (const quarter of isLast ? [0] : RHYTHM) {
      const pan = (n - 1) * 0.5;
      const played = { at: at + quarter * (BEAT / 4), seconds: 0.9, gain: 0.12, pan, room: 0.35 };
      mix.add(pluck(note), played);
    }
  }
  for (const half of isLast ? [0] : [0, 1.5, 2])
    mix.add(bass(root), { at: at + half * BEAT, seconds: 0.6, gain: 0.36, room: 0.05 });
  if (index === 0 || isLast) return;
  for (const [n, note] of HOOK.entries()) {
    if ((n + index) % 3 === 1) continue;
    const played = { at: at + n * (BEAT / 2), seconds: 1, gain: 0.13, pan: 0.25, room: 0.5 };
    mix.add(marimba(note), played);
  }
}

/** Adds the drums of one beat. */
function addDrums(mix: Mix, beat: number): void {
  mix.add(kick(), { at: beat * BEAT, seconds: 0.45, gain: 0.5, room: 0.03 });
  if (beat % 2 === 1)
    mix.add(snap(beat + 3), { at: beat * BEAT, seconds: 0.3, gain: 0.34, room: 0.3 });
  if (beat < 2 || beat >= 15) return;
  const played = { at: (beat + 0.5) * BEAT, seconds: 0.12, gain: 0.26, pan: 0.2, room: 0.1 };
  mix.add(hat(beat + 9), played);
}
