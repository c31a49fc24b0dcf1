import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeAudio } from './audio-decoder.ts';

const TEN_SECONDS = { speed: 1, firstSample: 0, sampleCount: 480_000 };

/** Returns the decoded samples of each channel. Writes to the folder of the file. */
export async function decodedChannels(path: string, span = TEN_SECONDS) {
  const raw = join(dirname(path), 'raw.f32');
  await decodeAudio({ path, what: 'a test' }, raw, span);
  const samples = new Float32Array(new Uint8Array(await readFile(raw)).buffer);
  return [0, 1].map((channel) => samples.filter((_, i) => i % 2 === channel));
}

export function rms(samples = new Float32Array()): number {
  return Math.sqrt(samples.reduce((sum, v) => sum + v * v, 0) / samples.length);
}
