import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Channels, SAMPLE_RATE } from './mix.ts';

/** Encodes samples as an M4A file without a date or a version. */
export async function encodeAac({ left, right }: Channels): Promise<Buffer> {
  const pcm = new Int16Array(left.length * 2);
  for (let n = 0; n < left.length; n++) {
    pcm[2 * n] = Math.round((left[n] ?? 0) * 18_000);
    pcm[2 * n + 1] = Math.round((right[n] ?? 0) * 18_000);
  }
  const folder = await mkdtemp(join(tmpdir(), 'framepress-music-'));
  const [source, target] = [join(folder, 'music.pcm'), join(folder, 'music.m4a')];
  try {
    await writeFile(source, Buffer.from(pcm.buffer));
    const input = ['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '2', '-i', source];
    const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
    const output = ['-c:a', 'aac', '-b:a', '128k', ...exact, '-movflags', '+faststart', target];
    await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...input, ...output]);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
