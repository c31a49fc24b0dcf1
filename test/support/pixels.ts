import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns one frame of a video as PNG. */
export async function frameOf(video: string, frame: number): Promise<Buffer> {
  const filter = `select=eq(n\\,${frame}),scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgb24`;
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      video,
      '-vf',
      filter,
      '-frames:v',
      '1',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  return stdout;
}
