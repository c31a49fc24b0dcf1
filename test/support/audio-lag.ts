import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Searched in both directions. */
const MAX_LAG_SECONDS = 0.15;

/** Returns the first channel of an audio file. */
export async function decodedAudio(path: string, rate: number): Promise<Float32Array> {
  const format = ['-af', 'pan=mono|c0=c0', '-ar', String(rate), '-f', 'f32le', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', path, ...format], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  });
  return new Float32Array(new Uint8Array(stdout).buffer);
}

/** Returns how much later a second of audio is heard than it should be: the best cross-correlation. */
export function lagSeconds(
  wanted: Float32Array,
  heard: Float32Array,
  { second, rate }: { second: number; rate: number },
): number {
  const from = second * rate;
  const max = Math.round(MAX_LAG_SECONDS * rate);
  let best = { lag: 0, sum: Number.NEGATIVE_INFINITY };
  for (let lag = -max; lag <= max; lag++) {
    let sum = 0;
    for (let at = from; at < from + rate; at++) sum += (wanted[at] ?? 0) * (heard[at + lag] ?? 0);
    if (sum > best.sum) best = { lag, sum };
  }
  return best.lag / rate;
}

/** Returns the level of audio between two times, in decibels of full scale. */
export function levelDecibels(
  samples: Float32Array,
  { from, to, rate }: { from: number; to: number; rate: number },
): number {
  const part = samples.subarray(Math.round(from * rate), Math.round(to * rate));
  const power = part.reduce((sum, value) => sum + value ** 2, 0) / part.length;
  return 10 * Math.log10(power);
}
