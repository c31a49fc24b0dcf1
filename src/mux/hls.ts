import { boxAt } from './boxes.ts';
import { readSampleEntry } from './sample-entry.ts';

/**
 * HTTP Live Streaming (RFC 8216 and its revision): playlists as text. Addresses in them are names beside the
 * playlist. A stream is one rendition of pictures and, with sound, one of sound.
 */

/** What can be told before anything is drawn. */
export type StreamPlan = {
  fps: number;
  /** Of each segment, in playing order. */
  frameCounts: readonly number[];
  /** Of the sound, at 48 kHz; 0 without any. */
  audioSamples: number;
};

/**
 * Is told of a video while it is made, so that it can be played before it is whole. What these give is waited
 * for before the video's end; what fails ends the render.
 */
export type VideoStream = {
  /** Before anything else, and again where all begins anew. */
  begin(plan: StreamPlan): void;
  /** A file that is not written to any more, and may be gone afterwards. In playing order. */
  segment(path: string): Promise<void>;
  /** Frames of AAC LC, in order; `isLast` with the last of them. At any time. */
  audio(frames: readonly Buffer[], isLast: boolean): Promise<void>;
};

/** A stretch of a file. */
export type Piece = { name: string; offset: number; byteLength: number };

/** One entry of a playlist. */
export type HlsSegment = Piece & { seconds: number };

/** `init` is where what every segment needs stands. */
export type HlsTrack = { init: Piece; segments: readonly HlsSegment[] };

/** A fragment of sound is cut between frames of AAC: it may be longer than its pictures by most of one. */
const AUDIO_FRAME_SECONDS = 1024 / 48_000;
/** A segment may have more than those before it: what a player is told of the rest while it is drawn. */
const HEADROOM = 2;
const END = '#EXT-X-ENDLIST\n';

/** When each segment begins, in seconds. */
export function segmentStarts({ fps, frameCounts }: StreamPlan): number[] {
  let frames = 0;
  return frameCounts.map((count) => {
    frames += count;
    return (frames - count) / fps;
  });
}

/** The same for every playlist of a stream, from its beginning to its end. */
export function targetDuration({ fps, frameCounts, audioSamples }: StreamPlan): number {
  const longest = Math.max(...frameCounts) / fps + (audioSamples > 0 ? AUDIO_FRAME_SECONDS : 0);
  return Math.max(1, Math.round(longest));
}

/** Splits a segment: what every one begins with, and its own fragment. Throws a plain Error for no segment. */
export function splitSegment(bytes: Buffer): {
  init: Buffer;
  fragment: Pick<Piece, 'offset' | 'byteLength'>;
} {
  const start = boxAt(bytes, 'moof').start - 8;
  return {
    init: bytes.subarray(0, start),
    fragment: { offset: start, byteLength: boxAt(bytes, 'mdat').end - start },
  };
}

/** The playlist of one track. It only grows: what one names, each later one names at the same place. */
export function mediaPlaylist(
  { init, segments }: HlsTrack,
  targetSeconds: number,
  isWhole: boolean,
): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isWhole ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    // A player would begin near the end of what grows, as with a broadcast. ffmpeg knows this here alone.
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
    `#EXT-X-MAP:URI="${init.name}",BYTERANGE="${init.byteLength}@${init.offset}"`,
    ...segments.flatMap(({ name, seconds, byteLength, offset }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${byteLength}@${offset}`,
      name,
    ]),
    '',
  ];
  return lines.join('\n') + (isWhole ? END : '');
}

/**
 * How a playlist goes on from the one that players know (empty for none): `ahead` when that one says all of
 * it already, `apart` when they are not of the same stream.
 */
export function continuation(known: string, next: string): 'grown' | 'ahead' | 'apart' {
  const [before, after] = [entriesOf(known), entriesOf(next)];
  if (after.startsWith(before)) {
    const isNews = after.length > before.length || (isEnded(next) && !isEnded(known));
    return isNews ? 'grown' : 'ahead';
  }
  return before.startsWith(after) ? 'ahead' : 'apart';
}

/** Without what changes when a playlist ends. */
function entriesOf(playlist: string): string {
  return playlist.replace(/^#EXT-X-PLAYLIST-TYPE:.*\n/m, '').replace(END, '');
}

function isEnded(playlist: string): boolean {
  return playlist.endsWith(END);
}

/** A track under the name of its playlist, with the bytes of its init segment. */
export type Rendition = { playlist: string; init: Buffer; track: HlsTrack };

/** The playlist that names the others. Its rates are what they are once the stream `isWhole`, and a guess before. */
export function multivariantPlaylist(
  video: Rendition,
  audio: Rendition | undefined,
  fps: number,
  isWhole: boolean,
): string {
  const renditions = audio ? [video, audio] : [video];
  const entries = renditions.map(({ init }) => readSampleEntry(init));
  const [{ width, height } = { width: 0, height: 0 }] = entries;
  const rates = renditions.map(({ track }) => ratesOf(track));
  const sum = (rate: 'peak' | 'average') =>
    rates.reduce((total, { [rate]: own }) => total + own, 0);
  const attributes = [
    `BANDWIDTH=${Math.ceil(sum('peak') * (isWhole ? 1 : HEADROOM))}`,
    ...(isWhole ? [`AVERAGE-BANDWIDTH=${Math.ceil(sum('average'))}`] : []),
    `CODECS="${entries.map(({ codec }) => codec).join()}"`,
    `RESOLUTION=${width}x${height}`,
    `FRAME-RATE=${fps.toFixed(3)}`,
    'VIDEO-RANGE=SDR',
    ...(audio ? ['AUDIO="audio"'] : []),
  ];
  const media = [
    'TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"',
    `URI="${audio?.playlist}"`,
  ];
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(audio ? [`#EXT-X-MEDIA:${media.join()}`] : []),
    `#EXT-X-STREAM-INF:${attributes.join()}`,
    video.playlist,
    '',
  ].join('\n');
}

/** In bits a second. */
function ratesOf({ segments }: HlsTrack): { peak: number; average: number } {
  const bits = segments.reduce((sum, { byteLength }) => sum + byteLength * 8, 0);
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const peak = Math.max(...segments.map(({ byteLength, seconds: own }) => (byteLength * 8) / own));
  return { peak, average: bits / seconds };
}
