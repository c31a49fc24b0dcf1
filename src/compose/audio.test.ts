import { describe, expect, test } from 'vitest';
import { importTemplate } from '../import/index.ts';
import { NO_ENTRIES, parseMapping } from '../mapping/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import type { Template } from '../template/index.ts';
import { placeAudio } from './audio.ts';
import type { AudioClip, VideoAudio } from './audio-clip.ts';
import { compose } from './compose.ts';

type Json = Record<string, unknown>;

const FILE = 'data:audio/wav;base64,UklGRg==';
const audioAsset = (id: string, more: Json = {}) => ({ id, u: '', p: FILE, e: 1, ...more });
/** An audio layer from frame 0 to the end at frame 300; `more` overrides. */
const layer = (refId: string, more: Json = {}) => ({
  ty: 6,
  refId,
  nm: refId,
  ip: 0,
  op: 300,
  st: 0,
  sr: 1,
  ...more,
});

function importIt(layers: Json[], assets: Json[], json?: Json, more: Json = {}): Promise<Template> {
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 300, w: 100, h: 100, layers, assets, ...more };
  return importTemplate({
    label: 'test.zip',
    animation: Buffer.from(JSON.stringify(lottie)),
    base: '',
    templateJson: json && Buffer.from(JSON.stringify({ version: 1, ...json })),
    files: new Map([['audio/bed.mp3', Buffer.from('bed')]]),
  });
}

const file = (sha256: string, durationSeconds = 60) => ({ sha256, durationSeconds });

/**
 * Places audio with the template's own files a minute long, and `music.mp3` of 4 s for each track.
 */
function place(
  template: Template,
  audio_tracks: Json = {},
  videos: Record<string, VideoAudio> = {},
): AudioClip[] {
  const assets = new Map([...template.audioFiles.keys()].map((id) => [id, file(id)]));
  const tracks = new Map(Object.keys(audio_tracks).map((name) => [name, file('music', 4)]));
  const audioSources = { assets, tracks, videos: new Map(Object.entries(videos)) };
  return placeAudio(template, parsed(template, { audio_tracks }), audioSources);
}

const MUSIC = { remote_url: 'https://example.com/music.mp3' };
const summaryOf = ({
  digest,
  startSeconds: start,
  endSeconds: end,
  trimStartSeconds: trim,
  speed,
}: AudioClip) => [digest, ...[start, end, trim, speed].map((n) => Math.round(n * 1e6) / 1e6)];

/** The template has no editables, which is a warning of its own. */
function audioWarnings({ warnings }: Template) {
  return warnings.filter(({ code }) => code !== 'no_editables');
}

