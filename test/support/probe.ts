import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns ffprobe's facts about a file's video stream. */
export async function probe(path: string): Promise<Record<string, string | number>> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_streams',
    '-of',
    'json',
    path,
  ]);
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string | number>[] };
  if (streams.length !== 1 || !streams[0])
    throw new Error(`Expected one stream but found ${streams.length}.`);
  return streams[0];
}

/** Returns the top-level boxes of an MP4, in order. */
export async function boxesOf(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  const boxes: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push(bytes.toString('latin1', at + 4, at + 8));
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    if (size === 0) break;
  }
  return boxes;
}

/** Returns one pixel of one frame as red, green and blue. */
export async function pixelAt(
  path: string,
  frame: number,
  x: number,
  y: number,
): Promise<number[]> {
  const filter = `select=eq(n\\,${frame}),scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgb24,crop=1:1:${x}:${y}`;
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', '-'],
    { encoding: 'buffer' },
  );
  return [...stdout];
}
