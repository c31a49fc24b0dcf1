/**
 * Captions: SRT, WebVTT, ASS or JSON → cues, with findings about their times; cues → WebVTT and SRT. Portable:
 * runs in a browser, too.
 */
export {
  type CaptionWarning,
  cueTime,
  findingWarnings,
  limitedWarnings,
  markupWarnings,
} from './caption-warnings.ts';
export { type CueFinding, checkCues } from './check-cues.ts';
export { clipCues } from './clip-cues.ts';
export {
  type CaptionFormat,
  type Cue,
  type CueWord,
  MAX_CAPTION_BYTES,
  MAX_CUES,
} from './cue.ts';
export { cuesFromWords } from './cues-from-words.ts';
export { captionNameEnds } from './file-names.ts';
export { leadingWords } from './leading-words.ts';
export { type ParsedCaptions, parseCaptionBytes, parseCaptions } from './parse-captions.ts';
export { parseCueList } from './parse-json.ts';
export { type TrackName, trackNames } from './track-names.ts';
export { type PlacedWord, spokenWords, UNSPACED, wordRanges } from './words.ts';
export { cueListOf, writeSrt, writeStreamVtt, writeVtt } from './write-captions.ts';