describe('audio of the template’s own layers', () => {
  test.each<[string, Json, unknown[]]>([
    ['from in-point to out-point', { ip: 30, op: 90 }, [1, 3, 1, 1]],
    ['from its own beginning', { st: 15, ip: 30, op: 90 }, [1, 3, 0.5, 1]],
    ['not before its own start', { st: 60, ip: 30, op: 90 }, [2, 3, 0, 1]],
    ['not beyond the end', { ip: 270, op: 900, st: 270 }, [9, 10, 0, 1]],
    ['started before the composition', { st: -60, ip: -60, op: 30 }, [0, 1, 2, 1]],
    ['stretched to twice its length', { st: 30, ip: 90, op: 150, sr: 2 }, [3, 5, 1, 0.5]],
    ['twice as fast', { st: 0, ip: 30, op: 60, sr: 0.5 }, [1, 2, 2, 2]],
    ['at parts of a frame', { st: 0.5, ip: 0.5, op: 1.5 }, [0.016667, 0.05, 0, 1]],
  ])('%s', async (_, more, expected) => {
    const template = await importIt([layer('a', more)], [audioAsset('a')]);
    expect(audioWarnings(template)).toEqual([]);
    expect(place(template).map(summaryOf)).toEqual([['a', ...expected]]);
  });

  test('at a rounded rate starts when its layer shows', async () => {
    const more = { fr: 23.98, op: 14_400 };
    const template = await importIt(
      [layer('a', { ip: 14_376, op: 14_400, st: 14_376 })],
      [audioAsset('a')],
      undefined,
      more,
    );
    expect(template.video.fps).toBe(24_000 / 1001);
    expect(place(template).map(summaryOf)).toEqual([['a', 599.599, 600.6, 0, 1]]);
  });

  test('audio that Bodymovin has rendered already contains its stretch', async () => {
    const rendered = layer('audio_0', { st: 30, ip: 30, op: 90, sr: 2 });
    const template = await importIt([rendered], [audioAsset('audio_0')]);
    expect(place(template).map(summaryOf)).toEqual([['audio_0', 1, 3, 0, 1]]);
  });

  test('ends with its file', async () => {
    const template = await importIt([layer('a', { st: 60, ip: 60, sr: 0.5 })], [audioAsset('a')]);
    const audioSources = {
      assets: new Map([['a', file('a', 3)]]),
      tracks: new Map(),
      videos: new Map(),
    };
    expect(placeAudio(template, NO_ENTRIES, audioSources).map(summaryOf)).toEqual([
      ['a', 2, 3.5, 0, 2],
    ]);
  });

  test('follows nested precomps and a composition whose in-point is not 0', async () => {
    const inner = { id: 'inner', layers: [layer('a', { st: 10, ip: 20, op: 200 })] };
    const comp = (refId: string, more: Json) => ({
      ...layer(refId, more),
      ty: 0,
      w: 100,
      h: 100,
      ks: {},
    });
    const outer = { id: 'outer', layers: [comp('inner', { st: 30, ip: 30, op: 120, sr: 2 })] };
    const layers = [
      comp('outer', { st: 60, ip: 60, op: 250 }),
      comp('inner', { st: 100, ip: 130, op: 160 }),
    ];
    const template = await importIt(layers, [audioAsset('a'), inner, outer], undefined, {
      ip: 30,
      op: 300,
    });
    expect(place(template).map(summaryOf)).toEqual([
      // It starts at frame 60 + 30 + 2·20 - 30; its precomp ends at 60 + 120.
      ['a', 3.333333, 5, 0.333333, 0.5],
      ['a', 3.333333, 4.333333, 0.666667, 1],
    ]);
  });

  test('hidden layers and layers outside the composition are silent; time remapping is reported', async () => {
    const remapped = { ...layer('comp', { tm: { a: 0, k: 0 } }), ty: 0, w: 9, h: 9, ks: {} };
    const comp = { id: 'comp', layers: [layer('a')] };
    const layers = [layer('a', { hd: true }), layer('a', { ip: 300, op: 400 }), remapped];
    const template = await importIt(layers, [audioAsset('a'), comp]);
    expect(place(template)).toEqual([]);
    expect(audioWarnings(template)).toMatchObject([
      { code: 'sound_time_remap', layer_path: 'comp' },
    ]);
  });

  test('a missing file is reported, and silent', async () => {
    const template = await importIt([layer('a')], [audioAsset('a', { p: 'no.mp3', e: 0 })]);
    expect(audioWarnings(template)).toMatchObject([
      { code: 'lottie_asset_missing', hint: expect.stringContaining('audio/') },
    ]);
    expect(place(template)).toEqual([]);
  });

  test('audio layers are not part of the drawn Lottie', async () => {
    const template = await importIt([layer('a')], [audioAsset('a')]);
    const images = { editables: new Map(), assets: new Map() };
    const { composition } = compose({ template, mapping: NO_ENTRIES, images, fallbacks: [] });
    expect(composition.lottie.layers).toEqual([]);
    expect(composition.audio).toEqual([]);
  });
});

