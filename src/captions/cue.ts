/** A word of a cue, and the time at which it is spoken. */
export type CueWord = { startSeconds: number; endSeconds: number; text: string };

/**
 * A text and the time at which it shows, in seconds from the start. The times are whole milliseconds. `words`
 * occur in the text in this order.
 */
export type Cue = {
  startSeconds: number;
  endSeconds: number;
  /** Lines are separated by `\n`; no line is empty. */
  text: string;
  words?: CueWord[];
};

export type CaptionFormat = 'srt' | 'vtt' | 'ass' | 'json';

/** The names of the formats in messages. */
export const FORMAT_NAMES: Readonly<Record<CaptionFormat, string>> = {
  srt: 'SRT',
  vtt: 'WebVTT',
  ass: 'ASS',
  json: 'JSON',
};

/** Bytes of a file with captions. Three hours with the times of all words have half of it. */
export const MAX_CAPTION_BYTES = 8 * 2 ** 20;
/** A video of three hours has about 3,000 cues. */
export const MAX_CUES = 5_000;
export const MAX_CUE_CHARACTERS = 1_000;
export const MAX_CUE_LINES = 10;
export const MAX_CUE_WORDS = 500;
/** Characters of all cues together. Their layout takes about two seconds. */
export const MAX_CAPTION_CHARACTERS = 300_000;
/** A day. */
export const MAX_CUE_SECONDS = 86_400;
