import { defined } from '../base/index.ts';
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

/** Words from the audio of an editable, or of the whole video. */
export type HeardSource = {
  /** The name of an editable, `voice` or `mix`. */
  from: string;
  /** Names and brands that are spoken. */
  prompt?: string;
  /** Whether the video is not rendered without the words. */
  isRequired: boolean;
};

/** The captions of one language. */
export type ParsedCaptionTrack = {
  /** JSON Pointer of the track in the mapping. */
  pointer: string;
  /** The cues, or the file or audio that has them: the service reads it before it composes. */
  source: { cues: Cue[] } | FileSource | HeardSource;
  /** A video or audio editable whose file has the times of the cues; absent: they are those of the video. */
  of?: string;
  /**
   * The starts of cues of an editable that the video does not show, in the time of its file. `isTooMany`: it repeats
   * them more often than captions may have cues.
   */
  leftOut?: { editable: string; isPlayed: boolean; isTooMany: boolean; seconds: number[] };
  /** A language tag; absent: that of the template. */
  language?: string;
  /** Whether the video shows them. At most one track of a mapping is burnt in. */
  isBurnt: boolean;
  style?: ParsedCaptionStyle;
  /** The audio whose words the cues are: an editable, `voice` or `mix`. */
  from?: string;
  /** Somebody has changed the cues. */
  isEdited?: true;
  /** The first lines whose markup was left out. */
  markupLines?: number[];
};

/** Cues in the time of the video, and the language of the audio from which they came. */
export type EditedCues = { cues: Cue[]; language?: string };

/** Returns captions with the cues of somebody who has changed them. Undefined cues keep those of the track. */
export function withEditedCues(
  captions: readonly ParsedCaptionTrack[],
  edits: readonly (EditedCues | undefined)[],
): ParsedCaptionTrack[] {
  return captions.map((track, index) => {
    const edit = edits[index];
    if (!edit) return track;
    // New cues have the times of the video.
    const { markupLines: _lines, of: _of, leftOut: _leftOut, ...otherFields } = track;
    const source = { cues: edit.cues };
    const language = track.language ?? edit.language;
    return { ...otherFields, source, ...defined({ language }), ...audioOf(track), isEdited: true };
  });
}

function audioOf({ source, from }: ParsedCaptionTrack): { from?: string } {
  return defined({ from: 'from' in source ? source.from : from });
}

/** A track whose words come from audio. */
export type HeardTrack = ParsedCaptionTrack & { source: HeardSource };

/** Returns the captions of a mapping whose words come from audio. */
export function heardTracks({
  captions = [],
}: {
  captions?: readonly ParsedCaptionTrack[];
}): HeardTrack[] {
  return captions.filter((track): track is HeardTrack => 'from' in track.source);
}

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
    ...audioOf(track),
    ...(markupLines.length > 0 && { markupLines: markupLines.slice(0, MAX_MARKUP_LINES) }),
  };
}