describe('levels', () => {
  const key = (t: number, s: number[], more: Json = {}) => ({
    t,
    s,
    i: { x: [1], y: [1] },
    o: { x: [0], y: [0] },
    ...more,
  });
  const gainOf = async (lv: Json | undefined, more: Json = {}) => {
    const template = await importIt([layer('a', { au: { lv }, ...more })], [audioAsset('a')]);
    return place(template)[0]?.gain;
  };

  test('percent, decibels, and separate levels for left and right', async () => {
    expect(await gainOf(undefined)).toEqual([[0, 1, 1]]);
    expect(await gainOf({ a: 0, k: 25 })).toEqual([[0, 0.25, 0.25]]);
    expect(await gainOf({ a: 0, k: [100, 50] })).toEqual([[0, 1, 0.5]]);
    const [[, left = 0, right = 0] = []] = (await gainOf({ a: 0, k: [-6, -20] })) ?? [];
    expect([left, right]).toEqual([expect.closeTo(0.501, 3), 0.1]);
  });

  test('keyframes use the time of the composition that contains the layer', async () => {
    const lv = { a: 1, k: [key(30, [0, 0]), key(60, [100, 100])] };
    const gain = (await gainOf(lv, { st: 15, ip: 15 })) ?? [];
    expect(gain[0]).toEqual([1, 0, 0]);
    expect(gain.at(-1)).toEqual([2, 1, 1]);
    expect(gain.find(([seconds]) => Math.abs(seconds - 1.5) < 1e-6)?.[1]).toBeCloseTo(0.5, 5);
  });

  test('a held keyframe jumps within a few milliseconds', async () => {
    const lv = { a: 1, k: [key(30, [100, 100], { h: 1 }), key(60, [20, 20])] };
    expect(await gainOf(lv)).toEqual([
      [1, 1, 1],
      [1.995, 1, 1],
      [2, 0.2, 0.2],
    ]);
  });

  test('a layer that is always silent is reported and left out', async () => {
    const template = await importIt(
      [layer('a', { au: { lv: { a: 0, k: 0 } } })],
      [audioAsset('a')],
    );
    expect(audioWarnings(template)).toMatchObject([{ code: 'sound_silent' }]);
    expect(place(template)).toEqual([]);
  });

  test('an invalid level counts as 100%, and the maximum is 24 dB', async () => {
    expect(await gainOf({ a: 0, k: 1e9 })).toEqual([[0, 16, 16]]);
    expect(await gainOf({ a: 0, k: 'loud' })).toEqual([[0, 1, 1]]);
  });
});

