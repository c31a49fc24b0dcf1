import type { CaptionTrack } from '../api/types.ts';
import { cuesOf } from '../cues/tracks.ts';
import { type CaptionFormat, writeCaptions } from '../cues/write-captions.ts';

/** The browser reads the file after the click. */
const KEPT_MS = 60_000;

/** Lets the browser save the cues of a track as a file, such as `captions.de.srt`. */
export function downloadCaptions(track: CaptionTrack, format: CaptionFormat): void {
  const text = writeCaptions(cuesOf(track) ?? [], format);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = ['captions', ...(track.language ? [track.language] : []), format].join('.');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
