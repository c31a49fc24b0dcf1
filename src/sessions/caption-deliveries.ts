import { z } from 'zod';
import { captionNameEnds } from '../captions/index.ts';

const CONTENT_TYPES = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
};

/** The formats of captions that are delivered beside a video. */
export const captionFormats = z
  .array(z.enum(['vtt', 'srt']))
  .min(1)
  .max(2)
  .refine((formats) => new Set(formats).size === formats.length, { error: 'different formats' })
  .meta({
    description:
      'Delivers the captions as WebVTT, as SRT, or as both, beside the video: ana.de.vtt beside ana.mp4',
  });

/** A file with captions: its name in the session, and the end of its name at the target. */
type CaptionFile = { file: string; suffix: string; contentType: string };

/** Returns the tracks of a mapping as it is stored: it has a track, or a list of them. */
export function captionTracksOf(captions: unknown): { language?: string }[] {
  if (captions === undefined || captions === null) return [];
  return (Array.isArray(captions) ? captions : [captions]) as { language?: string }[];
}

/** Returns the files with the captions of a mapping. Their numbers are those of its tracks. */
export function captionFiles(
  formats: z.infer<typeof captionFormats>,
  captions: unknown,
): CaptionFile[] {
  const ends = captionNameEnds(captionTracksOf(captions).map(({ language }) => language));
  return ends.flatMap((end, index) => {
    const name = index === 0 ? 'captions' : `captions_${index + 1}`;
    return formats.map((format) => ({
      file: `${name}.${format}`,
      suffix: `${end}.${format}`,
      contentType: CONTENT_TYPES[format],
    }));
  });
}

/** Returns the number of the track whose captions a delivery sends, from 1; undefined for another file. */
export function captionTrackOf(file: string): number | undefined {
  const [name, number = '1'] = /^captions(?:_(\d+))?\.(?:vtt|srt)$/.exec(file) ?? [];
  return name === undefined ? undefined : Number(number);
}

/** Returns the path of a file beside a video: its name with another end instead of the extension of its format. */
export function pathBeside(path: string, extension: string, suffix: string): string {
  const isNamed = path.toLowerCase().endsWith(`.${extension}`);
  return (isNamed ? path.slice(0, -extension.length - 1) : path) + suffix;
}
