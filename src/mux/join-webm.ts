import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rateOf } from '../lottie/index.ts';
import { runProgram } from '../media/process/index.ts';

const TIMEOUT_MS = 30 * 60_000;

type WebmJoin = {
  paths: readonly string[];
  audio: string | undefined;
  to: string;
  encoding: { fps: number; hasAlpha: boolean };
};

/**
 * Joins WebM segments, in playback order, with their audio to one file without re-encoding. The
 * time of every frame is computed again: segments have whole milliseconds, and the rounding errors
 * must not add up.
 */
export async function joinWebm(
  { paths, audio, to, encoding: { fps, hasAlpha } }: WebmJoin,
  signal?: AbortSignal,
): Promise<void> {
  const [first = ''] = paths;
  const list = join(dirname(first), `${basename(first)}.ffconcat`);
  const lines = paths.map((path) => `file ${basename(path)}\n`);
  await writeFile(list, `ffconcat version 1.0\n${lines.join('')}`);
  const { frames, seconds } = rateOf(fps);
  const time = `round(N*${seconds}/(${frames}*TB))`;
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'file'],
    ...['-f', 'concat', '-i', `file:${list}`],
    ...(audio === undefined ? [] : ['-f', 'matroska', '-i', `file:${audio}`]),
    ...['-map', '0:v:0', ...(audio === undefined ? [] : ['-map', '1:a:0']), '-c', 'copy'],
    ...['-bsf:v', `setts=ts=${time}`, '-map_metadata', '-1', '-fflags', '+bitexact'],
    // Players read this tag before they read frames.
    ...(hasAlpha ? ['-metadata:s:v:0', 'alpha_mode=1'] : []),
    ...['-cues_to_front', '1', '-f', 'webm', '-y', to],
  ];
  await runProgram('ffmpeg', args, { timeoutMs: TIMEOUT_MS }, signal);
}
