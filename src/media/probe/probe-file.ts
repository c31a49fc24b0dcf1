import { AppError, findMessage, say } from '../../base/index.ts';
import { MAX_CAPTION_BYTES } from '../../captions/index.ts';
import { probeAudio } from '../audio/index.ts';
import { describe, HEAD_BYTES, type MediaType, readHead, sniff } from '../file/index.ts';
import { MAX_FONT_BYTES } from '../font/index.ts';
import { probeImage, READABLE_NAMES } from '../image/index.ts';
import { probeMedia } from '../video/index.ts';
import { probeCaptions } from './captions-file.ts';

/**
 * Type of a file. Images and videos have their upright size; videos and audio files their duration.
 */
export type ProbedFile = (MediaType | { kind: 'captions'; contentType: string }) & {
  width?: number;
  height?: number;
  durationSeconds?: number;
};

/** An uploaded file. A font has the names by which a template may request it. */
export type ProbedUpload = ProbedFile & { fontNames: string[] };

/**
 * Probes a file of unknown type; `what` names it in errors. Images and audio files are decoded to
 * their end; of a video only the timestamps are read, and of a font only the first bytes. Throws
 * `asset_not_media` for all other files, `payload_too_large` for a font above 64 MB, and the errors
 * of `probeImage`, `probeAudio` and `probeMedia`.
 */
export async function probeFile(
  file: { path: string; bytes: number },
  what: string,
  signal?: AbortSignal,
): Promise<ProbedFile> {
  const head = await readHead(file.path, HEAD_BYTES);
  const media = sniff(head);
  if (!media) {
    const contentType =
      file.bytes <= MAX_CAPTION_BYTES ? await probeCaptions(file.path, head) : undefined;
    if (contentType !== undefined) return { kind: 'captions', contentType };
    throw new AppError(
      'asset_not_media',
      say`Expected an image, a video, an audio file or a font for ${findMessage(what)} but received ${describe(head)}.`,
      {
        hint: say`Upload an image (${READABLE_NAMES}), a video (such as MP4, MOV or WebM), audio (such as MP3, AAC or WAV) or a font (TTF, OTF, WOFF, WOFF2 or TTC).`,
      },
    );
  }
  if (media.kind === 'image') {
    return { kind: 'image', ...(await probeImage(file.path, what, {}, signal)) };
  }
  if (media.kind === 'audio') {
    const { contentType, durationSeconds } = await probeAudio(file.path, what, {}, signal);
    return { kind: 'audio', contentType, durationSeconds };
  }
  if (media.kind === 'font' && file.bytes > MAX_FONT_BYTES) {
    throw new AppError(
      'payload_too_large',
      say`Expected at most ${MAX_FONT_BYTES} bytes for a font but received ${file.bytes}.`,
    );
  }
  if (media.kind === 'font') return media;
  const { video, durationSeconds } = await probeMedia(file.path, what, signal);
  if (!video) return { ...media, kind: 'audio', durationSeconds };
  const { width, height } = video;
  return { ...media, width, height, durationSeconds };
}
