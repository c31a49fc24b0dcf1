import type { Cue } from './cue.ts';
import { srtLine } from './parse-srt.ts';
import { vttText } from './parse-vtt.ts';
import { writeTime } from './times.ts';
import { placeWords } from './words.ts';

/** The header of a stream (RFC 8216, 3.5): the video and the captions begin at the same time. */
const STREAM_HEADER = 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n';

/** Writes WebVTT as a stream has it. */
export function writeStreamVtt(cues: readonly Cue[]): string {
  return writeVtt(cues, STREAM_HEADER);
}

/** Writes WebVTT. The times of words become time tags, as far as they ascend. */
export function writeVtt(cues: readonly Cue[], header = 'WEBVTT\n'): string {
  const blocks = cues.map(
    (cue) => `${writeTime(cue.startSeconds)} --> ${writeTime(cue.endSeconds)}\n${timedText(cue)}\n`,
  );
  return [header, ...blocks].join('\n');
}

/**
 * The text of a cue with a time tag before each word that begins within the cue, and one behind a word that ends before
 * a pause. Tags ascend in milliseconds.
 */
function timedText(cue: Cue): string {
  let text = '';
  let from = 0;
  let lastMs = inMs(cue.startSeconds);
  const addTag = (seconds: number, at: number) => {
    const ms = inMs(seconds);
    if (ms <= lastMs || ms >= inMs(cue.endSeconds)) return;
    text += `${vttText(cue.text.slice(from, at))}<${writeTime(seconds)}>`;
    from = at;
    lastMs = ms;
  };
  const words = placeWords(cue);
  for (const [index, { start, end, word }] of words.entries()) {
    addTag(word.startSeconds, start);
    const next = words[index + 1]?.word.startSeconds ?? cue.endSeconds;
    if (inMs(word.endSeconds) < inMs(next)) addTag(word.endSeconds, end);
  }
  return text + vttText(cue.text.slice(from));
}

function inMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** Writes SRT, which has no times of words. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => {
      const times = `${writeTime(cue.startSeconds, ',')} --> ${writeTime(cue.endSeconds, ',')}`;
      const lines = cue.text.split('\n').map(srtLine).join('\n');
      return `${index + 1}\n${times}\n${lines}\n`;
    })
    .join('\n');
}

/** Returns the list of cues that a mapping has. */
export function cueListOf(cues: readonly Cue[]): object[] {
  return cues.map(({ startSeconds, endSeconds, text, words }) => ({
    start: startSeconds,
    end: endSeconds,
    text,
    ...(words && {
      words: words.map((word) => ({
        start: word.startSeconds,
        end: word.endSeconds,
        text: word.text,
      })),
    }),
  }));
}