describe('audio editables', () => {
  test('are found by name, slot and template.json, and described', async () => {
    const layers = [
      layer('x', { nm: 'a_01', ip: 30, op: 90 }),
      layer('y', { au: { lv: { a: 0, k: 50 } } }),
      layer('z'),
    ];
    const assets = [
      audioAsset('x'),
      audioAsset('y', { nm: 'USER/music.mp3' }),
      audioAsset('z', { sid: 'jingle' }),
    ];
    const json = {
      audio: 'audio/bed.mp3',
      editables: { voice: { type: 'audio', label: 'Speaker' } },
    };
    const { editables, audioFiles } = await importIt(layers, assets, json, {
      slots: { jingle: { p: {} } },
    });
    const kind = { input_type: 'audio', required: false };
    expect(editables).toMatchObject({
      voice: { ...kind, label: 'Speaker', start: 0, end: 10, duration: 10, volume: 1 },
      a_01: { ...kind, start: 1, end: 3, duration: 2 },
      'USER/music.mp3': { ...kind, label: 'music', volume: 0.5 },
      jingle: kind,
      background: { ...kind, duration: 10 },
    });
    expect(Object.keys(editables)).toHaveLength(5);
    expect(audioFiles.get('template.json: audio/bed.mp3')?.bytes).toEqual(Buffer.from('bed'));
  });

  const track = async (transform: object | undefined, more: Json = {}) => {
    const template = await importIt(
      [layer('x', { nm: 'a_01', ip: 60, op: 240, st: 30, sr: 2, ...more })],
      [audioAsset('x')],
    );
    return place(template, { a_01: { source: MUSIC, transform } });
  };

  test('a track plays while its layer shows, from its own start and at its own speed', async () => {
    expect((await track(undefined)).map(summaryOf)).toEqual([['music', 2, 6, 0, 1]]);
    expect((await track({ trim_start_time: 2.5 })).map(summaryOf)).toEqual([
      ['music', 2, 3.5, 2.5, 1],
    ]);
    const [looped] = await track({ trim_start_time: 2.5, loop: true, fade_in: 0.5, fade_out: 2 });
    expect(looped).toMatchObject({
      endSeconds: 8,
      loopSeconds: 1.5,
      fadeInSeconds: 0.5,
      fadeOutSeconds: 2,
    });
  });

  test('a volume applies to the loudest moment', async () => {
    const au = { lv: { a: 0, k: [50, 25] } };
    expect((await track(undefined, { au }))[0]?.gain).toEqual([[0, 0.5, 0.25]]);
    expect((await track({ volume: 0.8 }, { au }))[0]?.gain).toEqual([[0, 0.8, 0.4]]);
    expect((await track({ volume: 1 }, { au: { lv: { a: 0, k: 0 } } }))[0]?.gain).toEqual([
      [0, 1, 1],
    ]);
    expect(await track({ volume: 0 })).toEqual([]);
  });

  test("null means silence, and no entry means the template's own audio", async () => {
    const template = await importIt([layer('x', { nm: 'a_01' })], [audioAsset('x')]);
    expect(place(template, { a_01: null })).toEqual([]);
    expect(place(template, { a_01: { source: null } })).toEqual([]);
    expect(place(template).map(summaryOf)).toEqual([['x', 0, 10, 0, 1]]);
  });

  test('a trim that leaves no audio is a fault with its pointer', async () => {
    await expect(track({ trim_start_time: 4 })).rejects.toMatchObject({
      code: 'sound_too_short',
      faults: [
        { pointer: '/mapping/audio_tracks/a_01/transform/trim_start_time', editable: 'a_01' },
      ],
    });
  });

  test('the mapping is checked: names, kinds, values', async () => {
    const template = await importIt([layer('x', { nm: 'a_01' })], [audioAsset('x')]);
    const spec = { editables: template.editables, fonts: [] };
    const codes = (audio_tracks: Json) =>
      parseMapping(spec, { resources: {}, audio_tracks }).faults.map(({ code, pointer }) => [
        code,
        pointer,
      ]);
    expect(codes({ a_01: { source: MUSIC, transform: { volume: 0.5, loop: true } } })).toEqual([]);
    expect(codes({ a_01: null })).toEqual([]);
    expect(codes({ a_02: null })).toEqual([['editable_unknown', '/audio_tracks/a_02']]);
    expect(codes({ a_01: { source: MUSIC, transform: { volume: 2 } } })).toEqual([
      ['invalid_request', '/audio_tracks/a_01/transform/volume'],
    ]);
    expect(codes({ a_01: { source: { remote_url: 'file:///etc/passwd' } } })).toMatchObject([
      ['url_invalid', expect.any(String)],
    ]);
  });
});

describe('the audio of a video editable', () => {
  const video = (more: Partial<VideoAudio> = {}): VideoAudio => ({
    ...file('video', 4),
    originSeconds: 0.2,
    trimStartSeconds: 1,
    endBehavior: 'freeze',
    volume: 0.5,
    ...more,
  });
  /** A video layer from 2 s to 10 s, whose own time starts a second before it shows. */
  const videoTemplate = async (): Promise<Template> => {
    const template = await importIt([layer('v', { ip: 60, st: 30, op: 300 })], [audioAsset('v')]);
    const audioSources = template.audioSources.map((audio) => ({
      ...audio,
      kind: 'video' as const,
      editable: 'video_1',
    }));
    return { ...template, audioSources };
  };

  test('starts and ends with its video', async () => {
    const template = await videoTemplate();
    const [clip, ...more] = place(template, {}, { video_1: video() });
    expect(more).toEqual([]);
    expect(clip).toMatchObject({ originSeconds: 0.2, gain: [[0, 0.5, 0.5]] });
    expect(clip && summaryOf(clip)).toEqual(['video', 2, 4, 2, 1]);
  });

  test('loops with its video, starting within the current repetition', async () => {
    const clips = place(await videoTemplate(), {}, { video_1: video({ endBehavior: 'loop' }) });
    expect(clips.map(summaryOf)).toEqual([
      ['video', 2, 4, 2, 1],
      ['video', 4, 10, 1, 1],
    ]);
    expect(clips.map(({ loopSeconds }) => loopSeconds)).toEqual([undefined, 3]);
  });

  test('is silent unless a volume is set', async () => {
    const template = await videoTemplate();
    expect(place(template, {}, { video_1: video({ volume: 0 }) })).toEqual([]);
    expect(place(template)).toEqual([]);
  });
});
