import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { openPromise } from 'yauzl';

const run = promisify(execFile);

/** Reads the files of a ZIP with an independent reader. */
export async function zipFiles(
  path: string,
): Promise<{ name: string; year: number; bytes: Buffer }[]> {
  const zip = await openPromise(path);
  const files: { name: string; year: number; bytes: Buffer }[] = [];
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    files.push({ name: entry.fileName, year: entry.getLastModDate().getFullYear(), bytes });
  }
  return files;
}

/** Decodes every frame of a file of any format to straight RGBA in full range. */
export async function imageFrames(path: string, hasAlpha: boolean): Promise<Buffer[]> {
  if (path.endsWith('.zip')) {
    const files = await zipFiles(path);
    const kind = files[0]?.name.endsWith('.png') ? 'png_pipe' : 'jpeg_pipe';
    return decode(['-f', kind, '-i', '-'], 'format=rgba', Buffer.concat(files.map((f) => f.bytes)));
  }
  const decoder = path.endsWith('.webm') && hasAlpha ? ['-c:v', 'libvpx-vp9'] : [];
  const colors = 'in_color_matrix=bt709:in_range=tv:out_range=pc';
  const exact = 'flags=accurate_rnd+full_chroma_int+full_chroma_inp';
  const filter = path.endsWith('.gif') ? 'format=rgba' : `scale=${colors}:${exact},format=rgba`;
  return decode([...decoder, '-i', path], filter);
}

async function decode(input: string[], filter: string, bytes?: Buffer): Promise<Buffer[]> {
  const args = ['-v', 'error', ...input, '-vf', filter, '-fps_mode', 'passthrough'];
  const output = ['-f', 'image2pipe', '-c:v', 'pam', '-'];
  const started = run('ffmpeg', [...args, ...output], { encoding: 'buffer', maxBuffer: 2 ** 30 });
  started.child.stdin?.end(bytes);
  const { stdout } = await started;
  const frames: Buffer[] = [];
  for (let at = 0; at < stdout.length; ) {
    const start = stdout.indexOf('ENDHDR\n', at) + 7;
    const header = stdout.toString('latin1', at, start);
    const size = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(header)?.[1]);
    const length = size('WIDTH') * size('HEIGHT') * size('DEPTH');
    frames.push(stdout.subarray(start, start + length));
    at = start + length;
  }
  return frames;
}
