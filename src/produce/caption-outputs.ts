import { trackNames, writeSrt, writeStreamVtt, writeVtt } from '../captions/index.ts';
import type { ShownCaptions } from '../compose/index.ts';
import type { CaptionFiles } from '../database/index.ts';
import type { TextTrack } from '../mux/index.ts';
import { sha256 } from '../system/index.ts';

/** A file with captions: its key and its name in the receipt. */
type CaptionFile = { key: string; name: string; bytes: Uint8Array; sha256: string };

/** Returns a WebVTT and an SRT file for each track, and the keys that a session stores. */
export function captionOutputs(
  captions: readonly ShownCaptions[],
  prefix: string,
): { tracks: CaptionFiles[]; files: CaptionFile[] } {
  const files: CaptionFile[] = [];
  const add = (name: string, text: string) => {
    const bytes = Buffer.from(text);
    const key = `${prefix}/${name}`;
    files.push({ key, name, bytes, sha256: sha256(bytes) });
    return key;
  };
  const tracks = captions.map(({ number, language = null, isBurnt, cues }): CaptionFiles => {
    const file = number === 1 ? 'captions' : `captions_${number}`;
    const vttKey = add(`${file}.vtt`, writeVtt(cues));
    const srtKey = add(`${file}.srt`, writeSrt(cues));
    return { file, language, isBurnt, vttKey, srtKey };
  });
  return { tracks, files };
}

/** Captions that viewers can choose. */
export type ChosenTrack = TextTrack & {
  /** The content of the WebVTT file of a stream. */
  streamed: string;
};

/**
 * Returns the tracks that viewers can choose. Captions that are drawn into the video are not among them, because they
 * would show twice.
 */
export function textTracks(captions: readonly ShownCaptions[]): ChosenTrack[] {
  const tracks = captions.filter(({ isBurnt, cues }) => !isBurnt && cues.length > 0);
  const names = trackNames(tracks.map(({ language }) => language));
  return tracks.flatMap(({ cues }, index) => {
    const name = names[index];
    return name ? [{ ...name, texts: cues, streamed: writeStreamVtt(cues) }] : [];
  });
}
