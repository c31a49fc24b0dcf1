import { describe, expect, test } from 'vitest';
import { importTemplate } from '../import/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import type { Template } from '../template/index.ts';
import { placeAudio } from './audio.ts';
import type { AudioClip, AudioFile } from './audio-clip.ts';
import { fitAudio } from './audio-fit.ts';

type Json = Record<string, unknown>;

const FILE = 'data:audio/wav;base64,UklGRg==';
const layer = (refId: string, ip = 0, op = 300) => ({
  ...{ ty: 6, refId, nm: refId, ip, op, st: ip, sr: 1 },
});
const MUSIC = { remote_url: 'https://example.com/music.mp3' };
const SPEECH = { speech: { text: 'Hello' } };
/** Minus 9 dB. */
const LOW = 10 ** (-9 / 20);

/** A template of ten seconds with the tracks `bed` (all of it), and `talk` (from 2 s to 4 s). */
function openTemplate(editables: Json = {}): Promise<Template> {
  const asset = (id: string) => ({ id, u: '', p: FILE, e: 1 });
  const lottie = {
    ...{ v: '5.9.0', fr: 30, ip: 0, op: 300, w: 100, h: 100 },
    layers: [layer('bed'), layer('talk', 60, 120)],
    assets: [asset('bed'), asset('talk')],
  };
  const track = (name: string, more: unknown) => ({
    ...{ type: 'audio', targets: [{ asset: name }], required: false },
    ...(more as Json),
  });
  const tracks = { bed: track('bed', editables['bed']), talk: track('talk', editables['talk']) };
  return importTemplate({
    label: 'test.zip',
    animation: Buffer.from(JSON.stringify(lottie)),
    base: '',
    templateJson: Buffer.from(JSON.stringify({ version: 1, editables: tracks })),
    files: new Map(),
  });
}

const file = (durationSeconds: number, heard?: AudioFile['heard']): AudioFile => ({
  sha256: `${durationSeconds} s`,
  durationSeconds,
  ...(heard && { heard }),
});

function place(template: Template, audio_tracks: Json, files: Record<string, AudioFile>) {
  const tracks = new Map(Object.entries(files));
  const assets = new Map([
    ['bed', file(60)],
    ['talk', { ...file(60), sha256: 'talk' }],
  ]);
  const mapping = parsed(template, { audio_tracks });
  const clips = placeAudio(template, mapping, { tracks, assets, videos: new Map() });
  return { clips, ...fitAudio(template, mapping, { tracks }) };
}

const gainOf = (clips: readonly AudioClip[], digest: string) =>
  clips
    .find((clip) => clip.digest === digest)
    ?.gain.map(([seconds, left]) => [seconds, left].map((n) => Math.round(n * 1e4) / 1e4));
const low = Math.round(LOW * 1e4) / 1e4;

describe('ducking', () => {
  test('takes other audio down 0.2 s before a speech, and up within 0.4 s; short pauses are bridged', async () => {
    const template = await openTemplate();
    const heard = [
      { start: 0.1, end: 1 },
      { start: 1.7, end: 2 },
      { start: 3, end: 3.5 },
    ];
    const voice = { source: SPEECH, transform: { start: 2 } };
    const { clips } = place(template, { voice, talk: null }, { voice: file(4, heard) });
    expect(gainOf(clips, '60 s')).toEqual([
      ...[
        [0, 1],
        [1.9, 1],
        [2.1, low],
        [4, low],
        [4.4, 1],
      ],
      ...[
        [4.8, 1],
        [5, low],
        [5.5, low],
        [5.9, 1],
        [10, 1],
      ],
    ]);
    expect(gainOf(clips, '4 s')).toEqual([[0, 1]]);
  });

  test('is that of the mapping, then of the template, then 9 dB for a speech and none for other audio', async () => {
    const template = await openTemplate({ talk: { duck: 6 } });
    const lowest = (tracks: Json, files: Record<string, AudioFile>) => {
      const { clips } = place(template, tracks, files);
      const gains = gainOf(clips, '60 s')?.map(([, gain = 1]) => gain) ?? [];
      return Math.round(20 * Math.log10(Math.min(...gains)));
    };
    const talk = (source: Json, transform: Json = {}) => ({ talk: { source, transform } });
    const files = { talk: file(1) };
    // The template's own audio, which plays without an entry.
    expect(lowest({}, {})).toBe(-6);
    expect(lowest(talk(MUSIC), files)).toBe(-6);
    expect(lowest(talk(SPEECH), files)).toBe(-6);
    expect(lowest(talk(SPEECH, { duck: 20 }), files)).toBe(-20);
    expect(lowest(talk(SPEECH, { duck: 0 }), files)).toBe(0);
    expect(lowest({ talk: null, voice: { source: SPEECH } }, { voice: file(1) })).toBe(-9);
    expect(lowest({ talk: null, voice: { source: MUSIC } }, { voice: file(1) })).toBe(0);
  });

  test('of two speeches at once is the deeper one, and they do not take each other down', async () => {
    const template = await openTemplate();
    const tracks = {
      voice: { source: SPEECH, transform: { start: 2.5, duck: 20 } },
      talk: { source: SPEECH },
    };
    const { clips } = place(template, tracks, { voice: file(0.5), talk: file(2) });
    const gains = gainOf(clips, '60 s') ?? [];
    expect(Math.min(...gains.map(([, gain = 1]) => gain))).toBe(0.1);
    expect(gainOf(clips, '0.5 s')).toEqual([[0, 1]]);
    expect(gainOf(clips, '2 s')?.map(([, gain]) => gain)).toEqual([1]);
  });

  test('changes nothing without a speech', async () => {
    const template = await openTemplate();
    const { clips } = place(template, { talk: { source: MUSIC } }, { talk: file(2) });
    expect(gainOf(clips, '60 s')).toEqual([[0, 1]]);
  });
});

