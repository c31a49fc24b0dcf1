import { expect, test } from 'vitest';
import { box, fullBox, uint32 } from './boxes.ts';
import {
  captionsPlaylist,
  continuation,
  type HlsTrack,
  mediaPlaylist,
  multivariantPlaylist,
  segmentStarts,
  targetDuration,
} from './hls.ts';
import { readSampleEntry } from './sample-entry.ts';

/** A file whose only track has one sample entry of this type, which contains a box. */
function fileOf(type: string, entryBytes: number, [name, content]: [string, Buffer]): Buffer {
  const padding = Buffer.alloc(entryBytes);
  if (entryBytes === 78) padding.writeUInt32BE(1920 * 2 ** 16 + 1080, 24);
  const entry = box(type, padding, box(name, content));
  const stbl = box('stbl', fullBox('stsd', 0, 0, uint32([1]), entry));
  return box('moov', box('trak', box('mdia', box('minf', stbl))));
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const AVC = fileOf('avc1', 78, ['avcC', hex('01 640028 ffe1')]);
const AAC = fileOf('mp4a', 28, [
  'esds',
  hex('00000000 0380808022 0002 00 0480808014 40 15 000000 00000000 00000000 0580808002 1190'),
]);

test.each<[string, string, Buffer]>([
  ['H.264 High, level 4', 'avc1.640028', AVC],
  [
    'HEVC Main, level 3.1, as in ISO/IEC 14496-15',
    'hvc1.1.6.L93.B0',
    fileOf('hvc1', 78, ['hvcC', hex('01 01 60000000 b00000000000 5d f000')]),
  ],
  [
    'HEVC Main 10 of the high tier, with more than one byte of constraints',
    'hvc1.2.4.H153.90.0.1',
    fileOf('hvc1', 78, ['hvcC', hex('01 22 20000000 900001000000 99 f000')]),
  ],
  ['AV1 Main, level 4.0', 'av01.0.08M.08', fileOf('av01', 78, ['av1C', hex('81 08 0c 00')])],
  [
    'AV1 Main of the high tier in 10 bits',
    'av01.0.13H.10',
    fileOf('av01', 78, ['av1C', hex('81 0d c0 00')]),
  ],
  ['AAC LC', 'mp4a.40.2', AAC],
])('the codec of %s is %s', (_, codec, file) => {
  expect(readSampleEntry(file).codec).toBe(codec);
});

test('rejects a codec without a name in RFC 6381', () => {
  expect(() => readSampleEntry(fileOf('xyz1', 78, ['xyzC', hex('00')]))).toThrow(/xyz1/);
});

const PLAN = { fps: 30_000 / 1001, frameCounts: [30, 60, 45], audioSamples: 216_216 };

function track(count: number): HlsTrack {
  const segments = PLAN.frameCounts
    .slice(0, count)
    .map((frames, index) => ({
      name: `${index}-abc.mp4`,
      offset: 800,
      byteLength: frames * 1000,
      seconds: frames / PLAN.fps,
    }));
  return { init: { name: '0-abc.mp4', offset: 0, byteLength: 800 }, segments };
}

test('a playlist only grows at its end, and ends with ENDLIST', () => {
  expect(segmentStarts(PLAN).map((t) => t.toFixed(3))).toEqual(['0.000', '1.001', '3.003']);
  expect(targetDuration(PLAN)).toBe(2);
  const [first, second, third] = [1, 2, 3].map((count) => mediaPlaylist(track(count), 2, false));
  const wholePlaylist = mediaPlaylist(track(3), 2, true);
  expect(second).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-START:TIME-OFFSET=0,PRECISE=YES
#EXT-X-MAP:URI="0-abc.mp4",BYTERANGE="800@0"
#EXTINF:1.001000,
#EXT-X-BYTERANGE:30000@800
0-abc.mp4
#EXTINF:2.002000,
#EXT-X-BYTERANGE:60000@800
1-abc.mp4
`);
  expect(wholePlaylist).toBe(`${third?.replace('EVENT', 'VOD')}#EXT-X-ENDLIST\n`);
  const how = (knownPlaylist = '', next = '') => continuation(knownPlaylist, next);
  expect([how('', first), how(first, second), how(third, wholePlaylist)]).toEqual([
    'grown',
    'grown',
    'grown',
  ]);
  // Playlists that a repeated render writes again.
  expect([
    how(second, first),
    how(second, second),
    how(wholePlaylist, first),
    how(wholePlaylist, third),
    how(wholePlaylist, wholePlaylist),
  ]).toEqual(Array(5).fill('ahead'));
  expect(how(second, second?.replace('0-abc.mp4\n', '0-abd.mp4\n'))).toBe('apart');
  expect(how(wholePlaylist, first?.replace('800@0', '801@0'))).toBe('apart');
});

test('the multivariant playlist names codecs, size, rates and both tracks', () => {
  const video = { playlist: 'video.m3u8', init: AVC, track: track(3) };
  const audio = { playlist: 'audio.m3u8', init: AAC, track: track(3) };
  const lines = (text: string) => text.trim().split('\n').slice(3);
  expect(lines(multivariantPlaylist({ video, audio, fps: PLAN.fps }, true))).toEqual([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=479521,AVERAGE-BANDWIDTH=479521,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,FRAME-RATE=29.970,VIDEO-RANGE=SDR,AUDIO="audio"',
    'video.m3u8',
  ]);
  expect(lines(multivariantPlaylist({ video, fps: 25 }, false))).toEqual([
    '#EXT-X-STREAM-INF:BANDWIDTH=479521,CODECS="avc1.640028",RESOLUTION=1920x1080,FRAME-RATE=25.000,VIDEO-RANGE=SDR',
    'video.m3u8',
  ]);
  const captions = [
    { tag: 'pt-BR', title: 'Português (Brasil)', playlist: 'captions_1.m3u8' },
    { title: 'Captions', playlist: 'captions_2.m3u8' },
    { tag: 'pt-BR', title: 'Português (Brasil) 2', playlist: 'captions_3.m3u8' },
  ];
  const entry = (name: string, selected: string, number: number) =>
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${name},DEFAULT=NO,AUTOSELECT=${selected},FORCED=NO,URI="captions_${number}.m3u8"`;
  expect(lines(multivariantPlaylist({ video, captions, fps: 25 }, false))).toEqual([
    entry('Português (Brasil)",LANGUAGE="pt-BR"', 'YES', 1),
    entry('Captions"', 'NO', 2),
    entry('Português (Brasil) 2",LANGUAGE="pt-BR"', 'NO', 3),
    '#EXT-X-STREAM-INF:BANDWIDTH=479521,CODECS="avc1.640028",RESOLUTION=1920x1080,FRAME-RATE=25.000,VIDEO-RANGE=SDR,SUBTITLES="captions",CLOSED-CAPTIONS=NONE',
    'video.m3u8',
  ]);
});

test('captions are one file, in a playlist that is complete', () => {
  expect(captionsPlaylist('0-a.vtt', 61.04)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:62
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXTINF:61.040000,
0-a.vtt
#EXT-X-ENDLIST
`);
});
