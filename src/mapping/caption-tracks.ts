import type { Cue } from '../captions/index.ts';
import type { CAPTION_STYLES } from '../template/index.ts';
import type { Color } from './color.ts';
import type { FileSource } from './entries.ts';

/** A built-in style of captions, and what a mapping changes in it. */
export type ParsedCaptionStyle = {
  name: (typeof CAPTION_STYLES)[number];
  font?: string;
  color?: Color;
  background?: Color;
  highlight?: Color;
  /** In percent of the shorter side. */
  size?: number;
  position?: 'top' | 'middle' | 'bottom';
};

/** The captions of one language. */
export type ParsedCaptionTrack = {
  /** JSON Pointer of the track in the mapping. */
  pointer: string;
  /** The cues, or the file that has them: the service reads it before it composes. */
  source: { cues: Cue[] } | FileSource;
  /** A video or audio editable whose file has the times of the cues; absent: they are those of the video. */
  of?: string;
  /** The starts of cues of an editable that the video does not show, in the time of its file. */
  leftOut?: { editable: string; isPlayed: boolean; seconds: number[] };
  /** A language tag; absent: that of the template. */
  language?: string;
  /** Whether the video shows them. At most one track of a mapping is burnt in. */
  isBurnt: boolean;
  style?: ParsedCaptionStyle;
  /** The first lines whose markup was left out. */
  markupLines?: number[];
};

/** Returns the names of the fonts in which captions are drawn. */
export function captionFonts(captions: readonly ParsedCaptionTrack[] = []): string[] {
  return captions.flatMap(({ isBurnt, style }) => (isBurnt && style?.font ? [style.font] : []));
}

/** The lines with markup that a track notes. */
const MAX_MARKUP_LINES = 100;

/** Returns a track with the cues of its file. */
export function withCues(
  { markupLines: _earlier, ...track }: ParsedCaptionTrack,
  { cues, markupLines }: { cues: Cue[]; markupLines: readonly number[] },
): ParsedCaptionTrack {
  return {
    ...track,
    source: { cues },
    ...(markupLines.length > 0 && { markupLines: markupLines.slice(0, MAX_MARKUP_LINES) }),
  };
}
