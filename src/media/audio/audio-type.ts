import { AppError, type ErrorDetails } from '../../base/index.ts';
import { describe, HEAD_BYTES, readHead, sniff } from '../file/index.ts';
import { demuxerOf } from '../process/index.ts';

/** Maximum number of consecutive ID3 tags. More are not an accident. */
const MAX_TAGS = 4;

/**
 * Returns the type of a file that may have audio, by its bytes. An ID3 tag with a large cover image
 * can stand before MP3, AAC and FLAC data. Throws `asset_not_media` with a description of the file.
 */
export async function audioTypeOf(
  path: string,
  what: string,
  details: ErrorDetails,
): Promise<{ contentType: string; demuxer: string }> {
  const head = await readHead(path, HEAD_BYTES);
  let { contentType = '', kind } = sniff(head) ?? {};
  let at = tagBytes(head);
  for (let count = 1; at > 0 && count <= MAX_TAGS; count++) {
    const behind = await readHead(path, HEAD_BYTES, at);
    const media = sniff(behind);
    if (media?.kind === 'audio') ({ contentType } = media);
    const more = tagBytes(behind);
    at = more === 0 ? 0 : at + more;
  }
  const demuxer = kind === 'audio' || kind === 'video' ? demuxerOf(contentType) : undefined;
  if (demuxer !== undefined) return { contentType, demuxer };
  throw new AppError(
    'asset_not_media',
    `Expected an audio file for ${what} but received ${describe(head)}.`,
    { ...details, hint: 'Use an MP3, AAC, M4A, WAV, AIFF, FLAC, Ogg, Opus, WMA or WebM file.' },
  );
}

/** Returns the size of an ID3v2 tag with its header; 0 without a tag. */
function tagBytes(head: Uint8Array): number {
  const [flags = 0, ...size] = head.subarray(5, 10);
  const isTag = head.length >= 10 && head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33;
  if (!isTag || size.some((byte) => byte > 127)) return 0;
  const footer = flags & 0x10 ? 10 : 0;
  return 10 + size.reduce((sum, byte) => sum * 128 + byte, 0) + footer;
}
