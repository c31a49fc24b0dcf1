import type { CaptionStyle, Captions, CaptionTrack } from '../api/types.ts';
import type { Cue } from './cue.ts';
import { sortedCues } from './cue-edits.ts';

export const CAPTION_STYLES = ['plain', 'box', 'outline', 'word-highlight', 'word-pop'] as const;
export type StyleName = (typeof CAPTION_STYLES)[number];

export const MAX_TRACKS = 10;

/** Returns the tracks of a mapping. */
export function tracksOf(captions: Captions | undefined): readonly CaptionTrack[] {
  if (captions === undefined) return [];
  return Array.isArray(captions) ? captions : [captions as CaptionTrack];
}

/** Returns the captions of a mapping. With several tracks, each says whether the video shows it. */
export function captionsWith(tracks: readonly CaptionTrack[]): Captions | undefined {
  const [only] = tracks;
  if (tracks.length > 1)
    return tracks.map((track, at) => ({ ...track, burn: isBurnt(tracks, at) }));
  if (!only) return undefined;
  const { burn, ...track } = only;
  return burn === false ? { ...track, burn } : track;
}

/** Whether the video shows a track. Without `burn`, it shows the first one. */
export function isBurnt(tracks: readonly CaptionTrack[], index: number): boolean {
  return tracks[index]?.burn ?? index === 0;
}

/** Returns the tracks of which only one, or none of them, is shown in the video. */
export function withBurn(
  tracks: readonly CaptionTrack[],
  index: number,
  isShown: boolean,
): CaptionTrack[] {
  return tracks.map((track, at) => {
    const burn = at === index ? isShown : isBurnt(tracks, at) && !isShown;
    return { ...track, burn };
  });
}

const sortedLists = new WeakMap<readonly Cue[], readonly Cue[]>();

/** Returns the cues of a track in the order of their starts; undefined if they are in a file or in audio. */
export function cuesOf(track: CaptionTrack | undefined): readonly Cue[] | undefined {
  const cues = track?.source?.cues;
  if (!cues) return undefined;
  const sorted = sortedLists.get(cues) ?? sortedCues(cues);
  sortedLists.set(cues, sorted);
  return sorted;
}

/** Returns a track with other cues. What belongs to the former file or audio is left out. */
export function withCues(track: CaptionTrack, cues: readonly Cue[]): CaptionTrack {
  const { from: _, prompt: __, required: ___, ...options } = track;
  return { ...options, source: { cues } };
}

/** Returns the style of a track with its options; undefined: that of the template, or the plain one. */
export function styleOf({ style }: CaptionTrack): CaptionStyle | undefined {
  return typeof style === 'string' ? { name: style } : style;
}

/** Returns a track with another style. A style without options is only its name. */
export function withStyle(track: CaptionTrack, style: CaptionStyle | undefined): CaptionTrack {
  const { style: _, ...others } = track;
  if (!style) return others;
  const options = Object.entries(style).filter(([, value]) => value !== undefined);
  const isPlain = options.length === 1;
  return { ...others, style: isPlain ? style.name : (Object.fromEntries(options) as CaptionStyle) };
}
