import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Samples a second of `samplesOf`. */
export const RATE = 48_000;

/** Returns the audio of a file or a URL in mono. */
export async function samplesOf(input: string): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', input, '-ac', '1', '-ar', `${RATE}`, '-f', 'f32le', '-'];
  const options = { encoding: 'buffer', maxBuffer: 1e8 } as const;
  const { stdout } = await run('ffmpeg', args, options);
  return new Float32Array(new Uint8Array(stdout).buffer);
}
