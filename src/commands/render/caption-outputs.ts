import { realpath } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { captionNameEnds, clipCues, writeSrt, writeVtt } from '../../captions/index.ts';
import type { Composition, ShownCaptions } from '../../compose/index.ts';
import type { Range } from '../../output/index.ts';
import type { LocalFiles } from '../local-files.ts';
import { writeOut } from '../out-file.ts';

/** The captions of a track, and the files that have them. */
export type SavedCaptions = { language: string | null; is_burnt: boolean; files: string[] };

/** Returns the captions of the frames that are rendered. */
export function captionsIn(
  captions: readonly ShownCaptions[],
  frames: Range | undefined,
  { fps, frameCount }: Composition['video'],
): readonly ShownCaptions[] {
  if (!frames) return captions;
  const end = Math.min(frames.first + frames.count, frameCount);
  const period = { fromSeconds: frames.first / fps, toSeconds: end / fps };
  return captions.map((track) => ({ ...track, cues: clipCues(track.cues, period) }));
}

/**
 * Writes a WebVTT and an SRT file for each track beside a video: `ana.de.vtt` beside `ana.mp4`. A file that the
 * command reads is not replaced.
 */
export async function writeCaptions(
  captions: readonly ShownCaptions[],
  video: string,
  files: LocalFiles,
): Promise<SavedCaptions[]> {
  const inputs = new Set(await Promise.all([...files.values()].map(({ path }) => realOf(path))));
  const base = video.slice(0, video.length - extname(video).length);
  const saved: SavedCaptions[] = [];
  const ends = captionNameEnds(captions.map(({ language }) => language));
  for (const [index, { language = null, isBurnt, cues }] of captions.entries()) {
    const name = `${base}${ends[index] ?? ''}`;
    const paths: string[] = [];
    for (const [extension, text] of [
      ['vtt', writeVtt(cues)],
      ['srt', writeSrt(cues)],
    ] as const) {
      const path = `${name}.${extension}`;
      if (inputs.has(await realOf(path))) continue;
      await writeOut(path, text);
      paths.push(resolve(path));
    }
    saved.push({ language, is_burnt: isBurnt, files: paths });
  }
  return saved;
}

/** Returns a path without links, also of a file that does not exist. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
