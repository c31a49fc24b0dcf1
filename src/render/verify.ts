import { stat } from 'node:fs/promises';
import { AppError } from '../base/index.ts';
import { runProgram } from '../media/index.ts';

export type VideoFacts = {
  width: number;
  height: number;
  frameCount: number;
  durationSeconds: number;
  bytes: number;
};

/** Reads the finished file back and throws `render_corrupt` where it is not what was asked for. */
export async function verifyVideo(
  path: string,
  expected: { width: number; height: number; frameCount: number; fps: number },
  signal?: AbortSignal,
): Promise<VideoFacts> {
  const { stdout } = await runProgram(
    'ffprobe',
    [
      '-v',
      'error',
      '-protocol_whitelist',
      'file',
      '-select_streams',
      'v:0',
      '-count_packets',
      '-show_entries',
      'stream=width,height,nb_read_packets,pix_fmt,color_space:format=duration',
      '-of',
      'json',
      path,
    ],
    { timeoutMs: 60_000 },
    signal,
  );
  const { streams = [], format } = JSON.parse(stdout.toString()) as {
    streams?: {
      width: number;
      height: number;
      nb_read_packets: string;
      pix_fmt: string;
      color_space: string;
    }[];
    format?: { duration?: string };
  };
  const [stream] = streams;
  const found = `${stream?.width}x${stream?.height}, ${stream?.nb_read_packets} frames, ${stream?.pix_fmt}, ${stream?.color_space}`;
  const wanted = `${expected.width}x${expected.height}, ${expected.frameCount} frames, yuv420p, bt709`;
  if (found !== wanted) {
    throw new AppError(
      'render_corrupt',
      `Expected a video of ${wanted} but the file has ${found}.`,
      { hint: 'Render again.' },
    );
  }
  const { size } = await stat(path);
  return { ...expected, durationSeconds: Number(format?.duration ?? 0), bytes: size };
}
