import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** The mean difference of two pictures' channels, 0–255. */
export async function distance(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
  );
  if (!one || one.length !== other?.length) throw new Error('Expected pictures of one size.');
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;
}

/** One frame of a video as PNG. */
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
