import { boxAt } from './boxes.ts';
import { readSampleEntry } from './sample-entry.ts';

// HTTP Live Streaming (RFC 8216 and its revision): playlists as text. URIs in playlists are
// relative to the playlist. A stream has one video rendition and, if there is audio, one audio
// rendition.

/** Properties of a stream that are known before rendering. */
export type StreamPlan = {
  fps: number;
  /** Frames of each segment, in playback order. */
  frameCounts: readonly number[];
  /** Audio samples at 48 kHz; 0 without audio. */
  audioSamples: number;
};

/**
 * Receives a video while it is rendered, so that it can be played before it is complete. The render
 * waits for the returned promises before it ends, and fails if they reject.
 */
export type VideoStream = {
  /** Called first, and again if the render restarts from the beginning. */
  begin(plan: StreamPlan): void;
  /**
   * A finished segment file, which may be removed after the returned promise settles. In playback
   * order.
   */
  segment(path: string): Promise<void>;
  /** AAC LC frames in order; `isLast` is true for the last call. May be called at any time. */
  audio(frames: readonly Buffer[], isLast: boolean): Promise<void>;
};

/** A byte range of a file. */
export type Piece = { name: string; offset: number; byteLength: number };

/** One entry of a playlist. */
export type HlsSegment = Piece & { seconds: number };

/** `init` is the initialization segment of the track. */
export type HlsTrack = { init: Piece; segments: readonly HlsSegment[] };

/**
 * A fragment of audio ends between AAC frames, so it may be longer than its video segment by almost
 * one frame.
 */
const AUDIO_FRAME_SECONDS = 1024 / 48_000;
/**
 * Factor for the announced peak rate while a video is rendered: later segments may have a higher
 * rate.
 */
const HEADROOM = 2;
const END = '#EXT-X-ENDLIST\n';

/** The start time of each segment, in seconds. */
export function segmentStarts({ fps, frameCounts }: StreamPlan): number[] {
  let frames = 0;
  return frameCounts.map((count) => {
    frames += count;
    return (frames - count) / fps;
  });
}

/**
 * The target duration in seconds. It is the same for every playlist of a stream, from start to end.
 */
export function targetDuration({ fps, frameCounts, audioSamples }: StreamPlan): number {
  const longest = Math.max(...frameCounts) / fps + (audioSamples > 0 ? AUDIO_FRAME_SECONDS : 0);
  return Math.max(1, Math.round(longest));
}

/**
 * Splits a segment file into the initialization segment and its own fragment. Throws a plain Error
 * if it is not a segment.
 */
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

/**
 * The playlist of one track. Playlists only grow: each contains all entries of the earlier
 * playlists, at the same positions.
 */
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
    // Without it, players start near the end of a growing playlist, as for a live broadcast. ffmpeg
    // accepts it only at this place.
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

/** Returns the playlist of a file with captions, which never changes: it is complete before the video is. */
export function captionsPlaylist(name: string, seconds: number): string {
  // Captions of such a playlist may have another target duration than the video (RFC 8216bis, 6.2.4).
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(seconds))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${seconds.toFixed(6)},`,
    `${name}\n${END}`,
  ].join('\n');
}

/**
 * Compares a playlist with the published one (empty for none). `grown`: it adds entries. `ahead`:
 * the published playlist already contains all its entries. `apart`: the playlists belong to
 * different streams.
 */
export function continuation(knownPlaylist: string, next: string): 'grown' | 'ahead' | 'apart' {
  const [knownEntries, nextEntries] = [entriesOf(knownPlaylist), entriesOf(next)];
  if (nextEntries.startsWith(knownEntries)) {
    const isNews =
      nextEntries.length > knownEntries.length || (isEnded(next) && !isEnded(knownPlaylist));
    return isNews ? 'grown' : 'ahead';
  }
  return knownEntries.startsWith(nextEntries) ? 'ahead' : 'apart';
}

/** A playlist without the lines that change when it ends. */
function entriesOf(playlist: string): string {
  return playlist.replace(/^#EXT-X-PLAYLIST-TYPE:.*\n/m, '').replace(END, '');
}

function isEnded(playlist: string): boolean {
  return playlist.endsWith(END);
}

/** A track with the name of its playlist and the bytes of its initialization segment. */
export type Rendition = { playlist: string; init: Buffer; track: HlsTrack };

/** Captions that viewers can choose: their playlist, and how players list them. */
export type HlsCaptions = {
  playlist: string;
  /** A language tag, if the language is known. */
  tag?: string;
  /** Differs from that of all others. */
  title: string;
};

type Renditions = {
  video: Rendition;
  audio?: Rendition | undefined;
  captions?: readonly HlsCaptions[];
  fps: number;
};

/**
 * The playlist that names the others. Its rates are exact once the stream `isWhole`, and an
 * estimate before.
 */
export function multivariantPlaylist(
  { video, audio, captions = [], fps }: Renditions,
  isWhole: boolean,
): string {
  const renditions = audio ? [video, audio] : [video];
  const entries = renditions.map(({ init }) => readSampleEntry(init));
  const [{ width, height } = { width: 0, height: 0 }] = entries;
  const rates = renditions.map(({ track }) => ratesOf(track));
  const sum = (rate: 'peak' | 'average') =>
    rates.reduce((total, { [rate]: ownRate }) => total + ownRate, 0);
  const attributes = [
    `BANDWIDTH=${Math.ceil(sum('peak') * (isWhole ? 1 : HEADROOM))}`,
    ...(isWhole ? [`AVERAGE-BANDWIDTH=${Math.ceil(sum('average'))}`] : []),
    `CODECS="${entries.map(({ codec }) => codec).join()}"`,
    `RESOLUTION=${width}x${height}`,
    `FRAME-RATE=${fps.toFixed(3)}`,
    'VIDEO-RANGE=SDR',
    ...(audio ? ['AUDIO="audio"'] : []),
    ...(captions.length > 0 ? ['SUBTITLES="captions"', 'CLOSED-CAPTIONS=NONE'] : []),
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
    ...captions.map((track, index) => captionsEntry(track, captions.slice(0, index))),
    `#EXT-X-STREAM-INF:${attributes.join()}`,
    video.playlist,
    '',
  ].join('\n');
}

/**
 * The entry of captions. A player may choose them by the settings of its viewer; of one language, only the first:
 * the others have the same attributes (RFC 8216bis, 4.4.6.2.1).
 */
function captionsEntry(
  { playlist, tag, title }: HlsCaptions,
  others: readonly HlsCaptions[],
): string {
  const isFirst = tag !== undefined && !others.some((other) => other.tag === tag);
  const attributes = [
    `TYPE=SUBTITLES,GROUP-ID="captions",NAME="${title}"`,
    ...(tag === undefined ? [] : [`LANGUAGE="${tag}"`]),
    `DEFAULT=NO,AUTOSELECT=${isFirst ? 'YES' : 'NO'},FORCED=NO,URI="${playlist}"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join()}`;
}

/** In bits per second. */
function ratesOf({ segments }: HlsTrack): { peak: number; average: number } {
  const bits = segments.reduce((sum, { byteLength }) => sum + byteLength * 8, 0);
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const peak = Math.max(
    ...segments.map(({ byteLength, seconds: segmentSeconds }) => (byteLength * 8) / segmentSeconds),
  );
  return { peak, average: bits / seconds };
}
