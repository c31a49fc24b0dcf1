import type { Cue } from '../captions/index.ts';
import type { CAPTION_STYLES } from './captions-shape.ts';
import type { Color } from './color.ts';

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
  source: { cues: Cue[] };
  /** A language tag; absent: that of the template. */
  language?: string;
  /** Whether the video shows them. At most one track of a mapping is burnt in. */
  isBurnt: boolean;
  style?: ParsedCaptionStyle;
  /** The first lines whose markup was left out. */
  markupLines?: number[];
};