describe('a speech that is longer than its place', () => {
  const placeTalk = async (seconds: number, transform: Json = {}) => {
    const template = await openTemplate();
    const talk = { source: SPEECH, transform };
    const { clips, ...report } = place(template, { talk }, { talk: file(seconds) });
    const clip = clips.find(({ digest }) => digest === `${seconds} s`);
    return { ...clip, ...report };
  };

  test('plays as much faster as needed', async () => {
    const { tempo, startSeconds, endSeconds, fadeOutSeconds, fit, warnings } = await placeTalk(2.2);
    expect({ tempo, startSeconds, endSeconds, fadeOutSeconds }).toEqual({
      ...{ tempo: 1.1, startSeconds: 2, endSeconds: 4, fadeOutSeconds: 0 },
    });
    expect(fit).toEqual({ talk: { audio: { speed: 1.1, cut_seconds: 0 } } });
    expect(warnings).toMatchObject([
      {
        code: 'speech_shortened',
        message: 'The audio of "talk" is longer than its place: it plays 10 % faster.',
      },
    ]);
  });

  test('is cut with a fade when 1.15 times faster is not enough', async () => {
    const { tempo, endSeconds, fadeOutSeconds, fit, warnings } = await placeTalk(3);
    expect({ tempo, endSeconds, fadeOutSeconds }).toEqual({
      ...{ tempo: 1.15, endSeconds: 4, fadeOutSeconds: 0.3 },
    });
    expect(fit).toEqual({ talk: { audio: { speed: 1.15, cut_seconds: 0.609 } } });
    expect(warnings[0]?.message).toContain('15 % faster, and its last 0.6 s are cut');
  });

  test('is only cut with fit "cut", and not changed when it fits', async () => {
    const cut = await placeTalk(3, { fit: 'cut' });
    expect(cut.tempo).toBeUndefined();
    expect(cut.fadeOutSeconds).toBe(0.3);
    expect(cut.warnings[0]?.message).toContain('its last 1 s are cut');
    const fitting = await placeTalk(1.9);
    expect(fitting.tempo).toBeUndefined();
    expect(fitting.warnings).toEqual([]);
    expect(fitting.fit).toEqual({ talk: { audio: { speed: 1, cut_seconds: 0 } } });
  });

  test('of the track voice has the rest of the video; drafts are reported once', async () => {
    const template = await openTemplate();
    const voice = { source: SPEECH, transform: { start: 8 } };
    const draft = { ...file(2.3), isDraft: true };
    const { clips, warnings } = place(template, { voice }, { voice: draft });
    expect(clips.at(-1)).toMatchObject({ startSeconds: 8, endSeconds: 10, tempo: 1.15 });
    expect(warnings.map(({ code }) => code)).toEqual(['speech_shortened', 'speech_draft']);
    const late = { source: SPEECH, transform: { start: 11 } };
    const lateVoice = place(template, { voice: late, talk: null }, { voice: file(2.3) });
    expect(lateVoice.clips).toHaveLength(1);
    expect(lateVoice.fit).toEqual({ voice: { audio: { speed: 1, cut_seconds: 2.3 } } });
    expect(lateVoice.warnings.map(({ message }) => message)).toEqual([
      'The audio of "voice" is not heard: it begins after the end of the video.',
    ]);
  });
});
